import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { mount } from './mount.ts';
import { KINDS, serve } from './serve.ts';

const FILE = '/** @param {string} path - The path */';

const FILES = {
  'files/{path...}@get.ts': FILE,
  'files/readme@get.ts': '/** The text. */\nexport default () => "readme";',
  'files/{name}.json@get.ts': '/** @param {string} name - The name */\nexport default () => "json";',
  'files/{shelf}/list@get.ts': '/** @param {string} shelf - The shelf */\nexport default () => "list";',
};

describe.each(KINDS)('the rest of a path, $name', ({ create }) => {
  const serveFiles = async (options: Parameters<typeof compileTree>[1] = {}) =>
    serve(create(await compileTree(FILES, options)));
  const rest = (path: string): unknown => ({ path: { path }, query: {}, header: {}, cookie: {} });

  it.each([
    ['/files/a', 'a'],
    ['/files/a/b/c.txt', 'a/b/c.txt'],
    ['/files/a%2Fb', 'a/b'],
    ['/files/a%2fb/c', 'a/b/c'],
    ['/files/a%20b/%C3%BC', 'a b/ü'],
    ['/files/%E2%82%AC', '€'],
    ['/files/.well-known/x', '.well-known/x'],
    ['/files/...', '...'],
    ['/files/..a/.b', '..a/.b'],
    ['/files/a%5Cb', 'a\\b'],
    // It is decoded once.
    ['/files/%252e%252e/%252Fetc', '%2e%2e/%2Fetc'],
    ['/files/a/', 'a'],
    ['/files/readme/x', 'readme/x'],
    ['/files/%5B0%5D;v=1,2@x:y', '[0];v=1,2@x:y'],
    [`/files/${'d/'.repeat(3000)}x`, `${'d/'.repeat(3000)}x`],
  ])('gives a handler one string, decoded: %s', async (path, value) => {
    const { ask } = await serveFiles();
    const answer = await ask(`GET ${path}`);
    expect([answer.status, answer.json]).toEqual([200, rest(value)]);
  });

  it.each([
    '/files//',
    '/files//etc',
    '/files/a//b',
    '/files/a//',
    '/files/a%2F',
    '/files/%2Fetc',
    '/files/a%2F%2Fb',
    '/files/../etc',
    '/files/a/..',
    '/files/./a',
    '/files/%2e%2e/etc',
    '/files/%2E./etc',
    '/files/..%2F..%2Fetc',
    '/files/..%2f..%2fetc',
    '/files/a%2F..%2Fb',
    '/files/..%5C..%5Cetc',
    '/files/a%5c..%5cb',
    '/files/%5C%5Cserver%5Cshare',
    '/files/a%5C',
    '/files/a/..%5Cb',
    '/files/a%00.txt',
    '/files/%00',
    '/files/%c0%ae%c0%ae/etc',
    '/files/%c0%af',
    '/files/%e0%80%ae',
    '/files/%zz',
    '/files/a/%',
    `/files/${'../'.repeat(2000)}etc`,
    `/files/${'a/'.repeat(3000)}..%2Fx`,
  ])('answers 400 if a part of the rest is empty, "." or "..", or has NUL: %s', async (path) => {
    const { ask } = await serveFiles();
    expect((await ask(`GET ${path}`)).status).toBe(400);
  });

  it('matches what no other operation matches, segment by segment', async () => {
    const { ask } = await serveFiles();
    expect((await ask('GET /files/readme')).json).toBe('readme');
    expect((await ask('GET /files/a.json')).json).toBe('json');
    expect((await ask('GET /files/a/list')).json).toBe('list');
    expect((await ask('GET /files/a/list/b')).json).toEqual(rest('a/list/b'));
    expect((await ask('GET /files')).status).toBe(404);
    expect((await ask('GET /files/')).status).toBe(404);
  });

  it('matches at least one segment, and no empty one at its end if the server is strict', async () => {
    const { ask } = await serveFiles({ strict: true });
    expect((await ask('GET /files/')).status).toBe(404);
    expect((await ask('GET /files/a')).status).toBe(200);
    expect((await ask('GET /files/a/')).status).toBe(400);
  });

  it('answers HEAD, OPTIONS and other methods as every path does', async () => {
    const { ask } = await serve(create(await compileTree({ ...FILES, 'files/{path...}@put.ts': FILE })));
    expect((await ask('HEAD /files/a/b')).status).toBe(200);
    expect(await ask('OPTIONS /files/a/b')).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, PUT, OPTIONS' },
    });
    expect(await ask('DELETE /files/a/b')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, PUT, OPTIONS' },
    });
    expect((await ask('PUT /files/readme', { headers: { 'content-length': '0' } })).json).toEqual({
      ...(rest('readme') as object),
    });
  });

  it('names the operation and its parameter for middleware', async () => {
    const manifest = await compileTree({
      'files/{path...}@get.ts': `${FILE}\nexport default (ctx) => [ctx.params.path, ctx.operation.path];`,
    });
    const { ask } = await serve(create(manifest));
    expect((await ask('GET /files/a%2Fb/c%20d')).json).toEqual(['a/b/c d', '/files/{path...}']);
  });
});

