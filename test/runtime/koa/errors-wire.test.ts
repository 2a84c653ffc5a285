import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { answerClientErrors, createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { createGate, KINDS, serve } from './serve.ts';
import { exchange } from './wire.ts';

const OPERATIONS = createManifest({
  'GET /': () => 'root',
  'GET /a': (ctx: OperationContext) => ctx.querystring,
  'GET /p/{id}': (ctx: OperationContext) => ctx.params['id'],
  'POST /a': () => 1,
});

describe.each(KINDS)('the host by $name', ({ create }) => {
  it.each([
    ['other hosts', ['x', 'y']],
    ['the same host', ['x', 'x']],
    ['an empty one', ['x', '']],
  ])('requires one host, and refuses two with %s', async (_name, hosts) => {
    const { url, errors } = await serve(create(OPERATIONS));
    const lines = hosts.map((host, i) => `${i === 0 ? 'Host' : 'hOST'}: ${host}\r\n`).join('');
    for (const target of ['/', '/unknown', 'http://x/a']) {
      const answer = await exchange(
        Number(new URL(url).port),
        `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`,
      );
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'The request must have one valid Host header.',
      });
    }
    expect(errors).toEqual([]);
  });
});

describe.each(KINDS)('a request target by $name', ({ create, name: kind }) => {
  const send = async (line: string): Promise<Awaited<ReturnType<typeof exchange>> & { told: unknown[] }> => {
    const { url, errors } = await serve(create(OPERATIONS));
    const answer = await exchange(
      Number(new URL(url).port),
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    return { ...answer, told: errors };
  };

  // Outside of createApp, a guard before the router may read such a target otherwise.
  it.each([
    ['GET /a#b', '""'],
    ['GET /p/\\', String.raw`"\\"`],
  ])('matches an operation in createApp alone: %s', async (line, body) => {
    const expected = kind.startsWith('createApp') ? { status: 200, body } : { status: 404 };
    expect(await send(line)).toMatchObject({ ...expected, told: [] });
  });

  it.each([
    ['GET http://other.example/a?x=1', '"x=1"'],
    ['GET http://other.example', '"root"'],
    ['GET /a?%zz', '"%zz"'],
    ['GET /p/%5C%2f', String.raw`"\\/"`],
    ['GET /p/%00', String.raw`"\u0000"`],
    [`GET /p/${'x'.repeat(8000)}`, `"${'x'.repeat(8000)}"`],
  ])('understands the target %s', async (line, body) => {
    expect(await send(line)).toMatchObject({ status: 200, body, told: [] });
  });

  it.each([
    'GET http://[bad/a',
    'GET /%',
    'GET /p/%C3',
    'GET /p/%zz',
    'PUT /p/%',
    'OPTIONS http://[bad',
    'HEAD /%',
    'GET *',
    'GET *a',
  ])('answers 400 to a target that cannot be read: %s', async (line) => {
    const answer = await send(line);
    expect(answer).toMatchObject({ status: 400, told: [], headers: { 'content-type': 'application/problem+json' } });
    const detail = 'The path is malformed or has an invalid percent-encoding.';
    const problem = JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, detail });
    expect(answer.body).toBe(line.startsWith('HEAD') ? '' : problem);
  });

  it.each(['GET //a', 'GET //evil.example/a', 'GET /a//', 'GET /\\a', 'GET /A'])(
    "answers 404 to a target that isn't the path of an operation: %s",
    async (line) => {
      const problem = '{"type":"about:blank","title":"Not Found","status":404}';
      const body = kind.startsWith('createApp') ? problem : 'Not Found';
      expect(await send(line)).toMatchObject({ status: 404, body, told: [] });
    },
  );

  it('understands a target for the server as a whole', async () => {
    const answer = await send('OPTIONS *');
    const own = { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' }, body: '' };
    expect(answer).toMatchObject(kind.startsWith('createApp') ? own : { status: 404, body: 'Not Found' });
  });

  it('answers 501 to an unknown method', async () => {
    expect(await send('PROPFIND /a')).toMatchObject({
      status: 501,
      headers: { 'content-type': 'application/problem+json' },
    });
  });

  it.each(['text/html', 'image/*;q=0.1', 'application/json;q=0', '*/*;q=0', 'nonsense'])(
    'sends a problem even to a client that does not accept it: %s',
    async (accepted) => {
      const { ask } = await serve(create(createManifest({ 'GET /no': (ctx) => ctx.throw(409, 'no') })));
      for (const [target, status] of [
        ['GET /no', 409],
        ['PUT /no', 405],
        ['GET /%', 400],
      ] as const) {
        const answer = await ask(target, {
          headers: { Accept: accepted, 'Accept-Charset': 'x', 'Accept-Encoding': 'identity;q=0' },
        });
        expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
      }
    },
  );

  it('emits an error to its listeners, with the operation', async () => {
    const told: unknown[] = [];
    const app = create(createManifest({ 'GET /p/{id}': () => Promise.reject(new Error('secret')) }));
    app.on('error', ((error: Error, ctx: OperationContext) => {
      told.push(error.message, ctx.operation.id, ctx.params, ctx.status);
    }) as (error: Error) => void);
    const { ask } = await serve(app);
    expect((await ask('GET /p/3')).body).not.toContain('secret');
    expect(told.slice(0, 3)).toEqual(['secret', 'p/{id}/@get.ts', { id: '3' }]);
  });

  it.each([
    ['exposed by itself', 503, true],
    ['a status of its own', 599, true],
    ['that says all is well', 200, true],
    ['of a redirection', 302, true],
  ])("sends no message of an error that is the server's fault: %s", async (_title, status, expose) => {
    const thrown = Object.assign(new Error('secret'), { status, expose });
    const { ask } = await serve(
      create(
        createManifest({
          'GET /no': () => {
            throw thrown;
          },
        }),
      ),
    );
    const answer = await ask('GET /no');
    expect(answer.body).not.toContain('secret');
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.json).toMatchObject({ status: answer.status });
  });
});

