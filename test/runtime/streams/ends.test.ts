import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, get } from 'node:http';
import { connect as connect2, createServer as createServer2 } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, stop } from '../../../src/runtime/koa/index.ts';
import { scratch } from '../../support/build.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../koa/certificate.ts';
import { createManifest } from '../koa/manifest.ts';
import { KINDS, serve, until } from '../koa/serve.ts';
import { streaming } from './sketch.ts';

async function* failing() {
  for (let n = 1; n <= 3; n++) yield n;
  throw new Error('after three');
}

const bytes = (): Readable =>
  Readable.from(
    (async function* () {
      yield '1\n2\n3\n';
      await sleep(10);
      throw new Error('after three');
    })(),
    { objectMode: false },
  );

const OPERATIONS = createManifest({
  'GET /lines': streaming(failing),
  'GET /endless': streaming(async function* (ctx: OperationContext) {
    yield 1;
    await sleep(1_000_000, undefined, { signal: ctx.signal });
  }),
  'GET /bytes': { handler: bytes, status: 200, produces: 'text/plain' },
  'GET /rows': {
    status: 200,
    handler: () =>
      Readable.from(
        (async function* () {
          yield 1;
          yield 2;
          await sleep(10);
          throw new Error('after two');
        })(),
      ),
  },
  'GET /unframed': streaming(async function* (ctx: OperationContext) {
    ctx.res.removeHeader('Transfer-Encoding');
    yield* failing();
  }),
});

/** All that a connection receives, and the error that ended it. */
async function receive(socket: Socket): Promise<{ text: string; code: string | undefined }> {
  let text = '';
  let code: string | undefined;
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code));
  await once(socket, 'close').catch(() => once(socket, 'close'));
  return { text, code };
}

async function listenOn<T extends Server>(server: T, target: number | string = 0): Promise<number> {
  if (typeof target === 'string') server.listen(target);
  else server.listen(target, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return typeof target === 'string' ? 0 : (server.address() as AddressInfo).port;
}

const listenerOf = (): RequestListener =>
  createApp(OPERATIONS)
    .on('error', () => {})
    .callback();

describe('HTTP/1.0, where the end of the connection is the end of the response', () => {
  it.each([
    ['GET /lines', '1\n2\n3\n'],
    ['GET /bytes', '1\n2\n3\n'],
    ['GET /rows', '[1,2'],
  ])('resets the connection after what was sent, if the response is cut: %s', async (target, sent) => {
    const port = await listenOn(createServer(listenerOf()));
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${target} HTTP/1.0\r\n\r\n`);
      const { text, code } = await receive(socket);
      expect([text.split('\r\n\r\n')[1], code]).toEqual([sent, 'ECONNRESET']);
    }
  });

  it('curl reports an error', async () => {
    const port = await listenOn(createServer(listenerOf()));
    const run = promisify(execFile)('curl', ['-sS', '--http1.0', `http://127.0.0.1:${port}/lines`]);
    expect(await run.catch((error: unknown) => error)).toMatchObject({ code: 56, stdout: '1\n2\n3\n' });
  });

  it('resets the connection below TLS', async () => {
    const port = await listenOn(createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, listenerOf()));
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: CERTIFICATE });
    socket.write('GET /lines HTTP/1.0\r\n\r\n');
    const { text, code } = await receive(socket);
    expect([text.split('\r\n\r\n')[1], code]).toEqual(['1\n2\n3\n', 'ECONNRESET']);
  });

  it('ends on a Unix socket, which has no reset', async () => {
    const path = join(scratch(), 'socket');
    await listenOn(createServer(listenerOf()), path);
    const socket = connect(path);
    socket.write('GET /lines HTTP/1.0\r\n\r\n');
    expect((await receive(socket)).text).toContain('1\n2\n3\n');
  });

  it('stop resets the connection', async () => {
    const server = createServer(listenerOf());
    const port = await listenOn(server);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /endless HTTP/1.0\r\n\r\n');
    const received = receive(socket);
    await once(socket, 'data');
    expect(await stop(server)).toEqual({ forced: 0 });
    expect((await received).code).toBe('ECONNRESET');
  });

  it('ends in order without an error', async () => {
    const port = await listenOn(
      createServer(createApp(createManifest({ 'GET /': streaming(() => [1, 2]) })).callback()),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    const { text, code } = await receive(socket);
    expect([text.split('\r\n\r\n')[1], code]).toEqual(['1\n2\n', undefined]);
  });
});

it('resets a response without framing over HTTP/1.1 too', async () => {
  const port = await listenOn(createServer(listenerOf()));
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /unframed HTTP/1.1\r\nHost: a\r\n\r\n');
  const { text, code } = await receive(socket);
  expect([text.split('\r\n\r\n')[1], code]).toEqual(['1\n2\n3\n', 'ECONNRESET']);
});

