import { createServer, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import type { Middleware } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { mount } from './mount.ts';
import type { App } from './serve.ts';
import { KINDS, serve } from './serve.ts';
import { exchange } from './wire.ts';

const OPERATIONS = createManifest({
  'GET /pets': () => ({ pets: ['Ada'] }),
  'GET /text': () => 'text',
  'GET /fail': (ctx) => ctx.throw(409, 'no'),
});

/** As koa-static with `defer`: it serves what nobody has answered. */
const defer: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.method !== 'HEAD' && ctx.method !== 'GET') return;
  if (ctx.body != null || ctx.status !== 404) return;
  if (ctx.path === '/logo.svg') ctx.body = '<svg/>';
};

describe('middleware around the operations of createApp', () => {
  it('lets middleware answer other requests, such as those for static files', async () => {
    const { ask } = await serve(createApp(OPERATIONS).use(defer));
    expect(await ask('GET /logo.svg')).toMatchObject({ status: 200, body: '<svg/>' });
    expect((await ask('GET /pets')).json).toEqual({ pets: ['Ada'] });
    expect(await ask('GET /unknown')).toMatchObject({ status: 404, json: { title: 'Not Found' } });
    expect(await ask('PUT /pets')).toMatchObject({ status: 405, json: { title: 'Method Not Allowed' } });
    expect((await ask('PROPFIND /pets')).status).toBe(501);
    expect(await ask('OPTIONS /pets')).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });

  it('lets middleware fall back to a page, send its own 404 bodies, and throw where there is no answer', async () => {
    const page = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      if (ctx.status === 404 && ctx.accepts('html')) ctx.body = '<html>';
    });
    expect((await (await serve(page)).ask('GET /somewhere')).body).toBe('<html>');
    const own = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      if (ctx.status !== 404) return;
      ctx.status = 404;
      ctx.body = { nothing: ctx.path };
    });
    expect(await (await serve(own)).ask('GET /x')).toMatchObject({ status: 404, body: '{"nothing":"/x"}' });
    const throwing = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      if (ctx.status === 404 && !ctx.body) ctx.throw(404, `nothing at ${ctx.path}`);
    });
    const { ask } = await serve(throwing);
    expect((await ask('GET /x')).json).toMatchObject({ status: 404, detail: 'nothing at /x' });
    expect((await ask('GET /text')).json).toBe('text');
  });

  it('lets middleware set a body before, and answer past Koa', async () => {
    const preset = createApp(OPERATIONS).use((ctx, next) => ((ctx.body = 'default'), next()));
    const { ask } = await serve(preset);
    expect(await ask('GET /unknown')).toMatchObject({ status: 200, body: 'default' });
    expect((await ask('GET /pets')).json).toEqual({ pets: ['Ada'] });
    const past = createApp(OPERATIONS).use((ctx, next) => {
      ctx.respond = false;
      setTimeout(() => ctx.res.writeHead(209).end('raw'), 5);
      return next();
    });
    expect(await (await serve(past)).ask('GET /unknown')).toMatchObject({ status: 209, body: 'raw' });
  });

  it('leaves a request unanswered: a 404, whether it has an operation or not', async () => {
    const { ask } = await serve(createApp(OPERATIONS).use(() => {}));
    for (const path of ['/pets', '/unknown']) expect((await ask(`GET ${path}`)).json).toMatchObject({ status: 404 });
  });

  it.each<[string, unknown, string]>([
    ['an object', { a: 1 }, '{"data":{"a":1}}'],
    ['a list', [1], '{"data":[1]}'],
    ['a number', 0, '{"data":0}'],
    ['a boolean', false, '{"data":false}'],
  ])('gets data, status and type, in every kind of app: %s', async (_name, value, text) => {
    const operations = createManifest({ 'GET /it': { status: 201, handler: () => value } });
    const seen: unknown[] = [];
    const envelop: Koa.Middleware = async (ctx, next) => {
      await next();
      seen.push(ctx.body, ctx.status, ctx.type);
      ctx.body = { data: ctx.body };
    };
    const pretty: Koa.Middleware = async (ctx, next) => {
      await next();
      if (typeof ctx.body === 'object') ctx.body = JSON.stringify(ctx.body);
    };
    for (const app of [
      createApp(operations).use(pretty).use(envelop),
      new Koa().use(pretty).use(envelop).use(createRouter(operations).routes()),
    ]) {
      const answer = await (await serve(app)).ask('GET /it');
      expect(answer).toMatchObject({ status: 201, body: text });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(seen.splice(0)).toEqual([value, 201, 'application/json']);
    }
  });

  it('accepts middleware that is pushed to app.middleware, and more than one call of callback', async () => {
    const app = createApp(OPERATIONS);
    app.middleware.push((ctx, next) => (ctx.set('X-Pushed', 'yes'), next()));
    app.use((ctx, next) => (ctx.set('X-Used', 'yes'), next()));
    for (const callback of [app.callback(), app.callback()]) {
      const { ask } = await serve(Object.assign(new Koa(), { callback: () => callback }));
      const answer = await ask('GET /pets');
      expect(answer).toMatchObject({ status: 200, headers: { 'x-pushed': 'yes', 'x-used': 'yes' } });
    }
  });

  it('types middleware by the state and context of the app, or as a Middleware', () => {
    const app = createApp<{ user: string }, { db: { name: string } }>(OPERATIONS);
    app.use((ctx) => {
      expectTypeOf(ctx.state.user).toEqualTypeOf<string>();
      expectTypeOf(ctx.db.name).toEqualTypeOf<string>();
    });
    app.context.db = { name: 'shop' };
    expectTypeOf(app.context.db.name).toEqualTypeOf<string>();
    const typed: Middleware = (ctx, next) => (ctx.set('X-Id', ctx.operation.id), next());
    expect(createApp(OPERATIONS).use(typed).middleware).toContain(typed);
  });
});