/** The port of a server, closed when the test is over. */
async function portOf(server: Server): Promise<number> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** The port of a server that an app listens with by itself. */
const listening = async (): Promise<number> => {
  let server: Server | undefined;
  await new Promise<void>((resolve) => (server = createApp(OPERATIONS).listen(0, 'localhost', resolve)));
  return portOf(server!);
};

describe('what Node refuses', () => {
  it.each<[string, string, number, string]>([
    ['a method that HTTP does not know', 'FOO /a HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'Not Implemented'],
    ['a method in small letters', 'get /a HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'Not Implemented'],
    ['a version that HTTP does not have', 'GET /a HTTP/9.9\r\nHost: x\r\n\r\n', 505, 'HTTP Version Not Supported'],
    ['a target that is none', 'GET foo:bar HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
    ['a target with a NUL', 'GET /a\x00b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
    ['a target with bytes that are not ASCII', 'GET /\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
    ['no target', 'GET HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
    [
      'a very long target',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
    ],
    [
      'a very long header',
      `GET /a HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
    ],
    ['a header that is none', 'GET /a HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400, 'Bad Request'],
    ['a line break in a header', 'GET /a HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n', 400, 'Bad Request'],
    [
      'two lengths',
      'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'Bad Request',
    ],
    [
      'a length and chunks',
      'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'Bad Request',
    ],
    ['a length that is none', 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 400, 'Bad Request'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'Bad Request'],
    ['text', 'hello\r\n\r\n', 400, 'Bad Request'],
  ])('answers with a problem, and ends the connection: %s', async (_title, bytes, status, title) => {
    const answer = await exchange(await listening(), bytes);
    expect(answer).toMatchObject({ status, closed: true });
    expect(JSON.parse(answer.body)).toEqual({ type: 'about:blank', title, status });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', connection: 'close' });
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(new Date(answer.headers['date']!).getTime()).toBeGreaterThan(0);
  });

  it('answers with a problem to an unknown expectation', async () => {
    const answer = await exchange(
      await listening(),
      'GET /a HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatchObject({ status: 417, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toEqual({ type: 'about:blank', title: 'Expectation Failed', status: 417 });
  });

  it('leaves the answer to what came before it whole', async () => {
    const port = await listening();
    const good = 'GET /a?1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const { status, body, closed } = await exchange(port, `${good}FOO /a HTTP/1.1\r\nHost: x\r\n\r\n${good}`);
    expect({ status, body, closed }).toEqual({ status: 200, body: '"1"', closed: true });
  });

  it("answers in the user's own server too, even where the client is too slow", async () => {
    const options = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const server = answerClientErrors(createServer(options, createApp(OPERATIONS).callback()));
    const answer = await exchange(await portOf(server), 'GET /a HTTP/1.1\r\nHo', 5000);
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(JSON.parse(answer.body)).toEqual({ type: 'about:blank', title: 'Request Timeout', status: 408 });
  });

  it('leaves an answer alone that has begun', async () => {
    const stream = new Readable({ read() {} });
    const operations = createManifest({ 'POST /stream': () => (stream.push('begun'), stream) });
    const app = createApp(operations);
    app.on('error', () => {});
    const server = answerClientErrors(createServer(app.callback()));
    const bytes = 'POST /stream HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
    const { text, closed } = await exchange(await portOf(server), bytes);
    expect(text.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 501');
    expect(text.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThan(2);
    expect(closed).toBe(true);
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('ends a request whose answer has not begun', async () => {
    const began = createGate();
    const operations = createManifest({ 'POST /slow': () => (began.open(), new Promise(() => {})) });
    const server = answerClientErrors(createServer(createApp(operations).callback()));
    const bytes = 'POST /slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
    const answer = await exchange(await portOf(server), bytes, 5000);
    await began.opened;
    expect(answer).toMatchObject({ status: 400, closed: true });
  });
});
