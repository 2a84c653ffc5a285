import { AsyncLocalStorage } from 'node:async_hooks';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import type { Middleware } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { serve, until } from './serve.ts';
import { exchange } from './wire.ts';

const OPERATIONS = createManifest({
  'GET /pets': () => ({ pets: ['Ada'] }),
  'GET /text': () => 'text',
  'GET /own': (ctx) => {
    ctx.status = 202;
    ctx.type = 'text/csv';
    return 'a,b';
  },
  'GET /null': () => null,
  'GET /fail': (ctx) => ctx.throw(409, 'no', { headers: { 'X-Why': 'so' } }),
  'GET /crash': () => {
    throw new Error('secret');
  },
});

// The titles are those of the list in docs/reference/koa.md.
describe('createApp does the same as Koa', () => {
  it('Order', async () => {
    const log: string[] = [];
    const noting =
      (name: string): Koa.Middleware =>
      async (_ctx, next) => {
        log.push(`${name} in`);
        await next();
        log.push(`${name} out`);
      };
    const app = createApp(createManifest({ 'GET /pets': () => void log.push('operation') }));
    app.use(noting('a')).use(noting('b'));
    expect((await (await serve(app)).ask('GET /pets')).status).toBe(204);
    expect(log).toEqual(['a in', 'b in', 'operation', 'b out', 'a out']);
  });

  it('Data', async () => {
    const seen: unknown[] = [];
    const app = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      seen.push(ctx.body, ctx.status, ctx.type);
      ctx.body = { data: ctx.body };
    });
    expect((await (await serve(app)).ask('GET /pets')).body).toBe('{"data":{"pets":["Ada"]}}');
    expect(seen).toEqual([{ pets: ['Ada'] }, 200, 'application/json']);
  });

  it('Unanswered requests', async () => {
    const seen: unknown[] = [];
    const app = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      seen.push(ctx.status, ctx.body);
      if (ctx.path === '/page') ctx.body = 'page';
    });
    const { ask } = await serve(app);
    expect(await ask('GET /page')).toMatchObject({ status: 200, body: 'page' });
    expect((await ask('GET /unknown')).json).toMatchObject({ status: 404 });
    expect(seen).toEqual([404, undefined, 404, undefined]);
  });

  it('Preset bodies', async () => {
    const { ask } = await serve(createApp(OPERATIONS).use((ctx, next) => ((ctx.body = 'preset'), next())));
    expect(await ask('GET /unknown')).toMatchObject({ status: 200, body: 'preset' });
    expect((await ask('GET /pets')).json).toEqual({ pets: ['Ada'] });
  });

  it('Direct responses', async () => {
    const app = createApp(OPERATIONS).use((ctx, next) => {
      ctx.respond = false;
      setImmediate(() => ctx.res.writeHead(209).end('raw'));
      return next();
    });
    const { ask } = await serve(app);
    for (const path of ['/pets', '/unknown'])
      expect(await ask(`GET ${path}`)).toMatchObject({ status: 209, body: 'raw' });
  });

  it('Own status and type', async () => {
    const answer = await (await serve(createApp(OPERATIONS))).ask('GET /own');
    expect(answer).toMatchObject({ status: 202, body: 'a,b', headers: { 'content-type': 'text/csv; charset=utf-8' } });
  });

  it('Streams', async () => {
    const endless = new Readable({ read: () => void endless.push('more') });
    const operations = createManifest({
      'GET /bytes': () => Buffer.from('bytes'),
      'GET /stream': () => Readable.from([Buffer.from('a'), Buffer.from('b')]),
      'GET /endless': () => endless,
    });
    const { ask, server } = await serve(createApp(operations).use((_ctx, next) => next()));
    expect((await ask('GET /bytes')).body).toBe('bytes');
    expect((await ask('GET /stream')).body).toBe('ab');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://localhost:${port}/endless`);
    await response.body!.cancel();
    await until(() => endless.destroyed);
    expect(endless.destroyed).toBe(true);
  });

  it('HEAD', async () => {
    const app = createApp(OPERATIONS);
    const { ask } = await serve(app);
    const [get, head] = [await ask('GET /pets'), await ask('HEAD /pets')];
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': get.headers['content-length'] } });
    const server = createServer(app.callback() as never).listen(0, 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({ ':path': '/pets', ':method': 'HEAD' });
    const headers = await new Promise((resolve) => stream.on('response', resolve));
    expect(headers).toMatchObject({ ':status': 200, 'content-type': get.headers['content-type'] });
  });

  it('Errors', async () => {
    const { ask, errors } = await serve(createApp(OPERATIONS).use((ctx, next) => (ctx.set('X-Set', '1'), next())));
    const thrown = await ask('GET /fail');
    expect(thrown).toMatchObject({ status: 409, json: { detail: 'no' }, headers: { 'x-why': 'so' } });
    expect((await ask('GET /crash')).body).not.toContain('secret');
    expect(errors.map(({ message }) => message)).toEqual(['no', 'secret']);
  });

  it('Own error handler', async () => {
    const app = createApp(OPERATIONS);
    Object.assign(app.context, {
      onerror(this: Koa.Context, error: Error | null): void {
        if (error === null) return;
        this.status = 418;
        this.res.end(`own ${error.message}`);
      },
    });
    const { ask } = await serve(app);
    expect(await ask('GET /fail')).toMatchObject({ status: 418, body: 'own no' });
    expect(await ask('GET /crash')).toMatchObject({ status: 418, body: 'own secret' });
  });

  it('Context', async () => {
    const operations = createManifest({
      'GET /it': (ctx) => {
        ctx.cookies.set('seen', 'yes', { signed: true });
        return [ctx['db'], ctx.state['user'], ctx.ip, ctx.protocol];
      },
    });
    const app = createApp(operations, { proxy: true, keys: ['key'] });
    app.context['db'] = 'db';
    app.use((ctx, next) => ((ctx.state['user'] = 'ada'), next()));
    const headers = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https' };
    const answer = await (await serve(app)).ask('GET /it', { headers });
    expect(answer.json).toEqual(['db', 'ada', '192.0.2.1', 'https']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^seen=yes;/),
      expect.stringMatching(/^seen\.sig=/),
    ]);
  });

  it('The middleware list', async () => {
    const app = createApp(OPERATIONS);
    const before = app.callback();
    app.middleware.unshift((ctx, next) => (ctx.append('X-Ran', 'first'), next()));
    app.middleware.push((ctx, next) => (ctx.append('X-Ran', 'second'), next()));
    const { ask } = await serve(app);
    expect(await ask('GET /pets')).toMatchObject({ status: 200, headers: { 'x-ran': 'first, second' } });
    app.callback = () => before;
    expect((await (await serve(app)).ask('GET /pets')).headers['x-ran']).toBeUndefined();
  });

  it('Async context', async () => {
    const storage = new AsyncLocalStorage<Koa.Context>();
    const seen: unknown[] = [];
    const operations = createManifest({
      'GET /it': async (ctx) => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(app.currentContext?.req === ctx.req);
      },
    });
    const app = createApp(operations, { asyncLocalStorage: storage as never });
    await (await serve(app)).ask('GET /it');
    expect([seen, app.currentContext]).toEqual([[true], undefined]);
  });

  it('Invalid HTTP', async () => {
    const server = createApp(OPERATIONS).listen(0);
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect((await exchange(port, 'nonsense\r\n\r\n')).headers['content-type']).toBe('application/problem+json');
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 418 Own\r\n\r\n'));
    expect((await exchange(port, 'nonsense\r\n\r\n')).text).toBe('HTTP/1.1 418 Own\r\n\r\n');
  });
});

