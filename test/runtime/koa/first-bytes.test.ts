import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve, until } from './serve.ts';

const PROBLEM = { type: 'about:blank', title: 'Internal Server Error', status: 500 };

const failLater = (): Readable => {
  const stream = new Readable({ read() {} });
  setTimeout(() => stream.destroy(new Error('later')), 20);
  return stream;
};
const closeLater = (): Readable => {
  const stream = new PassThrough();
  setTimeout(() => stream.destroy(), 20);
  return stream;
};
const failingWeb = (): ReadableStream =>
  new ReadableStream({
    async pull() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('later');
    },
  });
const closed = (): Readable => {
  const stream = new PassThrough();
  stream.destroy();
  return stream;
};

describe.each(KINDS)('a stream of bytes by $name', ({ create }) => {
  it.each<[string, () => unknown, RegExp]>([
    ['a missing file', () => createReadStream('/missing'), /ENOENT/],
    ['a directory', () => createReadStream('/'), /EISDIR/],
    ['a stream that fails later', failLater, /^later$/],
    ['a stream that is closed without an end', closeLater, /closed before its first byte/],
    ['a stream that was closed', closed, /closed before its first byte/],
    ['a web stream', failingWeb, /^later$/],
    ['a web Response', () => new Response(failingWeb()), /^later$/],
  ])('answers 500 if it fails before its first byte: %s', async (_name, createStream, message) => {
    const sketch = { status: 200, produces: 'application/octet-stream' };
    const app = create(
      createManifest({
        'GET /returned': { ...sketch, handler: createStream },
        'GET /set': {
          ...sketch,
          handler: (ctx: OperationContext) => {
            ctx.length = 5;
            ctx.body = createStream();
          },
        },
        'GET /inside': { ...sketch, handler: createStream, middleware: [(_ctx, next) => next()] },
      }),
    );
    const { ask, errors } = await serve(app);
    for (const path of ['returned', 'set', 'inside']) {
      const answer = await ask(`GET /${path}`);
      expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
      expect(answer.json).toEqual(PROBLEM);
    }
    // Once for each request.
    expect(errors.map((error) => error.message)).toEqual([0, 1, 2].map(() => expect.stringMatching(message)));
  });

  it.each<[string, () => unknown, string]>([
    ['a file', () => createReadStream('LICENSE'), 'file'],
    ['a file that is opened by the handler', async () => (await open('LICENSE')).createReadStream(), 'file'],
    ['chunks', () => Readable.from([Buffer.from('a'), Buffer.from('b')], { objectMode: false }), 'ab'],
    [
      'a stream that is read by the handler',
      () => Readable.from(['abc'], { objectMode: false }).pipe(new PassThrough()),
      'abc',
    ],
    ['an empty stream', () => Readable.from([], { objectMode: false }), ''],
    ['an empty web stream', () => new Blob([]).stream(), ''],
    ['a Blob', () => new Blob(['blob']), 'blob'],
  ])('sends all bytes of %s', async (_name, createStream, text) => {
    const app = create(createManifest({ 'GET /it': { produces: 'text/plain', handler: createStream } }));
    const { ask, errors } = await serve(app);
    const body = text === 'file' ? await readFile('LICENSE', 'utf8') : text;
    for (let i = 0; i < 3; i++) expect(await ask('GET /it')).toMatchObject({ status: 200, body });
    expect(errors).toEqual([]);
  });

  it('sends each part when it is there', async () => {
    const stream = new PassThrough();
    const app = create(createManifest({ 'GET /it': { produces: 'text/plain', handler: () => stream } }));
    const { url } = await serve(app);
    stream.write('one');
    const response = await fetch(`${url}/it`);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('one');
    stream.write('two');
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('two');
    stream.end();
    expect((await reader.read()).done).toBe(true);
  });

  it('closes a stream if the client leaves before its first byte, which can never come', async () => {
    const stream = new PassThrough();
    const app = create(
      createManifest({
        'GET /never': { produces: 'text/plain', handler: () => stream },
        'GET /next': () => 'next',
      }),
    );
    const { url, ask, errors } = await serve(app);
    const asked = request(`${url}/never`).on('error', () => {});
    onTestFinished(() => void asked.destroy());
    asked.end();
    await until(() => stream.listenerCount('readable') > 0);
    // Others are answered meanwhile.
    expect((await ask('GET /next')).status).toBe(200);
    asked.destroy();
    await until(() => stream.destroyed);
    expect(errors).toEqual([]);
  });

  it('reads nothing of a stream for HEAD', async () => {
    let isRead = false;
    const stream = (): Readable =>
      new Readable({
        read() {
          isRead = true;
          this.push(null);
        },
      });
    const app = create(createManifest({ 'GET /it': { produces: 'text/plain', handler: stream } }));
    const { ask } = await serve(app);
    expect(await ask('HEAD /it')).toMatchObject({ status: 200, body: '' });
    expect(isRead).toBe(false);
  });

  it('keeps the length that the handler has set for an iterable of bytes', async () => {
    const sketch = { status: 200, produces: 'text/plain' };
    const bytes = (): Readable => Readable.from([Buffer.from('ab'), Buffer.from('c')]);
    const app = create(
      createManifest({
        'GET /bytes': { ...sketch, handler: (ctx: OperationContext) => ((ctx.length = 3), bytes()) },
        'GET /text': { ...sketch, handler: (ctx: OperationContext) => ((ctx.length = 3), Readable.from(['ab', 'c'])) },
        'GET /set': {
          ...sketch,
          handler: (ctx: OperationContext) => {
            ctx.body = bytes();
            ctx.length = 3;
          },
        },
        'GET /rows': { status: 200, handler: (ctx: OperationContext) => ((ctx.length = 3), Readable.from([{ a: 1 }])) },
      }),
    );
    const { ask } = await serve(app);
    for (const path of ['bytes', 'text', 'set']) {
      const { headers, body } = await ask(`GET /${path}`);
      expect([path, body, headers['content-length']]).toEqual([path, 'abc', '3']);
    }
    // The length of an array of rows is not theirs.
    const rows = await ask('GET /rows');
    expect([rows.body, rows.headers['content-length']]).toEqual(['[{"a":1}]', undefined]);
  });
});

it('createApp answers 500 if a stream that its middleware has set fails before its first byte', async () => {
  const app = createApp(createManifest({}));
  app.use((ctx) => {
    ctx.body = createReadStream('/missing');
  });
  const { ask } = await serve(app);
  expect((await ask('GET /file')).json).toEqual(PROBLEM);
});
