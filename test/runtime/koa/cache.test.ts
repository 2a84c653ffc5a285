import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const SCHEMES = {
  'openapi.yaml': `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: key }
    session: { type: apiKey, in: cookie, name: sid }
    token: { type: http, scheme: bearer }
`,
};
const accept = (_ctx: unknown, given: unknown) => (given === undefined ? undefined : { given });
const security = { key: accept, query: accept, session: accept, token: accept } as never;

describe.each(KINDS)('@cache, in $name,', ({ create }) => {
  const serveTree = async (files: Record<string, string>, options: RuntimeOptions = {}) =>
    serve(
      create(
        await compileTree(files, {
          definitions: SCHEMES,
          warnings: ['unused-scheme', 'undeclared-status', 'shared-cache'],
        }),
        {
          security,
          ...options,
        },
      ),
    );

  it('sends its header with a success, an empty one and HEAD included', async () => {
    const { ask } = await serveTree({
      'a.ts': '/** @cache public, max-age=60, stale-while-revalidate=30 */',
      'empty.ts': '/** @cache private, max-age=5\n * @returns {void} */\nexport default () => {};',
      'query@query.ts': '/** @cache no-cache\n * @param {string} text */',
      'none.ts': '/** Nothing */',
    });
    const controlOf = async (request: string, options = {}) => {
      const { status, headers } = await ask(request, options);
      return [status, headers['cache-control'], headers.vary];
    };
    expect(await controlOf('GET /a')).toEqual([200, 'public, max-age=60, stale-while-revalidate=30', undefined]);
    expect(await controlOf('HEAD /a')).toEqual([200, 'public, max-age=60, stale-while-revalidate=30', undefined]);
    expect(await controlOf('GET /empty')).toEqual([204, 'private, max-age=5', undefined]);
    expect(
      await controlOf('QUERY /query', { headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' }),
    ).toEqual([200, 'no-cache', undefined]);
    expect(await controlOf('GET /none')).toEqual([200, undefined, undefined]);
  });

  it('keeps a response that sets a cookie out of shared caches', async () => {
    const cookie = "ctx.cookies.set('sid', 'ada'); return 1;";
    const { ask } = await serveTree({
      'a.ts': `/** @cache public, max-age=60, s-maxage=300, proxy-revalidate, immutable */\nexport default (ctx) => { ${cookie} };`,
      'b.ts': `/** @cache max-age=60 */\nexport default (ctx) => { ${cookie} };`,
      'c.ts': `/** @cache private, max-age=60 */\nexport default (ctx) => { ${cookie} };`,
      'd.ts': `/** @cache no-store */\nexport default (ctx) => { ${cookie} };`,
      'e.ts': `/** @cache no-cache */\nexport default (ctx) => { ${cookie} };`,
      'f.ts': `/** @cache public, s-maxage=60 */\nexport default () => new Response('1', { headers: { 'Set-Cookie': 'sid=ada' } });`,
      'g.ts': `/** @cache public, max-age=60 */\nexport default (ctx) => { ctx.set('Cache-Control', 'public, max-age=1'); ${cookie} };`,
    });
    const controls = await Promise.all(
      [...'abcdefg'].map(async (path) => (await ask(`GET /${path}`)).headers['cache-control']),
    );
    expect(controls).toEqual([
      'private, max-age=60, immutable',
      'private, max-age=60',
      'private, max-age=60',
      'no-store',
      'private, no-cache',
      'private',
      'public, max-age=1',
    ]);
  });

  it('keeps a response out of shared caches if middleware sets a cookie after the operation', async () => {
    const manifest = await compileTree({
      'a.ts': '/** @cache public, max-age=60, s-maxage=300 */',
      'b.ts': '/** @cache private, max-age=60 */',
      'c.ts': `/** @cache public, max-age=60 */\nexport default (ctx) => { ctx.set('Cache-Control', 'public, max-age=1'); return 1; };`,
    });
    for (const setCookie of [
      // As koa-session does.
      (ctx: Koa.Context) => ctx.cookies.set('sid', 'ada'),
      (ctx: Koa.Context) => ctx.append('set-cookie', 'sid=ada'),
      (ctx: Koa.Context) => ctx.res.appendHeader('SET-COOKIE', 'sid=ada'),
    ]) {
      const app = create(manifest, {}) as Koa;
      app.middleware.unshift(async (ctx, next) => {
        await next();
        if (ctx.query['cookie'] === '1') setCookie(ctx as Koa.Context);
      });
      const { ask } = await serve(app);
      const controls = [];
      for (const path of ['/a?cookie=1', '/a', '/b?cookie=1', '/c?cookie=1']) {
        const { headers } = await ask(`GET ${path}`);
        expect(headers['set-cookie'] !== undefined).toBe(path.includes('?'));
        controls.push(headers['cache-control']);
      }
      expect(controls).toEqual([
        'private, max-age=60',
        'public, max-age=60, s-maxage=300',
        'private, max-age=60',
        'public, max-age=1',
      ]);
    }
  });

  it('leaves the header of a handler, a Response or a _middleware file, no-store included', async () => {
    const { ask } = await serveTree({
      'a.ts': `/** @cache public, max-age=60 */\nexport default (ctx) => { ctx.set('Cache-Control', 'no-store'); return 1; };`,
      'b.ts': `/** @cache public, max-age=60 */\nexport default () => new Response('1', { headers: { 'Cache-Control': 'max-age=1' } });`,
      'plain.ts': `/** @cache public, max-age=60 */\nexport default () => new Response('1');`,
      'c/_middleware.ts': `/** @cache public, max-age=60 */\nexport default async (ctx, next) => { ctx.set('Cache-Control', 'private'); await next(); };`,
      'c/x.ts': '/** It */',
    });
    const controls = await Promise.all(
      ['a', 'b', 'plain', 'c/x'].map(async (path) => (await ask(`GET /${path}`)).headers['cache-control']),
    );
    expect(controls).toEqual(['no-store', 'max-age=1', 'public, max-age=60', 'private']);
  });

  it('forbids to store everything else: errors, those before the handler included, and redirects', async () => {
    const line = '@cache private, max-age=60';
    const { ask } = await serveTree({
      'thrown.ts': `/** ${line} */\nexport default (ctx) => { ctx.set('Cache-Control', 'max-age=9'); ctx.throw(410); };`,
      'set.ts': `/** ${line} */\nexport default (ctx) => { ctx.status = 404; ctx.body = 'no'; };`,
      'moved.ts': `/** ${line} */\nexport default (ctx) => ctx.redirect('/set');`,
      'input.ts': `/** ${line}\n * @param {integer} n */`,
      'key.ts': `/** ${line}\n * @security key */`,
      'refused/_middleware.ts': 'export const authorize = () => false;',
      'refused/x.ts': `/** ${line} */`,
      'around/_middleware.ts': `export default async (ctx, next) => { ctx.set('Cache-Control', 'max-age=9'); await next(); };`,
      'around/x.ts': `/** ${line} */\nexport default () => { throw new Error(); };`,
      'early/_middleware.ts': `export default (ctx) => ctx.throw(503);`,
      'early/x.ts': `/** ${line} */`,
      'limited.ts': `/** ${line}\n * @rate-limit 1 per day */`,
      'query@query.ts': `/** ${line}\n * @param {string} text */`,
      'own.ts': `/** ${line} */\nexport default () => { throw Object.assign(new Error(), { status: 404, expose: true, headers: { 'Cache-Control': 'max-age=9' } }); };`,
    });
    const seen = async (request: string, options = {}) => {
      const { status, headers } = await ask(request, options);
      return [status, headers['cache-control']];
    };
    expect(await seen('GET /thrown')).toEqual([410, 'no-store']);
    expect(await seen('GET /set')).toEqual([404, 'no-store']);
    expect(await seen('GET /moved')).toEqual([302, 'no-store']);
    expect(await seen('GET /input?n=x')).toEqual([400, 'no-store']);
    expect(await seen('GET /key')).toEqual([401, 'no-store']);
    expect(await seen('GET /refused/x')).toEqual([403, 'no-store']);
    expect(await seen('GET /around/x')).toEqual([500, 'no-store']);
    expect(await seen('GET /early/x')).toEqual([503, 'no-store']);
    expect(await seen('QUERY /query', { headers: { 'content-type': 'text/plain' }, body: 'x' })).toEqual([
      415,
      'no-store',
    ]);
    expect(await seen('GET /limited')).toEqual([200, 'private, max-age=60']);
    expect(await seen('GET /limited')).toEqual([429, 'no-store']);
    expect(await seen('GET /own')).toEqual([404, 'max-age=9']);
  });

  it('sends in Vary what the contract reads, and keeps that of the handler', async () => {
    const text = '@cache private, max-age=5';
    const { ask } = await serveTree({
      'header.ts': `/** ${text}\n * @param {string} [header.Accept-Language]\n * @param {string} [header.X-Request-Id]\n * @param {string} [header.traceparent]\n * @param {string} [header.If-None-Match] */`,
      'cookie.ts': `/** ${text}\n * @param {string} [cookie.a]\n * @param {string} [cookie.b] */`,
      'token.ts': `/** ${text}\n * @security token\n * @security none */`,
      'all.ts': `/** ${text}\n * @security key\n * @security session\n * @security query\n * @param {string} [header.x-key] */`,
      'types.ts': `/** ${text}\n * @returns {string} 200 text/plain\n * @returns {string} 200 text/csv */\nexport default () => 'a';`,
      'merged.ts': `/** ${text}\n * @param {string} [header.Accept-Language] */\nexport default (ctx) => { ctx.set('Vary', 'accept-language, Origin'); return 1; };`,
      'star.ts': `/** ${text}\n * @param {string} [header.Accept-Language] */\nexport default (ctx) => { ctx.set('Vary', '*'); return 1; };`,
      'same.ts':
        '/** @cache public, max-age=5 (same for everyone)\n * @security token\n * @param {string} [header.Accept-Language] */',
    });
    const varyOf = async (path: string, headers = {}) => {
      const answer = await ask(`GET /${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.headers.vary;
    };
    expect(await varyOf('header')).toBe('Accept-Language');
    expect(await varyOf('cookie')).toBe('Cookie');
    expect(await varyOf('token')).toBe('Authorization');
    expect(await varyOf('all', { 'X-Key': 'k' })).toBe('X-Key, Cookie');
    expect(await varyOf('types')).toBe('Accept');
    expect(await varyOf('merged')).toBe('accept-language, Origin');
    expect(await varyOf('star')).toBe('*');
    expect(await varyOf('same', { Authorization: 'Bearer t' })).toBe('Accept-Language');
  });

  it('sends Vary with an ETag without a policy too', async () => {
    const { ask } = await serveTree({
      'a@get.ts': `/** @etag\n * @security session\n * @security key\n * @param {string} [header.Accept-Language]\n * @returns {object} It */\nexport default (ctx) => { ctx.etag = '1'; return {}; };`,
      'open@get.ts': `/** @etag\n * @returns {object} It */\nexport default () => ({});`,
    });
    const headers = { Cookie: 'sid=s' };
    const vary = 'Cookie, X-Key, Accept-Language';
    expect(await ask('GET /a', { headers })).toMatchObject({ status: 200, headers: { vary, etag: '"1"' } });
    expect(await ask('GET /a', { headers: { ...headers, 'If-None-Match': '"1"' } })).toMatchObject({
      status: 304,
      headers: { vary },
    });
    expect((await ask('GET /open')).headers.vary).toBeUndefined();
  });

  it('lets a client that has the body revalidate it: a 304 has Cache-Control, Vary and ETag', async () => {
    const { ask } = await serveTree({
      'a@get.ts': `/** @etag\n * @cache private, max-age=5\n * @security token\n * @returns {object} It */\nexport default () => ({ a: 1 });`,
    });
    const authorization = 'Bearer t';
    const { headers } = await ask('GET /a', { headers: { authorization } });
    const { etag } = headers;
    const again = await ask('GET /a', { headers: { authorization, 'If-None-Match': etag! } });
    expect(again.status).toBe(304);
    expect(again.headers).toMatchObject({ 'cache-control': 'private, max-age=5', vary: 'Authorization', etag });
    const stale = await ask('GET /a', { headers: { authorization, 'If-Match': '"other"' } });
    expect([stale.status, stale.headers['cache-control'], stale.headers.vary]).toEqual([412, 'no-store', undefined]);
  });

  it('applies the @cache of a directory to the reads below alone, and replaces it by an inner line', async () => {
    const { ask } = await serveTree({
      '_middleware.ts': '/** @cache public, max-age=60 */',
      'a@get.ts': '/** It */',
      'a@post.ts': '/** It */',
      'b@get.ts': '/** @cache no-store */',
      'c@get.ts': `/** @returns {Stream<integer>} 200 application/jsonl */\nexport default function* () { yield 1; }`,
    });
    const controls = await Promise.all(
      ['GET /a', 'POST /a', 'GET /b', 'GET /c'].map(async (request) => (await ask(request)).headers['cache-control']),
    );
    expect(controls).toEqual(['public, max-age=60', undefined, 'no-store', undefined]);
  });
});

it('@cache replaces the header of middleware of the app, which stays out of errors that the middleware answers', async () => {
  const manifest = await compileTree({
    'a.ts': '/** @cache public, max-age=60 */',
    'fails.ts': '/** @cache public, max-age=60\n * @throws 410 */\nexport default (ctx) => ctx.throw(410);',
  });
  const app = createApp(manifest).use(async (ctx, next) => {
    ctx.set('Cache-Control', 'no-cache');
    try {
      await next();
    } catch {
      ctx.status = 404;
      ctx.body = 'gone';
    }
  });
  const { ask } = await serve(app);
  expect((await ask('GET /a')).headers['cache-control']).toBe('public, max-age=60');
  const { status, headers } = await ask('GET /fails');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
});
