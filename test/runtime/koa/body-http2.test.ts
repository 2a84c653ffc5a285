import { once } from 'node:events';
import type { ClientHttp2Stream } from 'node:http2';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { anything, takeBody } from './bodies.ts';
import { until } from './serve.ts';

const CONTENT = [anything('application/json'), anything('text/plain')];

async function serveHttp2() {
  let runs = 0;
  const errors: Error[] = [];
  const app = createApp(takeBody(CONTENT, { handler: ({ input }) => ({ run: ++runs, body: input.body }) }));
  app.on('error', (error: Error) => errors.push(error));
  const server = createServer(app.callback());
  let asked = 0;
  server.on('request', () => asked++);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const post = (type?: string): ClientHttp2Stream =>
    client.request({ ':path': '/', ':method': 'POST', ...(type !== undefined && { 'content-type': type }) });
  return { post, client, errors, runs: () => runs, asked: () => asked };
}

async function read(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  return { status: headers[':status'], body: JSON.parse(await text(stream)) as unknown };
}

describe('a body over HTTP/2', () => {
  it('reads a body over HTTP/2', async () => {
    const { post, client } = await serveHttp2();
    expect(await read(post('application/json').end('{"a":1}'))).toEqual({
      status: 200,
      body: { run: 1, body: { a: 1 } },
    });
    const none = client.request({ ':path': '/', ':method': 'POST' }, { endStream: true });
    expect(await read(none)).toEqual({ status: 200, body: { run: 2 } });
    expect(await read(post().end('x'))).toMatchObject({ status: 415 });
  });

  it('answers 413 if a body over HTTP/2 is too large', async () => {
    const { post, client, errors } = await serveHttp2();
    expect(await read(post('text/plain').end(Buffer.alloc(4 * 2 ** 20)))).toMatchObject({ status: 413 });
    const endless = post('text/plain').on('error', () => {});
    const chunk = Buffer.alloc(2 ** 20);
    const write = (): void => {
      while (!endless.destroyed && endless.write(chunk));
    };
    endless.on('drain', write);
    write();
    expect(await read(endless)).toMatchObject({ status: 413 });
    await until(() => endless.destroyed);
    expect(client.destroyed).toBe(false);
    expect(errors).toMatchObject([{ status: 413 }, { status: 413 }]);
  });

  it('runs no handler if the client leaves a body half way', async () => {
    const { post, client, errors, runs, asked } = await serveHttp2();
    const stream = post('text/plain').on('error', () => {});
    stream.write('half');
    await until(() => asked() > 0);
    client.destroy();
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ status: 400, message: 'The request body was truncated.' }]);
    expect(runs()).toBe(0);
  });
});