describe("an app's own answer to errors", () => {
  function onerror(this: Koa.Context, error: Error | null): void {
    if (error === null || error === undefined) return;
    this.status = 400;
    this.res.end(`own ${error.message}`);
  }

  it('createApp, createRouter and mounted apps respect it', async () => {
    const own = createApp(OPERATIONS);
    const router = new Koa().use(createRouter(OPERATIONS).routes());
    const mounted = new Koa().use(mount('', createApp(OPERATIONS)));
    for (const app of [own, router, mounted]) {
      Object.assign(app.context, { onerror });
      expect(await (await serve(app)).ask('GET /fail')).toMatchObject({ status: 400, body: 'own no' });
    }
  });

  it('errors of connections respect it', async () => {
    const server = createApp(OPERATIONS).listen(0);
    onTestFinished(() => void server.close());
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 418 Own\r\n\r\n'));
    const { port } = server.address() as AddressInfo;
    expect((await exchange(port, 'nonsense\r\n\r\n')).text).toBe('HTTP/1.1 418 Own\r\n\r\n');
  });
});

describe.each(KINDS)('HEAD over HTTP/2 by $name', ({ create }) => {
  const head = async (app: App, path: string): Promise<Record<string, unknown>> => {
    const server = createServer(app.callback() as never);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({ ':path': path, ':method': 'HEAD' });
    stream.resume();
    return new Promise((resolve, reject) => stream.on('response', resolve).on('error', reject));
  };

  it('answers HEAD with the status and type of GET', async () => {
    const app = create(OPERATIONS);
    app.on('error', () => {});
    for (const path of ['/pets', '/text']) {
      expect(await head(app, path)).toMatchObject({
        ':status': 200,
        'content-type': 'application/json; charset=utf-8',
      });
    }
    expect(await head(app, '/fail')).toMatchObject({ ':status': 409, 'content-type': 'application/problem+json' });
  });
});