const GUARDED = {
  'files/{path...}@get.ts': FILE,
  'files/private/plans@get.ts': '/** The plans. */\nexport default () => "plans";',
  'files/private/_middleware.ts': 'export default (ctx) => { ctx.status = 403; ctx.body = "guarded"; };',
};

describe('guards of a prefix and the rest of a path', () => {
  it('run for the operation of a path whose slashes are escaped', async () => {
    const { ask } = await serve(createApp(await compileTree(GUARDED, { warnings: ['unguarded-path'] })));
    for (const path of [
      '/files/private/plans',
      '/files/private%2Fplans',
      '/files/private%2fplans',
      '/files/%70rivate%2Fplans',
    ])
      expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 403]);
    expect((await ask('GET /files/private/other')).status).toBe(200);
  });

  it('see each segment of the rest in ctx.path, and ctx.originalUrl stays as it was sent', async () => {
    const manifest = await compileTree({
      'files/{path...}@get.ts': FILE,
      '{page...}@get.ts': '/** @param {string} page - x */',
    });
    const seen: string[] = [];
    const app = createApp(manifest).use((ctx, next) => {
      seen.push(`${ctx.path} ${ctx.originalUrl}`);
      return ctx.path.startsWith('/files/private/') ? ctx.throw(403) : next();
    });
    const { ask } = await serve(app);
    expect((await ask('GET /files/private%2Fplans?a=%2F')).status).toBe(403);
    expect((await ask('GET /files%2Fprivate%2Fplans')).status).toBe(403);
    expect((await ask('GET /files/other%2Fplans')).status).toBe(200);
    expect(seen).toEqual([
      '/files/private/plans /files/private%2Fplans?a=%2F',
      '/files/private/plans /files%2Fprivate%2Fplans',
      '/files/other/plans /files/other%2Fplans',
    ]);
  });

  it('run in a directory for a path whose operation middleware has changed', async () => {
    const app = createApp(await compileTree(GUARDED, { warnings: ['unguarded-path'] })).use((ctx, next) => {
      ctx.method = ctx.get('X-Method') || ctx.method;
      return next();
    });
    const { ask } = await serve(app);
    const headers = { 'X-Method': 'GET' };
    expect((await ask('POST /files/private/plans', { headers })).status).toBe(403);
    expect((await ask('POST /files/private%2Fplans', { headers })).status).toBe(403);
    expect((await ask('POST /files/a%2Fb', { headers })).json).toMatchObject({ path: { path: 'a/b' } });
  });

  it('run for a path that middleware has rewritten', async () => {
    const text = '/** @param {string} path */\nexport default () => "reached";\n';
    const app = createApp(await compileTree({ 'files/{path...}@get.ts': text }));
    app.use((ctx, next) => {
      ctx.path = ctx.get('X-Lower') === '' ? ctx.path.replace(/^\/old/, '/files') : ctx.path.toLowerCase();
      return next();
    });
    app.use((ctx, next) => (ctx.path.startsWith('/files/private/') ? ctx.throw(403) : next()));
    const { ask } = await serve(app);
    expect((await ask('GET /old/private/x')).status).toBe(403);
    expect((await ask('GET /old/public/x')).json).toBe('reached');
    expect((await ask('GET /old/private%2Fx')).status).toBe(404);
    const headers = { 'X-Lower': '1' };
    expect((await ask('GET /FILES/private/x', { headers })).status).toBe(403);
    expect((await ask('GET /FILES/private%2Fx', { headers })).status).toBe(404);
    expect((await ask('GET /files/private%2Fx', { headers })).status).toBe(403);
  });

  it('run for a path that middleware takes from the query', async () => {
    const open = '/** @param {string} id */\nexport default () => "reached";\n';
    const app = createApp(
      await compileTree({
        'users/root@get.ts': '/** @returns {string} It */\nexport default () => "root";',
        'users/{id}@get.ts': open,
      }),
    );
    app.use((ctx, next) => {
      ctx.path = `/users/${String(ctx.query['id'])}`;
      return next();
    });
    const { ask } = await serve(app);
    expect((await ask('GET /?id=root')).json).toBe('root');
    expect((await ask('GET /?id=%2572oot')).status).toBe(404);
    expect((await ask('GET /?id=gr%25C3%25BC')).json).toBe('reached');
    expect((await ask('GET /?id=a%2520b')).json).toBe('reached');
  });

  it.each(['', '/in'])(
    'run before another method is chosen, whose operation has the rest: below "%s"',
    async (place) => {
      const text = '/** @param {string} path */\nexport default () => "reached";\n';
      const name = '/**\n * @param {string} dir\n * @param {string} name\n */\nexport default () => "named";\n';
      const tree = { 'files/{path...}@delete.ts': text, '{dir}/{name}@post.ts': name };
      const app = createApp(await compileTree(tree));
      app.use((ctx, next) => {
        ctx.method = ctx.get('X-Method') || ctx.method;
        return next();
      });
      app.use((ctx, next) => (ctx.path.startsWith('/files/private/') ? ctx.throw(403) : next()));
      const { ask } = await serve(place === '' ? app : new Koa().use(mount(place, app)));
      const headers = { 'X-Method': 'DELETE' };
      for (const method of ['DELETE', 'PUT', 'GET'])
        for (const path of ['/files/private/x', '/files/private%2Fx', '/files/private%2fx'])
          expect([method, path, (await ask(`${method} ${place}${path}`, { headers })).status]).toEqual([
            method,
            path,
            403,
          ]);
      // Its own operation takes the slash as a part of the name.
      expect((await ask(`POST ${place}/files/private%2Fx`)).json).toBe('named');
      expect((await ask(`POST ${place}/files/private%2Fx`, { headers })).status).toBe(404);
      expect((await ask(`POST ${place}/files/other/x`, { headers })).json).toBe('reached');
    },
  );

  it('run with createRouter, where a path that hides from them matches nothing', async () => {
    const manifest = await compileTree({ 'files/{path...}@get.ts': FILE });
    const router = createRouter(manifest);
    router.use('/files/private', (ctx) => ctx.throw(403));
    const { ask } = await serve(new Koa().use(router.routes()));
    expect((await ask('GET /files/private/plans')).status).toBe(403);
    for (const path of ['/files/private%2Fplans', '/files/private%2fplans', '/files/%70rivate%2Fplans'])
      expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 404]);
    expect((await ask('GET /files/other%2Fplans')).status).toBe(200);
  });

  it('run with createRouter below a prefix and in another router', async () => {
    const manifest = await compileTree(GUARDED, { warnings: ['unguarded-path'] });
    const inner = createRouter(manifest, { prefix: '/v1' });
    const outer = new Router({ prefix: '/api/:tenant' }).use(inner.routes());
    const { ask } = await serve(new Koa().use(outer.routes()));
    expect((await ask('GET /api/a/v1/files/private/plans')).status).toBe(403);
    expect((await ask('GET /api/a/v1/files/a/b')).json).toMatchObject({ path: { path: 'a/b' } });
    expect((await ask('GET /api/a/v1/files/a%2Fb')).json).toMatchObject({ path: { path: 'a/b' } });
    expect((await ask('GET /api/a/v1/files/..%2Fb')).status).toBe(400);
    expect((await ask('GET /api/a/v1/files/private%2Fplans')).status).not.toBe(200);
  });

  it('run in a mounted app, where a path that hides from them matches nothing', async () => {
    const app = createApp(await compileTree(GUARDED, { warnings: ['unguarded-path'] }));
    const { ask } = await serve(new Koa().use(mount('/api', app)));
    expect((await ask('GET /api/files/private/plans')).status).toBe(403);
    expect((await ask('GET /api/files/private%2Fplans')).status).toBe(404);
    expect((await ask('GET /api/files/a%2Fb')).json).toMatchObject({ path: { path: 'a/b' } });
  });
});

