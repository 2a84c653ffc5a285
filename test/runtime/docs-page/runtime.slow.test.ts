import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { DocsOptions } from 'virtual:operations/docs';
import { createDocs } from '../../../src/runtime/docs-page/index.ts';
import { createApp, problem } from '../../../src/runtime/koa/index.ts';
import { createManifest } from '../koa/manifest.ts';
import { listen } from '../koa/serve.ts';
import { CONTENT, PAGE } from './page.ts';

const operations = createManifest({ 'GET /pets': () => [], 'GET /docs/{name}': () => 'an operation' });

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends requests as they are: fetch would decompress the answers. */
async function serve(
  options?: DocsOptions,
  create: () => Koa = () => createApp(operations),
): Promise<(path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>> {
  const { url } = await listen(create().use(createDocs(PAGE, options)).callback());
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, url), { method, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode!, headers: response.headers, body });
      });
      outgoing.on('error', reject).end();
    });
}

const FILES = ['docs.aaa.js', 'docs.bbb.css', 'openapi.ddd.json', 'openapi.json', 'oauth2-redirect.html'];

describe.each<[string, () => Koa]>([
  ['createApp', () => createApp(operations)],
  ['a Koa app', () => new Koa()],
])('the docs page in %s', (_name, create) => {
  it('serves HTML without anything inline, under a policy that allows nothing from elsewhere but answers', async () => {
    const ask = await serve(undefined, create);
    const { status, headers, body } = await ask('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self' https://api.example https://login.example:8443; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    const html = body.toString();
    expect(html).toContain('<title>Pets &amp; &quot;toys&quot;</title>');
    expect(html).not.toMatch(/<style|<script>|\son\w+=|style=|https?:/);
    for (const address of ['docs/docs.aaa.js', 'docs/docs.bbb.css', 'docs/openapi.ddd.json'])
      expect(html).toContain(`"${address}"`);
  });

  it('serves files that are stored for good, compressed for those who take it', async () => {
    const ask = await serve(undefined, create);
    for (const [name, type, content] of [
      ['docs.aaa.js', 'text/javascript; charset=utf-8', CONTENT.script],
      ['docs.bbb.css', 'text/css; charset=utf-8', CONTENT.style],
      ['openapi.ddd.json', 'application/json', CONTENT.document],
    ] as const) {
      const plain = await ask(`/docs/${name}`);
      expect([plain.status, plain.headers['content-type'], plain.body.toString()]).toEqual([200, type, content]);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(content.length) });
      const packed = await ask(`/docs/${name}`, { 'accept-encoding': 'br, gzip' });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.body).toString()).toBe(content);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      const known = await ask(`/docs/${name}`, { 'if-none-match': plain.headers.etag! });
      expect([known.status, known.body.length]).toEqual([304, 0]);
      const head = await ask(`/docs/${name}`, {}, 'HEAD');
      expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(content.length)]);
    }
  });

  it('serves the page and the document at addresses that stay, which browsers request again', async () => {
    const ask = await serve(undefined, create);
    expect((await ask('/docs/openapi.json')).body.toString()).toBe(CONTENT.document);
    for (const path of ['/docs', '/docs/openapi.json', '/docs/oauth2-redirect.html']) {
      const { headers } = await ask(path);
      expect(headers['cache-control']).toBe('no-cache');
      expect((await ask(path, { 'if-none-match': headers.etag! })).status).toBe(304);
    }
    const slash = await ask('/docs/');
    expect([slash.status, slash.headers.location]).toEqual([302, '../docs']);
  });

  it('leaves other requests to the app', async () => {
    const ask = await serve(undefined, create);
    for (const path of ['/docs/nothing.js', '/docsx', '/'])
      expect((await ask(path)).headers['content-security-policy']).toBeUndefined();
    expect((await ask('/docs', {}, 'POST')).status).toBe(404);
  });
});

