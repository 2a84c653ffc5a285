import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { RouterOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import type { App } from './serve.ts';
import { serve } from './serve.ts';

const open = (): string => 'open';
const OPERATIONS = createManifest({ 'GET /admin/a': open, 'GET /admin/{id}': open, 'GET /größe': open });
const BASED = createManifest({ 'GET /api/admin/a': open, 'GET /api/admin/{id}': open });

const guard: Koa.Middleware = (ctx) => void (ctx.status = 403);

/** Guards paths, and mounts the router. */
const mount = (operations: Manifest, path: string | string[], options: RouterOptions = {}): App =>
  new Koa().use(
    createRouter(operations, options)
      .use(path as string, guard)
      .routes(),
  );

describe('middleware of router.use', () => {
  it.each<[string, Manifest, string | string[], RouterOptions]>([
    ['a slash at the end', OPERATIONS, '/admin/', {}],
    ['a misspelled path', OPERATIONS, '/amdin', {}],
    ['one of several paths that no operation has', OPERATIONS, ['/admin', '/stuff'], {}],
    ['a path without the base of the operations', BASED, '/admin', {}],
    ['a path with the prefix of the router', OPERATIONS, '/v1/admin', { prefix: '/v1' }],
    ['a path below an operation', OPERATIONS, '/admin/a/b', {}],
    ['a path with a parameter that no operation has', OPERATIONS, '/shops/:shop', {}],
  ])('refuses middleware that no route reaches: %s', (_, operations, path, options) => {
    const shown = [path].flat().at(-1)!;
    expect(() => mount(operations, path, options)).toThrow(
      `createRouter: the middleware of router.use(${JSON.stringify((options.prefix ?? '') + shown)}) would never run`,
    );
  });

  it.each<[string, Manifest, string | string[], RouterOptions, string]>([
    ['a directory', OPERATIONS, '/admin', {}, '/admin/a'],
    ['an operation', OPERATIONS, '/admin/a', {}, '/admin/a'],
    ['a value of a parameter', OPERATIONS, '/admin/seven', {}, '/admin/seven'],
    ['a parameter', OPERATIONS, '/:area/a', {}, '/admin/a'],
    ['a wildcard', OPERATIONS, '/admin/*rest', {}, '/admin/a'],
    ['an optional part', OPERATIONS, '/admin{/*rest}', {}, '/admin/a'],
    ['another case', OPERATIONS, '/ADMIN', {}, '/admin/a'],
    ['a text that requests encode', OPERATIONS, '/größe', {}, '/gr%C3%B6%C3%9Fe'],
    ['a path with the base', BASED, '/api/admin', {}, '/api/admin/7'],
    ['a path without the prefix', OPERATIONS, '/admin', { prefix: '/v1' }, '/v1/admin/a'],
    ['a prefix with a parameter', OPERATIONS, '/admin', { prefix: '/:shop' }, '/books/admin/a'],
    [
      'a parameter inside a segment',
      createManifest({ 'GET /x/{a}...{b}': open }),
      '/x/main...dev',
      {},
      '/x/main...dev',
    ],
  ])('runs: %s', async (_, operations, path, options, request) => {
    const { ask } = await serve(mount(operations, path, options));
    expect((await ask(`GET ${request}`)).status).toBe(403);
  });

  it('runs for routes of the router itself and of nested ones', async () => {
    const inner = new Router().get('/inner', (ctx) => void (ctx.body = 'open'));
    const router = createRouter(OPERATIONS)
      .use('/own', guard)
      .use('/nested', guard)
      .get('/own', (ctx) => void (ctx.body = 'open'))
      .use('/nested', inner.routes() as never);
    const { ask } = await serve(new Koa().use(router.routes()));
    for (const path of ['/own', '/nested/inner']) expect((await ask(`GET ${path}`)).status).toBe(403);
  });

  it('refuses middleware in a nested router, and behind routes()', () => {
    expect(() => new Router().use('/v1', createRouter(OPERATIONS).use('/v1/admin', guard).routes())).toThrow(
      'would never run',
    );
    const router = createRouter(OPERATIONS);
    const app = new Koa().use(router.routes());
    expect(() => router.use('/admin/', guard)).toThrow('would never run');
    expect(app.middleware).toHaveLength(1);
  });

  it('refuses middleware after another router has copied the layers', async () => {
    const router = createRouter(OPERATIONS).use(guard);
    const outer = new Router().use('/api', router.routes());
    expect(() => router.use(guard)).toThrow(/Another router has copied this one, .* Call router.use before/);
    expect(() => router.use('/admin', guard)).toThrow('would never run');
    const { ask } = await serve(new Koa().use(outer.routes()));
    expect((await ask('GET /api/admin/a')).status).toBe(403);
    const direct = createRouter(OPERATIONS);
    const app = new Koa().use(direct.routes());
    direct.use(guard);
    const { ask: askDirect } = await serve(app);
    expect((await askDirect('GET /admin/a')).status).toBe(403);
  });

  const versioned = (base = '', prefix = '') => {
    const at = (id: string, version: string) => ({ handler: open, id, version });
    return createManifest({
      [`GET ${base}/v1/admin/a`]: at('admin/a@get.ts?v1', 'v1'),
      [`GET ${base}/v1/admin/{id}`]: at('../versions/v1/operations/admin/{id}@get.ts', 'v1'),
      [`GET ${base}/v1/books`]: at('books@get.ts?v1', 'v1'),
      [`GET ${base}${prefix}/admin/a`]: at('admin/a@get.ts', 'v2'),
      [`GET ${base}${prefix}/admin/{id}`]: at('admin/{id}@get.ts', 'v2'),
      [`GET ${base}${prefix}/books`]: at('books@get.ts', 'v2'),
      [`GET ${base}${prefix}/new`]: at('new@get.ts', 'v2'),
    });
  };

  it.each<[string, Manifest, string | string[], RouterOptions, string]>([
    ['an older one', versioned(), '/admin', {}, '/v1/admin/a'],
    ['an older one, for a value', versioned(), '/admin/7', {}, '/v1/admin/{id}'],
    ['today', versioned(), '/v1/admin', {}, '/admin/a'],
    ['an older one below a base', versioned('/api'), '/api/admin', {}, '/api/v1/admin/a'],
    ['an older one below a prefix', versioned(), '/admin', { prefix: '/shop' }, '/v1/admin/a'],
    ['an older one if all have a prefix', versioned('', '/v2'), '/v2/admin', {}, '/v1/admin/a'],
    ['one of the paths', versioned(), ['/books', '/v1/books', '/admin'], {}, '/v1/admin/a'],
  ])(
    'refuses middleware that leaves the same operation of another version open: %s',
    (_, operations, path, options, left) => {
      expect(() => mount(operations, path, options)).toThrow(`, but not for GET ${left} of version "v`);
    },
  );

  it('finds the same operation of another version whatever its file and its parameters are called', () => {
    const at = (id: string, version: string) => ({ handler: open, id, version });
    const operations = createManifest({
      'GET /v1/admin/{id}': at('../versions/v1/operations/admin/{id}@get.ts', 'v1'),
      'GET /admin/{user_id}': at('admin/{user_id}/@get.ts', 'v2'),
    });
    expect(() => mount(operations, '/admin', {})).toThrow(', but not for GET /v1/admin/{id} of version "v1"');
  });

  it.each<[string, Manifest, string | string[], RouterOptions]>([
    ['the paths of all versions', versioned(), ['/admin', '/v1/admin'], {}],
    ['a pattern of all versions', versioned(), '{/v1}/admin', {}],
    ['all of a version', versioned(), '/v1', {}],
    ['all of the last version', versioned('', '/v2'), '/v2', {}],
    ['the base', versioned('/api'), '/api', {}],
    ['an operation that older versions lack', versioned(), '/new', {}],
    ['a prefix', versioned(), ['/admin', '/v1/admin'], { prefix: '/shop' }],
  ])('takes middleware for some versions only if it is for nothing else: %s', (_, operations, path, options) => {
    expect(() => mount(operations, path, options)).not.toThrow();
  });

  it('takes one path for all versions that a header names', async () => {
    const at = (id: string, version: string) => ({ handler: open, id, version });
    const operations = createManifest({ 'GET /admin/a': at('admin/a@get.ts', '2') });
    const [entry] = operations.operations;
    const both = { ...operations, operations: [{ ...entry!, id: 'admin/a@get.ts?1', version: '1' as never }, entry!] };
    const { ask } = await serve(mount(both, '/admin'));
    expect((await ask('GET /admin/a')).status).toBe(403);
  });

  it('only warns in the dev server, where an operation can have a mistake', () => {
    const warnings: string[] = [];
    const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
    onTestFinished(() => spy.mockRestore());
    mount({ ...OPERATIONS, isDev: true }, '/admin/');
    expect(warnings).toEqual([expect.stringContaining('the middleware of router.use("/admin/") would never run')]);
  });
});

describe('middleware of a router around this one', () => {
  /** Sends requests to an app with a router of @koa/router around one of operations, and collects the warnings. */
  async function warningsOf(
    around: (outer: Router, api: ReturnType<Router['routes']>) => void,
    requests: readonly string[] = ['GET /admin/a', 'GET /admin/a'],
    outer = new Router(),
  ): Promise<{ warnings: string[]; statuses: number[] }> {
    const warnings: string[] = [];
    const listener = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', listener);
    onTestFinished(() => void process.off('warning', listener));
    around(
      outer,
      createRouter(OPERATIONS)
        .use('/admin', (_ctx, next) => next())
        .routes(),
    );
    const { ask } = await serve(new Koa().use(outer.routes()));
    const statuses: number[] = [];
    for (const request of requests) statuses.push((await ask(request)).status);
    await new Promise(setImmediate);
    return { warnings, statuses };
  }

  it.each<[string, (outer: Router, api: ReturnType<Router['routes']>) => void, string]>([
    ['a misspelled path', (outer, api) => outer.use('/amdin', guard).use(api), '/amdin'],
    ['a slash at the end', (outer, api) => outer.use('/admin/', guard).use(api), '/admin/'],
    ['a text that requests encode', (outer, api) => outer.use('/größe', guard).use(api), '/größe'],
  ])('causes one warning at the first request of an operation: %s', async (_, around, path) => {
    const { warnings, statuses } = await warningsOf(around);
    expect(statuses).toEqual([200, 200]);
    expect(warnings).toEqual([
      expect.stringContaining(`the middleware of router.use(${JSON.stringify(path)}) would never run`),
    ]);
  });

  it('causes a warning if it leaves out the path that the operations are mounted at', async () => {
    const { warnings } = await warningsOf(
      (outer, api) => outer.use('/admin', guard).use('/v1', api),
      ['GET /v1/admin/a'],
    );
    expect(warnings).toEqual([expect.stringContaining('the middleware of router.use("/admin") would never run')]);
  });

  it.each<[string, (outer: Router, api: ReturnType<Router['routes']>) => void, string, number]>([
    ['without a path', (outer, api) => outer.use((_ctx, next) => next()).use(api), '/admin/a', 200],
    ['of a directory', (outer, api) => outer.use('/admin', (_ctx, next) => next()).use(api), '/admin/a', 200],
    ['of the mount', (outer, api) => outer.use('/v1', (_ctx, next) => next()).use('/v1', api), '/v1/admin/a', 200],
    ['of another operation', (outer, api) => outer.use('/admin/a', guard).use(api), '/admin/b', 200],
    [
      'of a route of its own',
      (outer, api) => outer.use('/health', guard).get('/health', guard).use(api),
      '/admin/a',
      200,
    ],
    ['with a parameter', (outer, api) => outer.use('/:shop', guard).use('/:shop', api), '/books/admin/a', 403],
    ['in a list', (outer, api) => outer.use(['/admin', '/:x'], guard).use(api), '/admin/a', 403],
    ['with a wildcard', (outer, api) => outer.use('/admin{/*rest}', guard).use(api), '/admin/a', 403],
    ['that is encoded', (outer, api) => outer.use('/gr%C3%B6%C3%9Fe', guard).use(api), '/gr%C3%B6%C3%9Fe', 403],
    ['that refuses', (outer, api) => outer.use('/admin', guard).use(api), '/admin/a', 403],
  ])('causes no warning if a route has its path: %s', async (_, around, path, status) => {
    expect(await warningsOf(around, [`GET ${path}`])).toEqual({ warnings: [], statuses: [status] });
  });

  it('causes no warning if the other router has operations with its path', async () => {
    const outer = createRouter(BASED).use('/api/admin', guard);
    expect(await warningsOf((given, api) => given.use(api), ['GET /admin/a'], outer)).toEqual({
      warnings: [],
      statuses: [200],
    });
  });

  it.each<[string, (outer: Router, api: ReturnType<Router['routes']>) => void]>([
    ['of the outer router', (outer, api) => outer.use(guard).use(api)],
    ['of the router of operations', (outer) => outer.use(createRouter(BASED).use('/api/admin', guard).routes())],
  ])('refuses requests if an exclusive router would skip it: %s', async (_, around) => {
    const path = 'GET /api/admin/a';
    const outer = new Router({ exclusive: true });
    const given = (own: Router): unknown => around(own, createRouter(BASED).routes());
    expect((await warningsOf(given, [path], outer)).statuses).toEqual([500]);
    const bare = new Router({ exclusive: true });
    expect((await warningsOf((own) => own.use(createRouter(BASED).routes()), [path], bare)).statuses).toEqual([200]);
    const own = Object.assign(createRouter(BASED), { exclusive: true }).use('/api/admin', guard);
    expect((await warningsOf((all) => all.use(own.routes()), [path])).statuses).not.toEqual([200]);
  });

  it('causes no warning with a prefix that both have', async () => {
    const outer = new Router({ prefix: '/v1' });
    const around = (given: Router, api: ReturnType<Router['routes']>): unknown => given.use('/admin', guard).use(api);
    expect(await warningsOf(around, ['GET /v1/admin/a'], outer)).toEqual({ warnings: [], statuses: [403] });
  });
});

describe('middleware of a router next to this one', () => {
  it.each<[string, (beside: Router) => unknown, string[]]>([
    ['without routes', (beside) => beside.use(guard), ['The middleware of a router without routes never runs.']],
    ['with a path and without routes', (beside) => beside.use('/admin', guard), ['without routes never runs']],
    [
      'with a path of an operation',
      (beside) => beside.use('/admin', guard).get('/x', guard),
      ['"/admin") would never run'],
    ],
    ['for its own routes', (beside) => beside.use(guard).get('/x', guard), []],
    ['that is a router of operations', () => createRouter(BASED).use('/api/admin', guard), []],
    ['that is empty', (beside) => beside, []],
  ])('causes one warning if it never runs: %s', async (_, add, expected) => {
    const warnings: string[] = [];
    const listener = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', listener);
    onTestFinished(() => void process.off('warning', listener));
    const beside = add(new Router()) as Router;
    const inApp = add(new Router()) as Router;
    const { ask } = await serve(new Koa().use(beside.routes()).use(createRouter(OPERATIONS).routes()));
    expect([(await ask('GET /admin/a')).status, (await ask('GET /admin/b')).status]).toEqual([200, 200]);
    await new Promise(setImmediate);
    const texts = expected.map((text) => expect.stringContaining(text) as string);
    expect(warnings.splice(0)).toEqual(texts);
    // Those of an app are checked at its start.
    createApp(OPERATIONS).use(inApp.routes()).callback();
    await new Promise(setImmediate);
    expect(warnings).toEqual(texts);
  });
});

describe('middleware of router.param', () => {
  it('fails the start for a parameter that no route has', () => {
    const made = (name: string): unknown =>
      createRouter(OPERATIONS)
        .param(name, guard as never)
        .routes();
    expect(() => made('user_id')).toThrow('createRouter: the middleware of router.param("user_id") would never run');
    expect(() => made('id')).not.toThrow();
    const router = createRouter(OPERATIONS).param('shop', guard as never);
    expect(() => router.get('/shops/:shop', open).routes()).not.toThrow();
  });
});
