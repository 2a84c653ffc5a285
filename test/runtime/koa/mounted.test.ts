import type { RequestListener } from 'node:http';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createDocs } from '../../../src/runtime/docs-page/index.ts';
import { PAGE } from '../docs-page/page.ts';
import { createManifest } from './manifest.ts';
import { composed, mount } from './mount.ts';
import { listen, serve } from './serve.ts';

const OPERATIONS = createManifest({
  'GET /pets': () => ({ pets: ['Ada'] }),
  'GET /text': () => 'text',
  'GET /fail': (ctx) => ctx.throw(409, 'no'),
});

/** Operations whose errors have a format of their own. */
const OWN_FORMAT: Manifest = { ...OPERATIONS, problem: { isOwn: true, mediaType: 'application/json' } };
const formatProblem = ({ status }: { status: number }): unknown => ({ own: status });

/** What the outer app sees behind the mounted one. */
const behind: Koa.Middleware = (ctx) => ctx.set('X-Behind', ctx.path);

/** The app behind Express, which sets `originalUrl`. */
function expressOf(app: Koa): RequestListener {
  const listener = app.callback();
  return (req, res) => void listener(Object.assign(req, { originalUrl: req.url }), res);
}

const PROBLEM = { 'content-type': 'application/problem+json' };
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

