import { connect, createServer } from 'node:http2';
import type { ClientHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';

it('createApp answers over HTTP/2, too, without a warning', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', warn);
  const app = createApp(
    createManifest({ 'GET /pets/{id}': async (ctx) => ctx.params, 'GET /no': (ctx) => ctx.throw(403, 'not you') }),
  );
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    process.off('warning', warn);
    client.destroy();
    server.close();
  });
  expect(await read(client.request({ ':path': '/pets/1' }))).toEqual({ status: 200, body: '{"id":"1"}' });
  expect(await read(client.request({ ':path': '/no' }))).toMatchObject({ status: 403 });
  expect(await read(client.request({ ':path': '/pets/1', ':method': 'PUT' }))).toMatchObject({ status: 405 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

it('a response that a handler began by hand ends with an error over HTTP/2, too', async () => {
  const begin = async ({ res }: OperationContext): Promise<never> => {
    res.write('begun');
    throw new Error('after it');
  };
  const app = createApp(createManifest({ 'GET /': begin }));
  app.on('error', () => {});
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  await expect(read(client.request({ ':path': '/' }))).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
});

async function read(stream: ClientHttp2Stream): Promise<{ status: unknown; body: string }> {
  let status: unknown;
  let body = '';
  stream.on('response', (headers) => (status = headers[':status']));
  for await (const chunk of stream) body += String(chunk);
  return { status, body };
}
