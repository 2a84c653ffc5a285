import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';

// What a lenient reader would repair, round or drop is a 400.

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

/** Serves one operation with a body; each request gives the status with the body that the handler got, or the violations. */
async function takes(comment: string) {
  const text = `/**\n${comment}\n*/ export default async ({ input: { body } }) => ({ body: await read(body) });
    const read = async (value) => value instanceof Uint8Array ? [...value] : Array.isArray(value) ? Promise.all(value.map(read))
      : typeof value?.save === 'function' ? value.text() : typeof value === 'object' && value !== null
      ? Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, item]) => [name, await read(item)]))) : value;`;
  const { ask } = await serve(createApp(await compileTree({ 'one@post.ts': text })));
  return async (type: string | undefined, body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const answer = await ask('POST /one', { headers: { ...(type && { 'Content-Type': type }), ...headers }, body });
    const {
      errors,
      detail,
      body: got,
    } = answer.json as {
      errors?: { pointer: string; message: string }[];
      detail?: string;
      body: unknown;
    };
    return answer.status === 200 ? got : [answer.status, errors?.map((e) => `${e.pointer} ${e.message}`) ?? detail];
  };
}

function multipart(...parts: [disposition: string, content: string | Uint8Array][]): Buffer {
  const texts = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...texts, Buffer.from('--b--\r\n')]);
}

describe('a form', () => {
  it.each(['%zz', '%ff', 'a%', '%C3%28'])('refuses the malformed escape %s', async (text) => {
    const send = await takes(`@consumes ${URLENCODED}\n@param {string} name - x`);
    expect(await send(URLENCODED, `name=${text}`)).toEqual([400, ['/name has an invalid percent-encoding']]);
    expect(await send(URLENCODED, `name=a&${text}=1`)).toEqual([400, [`/${text} has an invalid percent-encoding`]]);
    expect(await send(URLENCODED, 'name=a%25+b%2B%C3%A4=&&')).toEqual({ name: 'a% b+ä=' });
  });

  it('refuses bytes that are not UTF-8, and takes percent signs as they are', async () => {
    const send = await takes('@consumes multipart/form-data\n@param {string} name - x');
    expect(await send(MULTIPART, multipart(['name="name"', Buffer.from([0x61, 0xff])]))).toEqual([
      400,
      ['/name is not valid text in its charset, such as UTF-8', '/name is required'],
    ]);
    expect(await send(MULTIPART, multipart(['name="name"', '%zz ä']))).toEqual({ name: '%zz ä' });
  });

  it('refuses a repeated field that is not a list', async () => {
    const send = await takes(`@consumes multipart/form-data
      @param {file} photo - x
      @param {any} [note] - x
      @param {file[]|null} [pages] - x`);
    const photo: [string, string] = ['name="photo"; filename="a.png"', 'png'];
    expect(await send(MULTIPART, multipart(photo, photo))).toEqual([400, ['/photo must be one file']]);
    expect(await send(MULTIPART, multipart(photo, ['name="note"', 'a'], ['name="note"', 'b']))).toEqual([
      400,
      ['/note must be given only once'],
    ]);
    const page: [string, string] = ['name="pages"; filename="a.png"', 'page'];
    expect(await send(MULTIPART, multipart(photo, page))).toEqual({ photo: 'png', pages: ['page'] });
    expect(await send(MULTIPART, multipart(photo, page, page))).toEqual({ photo: 'png', pages: ['page', 'page'] });
  });
});

describe('a body', () => {
  it('reads an empty text if the Content-Type of a body is a text', async () => {
    const send = await takes('@consumes text/plain\n@param {string} body - x');
    expect(await send('text/plain', '', { 'Content-Length': '0' })).toBe('');
    expect(await send('text/plain', '', { 'Transfer-Encoding': 'chunked' })).toBe('');
    expect(await send(undefined, '', { 'Content-Length': '0' })).toEqual([400, [' is required']]);
    expect(await send('text/html', '', { 'Content-Length': '0' })).toMatchObject([415, expect.stringMatching(/plain/)]);
    const short = await takes('@consumes text/plain\n@param {string} body (minLength: 1) - x');
    expect(await short('text/plain', '', { 'Content-Length': '0' })).toEqual([400, [' must not be empty']]);
  });

  it('reads integers that JavaScript represents exactly', async () => {
    const send = await takes('@param {integer} id - x\n@param {int32} [size] - x\n@param {number} [ratio] - x');
    const range = 'must be an integer from -9007199254740991 to 9007199254740991';
    const post = (text: string): Promise<unknown> => send('application/json', text);
    expect(await post('{"id":9007199254740991}')).toEqual({ id: 9007199254740991 });
    expect(await post('{"id":9007199254740992}')).toEqual([400, [`/id ${range}`]]);
    expect(await post('{"id":9007199254740993}')).toEqual([400, [`/id ${range}`]]);
    expect(await post('{"id":-1e300}')).toEqual([400, [`/id ${range}`]]);
    expect(await post('{"id":1,"size":9007199254740993}')).toEqual([400, ['/size must be an integer of 32 bits']]);
    expect(await post('{"id":1,"ratio":1e300}')).toEqual({ id: 1, ratio: 1e300 });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('refuses a body with anything after its %s data', async (coding, compress) => {
    const send = await takes('@param {object} body - x\n@param {string} name - x');
    const data = compress(`{"name":"${'a'.repeat(10_000)}"}`);
    const headers = { 'Content-Encoding': coding };
    expect(await send('application/json', data, headers)).toEqual({ name: 'a'.repeat(10_000) });
    for (const rest of ['{"name":"b"}', 'x', 'x'.repeat(200_000)])
      expect(await send('application/json', Buffer.concat([data, Buffer.from(rest)]), headers)).toEqual([
        400,
        expect.stringMatching(/^The request body (?:has bytes after its compressed data|could not be decompressed)/),
      ]);
  });
});