describe('the guard of the docs page', () => {
  it('decides who sees the page and the document, and no cache stores them for others', async () => {
    const ask = await serve({ guard: async (ctx) => ctx.get('x-user') === 'Ada' });
    for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/openapi.ddd.json']) {
      expect((await ask(path)).status).toBe(path === '/docs/openapi.json' || path.endsWith('ddd.json') ? 200 : 404);
    }
    const hidden = await serve({ guard: () => false }, () => createApp(createManifest({ 'GET /pets': () => [] })));
    for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/openapi.ddd.json']) {
      const { status, headers, body } = await hidden(path);
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
      expect(JSON.parse(body.toString())).toMatchObject({ title: 'Not Found' });
    }
    const user = { 'x-user': 'Ada' };
    for (const path of ['/docs', '/docs/openapi.json', '/docs/openapi.ddd.json']) {
      const { status, headers } = await ask(path, user);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect((await ask(path, { ...user, 'if-none-match': headers.etag! })).status).toBe(304);
    }
    expect((await ask('/docs/docs.aaa.js')).status).toBe(200);
  });

  it('the guard can throw another status', async () => {
    const ask = await serve({ guard: (ctx) => ctx.throw(401, { headers: { 'WWW-Authenticate': 'Basic' } }) });
    const { status, headers } = await ask('/docs');
    expect([status, headers['www-authenticate']]).toEqual([401, 'Basic']);
  });

  it.each<[string, unknown, number]>([
    ['a problem', problem(401), 401],
    ['an error', new Error('database'), 500],
    ['a Response', new Response(null, { status: 401 }), 500],
    ['a function', () => true, 500],
    ['a list', [], 500],
    ['a result of pg', { rows: [] }, 500],
  ])('shows nothing if it returns %s', async (_name, value, expected) => {
    for (const guard of [() => value, async () => value]) {
      const ask = await serve({ guard }, () => createApp(operations).on('error', () => {}));
      for (const path of ['/docs', '/docs/openapi.json', '/docs/openapi.ddd.json']) {
        const { status, headers } = await ask(path);
        expect([path, status, headers['content-type']]).toEqual([path, expected, 'application/problem+json']);
      }
    }
  });

  it('shows nothing if it has answered the request by itself', async () => {
    const ask = await serve({ guard: (ctx) => ((ctx.status = 401), true) }, () =>
      createApp(operations).on('error', () => {}),
    );
    for (const path of ['/docs', '/docs/openapi.json']) expect((await ask(path)).status).toBe(500);
  });
});

describe('middleware before the docs page', () => {
  const guardedBy = (create: () => Koa) => () =>
    create().use(async (ctx, next) => {
      if (/^\/docs(?:\/|$)/.test(ctx.path)) ctx.throw(403);
      await next();
    });

  it.each<[string, () => Koa]>([
    ['createApp', () => createApp(operations)],
    ['a Koa app', () => new Koa()],
  ])('guards every spelling of its path in %s', async (_name, create) => {
    const ask = await serve(undefined, guardedBy(create));
    for (const path of ['/docs', '/%64ocs', '/docs/openapi.json', '/%64ocs/openapi.json', '/doc%73/openapi%2ejson'])
      expect([path, (await ask(path)).status]).toEqual([
        path,
        expect.toSatisfy((status) => [403, 404].includes(status)),
      ]);
  });
});

describe('the options of the docs page', () => {
  it.each([
    ['/', '/', './', './'],
    ['/docs/', '/docs', 'docs/', './'],
    ['/internal/api docs', '/internal/api%20docs', 'api%20docs/', '../'],
    ['/a/b/%64ocs', '/a/b/docs', 'docs/', '../../'],
  ])('path: %s', async (path, asked, directory, root) => {
    const ask = await serve({ path });
    const { status, body } = await ask(asked);
    expect([status, body.toString()]).toEqual([200, expect.stringContaining(`data-directory="${directory}"`)]);
    expect(body.toString()).toContain(`data-root="${root}"`);
    const script = /<script src="([^"]+)"/.exec(body.toString())![1]!;
    expect((await ask(new URL(script, `http://x${asked}`).pathname)).body.toString()).toBe(CONTENT.script);
  });

  it('oauth', async () => {
    const ask = await serve({ oauth: { clientId: 'a"b', scopes: ['read'] } });
    expect((await ask('/docs')).body.toString()).toContain(
      'data-oauth="{&quot;clientId&quot;:&quot;a\\&quot;b&quot;,&quot;scopes&quot;:[&quot;read&quot;]}"',
    );
  });

  it.each([
    [{ path: 'docs' }, 'The option path of the docs page must be a path that starts with "/", not "docs".'],
    [{ path: '/docs?x' }, 'The option path of the docs page must be a path that starts with "/", not "/docs?x".'],
    [{ path: 1 }, 'The option path of the docs page must be a path that starts with "/", not 1.'],
    [{ guard: true }, 'The option guard of the docs page must be a function, not true.'],
  ])('%o', (options, message) => {
    expect(() => createDocs(PAGE, options as DocsOptions)).toThrow(new TypeError(message));
  });
});

it('the docs page has all its files', async () => {
  const ask = await serve();
  for (const name of FILES) expect((await ask(`/docs/${name}`)).status).toBe(200);
});
