import { once } from 'node:events';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { Agent, createServer, get } from 'node:http';
import { connect as connect2, createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, isStopping, stop } from '../../../src/runtime/koa/index.ts';
import type * as Traffics from '../../../src/runtime/koa/stop/traffic.ts';
import { streaming } from '../streams/sketch.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';
import { createManifest } from './manifest.ts';

/** A handler that holds its requests until they are released. */
function createGate() {
  const waiting: (() => void)[] = [];
  const arrivals: (() => void)[] = [];
  return {
    async handler() {
      const released = new Promise<void>((resolve) => waiting.push(resolve));
      for (const arrive of arrivals.splice(0)) arrive();
      await released;
      return { ok: true };
    },
    /** Waits until a number of requests has arrived. */
    async arrived(count: number) {
      while (waiting.length < count) await new Promise<void>((resolve) => arrivals.push(resolve));
    },
    release: () => waiting.splice(0).forEach((go) => go()),
  };
}

const LONG = { deadline: 2 ** 30 };

async function listen<T extends Server>(server: T): Promise<number> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Opens a connection, and waits until the server has it. */
async function open(server: Server, port: number, text = ''): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await accepted;
  socket.write(text);
  return socket;
}

/** Waits until a server that stops accepts no more connections. From then on, responses have `Connection: close`. */
async function closing(server: Server): Promise<void> {
  while (server.listening) await sleep(1);
  await sleep(1);
}