describe('createApp mounted in another app', () => {
  it('answers its operations, refusals and errors, and passes on the rest', async () => {
    const inner = createApp(OPERATIONS).use((ctx, next) => (ctx.set('X-In', '1'), next()));
    const app = new Koa().use(mount('/v1', inner));
    app.use((ctx) => (ctx.path === '/v1/else' ? void (ctx.body = 'else') : ctx.throw(404, 'outside')));
    const { ask } = await serve(app);
    expect(await ask('GET /v1/pets')).toMatchObject({ status: 200, json: { pets: ['Ada'] }, headers: { 'x-in': '1' } });
    expect((await ask('GET /v1/text')).json).toBe('text');
    expect(await ask('GET /v1/fail')).toMatchObject({ status: 409, json: { detail: 'no' }, headers: PROBLEM });
    expect((await ask('PUT /v1/pets')).json).toMatchObject({ status: 405 });
    expect((await ask('GET /v1/else')).body).toBe('else');
    expect((await ask('GET /pets')).body).toBe('outside');
  });

  it.each<[string, Koa.Middleware]>([
    ['before the operation', (ctx) => ctx.throw(401, 'who')],
    ['after the operation', async (ctx, next) => (await next(), ctx.throw(401, 'who'))],
    ['without a promise', () => Object.assign(new Error('who'), { status: 401, expose: true }) as never],
  ])('answers an error of its middleware with a problem: %s', async (_name, middleware) => {
    const thrower: Koa.Middleware = (ctx, next) => {
      const result: unknown = middleware(ctx, next);
      if (result instanceof Error) throw result;
      return result;
    };
    const { ask, errors } = await serve(new Koa().use(mount('/v1', createApp(OPERATIONS).use(thrower))));
    for (const path of ['/v1/pets', '/v1/unknown'])
      expect(await ask(`GET ${path}`)).toMatchObject({ status: 401, json: { detail: 'who' }, headers: PROBLEM });
    expect(errors.map(({ message }) => message)).toEqual(['who', 'who']);
  });

  it.each([undefined, null, 'text', { a: 1 }])('answers what its middleware throws: %j', async (thrown) => {
    const inner = createApp(OPERATIONS).use(() => {
      throw thrown;
    });
    const { ask } = await serve(new Koa().use(mount('/v1', inner)));
    expect(await ask('GET /v1/pets')).toMatchObject({ status: 500, headers: PROBLEM });
  });

  it('leaves errors of the outer app to the outer app', async () => {
    const app = new Koa().use(
      mount(
        '/v1',
        createApp(OPERATIONS).use((_ctx, next) => next()),
      ),
    );
    app.use((ctx) => ctx.throw(409, 'outside'));
    const { ask } = await serve(app);
    expect(await ask('GET /v1/unknown')).toMatchObject({ status: 409, body: 'outside', headers: TEXT });
    expect(await ask('GET /unknown')).toMatchObject({ status: 409, body: 'outside', headers: TEXT });
    expect(await ask('GET /v1/fail')).toMatchObject({ status: 409, headers: PROBLEM });
  });

  describe.each<[string, string, (app: Koa) => RequestListener, boolean?]>([
    ['alone', '', (app) => app.callback(), false],
    ['with koa-mount', '/v1', (app) => new Koa().use(mount('/v1', app)).use(behind).callback()],
    ['composed', '', (app) => new Koa().use(mount('', app)).use(behind).callback()],
    ['behind Express', '', expressOf, false],
  ])('%s', (_name, prefix, place, isInner = true) => {
    const isGuarded = (path: string): boolean => /^\/(?:pets\/Ada|files\/own)(?:\/|$)/.test(path);
    const guard: Koa.Middleware = (ctx, next) => (isGuarded(ctx.path) ? ctx.throw(401) : next());
    const operations = createManifest({ 'GET /pets/{name}': () => 'pet', 'GET /files/{path...}': () => 'file' });

    it.each([
      ...['/pets/%41da', '/pets/Ada/', '/files/%6Fwn/a', '/files/own%2Fa', '/files/own%2fa'].map(
        (path) => [401, path] as const,
      ),
      ...['/pets/%42ob', '/pets/%c3%b6', '/files/a%2Fb'].map((path) => [200, path] as const),
      [404, '/%75nknown'] as const,
    ])('its own middleware sees one spelling of a path: %i %s', async (status, path) => {
      const { ask } = await listen(place(createApp(operations).use(guard)));
      const answer = await ask(`GET ${prefix}${path}`);
      expect(answer.status).toBe(status);
      // Code behind the app gets what was sent.
      const isPassedOn = status === 404 && isInner;
      expect(answer.headers['x-behind']).toBe(isPassedOn ? `${prefix}${path}` : undefined);
    });
  });

  describe.each<[string, string, (app: Koa) => RequestListener]>([
    ['with koa-mount', '/v1', (app) => new Koa().use(mount('/v1', app)).callback()],
    ['composed', '', (app) => new Koa().use(composed(app)).callback()],
    ['behind Express', '', expressOf],
  ])('an app behind code that guards paths, %s', (_name, prefix, place) => {
    const operations = createManifest({ 'GET /admin/users': () => 'admin', 'GET /users/{name}': () => 'user' });
    const answersOf = async (app: Koa, paths: readonly string[]): Promise<unknown[]> => {
      const { ask } = await listen(place(app));
      return Promise.all(paths.map(async (path) => (await ask(`GET ${path.replace('+', prefix)}`)).status));
    };

    it('answers only one spelling of a path of its middleware', async () => {
      const app = createApp(operations).use((ctx, next) =>
        ctx.path === '/metrics' ? void (ctx.body = 'metrics') : next(),
      );
      expect(await answersOf(app, ['+/metrics', '+/%6detrics', '+/metric%73'])).toEqual([200, 404, 404]);
    });

    it('answers only one spelling of the docs page, also if an operation has its path', async () => {
      const all = createManifest({ 'GET /{path...}': () => 'file' });
      const { ask } = await listen(place(createApp(all).use(createDocs(PAGE))));
      expect((await ask(`GET ${prefix}/docs`)).headers['content-type']).toContain('text/html');
      expect((await ask(`GET ${prefix}/%64ocs`)).body).toBe('"file"');
    });

    it('refuses other spellings of a path that its middleware rewrites', async () => {
      const app = createApp(operations).use((ctx, next) => {
        ctx.path = ctx.path.replace(/^\/admin(?=\/|$)/i, '/admin').replace(/^\/(?:en|people)(?=\/)/, '/users');
        return next();
      });
      expect(await answersOf(app, ['+/admin/users', '+/ADMIN/users'])).toEqual([200, 200]);
      expect(await answersOf(app, ['+/%61dmin/users', '+/%41dmin/users', '+/%41DMIN/users'])).toEqual([404, 404, 404]);
      expect(await answersOf(app, ['+/en/bo', '+/people/%C3%B6', '+/en/%62o'])).toEqual([200, 200, 404]);
    });

    it('refuses other spellings of the operations of an app in it', async () => {
      const inner = new Koa().use(createRouter(operations).routes()) as never;
      for (const within of [mount('/x', createApp(operations)), mount('/x', inner)]) {
        const paths = ['+/x/admin/users', '+/x/%61dmin/users', '+/%78/admin/users'];
        expect(await answersOf(createApp(operations).use(within), paths)).toEqual([200, 404, 404]);
      }
    });

    it('refuses targets whose origin has the path', async () => {
      const targets = ['http://%61dmin/users', 'https://%61dmin/users', 'x://%61dmin/users', 'http://a@%61dmin/users'];
      for (const status of await answersOf(createApp(operations), targets)) expect(status).toBeGreaterThanOrEqual(400);
      for (const status of await answersOf(
        createApp(operations).use((_ctx, next) => next()),
        targets,
      ))
        expect(status).toBeGreaterThanOrEqual(400);
    });
  });

  it('matches only normalized spellings of a path, because the outer app does not normalize', async () => {
    const { ask } = await serve(new Koa().use(mount('/v1', createApp(OPERATIONS))));
    expect((await ask('GET /v1/pets')).status).toBe(200);
    for (const path of ['/v1/%70ets', '/v1/p%65ts']) expect((await ask(`GET ${path}`)).status).toBe(404);
    const own = await serve(createApp(OPERATIONS));
    expect((await own.ask('GET /%70ets')).status).toBe(200);
  });

  it('lets middleware of both apps catch its errors', async () => {
    const catching: Koa.Middleware = async (ctx, next) => {
      await next().catch((error: Error) => (ctx.body = `caught ${error.message}`));
    };
    const outer = new Koa().use(catching).use(
      mount(
        '',
        createApp(OPERATIONS).use(() => {
          throw new Error('in');
        }),
      ),
    );
    expect((await (await serve(outer)).ask('GET /pets')).body).toBe('caught in');
    const inner = new Koa().use(mount('', createApp(OPERATIONS).use(catching)));
    expect((await (await serve(inner)).ask('GET /fail')).body).toBe('caught no');
  });

  it('runs the middleware of the app once, in its order', async () => {
    const log: string[] = [];
    const noting =
      (name: string): Koa.Middleware =>
      (_ctx, next) => (log.push(name), next());
    const inner = createApp(OPERATIONS).use(noting('a')).use(noting('b'));
    expect((await (await serve(new Koa().use(mount('/v1', inner)))).ask('GET /v1/pets')).status).toBe(200);
    expect((await (await serve(inner)).ask('GET /pets')).status).toBe(200);
    expect(log).toEqual(['a', 'b', 'a', 'b']);
  });

  it('sends problems in its own format, and the outer app sends those in the other format', async () => {
    const inner = createApp(OWN_FORMAT, { formatProblem }).use((ctx, next) =>
      ctx.path === '/locked' ? ctx.throw(401) : next(),
    );
    const { ask } = await serve(createApp(OPERATIONS).use(mount('/v1', inner)));
    for (const [target, status] of [
      ['GET /v1/fail', 409],
      ['PUT /v1/pets', 405],
      ['GET /v1/locked', 401],
    ] as const)
      expect((await ask(target)).json).toEqual({ own: status });
    for (const path of ['/v1/unknown', '/unknown'])
      expect(await ask(`GET ${path}`)).toMatchObject({ json: { title: 'Not Found' }, headers: PROBLEM });
  });
});

describe('createRouter in another app', () => {
  it('sends problems in its own format, and the outer app sends those in the other format', async () => {
    const router = createRouter(OWN_FORMAT, { formatProblem });
    router.use('/pets', (ctx, next) => (ctx.get('X-Locked') ? ctx.throw(401) : next()));
    const { ask } = await serve(createApp(createManifest({})).use(router.routes()));
    expect((await ask('GET /fail')).json).toEqual({ own: 409 });
    expect((await ask('PUT /pets')).json).toEqual({ own: 405 });
    expect((await ask('GET /pets', { headers: { 'X-Locked': '1' } })).json).toEqual({ own: 401 });
    expect(await ask('GET /unknown')).toMatchObject({ json: { title: 'Not Found' }, headers: PROBLEM });
  });
});
