import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Router, type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { mount } from './mount.ts';
import { KINDS, listen, serve } from './serve.ts';
import { exchange } from './wire.ts';

const TEXT = 'The book is on the shelf. '.repeat(40);
const CODINGS = { gzip: gzipSync(TEXT), deflate: deflateSync(TEXT), br: brotliCompressSync(TEXT) };

/** Starts another server, as a gateway has behind it. */
async function startUpstream(): Promise<string> {
  const { url } = await listen((req, res) => {
    const coding = req.url!.slice(1) as keyof typeof CODINGS;
    const body = CODINGS[coding] ?? Buffer.from(TEXT);
    res.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2032 00:00:00 GMT']);
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Length', body.length);
    res.setHeader('Connection', 'keep-alive, X-Hop');
    res.setHeader('Keep-Alive', 'timeout=987');
    res.setHeader('Proxy-Authenticate', 'Basic');
    res.setHeader('X-Hop', '1');
    res.setHeader('X-End', '2');
    res.setHeader('ETag', '"tag"');
    res.setHeader('Vary', 'Accept-Encoding');
    if (coding in CODINGS) res.setHeader('Content-Encoding', coding);
    res.end(body);
  });
  return url;
}

describe.each(KINDS)('a web Response by $name', ({ create }) => {
  const gatewayTo = (url: string) =>
    create(
      createManifest({
        'GET /returned/{coding}': {
          produces: 'text/plain',
          handler: (ctx: OperationContext) => fetch(`${url}/${ctx.params['coding']}`),
        },
        'GET /set/{coding}': {
          produces: 'text/plain',
          handler: async (ctx: OperationContext) => {
            ctx.cookies.set('own', '3');
            ctx.vary('Origin');
            ctx.body = await fetch(`${url}/${ctx.params['coding']}`);
          },
        },
        'GET /asked/{coding}': {
          produces: 'text/plain',
          handler: (ctx: OperationContext) => fetch(`${url}/${ctx.params['coding']}`, { method: 'HEAD' }),
        },
        'GET /next': () => ({ next: true }),
      }),
    );

  it.each(Object.keys(CODINGS))(
    'sends a Response without what described its bytes before fetch decoded %s',
    async (coding) => {
      const { ask, errors } = await serve(gatewayTo(await startUpstream()));
      for (const way of ['returned', 'set']) {
        const { status, headers, body } = await ask(`GET /${way}/${coding}`);
        expect({ status, body }).toEqual({ status: 200, body: TEXT });
        expect(headers).not.toHaveProperty('content-encoding');
        expect(headers).not.toHaveProperty('content-length');
        expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-end': '2', etag: 'W/"tag"' });
      }
      expect(errors).toEqual([]);
    },
  );

  it('keeps its length and its ETag if fetch has not decoded it', async () => {
    const { ask } = await serve(gatewayTo(await startUpstream()));
    for (const way of ['returned', 'set'])
      for (const method of ['GET', 'HEAD']) {
        const { headers, body } = await ask(`${method} /${way}/plain`);
        expect(body).toBe(method === 'GET' ? TEXT : '');
        expect(headers).toMatchObject({ 'content-length': String(TEXT.length), etag: '"tag"' });
      }
  });

  it('leaves out the fields of the connection that the Response came from', async () => {
    const { ask } = await serve(gatewayTo(await startUpstream()));
    for (const way of ['returned', 'set']) {
      const { headers } = await ask(`GET /${way}/gzip`);
      expect(headers['connection']).not.toContain('X-Hop');
      expect(headers['keep-alive']).not.toBe('timeout=987');
      for (const name of ['x-hop', 'proxy-authenticate']) expect(headers).not.toHaveProperty(name);
    }
  });

  it('keeps each cookie in its own field, together with those that were set before', async () => {
    const { ask } = await serve(gatewayTo(await startUpstream()));
    const cookies = ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2032 00:00:00 GMT'];
    expect((await ask('GET /returned/gzip')).headers['set-cookie']).toEqual(cookies);
    const { headers } = await ask('GET /set/gzip');
    expect(headers['set-cookie']).toEqual(['own=3; path=/; httponly', ...cookies]);
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
  });

  it('leaves the next response on the connection intact', async () => {
    const { server } = await serve(gatewayTo(await startUpstream()));
    const { port } = server.address() as AddressInfo;
    for (const path of ['/returned/gzip', '/set/br', '/returned/plain', '/asked/plain', '/set/deflate']) {
      const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
      const { text } = await exchange(port, get(path) + get('/next', 'Connection: close\r\n'), 30_000);
      expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
      expect(text).toMatch(/\r\n\r\n\{"next":true\}$/);
    }
  });

  it('answers 500 if the upstream server fails before the first byte', async () => {
    const upstream = createServer((_req, res) => {
      res.writeHead(200, { 'Content-Length': 5, 'Content-Type': 'text/plain' });
      res.flushHeaders();
      setTimeout(() => res.destroy(), 20);
    });
    await new Promise<void>((resolve) => upstream.listen(0, 'localhost', resolve));
    onTestFinished(() => void upstream.close());
    const { ask } = await serve(gatewayTo(`http://localhost:${(upstream.address() as AddressInfo).port}`));
    for (const way of ['returned', 'set']) {
      const answer = await ask(`GET /${way}/plain`);
      expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
    }
  });

  it('keeps the coding of a Response that the handler has compressed itself', async () => {
    const sent = (): Response =>
      new Response(CODINGS.gzip, {
        headers: { 'Content-Encoding': 'gzip', 'Content-Length': String(CODINGS.gzip.length) },
      });
    const app = create(createManifest({ 'GET /own': { produces: 'text/plain', handler: sent } }));
    const { url } = await serve(app);
    const response = await fetch(`${url}/own`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(TEXT);
  });
});

describe('a web Response that middleware of an own app sets', () => {
  const operations = createManifest({ 'GET /next': () => ({ next: true }) });
  const routes = (): Koa.Middleware => createRouter(operations).routes() as Koa.Middleware;
  const passOn =
    (upstream: string): Koa.Middleware =>
    async (ctx, next) => {
      if (ctx.path.endsWith('/p')) ctx.body = await fetch(`${upstream}/gzip`);
      else await next();
    };
  const ways: Readonly<Record<string, (pass: Koa.Middleware) => Koa>> = {
    'before the router': (pass) => new Koa().use(pass).use(routes()),
    'after the router': (pass) => new Koa().use(routes()).use(pass),
    'before a router around it': (pass) =>
      new Koa().use(pass).use(new Router().use('/api', createRouter(operations).routes()).routes() as Koa.Middleware),
    'in the router': (pass) =>
      new Koa().use(
        createRouter(operations)
          .use(pass as RouterMiddleware)
          .get('/p', () => {})
          .routes() as Koa.Middleware,
      ),
    'of a class of its own': (pass) => new (class extends Koa {})().use(pass).use(routes()),
    'in an app that is mounted': (pass) => new Koa().use(mount('/api', createApp(operations).use(pass) as Koa)),
    'that was there before the router was': (pass) => {
      const app = new Koa().use(pass);
      app.callback();
      return app.use(routes());
    },
  };

  it.each(Object.keys(ways))('serves the first Response rightly: %s', async (way) => {
    const { ask, errors } = await serve(ways[way]!(passOn(await startUpstream())));
    const { status, headers, body } = await ask('GET ' + (way.includes('mounted') ? '/api/p' : '/p'));
    expect({ status, body }).toEqual({ status: 200, body: TEXT });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('x-hop');
    expect(errors).toEqual([]);
  });

  it('serves a Response rightly after a request has reached a router that the app does not show', async () => {
    const pass = passOn(await startUpstream());
    const app = new Koa().use(pass);
    const inner = routes();
    const { ask } = await serve(app.use((ctx, next) => inner(ctx, next)));
    await ask('GET /other');
    expect(await ask('GET /p')).toMatchObject({ status: 200, body: TEXT });
  });

  it('leaves a Response to Koa in an app without operations', async () => {
    routes();
    const app = new Koa().use(async (ctx) => {
      ctx.body = new Response(TEXT, { headers: { 'X-Hop': '1', Connection: 'X-Hop' } });
      ctx.state = { signal: 'signal' in ctx };
      ctx.set('X-Signal', String(ctx.state['signal']));
    });
    const { ask } = await serve(app);
    expect((await ask('GET /')).headers).toMatchObject({ 'x-hop': '1', 'x-signal': 'false' });
  });

  it('comes with the fields of contexts', async () => {
    const app = new Koa().use((ctx, next) => {
      if (ctx.path !== '/p') return next();
      ctx.attachment('Z\u00fcrich.txt');
      ctx.body = { aborted: ctx['signal'].aborted };
      return undefined;
    });
    const { ask } = await serve(app.use(routes()));
    const { json, headers } = await ask('GET /p');
    expect(json).toEqual({ aborted: false });
    expect(headers['content-disposition']).toBe(`attachment; filename="Z?rich.txt"; filename*=UTF-8''Z%C3%BCrich.txt`);
  });
});