it('sends what was written before the cut over HTTP/1.1', async () => {
  const port = await listenOn(createServer(listenerOf()));
  for (const path of ['/lines', '/bytes']) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const { text } = await receive(socket);
    expect(text).toContain('3\n');
    expect(text).not.toContain('\r\n0\r\n');
  }
});

it.each(['/ten', '/bytes', '/large'])('sends what was written before an error over HTTP/2: %s', async (path) => {
  const large = 'x'.repeat(200_000);
  const app = createApp(
    createManifest({
      'GET /ten': streaming(async function* () {
        for (let n = 0; n < 10; n++) yield n;
        throw new Error('after ten');
      }),
      'GET /bytes': { handler: bytes, status: 200, produces: 'text/plain' },
      'GET /large': streaming(async function* () {
        for (let n = 0; n < 10; n++) yield large;
        throw new Error('after ten');
      }),
    }),
  ).on('error', () => {});
  const server = createServer2(app.callback());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect2(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => (client.destroy(), server.close(), undefined));
  const stream = client.request({ ':path': path });
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  const [error] = (await once(stream, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ERR_HTTP2_STREAM_ERROR');
  expect(text.split('\n')).toHaveLength(path === '/bytes' ? 4 : 11);
});

describe.each(KINDS)('pipelined requests behind a stream, by $name', ({ create }) => {
  it('end with their connection', async () => {
    const counts = { open: 0, started: 0, aborted: 0 };
    const { url, errors } = await serve(
      create(
        createManifest({
          'GET /forever': streaming(async function* (ctx: OperationContext) {
            counts.open++;
            counts.started++;
            try {
              for (;;) {
                yield 1;
                await sleep(5, undefined, { signal: ctx.signal });
              }
            } finally {
              counts.open--;
            }
          }),
          'GET /waits': async (ctx: OperationContext) => {
            ctx.signal.addEventListener('abort', () => counts.aborted++);
            counts.started++;
            await sleep(1_000_000, undefined, { signal: ctx.signal });
          },
          'GET /bytes': {
            status: 200,
            produces: 'text/plain',
            handler: () => {
              counts.open++;
              return new Readable({ read() {} }).once('close', () => counts.open--);
            },
          },
        }),
      ),
    );
    const { port } = new URL(url);
    const sockets = Array.from({ length: 4 }, () => connect(Number(port), 'localhost').on('error', () => {}));
    for (const socket of sockets) {
      const head = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
      socket.write(head('/forever') + (head('/forever') + head('/waits') + head('/bytes')).repeat(5));
    }
    await until(() => counts.started === 4 * 11);
    await sleep(50);
    for (const socket of sockets) socket.destroy();
    await until(() => counts.open === 0 && counts.aborted === 20);
    expect(errors).toEqual([]);
  });
});

describe('promises in a list that is streamed', () => {
  const fails = (time: number): Promise<number> =>
    sleep(time).then(() => {
      throw new Error(`after ${time}`);
    });

  it.each([
    ['an array', (items: Promise<number>[]) => items],
    ['a set', (items: Promise<number>[]) => new Set(items)],
  ])('holds promises from the start: %s', async (_name, wrap) => {
    const unhandled: unknown[] = [];
    const before = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => unhandled.push(error));
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of before) process.on('unhandledRejection', listener);
    });
    const { ask } = await serve(
      createApp(createManifest({ 'GET /': streaming(() => wrap([sleep(60, 1), fails(10), fails(20)])) })),
    );
    expect(await ask('HEAD /')).toMatchObject({ status: 200 });
    await expect(ask('GET /')).rejects.toThrow('aborted');
    await sleep(50);
    expect(unhandled).toEqual([]);
  });
});

it.each(KINDS)('a stream ends if its generator ended while its client was behind, by $name', async ({ create }) => {
  let isLast = false;
  let hasEnded = false;
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { url } = await serve(
    create(
      createManifest({
        'GET /': streaming(async function* () {
          // More than the buffers of both sockets.
          yield 'x'.repeat(2 ** 24);
          isLast = true;
          yield 'last';
          await finished;
          hasEnded = true;
        }),
      }),
    ),
  );
  const request = get(url, { agent: false });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await until(() => isLast);
  await new Promise(setImmediate);
  finish();
  await until(() => hasEnded);
  await new Promise(setImmediate);
  let text = '';
  for await (const chunk of response) text = `${text}${String(chunk)}`.slice(-10);
  expect(text).toBe('x"\n"last"\n');
});
