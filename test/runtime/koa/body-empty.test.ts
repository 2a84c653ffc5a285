import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { ClientHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve, until } from './serve.ts';
import { exchange } from './wire.ts';

const HANDLER =
  'export default ({ input: { type, body } }) => ({ type, body: Buffer.isBuffer(body) ? `${body}` : body });';
const operation = (...lines: string[]): string =>
  `/**\n${[...lines, '@returns {object} It'].map((line) => ` * ${line}\n`).join('')} */\n${HANDLER}\n`;

const FILES = {
  'optional@post.js': operation('@param {object} [body]'),
  'required@post.js': operation('@param {object} body'),
  'form@post.js': operation('@consumes multipart/form-data', '@param {file} photo'),
  'optional-form@post.js': operation('@consumes multipart/form-data', '@param {file} [photo]'),
  'any@post.js': operation('@consumes any', '@param {file} body'),
  'any-or-bytes@post.js': operation(
    '@consumes any',
    '@param {file} body',
    '@consumes application/octet-stream',
    '@param {file} body',
  ),
  'bytes@post.js': operation('@consumes application/octet-stream', '@param {file} body'),
};

/** The framings of an empty body, with what follows the head. */
const EMPTY: readonly (readonly [framing: string, rest: string])[] = [
  ['Content-Length: 0', ''],
  ['Transfer-Encoding: chunked', '0\r\n\r\n'],
];
const MULTIPART = 'Content-Type: multipart/form-data; boundary=x';

describe.each(KINDS)('a body by $name', ({ create }) => {
  const start = async () => {
    const served = await serve(create(await compileTree(FILES)));
    return { ...served, port: Number(new URL(served.url).port) };
  };
  const head = (path: string, ...lines: string[]): string =>
    [`POST ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

  it.each<[string, string[], number, unknown]>([
    ['/optional', [], 200, {}],
    ['/optional', ['Content-Type: application/json'], 200, {}],
    ['/optional', ['Content-Type: text/plain'], 200, {}],
    ['/required', [], 400, { detail: 'body is required' }],
    ['/required', ['Content-Type: application/json'], 400, { detail: 'body is required' }],
    ['/form', [], 400, { detail: 'body is required' }],
    ['/form', [MULTIPART], 400, { detail: 'body is required' }],
    ['/any', [], 400, { detail: 'body is required' }],
  ])('reads an empty body as missing, however it is framed: %s %j', async (path, lines, status, json) => {
    const { port } = await start();
    const answers = await Promise.all(
      EMPTY.map(([framing, rest]) => exchange(port, head(path, 'Connection: close', ...lines, framing) + rest)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject(json as object);
    }
    expect(answers[1]!.body).toBe(answers[0]!.body);
  });

  it('answers 415 to chunks of an undeclared type, and the connection goes on', async () => {
    const { port, errors } = await start();
    const chunks = `${(40_000).toString(16)}\r\n${'x'.repeat(40_000)}\r\n0\r\n\r\n`;
    const first = head('/optional', 'Transfer-Encoding: chunked') + chunks;
    const second = head('/optional', 'Connection: close', 'Content-Length: 0');
    const { text: received, closed } = await exchange(port, first + second, 2_000);
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['415', '200']);
    expect(closed).toBe(true);
    expect(errors).toMatchObject([{ message: 'The Content-Type must be application/json, but is missing.' }]);
  });

  it('survives a body that never comes', async () => {
    const { port, errors, ask } = await start();
    for (const path of ['/optional', '/form']) {
      const socket = connectTcp(port, 'localhost');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(head(path, 'Transfer-Encoding: chunked', ...(path === '/form' ? [MULTIPART] : [])));
      await new Promise((resolve) => setTimeout(resolve, 20));
      const before = errors.length;
      socket.resetAndDestroy();
      await until(() => errors.length > before);
    }
    expect((await ask('POST /optional')).status).toBe(200);
  });

  it.each([
    ['/any', 'application/octet-stream'],
    ['/any-or-bytes', 'application/octet-stream'],
  ])('reads a body without a Content-Type as bytes if it can have any type: %s', async (path, type) => {
    const { port } = await start();
    const bytes = await exchange(port, `${head(path, 'Connection: close', 'Content-Length: 2')}hi`);
    expect(JSON.parse(bytes.body)).toEqual({ type, body: 'hi' });
    const chunked = await exchange(
      port,
      `${head(path, 'Connection: close', 'Transfer-Encoding: chunked')}2\r\nhi\r\n0\r\n\r\n`,
    );
    expect(chunked.body).toBe(bytes.body);
  });

  it('answers 415 to a body without a Content-Type if it must have one type', async () => {
    const { port } = await start();
    const { status } = await exchange(port, `${head('/bytes', 'Connection: close', 'Content-Length: 2')}hi`);
    expect(status).toBe(415);
  });
});

describe('a body over HTTP/2', () => {
  it('reads an empty body over HTTP/2 as missing', async () => {
    const server = createServer(
      createApp(await compileTree(FILES))
        .on('error', () => {})
        .callback(),
    );
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const post = (path: string, type?: string): ClientHttp2Stream =>
      client.request({ ':path': path, ':method': 'POST', ...(type !== undefined && { 'content-type': type }) });
    const statusOf = async (stream: ClientHttp2Stream): Promise<unknown> => {
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      await text(stream);
      return headers[':status'];
    };
    expect(await statusOf(post('/optional').end())).toBe(200);
    expect(await statusOf(post('/optional-form', 'multipart/form-data; boundary=x').end())).toBe(200);
    expect(await statusOf(post('/required').end())).toBe(400);
    expect(await statusOf(post('/optional').end('x'))).toBe(415);
    expect(await statusOf(post('/any').end('x'))).toBe(200);
  });
});
