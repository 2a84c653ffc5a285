import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, get } from 'node:http';
import { connect as connect2, createSecureServer } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp, stop } from '../../src/koa/index.ts';
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

async function answer(request: ReturnType<typeof get>): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

describe('stop', () => {
  it('closes silent connections at once', async () => {
    const server = createApp(createManifest({ 'GET /': () => 'hi' })).listen(0, '127.0.0.1');
    const port = await listen(server);
    const silent = await open(server, port);
    const begun = await open(server, port, 'GET / HTTP/1.1\r\nHost: a');
    const closed = [silent, begun].map((socket) => once(socket.resume(), 'close'));
    expect(await stop(server, LONG)).toEqual({ forced: 0 });
    await Promise.all(closed);
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
      (copy) => import(/* @vite-ignore */ `../../src/koa/stop.ts?copy=${copy}`) as Promise<{ stop: typeof stop }>,
    );
    const [first] = await Promise.all(copies);
    const server = createServer(() => {});
    const silent = await open(server, await listen(server));
    const closed = once(silent.resume(), 'close');
    expect(server.listenerCount('session')).toBe(1);
    expect(await first!.stop(server, LONG)).toEqual({ forced: 0 });
    await closed;
  });
});