async function openTls(port: number): Promise<Socket> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: CERTIFICATE });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function fetchText(options: RequestOptions) {
  const [response] = (await once(get(options), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { headers: response.headers, text };
}

async function answer(request: ReturnType<typeof get>): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

describe('stop', () => {
  it('closes silent connections soon, and idle ones', async () => {
    const server = createApp(createManifest({ 'GET /': () => 'hi' })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const silent = await open(server, port);
    const idle = await open(server, port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    const closed = [silent, idle].map((socket) => once(socket.resume(), 'close'));
    expect(await stop(server, LONG)).toEqual({ forced: 0 });
    await Promise.all(closed);
  });

  it.each([false, true])('waits for a request that is half sent (TLS: %s)', async (isTls) => {
    const listener = createApp(createManifest({ 'GET /': () => 'hi' })).callback();
    const server = isTls ? createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, listener) : createServer(listener);
    const port = await listen(server);
    const begun = isTls ? await openTls(port) : await open(server, port);
    begun.write('GET / HTTP/1.1\r\nHost: a');
    await sleep(50);
    const silent = isTls ? await openTls(port) : await open(server, port);
    const closed = once(silent.resume(), 'close');
    const stopped = stop(server, LONG);
    await closed;
    begun.write('\r\n\r\n');
    let text = '';
    for await (const chunk of begun) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*"hi"$/s);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('answers requests that are on their way when it is called', async () => {
    const server = createApp(createManifest({ 'POST /': () => 'hi' })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const sockets = await Promise.all([1, 2, 3].map(() => open(server, port, post)));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const fresh = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    const stopped = stop(server, LONG);
    const answers = [...sockets, ...fresh].map(async (socket, i) => {
      await sleep(Math.min(i, 3) * 10);
      socket.write(post);
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text;
    });
    for (const text of await Promise.all(answers)) expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"hi"$/s);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('answers requests that arrive while the whole process pauses', async () => {
    const server = createApp(createManifest({ 'GET /now': () => 'now' })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const request = 'GET /now HTTP/1.1\r\nHost: a\r\n\r\n';
    // A request has left one of them idle, and the other one is new.
    const idle = await open(server, port, request);
    await once(idle, 'data');
    const silent = await open(server, port);
    const stopped = stop(server, LONG);
    await closing(server);
    const responses = [idle, silent].map(async (socket) => String((await once(socket, 'data'))[0]));
    // After it, timers come first.
    await setImmediate();
    for (const socket of [idle, silent]) socket.write(request);
    // Longer than idle connections stay open.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('sends a large response to a slow reader to its end', async () => {
    const size = 20_000_000;
    const server = createApp(createManifest({ 'GET /': () => 'x'.repeat(size) })).listen(0, '127.0.0.1');
    const slow = await open(server, await listen(server), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(slow, 'readable');
    const stopped = stop(server, LONG);
    await sleep(400);
    let received = 0;
    for await (const chunk of slow) received += (chunk as Buffer).length;
    expect(received).toBeGreaterThan(size);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('goes on serving while it drains', async () => {
    const server = createApp(
      createManifest({ 'GET /': (ctx: OperationContext) => ({ isStopping: isStopping(ctx) }) }),
    ).listen(0, '127.0.0.1');
    const port = await listen(server);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = async () => {
      const response = await fetchText({ port, host: '127.0.0.1', agent });
      return [response.headers.connection, JSON.parse(response.text)];
    };
    expect(await ask()).toEqual(['keep-alive', { isStopping: false }]);
    expect(isStopping(server)).toBe(false);
    const stopped = stop(server, { ...LONG, drain: 300 });
    expect(isStopping(server)).toBe(true);
    for (let i = 0; i < 5; i++) expect(await ask()).toEqual(['close', { isStopping: true }]);
    expect(stop(server)).toBe(stopped);
    expect(await stopped).toEqual({ forced: 0 });
    const [error] = (await once(get({ port, host: '127.0.0.1', agent }), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('counts the deadline from the end of the drain', async () => {
    const gate = createGate();
    const server = createApp(createManifest({ 'GET /': gate.handler })).listen(0, '127.0.0.1');
    const held = answer(get({ port: await listen(server), host: '127.0.0.1' }));
    await gate.arrived(1);
    const stopped = stop(server, { drain: 400, deadline: 300 });
    await sleep(550);
    gate.release();
    expect((await held).statusCode).toBe(200);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('cuts streams after their headers, and refuses those that cannot be resumed', async () => {
    const arrived: string[] = [];
    const wait = async function* (ctx: OperationContext) {
      arrived.push(ctx.path);
      yield await sleep(1_000_000, 1, { signal: ctx.signal });
    };
    const app = createApp(
      createManifest({ 'GET /events': streaming(wait, 'text/event-stream'), 'GET /lines': streaming(wait) }),
    );
    const server = app.listen(0, '127.0.0.1');
    const port = await listen(server);
    const asked = ['/events', '/lines'].map((path) =>
      once(get({ port, host: '127.0.0.1', path, agent: false }), 'response'),
    );
    while (arrived.length < 2) await sleep(1);
    const stopped = stop(server, LONG);
    const [[events], [lines]] = (await Promise.all(asked)) as [[IncomingMessage], [IncomingMessage]];
    expect([events.statusCode, lines.statusCode, lines.headers['retry-after']]).toEqual([200, 503, '0']);
    lines.resume();
    await expect(once(events.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('answers requests under way with Connection: close, and resets none', async () => {
    const gate = createGate();
    const server = createApp(createManifest({ 'GET /': gate.handler })).listen(0, '127.0.0.1');
    const port = await listen(server);
    await open(server, port);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const answers = Array.from({ length: 40 }, () => answer(get({ port, host: '127.0.0.1', agent })));
    await gate.arrived(40);
    const stopped = stop(server, LONG);
    await closing(server);
    gate.release();
    for (const { statusCode, headers } of await Promise.all(answers))
      expect([statusCode, headers.connection]).toEqual([200, 'close']);
    expect(await stopped).toEqual({ forced: 0 });
    const [error] = (await once(get({ port, host: '127.0.0.1', agent }), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('answers requests that arrive on an open connection', async () => {
    const gate = createGate();
    const server = createApp(createManifest({ 'GET /': gate.handler, 'GET /now': () => 'now' })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const held = answer(get({ port, host: '127.0.0.1' }));
    const late = await open(server, port);
    await gate.arrived(1);
    const stopped = stop(server, LONG);
    await closing(server);
    late.write('GET /now HTTP/1.1\r\nHost: a\r\n\r\n');
    let text = '';
    for await (const chunk of late) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*"now"$/s);
    gate.release();
    expect((await held).statusCode).toBe(200);
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('ends requests that do not end, and counts them', async () => {
    const gate = createGate();
    const server = createApp(createManifest({ 'GET /': gate.handler })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const cut = ['a', 'b'].map(() => once(get({ port, host: '127.0.0.1' }), 'error'));
    await gate.arrived(2);
    expect(await stop(server, { deadline: 20 })).toEqual({ forced: 2 });
    for (const [error] of await Promise.all(cut)) expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET');
  });

  it('keeps upgraded connections until the deadline', async () => {
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => response.end());
    server.on('upgrade', (_request, socket: Socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      socket.on('data', (chunk) => socket.write(chunk));
    });
    const port = await listen(server);
    const silent = await open(server, port);
    const upgraded = await open(
      server,
      port,
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n',
    );
    await once(upgraded, 'data');
    const stopped = stop(server, { deadline: 500 });
    await once(silent.resume(), 'close');
    upgraded.write('still here');
    expect(String((await once(upgraded, 'data'))[0])).toBe('still here');
    const closed = once(upgraded, 'close');
    expect(await stopped).toEqual({ forced: 1 });
    await closed;
  });

  it('lets the app close upgraded connections', async () => {
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => response.end());
    const upgraded = new Set<Socket>();
    server.on('upgrade', (_request, socket: Socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      upgraded.add(socket);
    });
    const port = await listen(server);
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n';
    const clients = await Promise.all([1, 2].map(() => open(server, port, request)));
    await Promise.all(clients.map((client) => once(client, 'data')));
    const closeUpgraded = () => {
      for (const socket of upgraded) socket.end('bye');
    };
    const messages = clients.map(async (client) => String((await once(client, 'data'))[0]));
    expect(await stop(server, { ...LONG, closeUpgraded })).toEqual({ forced: 0 });
    expect(await Promise.all(messages)).toEqual(['bye', 'bye']);
  });

  it('ignores upgraded connections that the app has closed, if their clients do not', async () => {
    const server = createServer({}).on('upgrade', (_request, socket: Socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      if (ended === undefined) ended = socket;
    });
    let ended: Socket | undefined;
    const port = await listen(server);
    for (let i = 0; i < 2; i++) {
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
      client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      await once(client, 'data');
    }
    const closeUpgraded = () => void ended!.end();
    expect(await stop(server, { deadline: 400, closeUpgraded })).toEqual({ forced: 1 });
  });

  it('answers HTTP/2 requests that are on their way', async () => {
    const app = createApp(createManifest({ 'GET /': () => ({ ok: true }) }));
    const server = createHttp2Server(app.callback());
    const port = await listen(server);
    const client = connect2(`http://127.0.0.1:${port}`);
    client.request({ ':path': '/' }).resume();
    await sleep(50);
    const stopped = stop(server, LONG);
    const stream = client.request({ ':path': '/' });
    const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
    expect(headers[':status']).toBe(200);
    stream.resume();
    expect(await stopped).toEqual({ forced: 0 });
  });

  it('sends GOAWAY on HTTP/2, and lets its streams end', async () => {
    const gate = createGate();
    const app = createApp(createManifest({ 'GET /': gate.handler }));
    const server = createSecureServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, app.callback());
    const port = await listen(server);
    const silent = await open(server, port);
    const idle = connectTls({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: CERTIFICATE,
      ALPNProtocols: ['h2'],
    });
    await once(idle, 'secureConnect');
    const client = connect2(`https://127.0.0.1:${port}`, { ca: CERTIFICATE, servername: 'localhost' });
    const stream = client.request({ ':path': '/' });
    await gate.arrived(1);
    const away = once(client, 'goaway');
    const closed = [silent, idle].map((socket) => once(socket.resume(), 'close'));
    const stopped = stop(server, LONG);
    await away;
    gate.release();
    const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
    expect(headers[':status']).toBe(200);
    stream.resume();
    expect(await stopped).toEqual({ forced: 0 });
    await Promise.all(closed);
  });

  it('returns at once for a server that does not listen', async () => {
    expect(await stop(createServer(), LONG)).toEqual({ forced: 0 });
  });

  it('watches a server once, if a process evaluates it several times', async () => {
    const copies = [1, 2, 3].map(
      (copy) =>
        import(/* @vite-ignore */ `../../../src/runtime/koa/stop/traffic.ts?copy=${copy}`) as Promise<typeof Traffics>,
    );
    const found = await Promise.all(copies);
    const server = createServer(() => {});
    const silent = await open(server, await listen(server));
    const closed = once(silent.resume(), 'close');
    expect(server.listenerCount('session')).toBe(1);
    expect(new Set(found.map(({ trafficOf }) => trafficOf(server))).size).toBe(1);
    expect(await stop(server, LONG)).toEqual({ forced: 0 });
    await closed;
  });
});
