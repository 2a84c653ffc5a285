import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AnyHandler } from '../../../src/shared/contract/manifest.ts';
import type { FormOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { anything, takeBody } from './bodies.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';

const JSON_BODY = anything('application/json');
/** Any text. */
const TEXT: unknown = expect.any(String);
const FORM = anything('application/x-www-form-urlencoded', {
  decoding: {
    types: [],
    properties: { age: { types: ['integer'] }, tags: { types: [], items: { types: ['string'] } } },
  },
});

const isRead: AnyHandler = ({ req }) => req.readableDidRead;

const fieldsOf = (count: number): string => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&');

/** 50 MiB that are compressed to less than the limit. */
const BOMB = gzipSync(Buffer.alloc(50 * 2 ** 20));

const jsonOf = (length: number): string => `"${'x'.repeat(length - 2)}"`;

describe.each(KINDS)('bodies by $name', ({ create }) => {
  /** Sends a body, and tells the status and what came of it: the handler's account, or the problem's detail. */
  const send = async (
    content: Parameters<typeof takeBody>[0],
    type: string | undefined,
    body: string | Uint8Array,
    { headers = {}, method = 'POST', ...options }: SendOptions = {},
  ) => {
    const { ask } = await serve(create(takeBody(content, { method }), options));
    const answer = await ask(`${method} /`, {
      headers: { ...(type !== undefined && { 'Content-Type': type }), ...headers },
      body,
    });
    const { detail, ...rest } = answer.json as Record<string, unknown>;
    return { status: answer.status, headers: answer.headers, told: answer.status === 200 ? rest : detail };
  };

  it.each([
    ['{"a":[1,null]}', { type: 'object', body: { a: [1, null] } }],
    ['"text"', { type: 'string', body: 'text' }],
    ['null', { type: 'object', body: null }],
    ['\uFEFF {"a":"ä🎈"} ', { type: 'object', body: { a: 'ä🎈' } }],
    ['{"a":1,"a":2}', { type: 'object', body: { a: 2 } }],
  ])('reads JSON: %s', async (text, told) => {
    expect(await send([JSON_BODY], 'application/json', text)).toMatchObject({ status: 200, told });
  });

  it('reads JSON into an object without a prototype', async () => {
    const own = '{"__proto__":{"polluted":true},"constructor":1}';
    const { ask } = await serve(
      create(
        takeBody([JSON_BODY], {
          handler: ({ input: { body } }) => [
            Object.getPrototypeOf(body) === Object.prototype,
            Object.keys(body as object),
            'polluted' in {},
          ],
        }),
      ),
    );
    const { json } = await ask('POST /', { headers: { 'Content-Type': 'application/json' }, body: own });
    expect(json).toEqual([true, ['__proto__', 'constructor'], false]);
  });

  it.each([
    ['{"a":', /^The request body is not valid JSON: .+\.$/],
    ["{'a':1}", /^The request body is not valid JSON: .*position 1.*\.$/],
    ['NaN', /^The request body is not valid JSON/],
    ['{"a":1} x', /^The request body is not valid JSON: .*position 8.*\.$/],
    [Buffer.from('"\xe4"', 'latin1'), /^The request body is not valid utf-8\.$/],
  ])('answers 400 to invalid JSON: %s', async (text, detail) => {
    const { status, told } = await send([JSON_BODY], 'application/json', text);
    expect(status).toBe(400);
    expect(told).toMatch(detail);
  });

  it.each([
    ['{"password": hunter2}', "is not valid JSON: Unexpected token 'h'."],
    ['hunter2', "is not valid JSON: Unexpected token 'h'."],
    ['[1,]["hunter2"]', "is not valid JSON: Unexpected token ']'."],
    ['undefined', 'is not valid JSON.'],
    ['""hunter2', 'is not valid JSON: Unexpected non-whitespace character after JSON at position 2'],
    ['{"a":1 "hunter2"}', "is not valid JSON: Expected ',' or '}' after property value in JSON at position 7"],
    ['[1,"hunter2]', 'is not valid JSON: Unterminated string in JSON at position 12'],
    ['{"hunter2":1,""', 'is not valid JSON: '],
    ['{"hunter2":-"', 'is not valid JSON: No number after minus sign in JSON at position 12'],
    ['{,"hunter2"', "is not valid JSON: Expected property name or '}' in JSON at position 1"],
    ['"hunter2\n"', 'is not valid JSON: Bad control character in string literal in JSON at position 8'],
    ['{"hunter2"', 'is not valid JSON: '],
  ])('quotes nothing of invalid JSON: %j', async (text, detail) => {
    const errors: Error[] = [];
    const app = create(takeBody([JSON_BODY]));
    app.on('error', (error: Error) => errors.push(error));
    const { ask } = await serve(app);
    const { json } = await ask('POST /', { headers: { 'Content-Type': 'application/json' }, body: text });
    expect((json as { detail: string }).detail).toContain(`The request body ${detail}`);
    expect(JSON.stringify(json)).not.toContain('hunter2');
    for (let error: unknown = errors[0]; error instanceof Error; error = error.cause)
      expect(error.message).not.toContain('hunter2');
  });

  it('reads JSON of any depth', async () => {
    const depth = 200_000;
    const { ask } = await serve(create(takeBody([JSON_BODY], { handler: ({ input }) => Array.isArray(input.body) })));
    const body = '['.repeat(depth) + ']'.repeat(depth);
    expect((await ask('POST /', { headers: { 'Content-Type': 'application/json' }, body })).json).toBe(true);
  });

  it.each([
    ['application/json', 'Application/JSON; charset="UTF-8"', 200],
    ['application/json', 'application/json;charset=us-ascii', 200],
    ['application/json', 'application/json; charset=utf-8; charset=utf-8', 415],
    ['application/json', 'application/json; charset=utf-8;charset=utf-16', 415],
    ['application/json', 'application/json, text/plain', 415],
    ['application/json', 'application/json; charset=iso-8859-1', 415],
    ['application/json', 'application/json; charset=%75tf-8', 415],
    ['application/json', 'application/merge-patch+json', 415],
    ['application/json', 'text/json', 415],
    ['application/json', 'json', 415],
    ['application/json', '', 415],
    ['application/json', undefined, 415],
    ['application/merge-patch+json', 'application/merge-patch+json', 200],
    ['text/json', 'text/json', 200],
    ['application/*', 'application/problem+json', 200],
    ['*/*', 'application/json', 200],
    ['image/*', 'application/json', 415],
  ])('declared as %s and sent as %s', async (declared, type, status) => {
    const answer = await send([anything(declared)], type, '{"a":1}');
    expect(answer.status).toBe(status);
    expect(answer.told).toEqual(status === 200 ? { type: 'object', body: { a: 1 } } : TEXT);
  });

  it('answers 415 to another media type, and names those that are accepted', async () => {
    const content = [JSON_BODY, anything('text/csv')];
    const answer = await send(content, 'text/plain', 'x');
    expect(answer).toMatchObject({
      status: 415,
      headers: { accept: 'application/json, text/csv', 'content-type': 'application/problem+json' },
      told: 'The Content-Type must be one of application/json, text/csv, not text/plain.',
    });
    expect(answer.headers).not.toHaveProperty('accept-patch');
    expect(await send(content, undefined, 'x', { method: 'PATCH' })).toMatchObject({
      status: 415,
      headers: { 'accept-patch': 'application/json, text/csv' },
      told: 'The Content-Type must be one of application/json, text/csv, but is missing.',
    });
  });

  it('reads no body where there is nothing', async () => {
    expect(await send([JSON_BODY], undefined, '')).toMatchObject({ status: 200, told: { type: 'none' } });
    expect(
      await send([JSON_BODY], 'application/json', '', { headers: { 'Transfer-Encoding': 'chunked' } }),
    ).toMatchObject({
      status: 200,
      told: { type: 'none' },
    });
  });

  it('reads a body only where one is declared', async () => {
    const { ask } = await serve(create(createManifest({ 'POST /': isRead })));
    const body = '{'.repeat(2 ** 21);
    expect((await ask('POST /', { headers: { 'Content-Type': 'a/b' }, body })).json).toBe(false);
    expect((await ask('POST /', { body: '{' })).json).toBe(false);
  });

  it.each([
    ['age=3&tags=a&tags=b+c%26', { age: 3, tags: ['a', 'b c&'] }],
    ['tags=a&&', { tags: ['a'] }],
    ['age=3&__proto__=x', { age: 3, ['__proto__']: 'x' }],
    ['é=1', { é: '1' }],
  ])('reads a form: %s', async (text, body) => {
    const { status, told } = await send([FORM], 'application/x-www-form-urlencoded; charset=utf-8', text);
    expect(status).toBe(200);
    expect(told).toEqual({ type: 'object', body });
  });

  it('reads forms of so many fields, and no more', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect(await send([FORM], type, fieldsOf(1000))).toMatchObject({ status: 200 });
    expect(await send([FORM], type, fieldsOf(1001))).toMatchObject({
      status: 413,
      told: 'The form must have at most 1000 fields.',
    });
    expect(await send([FORM], type, fieldsOf(3), { forms: { maxFields: 2 } })).toMatchObject({ status: 413 });
    expect(await send([FORM], `${type}; charset=latin1`, 'a=1')).toMatchObject({
      status: 415,
      told: 'The charset of application/x-www-form-urlencoded must be UTF-8, not latin1.',
    });
  });

  it.each<[type: string, bytes: string, told: unknown]>([
    ['text/plain', 'é', 'é'],
    ['text/csv; charset=UTF-8', '\uFEFFa,b', 'a,b'],
    ['text/plain; charset=iso-8859-1', '\xe9', 'é'],
    ['text/plain; charset="utf-16le"', 'a\0b\0', 'ab'],
    ['application/xml', '<a/>', '<a/>'],
  ])('reads a text: %s', async (type, text, body) => {
    const bytes = Buffer.from(text, /iso|utf-16/.test(type) ? 'latin1' : 'utf8');
    expect(await send([anything('text/*'), anything('application/xml')], type, bytes)).toMatchObject({
      status: 200,
      told: { type: 'string', body },
    });
  });

  it.each([
    ['text/plain', 400, 'The request body is not valid utf-8.'],
    ['text/plain; charset=utf-16be; x=y', 400, 'The request body is not valid utf-16be.'],
    ['text/plain; charset=klingon', 415, 'Unknown charset klingon: send the request body in UTF-8.'],
    ['text/plain; charset="utf-8,utf-8"', 415, 'Unknown charset utf-8,utf-8: send the request body in UTF-8.'],
  ])('refuses an invalid text: %s', async (type, status, told) => {
    expect(await send([anything('text/plain')], type, Buffer.from([0xd8, 0x00, 0xff]))).toMatchObject({ status, told });
  });

  it.each(['application/octet-stream', 'image/png', 'application/json', 'text/plain; charset=utf-8'])(
    'reads bytes where all of the body is a file: %s',
    async (type) => {
      const told = { type: 'bytes', body: '00ff0a' };
      expect(await send([anything('*/*', { bytes: true })], type, Buffer.from([0, 255, 10]))).toMatchObject({
        status: 200,
        told,
      });
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('reads a compressed body: %s', async (coding, compress) => {
    const headers = { 'Content-Encoding': coding };
    expect(await send([JSON_BODY], 'application/json', compress('{"a":1}'), { headers })).toMatchObject({
      status: 200,
      told: { body: { a: 1 } },
    });
  });

  it.each([
    ['zstd', 415, 'The Content-Encoding must be one of gzip, deflate, br, not zstd.'],
    ['gzip, gzip', 415, 'The Content-Encoding must be one of gzip, deflate, br, not gzip, gzip.'],
    ['constructor', 415, 'The Content-Encoding must be one of gzip, deflate, br, not constructor.'],
    ['br', 400, /^The request body could not be decompressed: .+\.$/],
    ['deflate', 400, 'The request body could not be decompressed: incorrect header check.'],
  ])('compressed in an unsupported way are refused: %s', async (coding, status, told) => {
    const answer = await send([JSON_BODY], 'application/json', gzipSync('{}'), {
      headers: { 'Content-Encoding': coding },
    });
    expect(answer.status).toBe(status);
    expect(answer.told).toMatch(told);
    expect(answer.headers['accept-encoding']).toBe(status === 415 ? 'gzip, deflate, br' : undefined);
  });

  it('answers 400 if a compressed body breaks off', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const half = gzipSync('{"a":1}').subarray(0, 15);
    expect(await send([JSON_BODY], 'application/json', half, { headers })).toMatchObject({
      status: 400,
      told: 'The request body could not be decompressed: unexpected end of file.',
    });
  });

  it('reads so many bytes, and no more', async () => {
    const type = 'application/json';
    const told = 'The request body must have at most 1048576 bytes.';
    const chunked = { headers: { 'Transfer-Encoding': 'chunked' } };
    expect(await send([JSON_BODY], type, jsonOf(2 ** 20))).toMatchObject({ status: 200 });
    expect(await send([JSON_BODY], type, jsonOf(2 ** 20), chunked)).toMatchObject({ status: 200 });
    expect(await send([JSON_BODY], type, jsonOf(2 ** 20 + 1))).toMatchObject({ status: 413, told });
    expect(await send([JSON_BODY], type, jsonOf(2 ** 20 + 1), chunked)).toMatchObject({ status: 413, told });
    expect(await send([JSON_BODY], type, jsonOf(11), { bodyLimit: 10 })).toMatchObject({ status: 413 });
    expect(await send([JSON_BODY], type, jsonOf(2 ** 21), { bodyLimit: Infinity })).toMatchObject({ status: 200 });
  });

  it('count as what they decompress to', async () => {
    expect(BOMB.length).toBeLessThan(2 ** 20);
    const headers = { 'Content-Encoding': 'gzip' };
    expect(await send([JSON_BODY], 'application/json', BOMB, { headers })).toMatchObject({
      status: 413,
      told: 'The request body must have at most 1048576 bytes.',
    });
  });
});

interface SendOptions {
  headers?: Record<string, string>;
  method?: string;
  bodyLimit?: number;
  forms?: FormOptions;
}

it.each([
  [{ bodyLimit: -1 }, 'bodyLimit', '-1'],
  [{ bodyLimit: '1mb' }, 'bodyLimit', '"1mb"'],
  [{ bodyLimit: NaN }, 'bodyLimit', 'NaN'],
  [{ forms: { maxFiles: 1.5 } }, 'forms.maxFiles', '1.5'],
])("an option that isn't a valid limit is refused at start-up: %j", (options, name, shown) => {
  const manifest = takeBody([JSON_BODY]);
  const message = (owner: string): TypeError =>
    new TypeError(`The option ${name} of ${owner} must be a non-negative integer or Infinity, not ${shown}.`);
  expect(() => createApp(manifest, options as never)).toThrow(message('createApp'));
  expect(() => createRouter(manifest, options as never)).toThrow(message('createRouter'));
});