describe('middleware is typed', () => {
  it('types middleware as Koa does, in both directions', () => {
    expectTypeOf<Middleware>().toExtend<Koa.Middleware>();
    expectTypeOf<Koa.Middleware>().toExtend<Middleware>();
    expectTypeOf<Koa.Middleware<Koa.DefaultState, Koa.DefaultContext>>().toExtend<Middleware>();
    expectTypeOf<[Koa.Middleware, Middleware]>().toExtend<Middleware[]>();
    const typed: Middleware = (ctx, next) => (ctx.set('X-Id', ctx.operation.id), next());
    expect(createApp(OPERATIONS).use(typed).middleware).toContain(typed);
  });

  it('types middleware by the state and context that an app declares', () => {
    const app = createApp<{ user: string }, { db: { name: string } }>(OPERATIONS);
    app.use((ctx, next) => {
      expectTypeOf(ctx.state.user).toEqualTypeOf<string>();
      expectTypeOf(ctx.db.name).toEqualTypeOf<string>();
      // @ts-expect-error -- the app declares no such field
      void ctx.state.unknown;
      return next();
    });
    app.context.db = { name: 'shop' };
    // @ts-expect-error -- the name is a string
    app.context.db.name = 1;
    expectTypeOf(app.context.db.name).toEqualTypeOf<string>();
    expectTypeOf(createApp(OPERATIONS)).toEqualTypeOf<Koa & AsyncDisposable>();
    const koaMiddleware: Koa.Middleware = (_ctx, next) => next();
    expect(app.use(koaMiddleware as never).middleware).toContain(koaMiddleware);
  });
});

describe('the differences from Koa', () => {
  it('show strings and null as JSON text to app.use', async () => {
    const seen: unknown[] = [];
    const app = createApp(OPERATIONS).use(async (ctx, next) => {
      await next();
      seen.push(ctx.body);
    });
    const { ask } = await serve(app);
    expect([(await ask('GET /text')).body, (await ask('GET /null')).body]).toEqual(['"text"', 'null']);
    expect(seen).toEqual(['"text"', 'null']);
  });

  it('give compose the operations as the last function', () => {
    const composed: number[] = [];
    const compose = (list: readonly unknown[]) => (composed.push(list.length), () => Promise.resolve());
    const app = createApp(OPERATIONS, { compose } as never).use((_ctx, next) => next());
    app.callback();
    expect([composed, app.middleware.length]).toEqual([[2], 3]);
  });

  it('ignores a layer that is pushed to router.stack', async () => {
    const router = createRouter(OPERATIONS).get('/own', (ctx) => void (ctx.body = 'own'));
    const [own] = router.stack;
    router.stack.push(Object.assign(Object.create(own!), { path: '/pushed', regexp: /^\/pushed$/ }));
    const { ask } = await serve(new Koa().use(router.routes()));
    expect((await ask('GET /own')).body).toBe('own');
    expect((await ask('GET /pushed')).status).toBe(404);
  });

  it('answer what Koa leaves to hang: a thrown null', async () => {
    const app = createApp(OPERATIONS).use(() => {
      throw null;
    });
    expect((await (await serve(app)).ask('GET /pets')).json).toMatchObject({ status: 500 });
  });
});
