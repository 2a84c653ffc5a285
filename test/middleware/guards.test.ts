import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Router } from '@koa/router';
import auth from 'koa-basic-auth';
import cacheControl from 'koa-cache-control';
import mount from 'koa-mount';
import { onerror } from 'koa-onerror';
import pino from 'koa-pino-logger';
import proxy from 'koa-proxies';
import rewrite from 'koa-rewrite';
import route from 'koa-route';
import { createSession } from 'koa-session';
import serveStatic from 'koa-static';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import type { Place } from './places.ts';
import { create, listen, readDocs } from './serve.ts';

// What a guard in front of other people's middleware keeps out, and what the table of docs/reference/koa.md warns of.

const views = join(import.meta.dirname, 'public/views');
const page = readDocs('guides/authentication.md');

const guard: Koa.Middleware = (ctx, next) => (ctx.get('X-Key') === 'k' ? next() : ctx.throw(401));
const signedIn = { headers: { 'X-Key': 'k' } };

/** A server that another one forwards requests to. */
async function listenBehind(): Promise<string> {
  const behind = createServer((req, res) => void res.end(`behind ${req.url}`)).listen(0);
  onTestFinished(() => void behind.close());
  await new Promise((resolve) => behind.once('listening', resolve));
  return `http://localhost:${(behind.address() as AddressInfo).port}`;
}

/** The spellings that @koa/router, koa-route, koa-proxies or koa-static read as `/<name>/<rest>`. */
const spellings = (name: string, rest: string): string[] => [
  `/${name}/${rest}`,
  `/${name.toUpperCase()}/${rest}`,
  `/${name}%2F${rest}`,
  `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}/${rest}`,
  `/x%2f..%2f${name}/${rest}`,
  `/.%2f${name}/${rest}`,
  `//${name}/${rest}`,
];

it.each<Place>(['createApp', 'createRouter'])(
  'a mount of authentication.md keeps everybody out of files, routes and other servers, in front of %s',
  async (place) => {
    const printed = /```ts one mount\n([\s\S]+?)```/.exec(page)![1]!;
    const [, , target] = /(target: ')([^']+?)\/legacy'/.exec(printed)!;
    const lines = printed
      .replace(/^import .+\n/gm, '')
      .replace(target!, await listenBehind())
      .replace("serve('private')", 'serve(views)');
    const shop = new Router().get('/x', (ctx) => void (ctx.body = 'own'));
    const install = new Function('app', 'mount', 'Koa', 'guard', 'serve', 'proxy', 'shop', 'views', lines);
    const { ask } = await listen(
      create(place, (app) => void install(app, mount, Koa, guard, serveStatic, proxy, shop, views)),
    );
    const paths = [...spellings('private', 'pet.ejs'), ...spellings('legacy', 'x'), ...spellings('shop', 'x')];
    for (const path of paths) {
      const { status, body } = await ask(`GET ${path}`);
      expect([path, status >= 400, /behind|own|<h1>/.test(body)]).toEqual([path, true, false]);
    }
    expect((await ask('GET /private/pet.ejs', signedIn)).status).toBe(200);
    expect(await ask('GET /legacy/x?a=1', signedIn)).toMatchObject({ status: 200, body: 'behind /legacy/x?a=1' });
    expect(await ask('GET /shop/x', signedIn)).toMatchObject({ status: 200, body: 'own' });
  },
);

it('a guard in front of other middleware is passed, as authentication.md describes', async () => {
  const target = await listenBehind();
  const shop = new Router().get('/shop/x', (ctx) => void (ctx.body = 'own'));
  const { ask } = await listen(
    create('createApp', (app) => {
      for (const path of ['/private', '/legacy', '/shop', '/route']) app.use(mount(path, guard));
      app.use(proxy('/legacy', { target })).use(shop.routes());
      app.use(route.get('/route/x', (ctx) => void (ctx.body = 'own'))).use(serveStatic(join(views, '..')));
    }),
  );
  for (const path of ['/LEGACY/x', '/SHOP/x', '/ROUTE/x']) {
    expect([path, (await ask(`GET ${path.toLowerCase()}`)).status]).toEqual([path, 401]);
    expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 200]);
  }
});

