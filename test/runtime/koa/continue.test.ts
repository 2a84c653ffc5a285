import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppOptions } from '../../../src/runtime/koa/index.ts';
import { answerClientErrors, createApp, stop } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { until } from './serve.ts';

const HANDLER = '({ input: { body } }) => ({ size: (body.photo ?? body).size ?? JSON.stringify(body).length })';
const operation = (lines: readonly string[], handler = HANDLER): string =>
  `/**\n${[...lines, '@returns {object} It'].map((line) => ` * ${line}\n`).join('')} */\nexport default ${handler};\n`;

const DOCUMENT = JSON.stringify({ components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } });
const FILES = {
  'json@post.js': operation(['@param {object} body']),
  'limited@post.js': operation(['@consumes application/json (max: 10b)', '@param {object} body']),
  'text@post.js': operation(['@consumes text/plain', '@param {string} body']),
  'bytes@post.js': operation(
    ['@consumes application/octet-stream', '@param {file} body'],
    '({ input: { body } }) => ({ size: body.length })',
  ),
  'form@post.js': operation(['@consumes multipart/form-data', '@param {file} photo']),
  'secured@post.js': operation(['@security token', '@param {object} body']),
  'none@post.js': operation([], '() => ({})'),
  'raw@post.js': operation(
    [],
    'async ({ req }) => { let size = 0; for await (const chunk of req) size += chunk.length; return { size }; }',
  ),
};
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json';
const FORM = 'Content-Type: multipart/form-data; boundary=x';
const PART = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nabc\r\n--x--\r\n';

async function start(options: AppOptions = {}, listen?: (app: { callback(): RequestListener }) => Server) {
  const operations = await compileTree(FILES, { definitions: { 'openapi.json': DOCUMENT } });
  const app = createApp(operations, { security: { token: (_ctx, token) => token === 'a' }, ...options } as AppOptions);
  app.on('error', () => {});
  app.use(async (ctx, next) => {
    if (ctx.path !== '/parsed') return next();
    let size = 0;
    for await (const chunk of ctx.req) size += (chunk as Buffer).length;
    ctx.body = { size };
  });
  const server = listen?.(app) ?? app.listen(0);
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, ...openTo(server) };
}

/** Sends the head of a request, and its body once the server asks for it. */
function openTo(server: Server) {
  const ask = async (path: string, lines: readonly string[], body: string) => {
    const socket = connect((server.address() as AddressInfo).port, 'localhost');
    let received = '';
    let isClosed = false;
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => {}).on('close', () => (isClosed = true));
    onTestFinished(() => void socket.destroy());
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Expect: 100-continue', ...lines, '', ''];
    socket.write(head.join('\r\n'));
    await until(() => received.includes('\r\n\r\n'));
    const isAsked = received.startsWith(CONTINUE);
    if (isAsked) socket.write(body);
    const answers = (): string => received.replace(CONTINUE, '');
    await until(() => /\r\n\r\n.*\}/s.test(answers()));
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answers()) ?? [];
    const count = received.split(CONTINUE).length - 1;
    return { isAsked, count, status: Number(status), text: answers(), isClosed: () => isClosed };
  };
  return { ask };
}

