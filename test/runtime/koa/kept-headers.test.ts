import type { RequestListener } from 'node:http';
import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Served } from './serve.ts';
import { KINDS, listen, serve } from './serve.ts';

const TREE = {
  'pets/@get.js': '/** @param {integer} [page] - A page */',
  'pets/@post.js': '/** @param {string} name - Its name */',
  'secret.js': '/** @security token\n * @returns {object} It */',
  'forbidden.js': '/** @returns {object} It\n * @throws 403 */\nexport default (ctx) => ctx.throw(403);',
  'own.js': `/** @returns {object} It
 * @throws 409 */
export default (ctx) => {
  ctx.set({ 'X-Own': '1', 'X-Request-Id': 'of the handler', Vary: 'Accept' });
  ctx.cookies.set('own', '1');
  ctx.throw(409, { headers: { 'X-Of-Error': '1' } });
};`,
  'fails.js': '/** @returns {object} It */\nexport default () => { throw new Error("hidden"); };',
  'fine.js': '/** @returns {object} It */\nexport default (ctx) => { ctx.set("X-Own", "1"); return {}; };',
  'inside/_middleware.js': 'export default (ctx, next) => { ctx.set("X-Inside", "1"); return next(); };',
  'inside/own.js':
    '/** @returns {object} It\n * @throws 404 */\nexport default (ctx) => { ctx.set("X-Own", "1"); ctx.throw(404); };',
};
const SCHEMES = 'components: {securitySchemes: {token: {type: http, scheme: bearer}}}';

/** Headers that a problem keeps. */
const KEPT = {
  'x-request-id': '7',
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'",
  vary: 'Origin',
  'set-cookie': ['a=1', 'b=2'],
};
/** Headers of the body that is not sent. */
const GONE = {
  'content-encoding': 'x-none',
  'content-language': 'de',
  'content-range': 'bytes 0-1/2',
  'content-disposition': 'attachment',
  'content-location': '/x',
  'content-digest': 'sha-256=:x:',
  'repr-digest': 'sha-256=:x:',
  etag: '"x"',
  'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  'accept-ranges': 'bytes',
  location: '/x',
  link: '</x>; rel="preload"',
  trailer: 'X-Trailer',
  expires: 'Thu, 01 Jan 2026 00:00:00 GMT',
};

const setAll: Koa.Middleware = (ctx, next) => {
  // A list of its own, because `ctx.cookies` adds to it.
  ctx.set({ ...KEPT, 'set-cookie': [...KEPT['set-cookie']], ...GONE, 'Cache-Control': 'max-age=60' });
  return next();
};

const REFUSED: readonly [status: number, request: string, options?: Parameters<Served['ask']>[1]][] = [
  [400, 'GET /pets?page=x'],
  [400, 'GET /pets/%zz'],
  [400, 'POST /pets', { body: '{', headers: { 'content-type': 'application/json' } }],
  [401, 'GET /secret'],
  [403, 'GET /forbidden'],
  [404, 'GET /nowhere'],
  [405, 'DELETE /pets'],
  [409, 'GET /own'],
  [
    413,
    'POST /pets',
    { body: JSON.stringify({ name: 'x'.repeat(200) }), headers: { 'content-type': 'application/json' } },
  ],
  [415, 'POST /pets', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  [500, 'GET /fails'],
  [501, 'PROPFIND /pets'],
];

const options = { bodyLimit: 100 };
const security = { token: () => false };

describe('a problem of createApp', () => {
  it.each(REFUSED)('%i keeps the headers of earlier middleware: %s', async (status, request, sent) => {
    const operations = await compileTree(TREE, { definitions: { 'openapi.yaml': SCHEMES } });
    const { ask } = await serve(createApp(operations, { ...options, security }).use(setAll));
    const answer = await ask(request, sent);
    expect(answer).toMatchObject({ status, headers: { ...KEPT, 'content-type': 'application/problem+json' } });
    expect(Object.keys(answer.headers).filter((name) => name in GONE || name === 'cache-control')).toEqual([]);
    expect(answer.body).toHaveLength(Number(answer.headers['content-length']));
  });

  it('loses the headers that the handler has set, and has those of the error', async () => {
    const { ask } = await serve(createApp(await compileTree({ 'own.js': TREE['own.js'] }), options).use(setAll));
    const { headers } = await ask('GET /own');
    expect(headers).toMatchObject({ ...KEPT, 'x-of-error': '1' });
    expect(headers).not.toHaveProperty('x-own');
  });

  it('loses the cookies that the handler has set, and adds those of the error to earlier ones', async () => {
    const operations = await compileTree({
      'out.js': `/** @returns {object} It
 * @throws 401 */
export default (ctx) => {
  ctx.cookies.set('session', 'secret');
  ctx.throw(401, { headers: { 'Set-Cookie': ['session=; Max-Age=0', 'c=3'] } });
};`,
    });
    const { ask } = await serve(createApp(operations, options).use(setAll));
    const { headers } = await ask('GET /out');
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2', 'session=; Max-Age=0', 'c=3']);
  });

  it.each([
    ['no-store', 'no-store'],
    ['private, max-age=60', 'private'],
    ['No-Cache, must-revalidate', 'No-Cache'],
    ['public, max-age=60', undefined],
    ['private="x-field", max-age=1', undefined],
  ])('keeps of Cache-Control: %s only what forbids to store it', async (set, kept) => {
    const app = createApp(await compileTree({ 'own.js': TREE['own.js'] }), options);
    app.use((ctx, next) => (ctx.set('Cache-Control', set), next()));
    const { ask } = await serve(app);
    for (const request of ['GET /own', 'GET /nowhere'])
      expect([request, (await ask(request)).headers['cache-control']]).toEqual([request, kept]);
  });

  it('keeps what a _middleware file has set before the handler, and what was set before the app', async () => {
    const { 'inside/_middleware.js': middleware, 'inside/own.js': own } = TREE;
    const operations = await compileTree({ 'inside/_middleware.js': middleware, 'inside/own.js': own });
    const listener = createApp(operations, options).callback();
    const outer: RequestListener = (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', 'http://localhost:3000');
      void listener(req, res);
    };
    const { headers } = await (await listen(outer)).ask('GET /inside/own');
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'http://localhost:3000', 'x-inside': '1' });
    expect(headers).not.toHaveProperty('x-own');
  });

  it('keeps what came before the handler if middleware throws after it', async () => {
    const app = createApp(await compileTree({ 'fine.js': TREE['fine.js'] }), options).use(async (ctx, next) => {
      ctx.set('X-Request-Id', '7');
      await next();
      ctx.throw(503);
    });
    const { headers, status } = await (await serve(app)).ask('GET /fine');
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'x-request-id': '7' });
    expect(headers).not.toHaveProperty('x-own');
  });
});

it.each(KINDS)('$name keeps what was set before the app', async ({ create }) => {
  const app = create(await compileTree({ 'own.js': TREE['own.js'] }));
  app.on('error', () => {});
  const listener = app.callback();
  const { ask } = await listen((req, res) => {
    res.setHeader('X-Request-Id', '7');
    return listener(req, res);
  });
  expect((await ask('GET /own')).headers).toMatchObject({ 'x-request-id': '7' });
});
