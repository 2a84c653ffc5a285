// @ts-expect-error -- it has no types
import conditional from 'koa-conditional-get';
import etag from 'koa-etag';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { Answer, App } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const never = (): Readable => {
  const stream = new Readable({ read() {} });
  stream.push('begun');
  return stream;
};

describe.each(KINDS)('the declared media type of an operation, by $name', ({ create }) => {
  const answerTo = async (
    produces: string,
    handler: Sketch,
    target = 'GET /it',
  ): Promise<Answer & { errors: Error[] }> => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /it': { produces, handler: handler as never } })));
    return Object.assign(await ask(target), { errors });
  };

  it.each<[string, unknown, string]>([
    ['an object', { data: '€' }, '{"data":"€"}'],
    ['a string', 'text', '"text"'],
    ['null', null, 'null'],
  ])('sends JSON under another name: %s', async (_title, value, text) => {
    for (const handler of [() => value, async () => value]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await answerTo('application/vnd.api+json', handler, `${method} /it`);
        expect(answer).toMatchObject({ status: 200, body: method === 'GET' ? text : '' });
        expect(answer.headers['content-type']).toBe('application/vnd.api+json');
        expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(text)));
      }
    }
  });

  it.each<[string, string, unknown, string, string, string | undefined]>([
    ['text', 'text/csv', 'a,€\n', 'a,€\n', 'text/csv; charset=utf-8', '6'],
    ['an empty text', 'text/plain', '', '', 'text/plain; charset=utf-8', '0'],
    ['a text that looks like JSON', 'text/plain', '{"a":1}', '{"a":1}', 'text/plain; charset=utf-8', '7'],
    ['a number', 'text/plain', 5, '5', 'text/plain; charset=utf-8', '1'],
    ['a truth value', 'text/plain', false, 'false', 'text/plain; charset=utf-8', '5'],
    ['a drawing', 'image/svg+xml', '<svg/>', '<svg/>', 'image/svg+xml', '6'],
    ['bytes', 'image/png', Buffer.from('png'), 'png', 'image/png', '3'],
    ['a part of an array of bytes', 'image/png', Buffer.from('a png').subarray(2), 'png', 'image/png', '3'],
    ['bytes of no Buffer', 'image/png', new Uint8Array([120, 112, 110, 103]).subarray(1), 'png', 'image/png', '3'],
    ["a type of one's own", 'application/x-rows', 'r', 'r', 'application/x-rows', '1'],
    ['a stream', 'text/csv', () => Readable.from(['a,', 'b']), 'a,b', 'text/csv; charset=utf-8', undefined],
    ['bytes of JSON', 'application/vnd.api+json', Buffer.from('{}'), '{}', 'application/vnd.api+json', '2'],
    ['a web stream', 'text/csv', () => new Blob(['a']).stream(), 'a', 'text/csv; charset=utf-8', undefined],
    ['a web Response', 'text/csv', () => new Response(new Blob(['a'])), 'a', 'text/csv; charset=utf-8', undefined],
    [
      'a web Response with a length',
      'text/csv',
      () => new Response('a', { headers: { 'Content-Length': '1' } }),
      'a',
      'text/plain;charset=UTF-8',
      '1',
    ],
    ['a web Response without a body', 'text/csv', () => new Response(), '', 'text/csv; charset=utf-8', '0'],
    ['a Blob', 'text/csv', new Blob(['a']), 'a', 'text/csv; charset=utf-8', '1'],
    ['a Blob with a type', 'text/csv', new Blob(['a'], { type: 'text/x' }), 'a', 'text/x; charset=utf-8', '1'],
  ])('goes out as it is: %s', async (_title, produces, value, text, type, length) => {
    for (const method of ['GET', 'HEAD']) {
      const handler = async (): Promise<unknown> => (typeof value === 'function' ? value() : value);
      const answer = await answerTo(produces, handler, `${method} /it`);
      expect(answer).toMatchObject({ status: 200, body: method === 'GET' ? text : '', errors: [] });
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['content-length']).toBe(length);
    }
  });

  it('sends nothing where the handler returns nothing', async () => {
    const answer = await answerTo('text/csv', () => undefined);
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers['content-type']).toBeUndefined();
  });

  it.each<[string, string, string, number]>([
    ['202', '@returns {void} 202', '', 202],
    ['201', '@returns {void} 201', '', 201],
    ['202 beside a body', '@returns {string} 200\n@returns {void} 202', '', 202],
    ['the first of two', '@returns {void} 202\n@returns {void} 204', '', 202],
    ['204 before another', '@returns {void} 204\n@returns {void} 202', '', 204],
    [
      'the second of two, where the handler sets it',
      '@returns {void} 202\n@returns {void} 201',
      'ctx.status = 201',
      201,
    ],
    ['204 without a contract for it', '@returns {string} 200', '', 204],
  ])('sends nothing under a declared status: %s', async (_title, contract, code, status) => {
    const comment = `/**\n * ${contract.replace('\n', '\n * ')}\n */`;
    const manifest = await compileTree({ 'it/@post.ts': `${comment}\nexport default (ctx) => { ${code} };` });
    const { ask } = await serve(create(manifest));
    const answer = await ask('POST /it');
    expect(answer).toMatchObject({ status, body: '' });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers['content-length']).toBe(status === 204 ? undefined : '0');
  });

  it('gives way to a media type that the handler set', async () => {
    const text = await answerTo('text/csv', (ctx: OperationContext) => ((ctx.type = 'text/html'), '<p>'));
    expect([text.headers['content-type'], text.body]).toEqual(['text/html; charset=utf-8', '<p>']);
    const json = await answerTo('text/csv', (ctx: OperationContext) => ((ctx.type = 'json'), 'a'));
    expect([json.headers['content-type'], json.body]).toEqual(['application/json; charset=utf-8', '"a"']);
    const other = await answerTo(
      'application/vnd.api+json',
      (ctx: OperationContext) => ((ctx.type = 'json'), { a: 1 }),
    );
    expect(other.headers['content-type']).toBe('application/json; charset=utf-8');
    const bytes = await answerTo('image/png', (ctx: OperationContext) => ((ctx.type = 'image/webp'), Buffer.from('x')));
    expect(bytes.headers['content-type']).toBe('image/webp');
    const own = await answerTo('text/csv', (ctx: OperationContext) => void (ctx.body = { a: 1 }));
    expect(own.json).toEqual({ a: 1 });
  });

  it.each<[string, unknown, string]>([
    [
      'an object',
      { a: 1 },
      'it/@get.ts returned a value of type object, but its contract declares text/csv: return a string',
    ],
    ['a list', [['a']], 'it/@get.ts returned a value of type object'],
    ['null', null, 'it/@get.ts returned null, but its contract declares text/csv'],
    ['a function', () => {}, 'it/@get.ts returned a value of type function'],
  ])('fails where %s can be no text', async (_title, value, message) => {
    const answer = await answerTo('text/csv', () => value);
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.errors).toMatchObject([{ name: 'TypeError', message: expect.stringContaining(message) }]);
  });

  it('sends a problem where an error is thrown', async () => {
    const answer = await answerTo('text/csv', (ctx: OperationContext) => ctx.throw(404, 'no rows'));
    expect(answer.json).toMatchObject({ status: 404, detail: 'no rows' });
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it('reads no result for HEAD, and closes a stream', async () => {
    const streams: Readable[] = [];
    const handler = (): Readable => {
      streams.push(never());
      return streams[0]!;
    };
    const answer = await answerTo('text/csv', handler, 'HEAD /it');
    expect(answer).toMatchObject({ status: 200, body: '' });
    await expect.poll(() => streams[0]!.destroyed).toBe(true);
    let cancelled = false;
    const web = new ReadableStream({ cancel: () => void (cancelled = true) });
    expect((await answerTo('text/csv', () => web, 'HEAD /it')).status).toBe(200);
    await expect.poll(() => cancelled).toBe(true);
  });
});