it('a router of @koa/router with a prefix needs `sensitive` for its guard, as authentication.md describes', async () => {
  const own = (sensitive: boolean): Router => {
    const router = new Router({ prefix: '/shop', sensitive });
    return router.use(guard).get('/x', (ctx) => void (ctx.body = 'own')) as Router;
  };
  for (const [sensitive, status] of [
    [true, 404],
    [false, 200],
  ] as const) {
    const { ask } = await listen(create('createApp', (app) => app.use(own(sensitive).routes())));
    expect([(await ask('GET /shop/x')).status, (await ask('GET /SHOP/x')).status]).toEqual([401, status]);
  }
});

it('koa-rewrite passes a guard by path that comes before it, and none that comes after it', async () => {
  const byPath: Koa.Middleware = (ctx, next) => (ctx.path === '/pets/1' ? guard(ctx, next) : next());
  for (const [middleware, status] of [
    [[byPath, rewrite('/animals/:id', '/pets/:id')], 200],
    [[rewrite('/animals/:id', '/pets/:id'), byPath], 401],
  ] as const) {
    const { ask } = await listen(create('createApp', (app) => middleware.forEach((each) => app.use(each as never))));
    expect((await ask('GET /animals/1')).status).toBe(status);
  }
});

it('koa-basic-auth without a password takes any', async () => {
  const headers = { Authorization: `Basic ${btoa('docs:guess')}` };
  for (const pass of [undefined, '']) {
    const { ask } = await listen(create('createApp', (app) => app.use(auth({ name: 'docs', pass: pass as string }))));
    expect((await ask('GET /pets/1', { headers })).status).toBe(200);
  }
  expect(readDocs('reference/koa.md')).toContain('If `pass` is empty or undefined, it takes any password');
});

it('koa-cache-control replaces the header of an operation', async () => {
  const { ask } = await listen(create('createApp', (app) => app.use(cacheControl({ public: true, maxAge: 60 }))));
  expect((await ask('GET /secret')).headers['cache-control']).toBe('public,max-age=60');
});

it.each<Place>(['createApp', 'createRouter'])(
  'koa-session sends no cookie in a public response of %s',
  async (place) => {
    const { ask } = await listen(
      create(place, (app) => {
        app.use(createSession({ key: 'sid', rolling: true }, app as never) as never);
        app.use((ctx, next) => ((ctx['session'].user = 'ada'), next()));
      }),
    );
    const { headers } = await ask('GET /news');
    expect(headers['set-cookie']).toHaveLength(2);
    expect(headers['cache-control']).toBe('private, max-age=60');
  },
);

it('koa-onerror sends the messages of unexpected errors unless NODE_ENV is set, and headers of every error', async () => {
  const before = process.env['NODE_ENV'];
  onTestFinished(() => void (process.env['NODE_ENV'] = before));
  const fail: Koa.Middleware = () => {
    throw Object.assign(new Error('hunter2'), { headers: { 'X-Upstream': 'secret' } });
  };
  const { ask } = await listen(create('createApp', (app) => void onerror(app.use(fail) as never)));
  for (const [stage, isSent] of [
    ['', true],
    ['development', true],
    ['production', false],
  ] as const) {
    process.env['NODE_ENV'] = stage;
    const { body, headers } = await ask('GET /pets', { headers: { Accept: 'text/html' } });
    expect([stage, body.includes('hunter2'), headers['x-upstream']]).toEqual([stage, isSent, 'secret']);
  }
});

it('koa-pino-logger logs no credentials with the option of koa.md', async () => {
  const [, fields] = /`\{ redact: (\[[^\]]+\]) \}`/.exec(readDocs('reference/koa.md'))!;
  const redact = JSON.parse(fields!.replaceAll("'", '"')) as string[];
  for (const options of [undefined, { redact }]) {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const { ask } = await listen(
      create('createApp', (app) => {
        app.use(pino(options as never, stream as never) as never);
        app.use((ctx, next) => (ctx.cookies.set('sid', 'secret-4'), next()));
      }),
    );
    const headers = { Authorization: 'Bearer secret-1', Cookie: 'sid=secret-2' };
    await ask('GET /pets/1?key=secret-3', { headers });
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]!.match(/secret-\d/g) ?? []).toHaveLength(options === undefined ? 4 : 0);
  }
});