describe('a request with Expect: 100-continue', () => {
  it.each<[string, string, string[], string, string]>([
    ['JSON', '/json', [JSON_TYPE, 'Content-Length: 7'], '{"a":1}', '{"size":7}'],
    ['JSON in chunks', '/json', [JSON_TYPE, 'Transfer-Encoding: chunked'], '7\r\n{"a":1}\r\n0\r\n\r\n', '{"size":7}'],
    ['a text', '/text', ['Content-Type: text/plain; charset=latin1', 'Content-Length: 3'], 'abc', '{"size":5}'],
    ['bytes', '/bytes', ['Content-Type: application/octet-stream', 'Content-Length: 3'], 'abc', '{"size":3}'],
    ['a form', '/form', [FORM, `Content-Length: ${PART.length}`], PART, '{"size":3}'],
    [
      'a form in chunks',
      '/form',
      [FORM, 'Transfer-Encoding: chunked'],
      `${PART.length.toString(16)}\r\n${PART}\r\n0\r\n\r\n`,
      '{"size":3}',
    ],
    ['what a handler reads', '/raw', ['Content-Length: 3'], 'abc', '{"size":3}'],
    ['what middleware reads', '/parsed', ['Content-Length: 3'], 'abc', '{"size":3}'],
  ])('gets one 100 when its body is read: %s', async (_name, path, lines, body, expected) => {
    const { ask } = await start();
    const { isAsked, count, status, text } = await ask(path, lines, body);
    expect({ isAsked, count, status }).toEqual({ isAsked: true, count: 1, status: 200 });
    expect(text).toMatch(new RegExp(`\\r\\n\\r\\n${expected}$`));
  });

  it.each<[number, string, string[]]>([
    [413, '/json', [JSON_TYPE, 'Content-Length: 2000000']],
    [413, '/limited', [JSON_TYPE, 'Content-Length: 11']],
    [413, '/bytes', ['Content-Type: application/octet-stream', 'Content-Length: 2000000']],
    [413, '/form', [FORM, 'Content-Length: 200000000000']],
    [413, '/json', [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 2000000']],
    [415, '/json', ['Content-Type: text/plain', 'Content-Length: 3']],
    [415, '/json', ['Content-Type: text/plain', 'Transfer-Encoding: chunked']],
    [415, '/json', [JSON_TYPE, 'Content-Encoding: x', 'Content-Length: 3']],
    [415, '/json', [`${JSON_TYPE}; charset=latin1`, 'Content-Length: 3']],
    [415, '/text', ['Content-Type: text/plain; charset=x', 'Content-Length: 3']],
    [401, '/secured', [JSON_TYPE, 'Content-Length: 3']],
    [401, '/secured', [JSON_TYPE, 'Authorization: Bearer b', 'Content-Length: 3']],
    [404, '/unknown', ['Content-Length: 3']],
    [200, '/none', ['Content-Length: 3']],
  ])('gets a %i at once, if its head decides: %s %j', async (status, path, lines) => {
    const { ask } = await start();
    const answer = await ask(path, lines, '');
    expect(answer).toMatchObject({ isAsked: false, count: 0, status });
    // The client may send the body or not, so the connection cannot go on.
    expect(answer.text).toMatch(/\r\nConnection: close\r\n/);
    await until(answer.isClosed);
  });

  it('reads the body with a valid token', async () => {
    const { ask } = await start();
    const lines = [JSON_TYPE, 'Authorization: Bearer a', 'Content-Length: 7'];
    expect(await ask('/secured', lines, '{"a":1}')).toMatchObject({ isAsked: true, status: 200 });
  });

  it("treats the request alike in the user's own server with answerClientErrors", async () => {
    const { ask } = await start({}, (app) => answerClientErrors(createServer(app.callback())).listen(0));
    expect(await ask('/json', [JSON_TYPE, 'Content-Length: 2000000'], '')).toMatchObject({ count: 0, status: 413 });
    expect(await ask('/json', [JSON_TYPE, 'Content-Length: 7'], '{"a":1}')).toMatchObject({ count: 1, status: 200 });
  });

  it('leaves the request to another listener of the server', async () => {
    const { server, ask } = await start();
    server.on('checkContinue', (_req, res) => void res.writeHead(403).end('{}'));
    expect(await ask('/json', [JSON_TYPE, 'Content-Length: 7'], '')).toMatchObject({ count: 0, status: 403 });
  });

  it('answers the request before the server stops', async () => {
    const { server, ask } = await start();
    const answer = ask('/raw', ['Content-Length: 3'], 'abc');
    await new Promise((resolve) => server.once('request', resolve));
    expect(await stop(server)).toEqual({ forced: 0 });
    expect(await answer).toMatchObject({ count: 1, status: 200 });
  });
});
