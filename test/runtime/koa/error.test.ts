import { stat } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import type { App } from './serve.ts';
import { createGate, KINDS, listen, serve } from './serve.ts';

const httpError = (status: number, message: string, fields: object): Error =>
  Object.assign(new Error(message), { status, ...fields });

const failing = () =>
  Readable.from(
    (async function* () {
      yield 'begun';
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('half way');
    })(),
  );

const endlessStream = (): Readable => {
  const stream = new Readable({ read() {} });
  stream.push('begun');
  return stream;
};

/** Resets a connection in the middle of a stream, and tells which errors the app was told of. */
async function resetStream(app: App): Promise<unknown[]> {
  const { url, errors } = await serve(app);
  const socket = connect(Number(new URL(url).port), 'localhost');
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return errors.map((error) => [(error as { code?: string }).code, error.message]);
}

/** Sends 15 requests on one connection, and counts its listeners of errors at each. */
async function countListeners(server: Server, url: string): Promise<number[]> {
  const listeners: number[] = [];
  server.on('request', (req: IncomingMessage) => listeners.push(req.socket.listenerCount('error')));
  const socket = connect(Number(new URL(url).port), 'localhost');
  for (let i = 0; i < 15; i++) {
    socket.write('GET /ok HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.destroy();
  return listeners;
}

describe.each(KINDS)('errors by $name', ({ create }) => {
  const serveThrown = (thrown: unknown, before?: (ctx: OperationContext) => void) =>
    serve(
      create(
        createManifest({
          'GET /now': (ctx) => {
            before?.(ctx);
            throw thrown;
          },
          'GET /later': async (ctx) => {
            await Promise.resolve();
            before?.(ctx);
            throw thrown;
          },
        }),
      ),
    );

  it.each(['GET /now', 'GET /later'])('answers 500 with a message that no client sees: %s', async (target) => {
    const secret = new Error('password of the database');
    const { ask, errors } = await serveThrown(secret, (ctx) => {
      ctx.set('X-Half', 'done');
      ctx.status = 201;
    });
    const answer = await ask(target);
    expect(answer.status).toBe(500);
    expect(answer.message).toBe('Internal Server Error');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers['x-half']).toBeUndefined();
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    expect(errors).toEqual([secret]);
    expect(secret).not.toHaveProperty('headerSent');
  });

  it('keep the status, the message and the headers of what ctx.throw throws', async () => {
    const { ask, errors } = await serve(
      create(
        createManifest({
          'GET /login': (ctx) =>
            ctx.throw(401, 'who are you?', { headers: { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/html' } }),
          'GET /plain': (ctx) => ctx.throw(409),
          'GET /down': (ctx) => ctx.throw(503, 'which database is down'),
          'GET /assert': (ctx) => ctx.assert(false, 422, 'no such colour'),
        }),
      ),
    );
    const login = await ask('GET /login');
    expect(login.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'content-type': 'application/problem+json' });
    expect(login.json).toEqual({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'who are you?' });
    expect((await ask('GET /plain')).json).toEqual({ type: 'about:blank', title: 'Conflict', status: 409 });
    const down = await ask('GET /down');
    expect(down.status).toBe(503);
    expect(down.json).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 });
    expect((await ask('GET /assert')).json).toMatchObject({ status: 422, detail: 'no such colour' });
    expect(errors.map((error) => (error as { status?: number }).status)).toEqual([401, 409, 503, 422]);
  });

  it('sends no message that names a file of the server', async () => {
    const root = tmpdir();
    const { ask, errors } = await serve(
      create(
        createManifest({
          // As koa-send does: an error of the system with a status, which http-errors marks as one for clients.
          'GET /file': (ctx) => stat(join(root, 'missing.txt')).catch((error: Error) => ctx.throw(404, error)),
          'GET /own': (ctx) => ctx.throw(404, 'No such file', { code: 'ENOENT' }),
        }),
      ),
    );
    expect((await ask('GET /file')).json).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
    expect(errors[0]!.message).toContain(root);
    expect((await ask('GET /own')).json).toMatchObject({ status: 404, detail: 'No such file' });
  });

  it('sends no headers of a response of another server', async () => {
    class UpstreamError extends Error {
      statusCode = 400;
      headers = {
        'access-control-allow-origin': '*',
        'set-cookie': ['upstream=SECRET'],
        'stripe-account': 'SECRET',
        'cache-control': 'public, max-age=600',
      };
    }
    const { ask } = await serve(
      create(
        createManifest({
          'GET /pay': () => {
            throw new UpstreamError('No such price');
          },
          'GET /own': () => {
            throw Object.assign(new Error('slow down'), { status: 429, expose: true, headers: { 'Retry-After': '9' } });
          },
          'GET /down': (ctx) => ctx.throw(503, { headers: { 'Retry-After': '60' } }),
        }),
      ),
    );
    const { status, headers, body } = await ask('GET /pay');
    expect(status).toBe(400);
    expect(JSON.stringify([headers, body])).not.toMatch(/SECRET|allow-origin|max-age|No such price/);
    expect((await ask('GET /own')).headers['retry-after']).toBe('9');
    expect((await ask('GET /down')).headers['retry-after']).toBe('60');
  });

  it.each([
    ['statusCode', httpError(0, 'm', { statusCode: 418, expose: true }), 418, "I'm a Teapot"],
    ['an unknown status', httpError(299, 'm', { expose: false }), 500, 'Internal Server Error'],
    ['a status that is no number', httpError('404' as never, 'm', {}), 500, 'Internal Server Error'],
    ['a missing file', httpError(undefined as never, 'm', { code: 'ENOENT' }), 500, 'Internal Server Error'],
    ['an error of another realm', runInNewContext('Object.assign(new Error("m"), {status: 410})'), 410, 'Gone'],
    ['a frozen error', Object.freeze(httpError(403, 'm', {})), 403, 'Forbidden'],
    [
      'headers that cannot be sent',
      httpError(429, 'm', { headers: { 'bad name': 'x', ok: 'a\nb' } }),
      429,
      'Too Many Requests',
    ],
  ])('answers with the status that Koa takes: %s', async (_name, thrown, status, title) => {
    const { ask, errors } = await serveThrown(thrown);
    expect((await ask('GET /now')).json).toMatchObject({ status, title });
    expect(errors).toEqual([thrown]);
  });

  it.each([
    ['a string', 'text', 'non-error thrown: "text"'],
    [
      'an object',
      { status: 404, expose: true, message: 'm' },
      'non-error thrown: {"status":404,"expose":true,"message":"m"}',
    ],
    ['a bigint', 1n, 'non-error thrown: [object BigInt]'],
    ['nothing', undefined, 'non-error thrown: undefined'],
    ['null', null, 'non-error thrown: null'],
    ['a function', Math.max, 'non-error thrown: function max() { [native code] }'],
  ])("accepts a thrown value that isn't an error: %s", async (_name, thrown, message) => {
    const { ask, errors } = await serveThrown(thrown);
    for (const target of ['GET /now', 'GET /later']) {
      expect((await ask(target)).json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    }
    expect(errors.map((error) => error.message)).toEqual([message, message]);
  });

  it('sends no body for HEAD', async () => {
    const { ask } = await serveThrown(httpError(403, 'no', { expose: true }));
    const answer = await ask('HEAD /later');
    expect(answer).toMatchObject({ status: 403, body: '' });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(20);
  });

  it('only emits errors after the answer has begun', async () => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /stream': failing, 'GET /ok': () => 1 })));
    await expect(ask('GET /stream')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    // Koa itself emits it once for the stream and once for the response.
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatchObject({ message: 'half way', headerSent: true });
    expect((await ask('GET /ok')).status).toBe(200);
  });

  it('leave the server running', async () => {
    const { ask } = await serveThrown(new Error('x'));
    for (let i = 0; i < 5; i++) expect((await ask('GET /now')).status).toBe(500);
  });

  it('emits errors of a connection that the client resets while the request is under way, and not after it', async () => {
    const began = createGate();
    const finished = createGate();
    const { url, errors, ask } = await serve(
      create(
        createManifest({
          'GET /slow': async () => {
            began.open();
            await finished.opened;
            // Nobody is there for whom it would have to be JSON.
            return 1n;
          },
          'GET /quick': async () => 'soon',
        }),
      ),
    );
    const socket = connect(Number(new URL(url).port), 'localhost');
    const reset = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.opened;
    socket.resetAndDestroy();
    await reset;
    await expect.poll(() => errors.length).toBe(1);
    expect(errors).toMatchObject([{ code: 'ECONNRESET', headerSent: true }]);
    finished.open();
    expect((await ask('GET /quick')).json).toBe('soon');
    expect(errors).toHaveLength(1);

    const idle = connect(Number(new URL(url).port), 'localhost');
    idle.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    idle.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(errors).toHaveLength(1);
  });

  it('emits errors of a connection that is reset while a stream is sent as often as Koa', async () => {
    const koa = await resetStream(new Koa().use((ctx) => void (ctx.body = endlessStream())));
    const ours = await resetStream(create(createManifest({ 'GET /stream': async () => endlessStream() })));
    expect(ours).toEqual(koa);
    expect(koa.length).toBeGreaterThan(0);
  });

  it('closes a stream that a handler returns after the client has gone', async () => {
    const began = createGate();
    const finished = createGate();
    const stream = endlessStream();
    const { url, server } = await serve(
      create(
        createManifest({
          'GET /stream': async () => {
            began.open();
            await finished.opened;
            return stream;
          },
        }),
      ),
    );
    const socket = connect(Number(new URL(url).port), 'localhost');
    const gone = new Promise((resolve) => server.once('connection', (side: Socket) => side.once('close', resolve)));
    socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.opened;
    socket.destroy();
    await gone;
    finished.open();
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('listens for errors once for each connection', async () => {
    const { server, url } = await serve(create(createManifest({ 'GET /ok': async () => 'ok' })));
    const listeners = await countListeners(server, url);
    expect(listeners).toHaveLength(15);
    expect(new Set(listeners.slice(1)).size).toBe(1);
  });

  it('listens for errors once for each connection if apps replace each other, as in the dev server', async () => {
    const createOne = (): App => create(createManifest({ 'GET /ok': async () => 'ok' }));
    const { server, url } = await serve({
      callback: () => (req, res) => createOne().callback()(req, res),
      on: () => {},
    });
    const listeners = await countListeners(server, url);
    expect(listeners).toHaveLength(15);
    expect(new Set(listeners.slice(1)).size).toBe(1);
  });

  it('emits errors of a handler whose client has gone', async () => {
    const began = createGate();
    const finished = createGate();
    const { url, errors } = await serve(
      create(
        createManifest({
          'GET /slow': async () => {
            began.open();
            await finished.opened;
            throw new Error('after all');
          },
        }),
      ),
    );
    const socket = connect(Number(new URL(url).port), 'localhost');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.opened;
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    finished.open();
    await expect.poll(() => errors.length).toBe(1);
    expect(errors).toMatchObject([{ message: 'after all', headerSent: true }]);
  });
});

const refuse = (ctx: Koa.ParameterizedContext): never => ctx.throw(403, 'not you');

describe('an error in a Koa app', () => {
  it('the middleware around the operations sees an error first', async () => {
    const operations = createManifest({ 'GET /fail': () => Promise.reject(new Error('inner')) });
    const plain = new Koa();
    for (const app of [createApp(operations), plain]) {
      app.use(async (ctx, next) => {
        try {
          await next();
        } catch (error) {
          ctx.status = 502;
          ctx.body = `caught ${(error as Error).message}`;
        }
      });
    }
    plain.use(createRouter(operations).routes());
    for (const app of [createApp(operations).use(plain.middleware[0]!), plain]) {
      const { ask, errors } = await serve(app);
      expect(await ask('GET /fail')).toMatchObject({ status: 502, body: 'caught inner' });
      expect(errors).toEqual([]);
    }
  });

  it('sends a problem too where middleware of createApp or of the router threw it', async () => {
    const operations = createManifest({ 'GET /pets': () => [] });
    for (const app of [
      createApp(operations).use(refuse),
      new Koa().use(createRouter(operations).use(refuse).routes()),
    ]) {
      const { ask } = await serve(app);
      expect((await ask('GET /pets')).json).toEqual({
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'not you',
      });
    }
  });

  it('elsewhere in an app with a router stays what it was', async () => {
    const app = new Koa();
    app.use(createRouter(createManifest({ 'GET /pets': () => [] })).routes());
    app.use((ctx) => ctx.throw(403, 'not here'));
    const { ask } = await serve(app);
    const answer = await ask('GET /elsewhere');
    expect(answer.body).toBe('not here');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('answers the client also where a listener of the error event throws', async () => {
    const app = createApp(
      createManifest({
        'GET /fail': () => {
          throw new Error('first');
        },
      }),
    );
    app.on('error', () => {
      throw new Error('of the listener');
    });
    const callback = app.callback();
    const failures: unknown[] = [];
    const { ask } = await listen((req, res) => {
      try {
        void callback(req, res).catch((error: unknown) => failures.push(error));
      } catch (error) {
        failures.push(error);
      }
    });
    expect((await ask('GET /fail')).status).toBe(500);
    expect(failures).toMatchObject([{ message: 'of the listener' }]);
  });

  it('goes to the app itself if no other code listens', async () => {
    const app = createApp(createManifest({ 'GET /no': (ctx) => ctx.throw(400, 'no') }));
    const seen: string[] = [];
    Object.assign(app, { onerror: ({ message }: Error) => seen.push(message) });
    const { ask } = await listen(app.callback());
    expect((await ask('GET /no')).status).toBe(400);
    expect(seen).toEqual(['no']);
  });
});