describe('features and the rest of a path', () => {
  it('give a repetition with escaped slashes the first answer', async () => {
    let runs = 0;
    const manifest = await compileTree({
      'files/{path...}@post.ts': `/**\n * @param {string} path - x\n * @idempotent\n */\nexport default (ctx) => ctx.app.run();`,
    });
    const app = Object.assign(createApp(manifest, { idempotency: { clientOf: 'shared' } }), { run: () => ++runs });
    const { ask } = await serve(app);
    const send = async (path: string) => {
      const { status, body } = await ask(`POST ${path}`, { headers: { 'idempotency-key': '"k"' } });
      return [status, body];
    };
    const first = await send('/files/a/b');
    expect(await send('/files/a%2Fb')).toEqual(first);
    expect((await send('/files/a/c'))[0]).toBe(422);
    expect(runs).toBe(1);
  });

  it('give the writes of a path the tag of its GET', async () => {
    const manifest = await compileTree({
      'files/{path...}@get.ts': `/**\n * @param {string} path - x\n * @returns {string} x\n * @etag\n */\nexport default (ctx) => ctx.input.path.path;`,
      'files/{path...}@put.ts': FILE,
    });
    const { ask } = await serve(createApp(manifest));
    const { etag } = (await ask('GET /files/a/b')).headers;
    const put = async (path: string, tag: string | undefined) =>
      (await ask(`PUT ${path}`, { headers: { 'content-length': '0', ...(tag !== undefined && { 'if-match': tag }) } }))
        .status;
    expect(await put('/files/a/b', undefined)).toBe(428);
    expect(await put('/files/a/c', etag)).toBe(412);
    expect(await put('/files/a%2Fb', etag)).toBe(200);
  });
});