/** An app with the usual middleware in front. */
const usual = <T extends Koa>(app: T): T => (app.use(conditional()).use(etag() as Koa.Middleware), app);

describe.each<[string, (sketches: Record<string, Sketch>) => App]>([
  ['createApp', (sketches) => usual(createApp(createManifest(sketches)))],
  ['createRouter', (sketches) => usual(new Koa()).use(createRouter(createManifest(sketches)).routes())],
])('conditional requests to %s', (_name, create) => {
  it.each<[string, Sketch]>([
    ['data', () => ({ a: '€' })],
    ['text', { produces: 'text/csv', handler: () => 'a,b' }],
    ['bytes', () => Buffer.from('a')],
    ['a list', { paging: 'array', handler: () => [1] }],
    ['data of an operation with middleware', { middleware: [(_ctx, next) => next()], handler: () => ({ a: 1 }) }],
  ])('answers for %s as any Koa app', async (_title, sketch) => {
    const { ask } = await serve(create({ 'GET /it': sketch }));
    const first = await ask('GET /it');
    const { etag: tag } = first.headers;
    expect(tag).toMatch(/^(?:W\/)?"/);
    const again = await ask('GET /it', { headers: { 'If-None-Match': tag! } });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: tag } });
    expect(again.headers['content-type']).toBeUndefined();
    const changed = await ask('GET /it', { headers: { 'If-None-Match': '"other"' } });
    expect(changed).toMatchObject({ status: 200, body: first.body });
    const head = await ask('HEAD /it');
    const { date: _date, ...headers } = first.headers;
    expect(head).toMatchObject({ status: 200, body: '', headers });
    expect((await ask('HEAD /it', { headers: { 'If-None-Match': tag! } })).status).toBe(304);
  });

  it('uses the validators that a handler sets', async () => {
    const modified = new Date(0);
    const handler = (ctx: OperationContext): unknown => {
      ctx.lastModified = modified;
      return { a: 1 };
    };
    const { ask } = await serve(create({ 'GET /it': handler, 'POST /it': handler }));
    const headers = { 'If-Modified-Since': modified.toUTCString() };
    expect((await ask('GET /it', { headers })).status).toBe(304);
    expect((await ask('POST /it', { headers })).status).toBe(200);
    expect((await ask('GET /other', { headers })).status).toBe(404);
  });
});
