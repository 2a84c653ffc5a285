import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyHandler } from '../../../src/shared/contract/manifest.ts';
import { encodeForm } from '../../../src/runtime/client/forms.ts';
import { prepareRequest } from '../../../src/runtime/client/request.ts';
import { readMultipart } from '../../../src/runtime/koa/request/body/multipart.ts';
import type { FormOptions, Upload } from '../../../src/runtime/koa/index.ts';
import { scratch } from '../../support/build.ts';
import { anything, takeBody } from './bodies.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import { createGate, KINDS, serve, until } from './serve.ts';

const CONTENT = [
  anything('multipart/form-data', {
    decoding: {
      types: [],
      properties: {
        caption: { types: ['string'] },
        count: { types: ['integer'] },
        tags: { types: [], items: { types: ['string'] } },
        place: { types: [], properties: { lat: { types: ['number'] } } },
        places: { types: [], items: { types: [], properties: { '*': { types: ['number'] } } } },
        pages: { types: [], items: { types: ['string'] } },
      },
    },
    files: ['photo', 'pages'],
  }),
];

const isUpload = (value: unknown): value is Upload => typeof value === 'object' && value !== null && 'save' in value;

const tell = async (value: unknown): Promise<unknown> =>
  isUpload(value) ? [value.name, value.type, value.size, await value.text()] : value;

/** A form as a handler finds it, its files as their names, types and contents. */
const describeForm: AnyHandler = async ({ input: { body } }) => {
  const told = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(body as object))
    told[name] = Array.isArray(value) ? await Promise.all(value.map(tell)) : await tell(value);
  return told;
};

interface Part {
  readonly name?: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string;
}

const file = (content: string): Part => ({ name: 'pages', fileName: 'a', content });

const field = (content: string): Part => ({ name: 'tags', content });

/** The text of a form, its parts as a browser writes them. */
function writeForm(parts: readonly Part[], end = '--boundary--\r\n'): string {
  const texts = parts.map(({ name, fileName, type, content }) => {
    const disposition = [
      'form-data',
      ...(name === undefined ? [] : [`name="${name}"`]),
      ...(fileName === undefined ? [] : [`filename="${fileName}"`]),
    ].join('; ');
    const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    return `--boundary\r\nContent-Disposition: ${disposition}\r\n${contentType}\r\n${content}\r\n`;
  });
  return texts.join('') + end;
}

const headers = { 'Content-Type': 'multipart/form-data; boundary=boundary' };
let directory: string;
let removeDirectory: () => Promise<void>;
const leftFiles = (): string[] => readdirSync(directory);

beforeEach(() => {
  directory = scratch((remove) => (removeDirectory = remove));
  vi.stubEnv('TMPDIR', directory);
});

afterEach(async () => {
  // The server is done with a response a moment after the client.
  await until(() => leftFiles().length === 0);
  vi.unstubAllEnvs();
  await removeDirectory();
}, 10_000);

describe.each(KINDS)('multipart forms by $name', ({ create }) => {
  it('refuses forms without the boundary that they name, and serves the next request', async () => {
    const operations = createManifest({
      'POST /up': { input: { parameters: [], body: { required: true, content: CONTENT } }, handler: () => 'up' },
      'GET /it': () => 'it',
    });
    const { url } = await serve(create(operations));
    const socket = connect(Number(new URL(url).port), 'localhost');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const send = (coding: string, body: string): boolean =>
      socket.write(
        `POST /up HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data\r\n${coding}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    send('Content-Encoding: gzip\r\n', 'this is not gzip at all');
    await until(() => text.includes('415 Unsupported'));
    send('', 'x'.repeat(300_000));
    socket.write('GET /it HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => text.endsWith('"it"'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 400', 'HTTP/1.1 200']);
    socket.destroy();
  });

  const serveForm = (handler: AnyHandler = describeForm, options: { forms?: FormOptions; bodyLimit?: number } = {}) =>
    serve(create(takeBody(CONTENT, { handler }), options));

  const send = async (form: string | Uint8Array, options?: Parameters<typeof serveForm>[1]) => {
    const { ask, errors } = await serveForm(describeForm, options);
    const answer = await ask('POST /', { headers, body: form });
    return { ...answer, json: answer.json as Record<string, unknown>, failures: errors };
  };

  it('reads fields and files', async () => {
    const form = new FormData();
    form.append('caption', 'Ada é');
    form.append('count', '12');
    form.append('tags', 'a');
    form.append('photo', new Blob(['\u0000ÿpng'], { type: 'image/png' }), 'Ada é.png');
    form.append('place', '{"lat":1.5}');
    form.append('pages', new Blob(['1']), '1.txt');
    form.append('pages', new Blob(['2'], { type: 'text/plain' }), '2.txt');
    const { url } = await serveForm();
    const response = await fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toEqual({
      caption: 'Ada é',
      count: 12,
      tags: ['a'],
      photo: ['Ada é.png', 'image/png', 6, '\u0000ÿpng'],
      place: { lat: 1.5 },
      pages: [
        ['1.txt', 'application/octet-stream', 1, '1'],
        ['2.txt', 'text/plain', 1, '2'],
      ],
    });
  });

  it('give files that can be read in every way, and whose temporary file no other user may read', async () => {
    const { ask } = await serveForm(async ({ input: { body } }) => {
      const { photo } = body as { photo: Upload };
      const { mode } = statSync(photo.path);
      const bytes = await photo.bytes();
      const streamed = await buffer(photo.stream());
      return [mode & 0o777, bytes.toString('hex'), streamed.equals(bytes), photo.path.startsWith(directory), photo];
    });
    const form = Buffer.from(writeForm([{ name: 'photo', fileName: 'a.png', content: '\xff\0\r\n--bound' }]), 'latin1');
    expect((await ask('POST /', { headers, body: form })).json).toEqual([
      0o600,
      'ff000d0a2d2d626f756e64',
      true,
      true,
      // Not where it lies.
      { name: 'a.png', type: 'text/plain', size: 11 },
    ]);
  });

  it('streams files back', async () => {
    const { ask } = await serveForm(({ input: { body } }) => (body as { photo: Upload }).photo.stream());
    const content = 'x'.repeat(2 ** 20);
    const answer = await ask('POST /', { headers, body: writeForm([{ name: 'photo', fileName: 'a', content }]) });
    expect(answer.body).toBe(content);
  });

  it('keeps saved files', async () => {
    const kept = join(directory, 'kept.png');
    const { ask } = await serveForm(async ({ input: { body } }) => {
      const { photo } = body as { photo: Upload };
      await photo.save(kept);
      return [photo.path === kept, await photo.text()];
    });
    const form = writeForm([{ name: 'photo', fileName: 'a', content: 'png' }, file('x')]);
    expect((await ask('POST /', { headers, body: form })).json).toEqual([true, 'png']);
    await until(() => leftFiles().length === 1);
    expect(readFileSync(kept, 'utf8')).toBe('png');
    rmSync(kept);
  });

  it('keeps files until the response is over', async () => {
    const { ask } = await serveForm(() => leftFiles().length);
    const form = writeForm([{ name: 'photo', fileName: 'a', content: 'x' }]);
    expect((await ask('POST /', { headers, body: form })).json).toBe(1);
    const failing = await serveForm(() => {
      throw new Error('of the handler');
    });
    expect((await failing.ask('POST /', { headers, body: form })).status).toBe(500);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\dir\\a.png', 'a.png'],
    ['..', ''],
    ['a\u0000b\u007f.png', 'ab.png'],
    ['<b>.png', '<b>.png'],
  ])('reads files without a path: %j', async (fileName, name) => {
    const { json } = await send(writeForm([{ name: 'photo', fileName, content: 'x' }]));
    expect(json).toEqual({ photo: [name, 'text/plain', 1, 'x'] });
  });

  it('reads no file where a browser’s user chose none', async () => {
    const none = { name: 'photo', fileName: '', type: 'application/octet-stream', content: '' };
    expect((await send(writeForm([none, { name: 'caption', content: '' }]))).json).toEqual({ caption: '' });
    expect((await send(writeForm([{ ...none, fileName: 'empty.txt' }]))).json).toEqual({
      photo: ['empty.txt', 'application/octet-stream', 0, ''],
    });
  });

  it('reads files in declared fields only', async () => {
    const { status, json } = await send(
      writeForm([
        { name: 'caption', fileName: 'a.png', type: 'image/png', content: 'x'.repeat(2 ** 17) },
        { name: 'a/b~c', fileName: 'b.txt', content: 'x' },
        { name: 'count', content: '1' },
      ]),
    );
    expect(status).toBe(400);
    expect(json['errors']).toEqual([
      { in: 'body', name: 'caption', pointer: '/caption', message: 'must not be a file', keyword: 'file', params: {} },
      { in: 'body', name: 'a/b~c', pointer: '/a~1b~0c', message: 'must not be a file', keyword: 'file', params: {} },
    ]);
  });

  it('take a part of a declared file for one, whatever it calls itself', async () => {
    const { json } = await send(writeForm([{ name: 'photo', content: 'plain' }]));
    expect(json).toEqual({ photo: ['', 'text/plain', 5, 'plain'] });
  });

  it('reads parts of JSON', async () => {
    const type = 'application/json';
    const { json } = await send(
      writeForm([
        { name: 'place', type: 'application/json; charset=utf-8', content: '{"lat":2}' },
        { name: 'places', type, content: '[{"a":1},{"a":2}]' },
        { name: 'count', type, content: '3' },
        { name: 'caption', type, content: '"text"' },
        { name: 'tags', type, content: '[]' },
      ]),
    );
    expect(json).toEqual({ place: { lat: 2 }, places: [{ a: 1 }, { a: 2 }], count: 3, caption: 'text', tags: [] });
    const broken = await send(writeForm([{ name: 'place', type, content: '{"lat":' }]));
    expect(broken.json['errors']).toEqual([
      {
        in: 'body',
        name: 'place',
        pointer: '/place',
        message: expect.stringMatching(/^is not valid JSON: /) as string,
        keyword: 'json',
        params: {},
      },
    ]);
  });

  it('take a Blob of JSON or text for the value of a declared field, whatever its name', async () => {
    const blob = (value: unknown, type = 'application/json'): Blob =>
      new Blob([typeof value === 'string' ? value : JSON.stringify(value)], { type });
    const form = new FormData();
    form.append('place', blob({ lat: 2 }));
    form.append('places', blob([{ a: 1 }, { a: 2 }]), 'places.json');
    form.append('count', blob(3, 'application/vnd.count+json'));
    form.append('caption', blob('text', 'text/plain;charset=utf-8'), 'a.txt');
    form.append('tags[]', blob('a', 'text/plain'));
    form.append('tags[]', blob(['b', 'c']));
    form.append('photo', blob({ a: 1 }), 'a.json');
    form.append('pages[]', blob('1', 'text/plain'), '1.txt');
    const { url } = await serveForm();
    const response = await fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toEqual({
      place: { lat: 2 },
      places: [{ a: 1 }, { a: 2 }],
      count: 3,
      caption: 'text',
      tags: ['a', 'b', 'c'],
      photo: ['a.json', 'application/json', 7, '{"a":1}'],
      pages: [['1.txt', 'text/plain', 1, '1']],
    });
    const one = await send(writeForm([{ name: 'place', fileName: 'blob', type: 'application/json', content: '[{}]' }]));
    expect(one.json).toEqual({ place: [{}] });
    const untyped = await send(
      writeForm([{ name: 'place', fileName: 'blob', type: 'application/octet-stream', content: '{}' }]),
    );
    expect(untyped.json['detail']).toBe('body/place must not be a file');
  });

  it('reads the names of fields and of files that forms escape', async () => {
    const form = new FormData();
    form.append('photo', new Blob(['x'], { type: 'image/png' }), 'say "hi" 100%.txt');
    form.append('a"b\r\nc', '1');
    form.append('place', new Blob(['{"lat":1}'], { type: 'application/json' }), 'a"b');
    const { url } = await serveForm();
    const response = await fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toEqual({
      photo: ['say "hi" 100%.txt', 'image/png', 1, 'x'],
      'a"b\r\nc': '1',
      place: { lat: 1 },
    });
  });

  it('reads fields into an object without a prototype', async () => {
    const { json } = await send(
      writeForm([
        { name: '__proto__', content: 'x' },
        { name: 'constructor', content: 'y' },
      ]),
    );
    expect(Object.entries(json)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('reads forms with text before and after their parts', async () => {
    const { json } = await send(`preamble\r\n${writeForm([{ name: 'photo', fileName: 'a', content: 'x' }])}epilogue`);
    expect(json).toEqual({ photo: ['a', 'text/plain', 1, 'x'] });
  });

  it.each(['gzip', 'br', 'deflate', 'x'])(
    'refuses a form with the coding %s: 200 bytes could fill the disk',
    async (coding) => {
      const { ask } = await serveForm();
      const body = gzipSync(writeForm([{ name: 'photo', fileName: 'a', content: 'x' }]));
      const answer = await ask('POST /', { headers: { ...headers, 'Content-Encoding': coding }, body });
      expect(answer).toMatchObject({
        status: 415,
        json: { detail: `The Content-Encoding must be identity, not ${coding}.` },
        headers: { 'accept-encoding': 'identity' },
      });
    },
  );

  it.each(['', '\r\n', 'X-A: 1\r\n\r\n'])(
    'limits the number of parts that are neither fields nor files: %j',
    async (part) => {
      const options = { forms: { maxFields: 4, maxFiles: 2 } };
      const form = (parts: number): string => `${`--boundary\r\n${part}`.repeat(parts)}--boundary--\r\n`;
      expect((await send(form(6), options)).status).toBe(200);
      expect(await send(form(7), options)).toMatchObject({
        status: 413,
        json: { detail: 'The form must have at most 6 parts.' },
      });
    },
  );

  it.each<[string, readonly Part[], readonly Part[], object, string]>([
    [
      'the size of a file',
      [file('x'.repeat(20))],
      [file('x'.repeat(21))],
      { forms: { maxFileSize: 20 } },
      '"pages" must be a file of at most 20 bytes.',
    ],
    [
      'the size of a large file',
      [file('x'.repeat(10 * 2 ** 20))],
      [file('x'.repeat(10 * 2 ** 20 + 1))],
      {},
      '"pages" must be a file of at most 10485760 bytes.',
    ],
    [
      'the number of files',
      Array(10).fill(file('x')),
      Array(11).fill(file('x')),
      {},
      'The form must have at most 10 files.',
    ],
    [
      'the number of fields',
      Array(1000).fill(field('x')),
      Array(1001).fill(field('x')),
      {},
      'The form must have at most 1000 fields.',
    ],
    [
      'the size of a field',
      [field('x'.repeat(2 ** 20 - 4))],
      [field('x'.repeat(2 ** 20 + 1))],
      {},
      'The form must have at most 1048576 bytes, not counting files.',
    ],
    [
      'the size of all fields',
      [field('x'.repeat(2 ** 19)), field('x'.repeat(2 ** 19 - 8))],
      [field('x'.repeat(2 ** 19)), field('x'.repeat(2 ** 19 - 7))],
      {},
      'The form must have at most 1048576 bytes, not counting files.',
    ],
    [
      'the size of it all',
      [file('x'.repeat(100))],
      [{ name: 'tags', type: `x/y; z=${'z'.repeat(300)}`, content: 'x' }],
      { bodyLimit: 100, forms: { maxFiles: 1, maxFileSize: 100 } },
      'The request body must have at most 200 bytes.',
    ],
  ])('limits forms: %s', async (_name, within, past, options, detail) => {
    expect((await send(writeForm(within), options)).status).toBe(200);
    const refused = await send(writeForm([file('stored before'), ...past]), options);
    expect(refused.json).toMatchObject({ status: 413, detail });
    expect(refused.failures).toMatchObject([{ status: 413 }]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', writeForm([]), /^Invalid Content-Type of a multipart form/],
    [
      'a boundary that is too long',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
      'x',
      /^Invalid Content-Type of a multipart form/,
    ],
    [
      'another boundary',
      'multipart/form-data; boundary=other',
      writeForm([file('x')]),
      /^The request body is not valid multipart/,
    ],
    [
      'no end',
      headers['Content-Type'],
      writeForm([file('x'), field('y')], ''),
      /^The request body is not valid multipart\/form-data: /,
    ],
    [
      'half a file',
      headers['Content-Type'],
      writeForm([file('x'.repeat(9))]).slice(0, -25),
      /^The request body is not valid multipart/,
    ],
    [
      'no name',
      headers['Content-Type'],
      writeForm([file('x'), { content: 'x' }]),
      /^A part of the form has no name\.$/,
    ],
    [
      'a file of no name',
      headers['Content-Type'],
      writeForm([{ fileName: 'a', content: 'x' }]),
      /^A part of the form has no/,
    ],
    ['nothing but text', headers['Content-Type'], 'x', /^The request body is not valid multipart\/form-data: /],
  ])('answers 400 to an invalid form: %s', async (_name, type, body, detail) => {
    const { ask } = await serveForm();
    const { json } = await ask('POST /', { headers: { 'Content-Type': type }, body });
    expect(json).toMatchObject({ status: 400, detail: expect.stringMatching(detail) as string });
  });

  it('runs no handler and leaves no file if the client leaves a form half way', async () => {
    let runs = 0;
    const { url, errors } = await serveForm(() => ++runs);
    const socket = connect(Number(new URL(url).port), 'localhost');
    const lines = ['POST / HTTP/1.1', 'Host: x', `Content-Type: ${headers['Content-Type']}`, 'Content-Length: 9999999'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${writeForm([file('x'.repeat(2 ** 18))], '').slice(0, -10)}`);
    await until(() => leftFiles().length === 1);
    socket.resetAndDestroy();
    await until(() => errors.length > 1);
    expect(errors.map(({ message }) => message)).toContain('The request body was truncated.');
    expect(runs).toBe(0);
  });

  it('answers before the client has sent all of a file that is too large', async () => {
    const { url } = await serveForm(describeForm, { forms: { maxFileSize: 10 } });
    const socket = connect(Number(new URL(url).port), 'localhost');
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    const lines = ['POST / HTTP/1.1', 'Host: x', `Content-Type: ${headers['Content-Type']}`, 'Content-Length: 9999'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${writeForm([file('x'.repeat(100))], '')}`);
    await until(() => received.includes('of at most 10 bytes'));
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('answers 500 if the disk has no place for a file', async () => {
    vi.stubEnv('TMPDIR', join(directory, 'missing'));
    const { status, failures } = await send(writeForm([file('x'.repeat(2 ** 20)), file('y'), field('z')]));
    expect(status).toBe(500);
    expect(failures).toMatchObject([{ code: 'ENOENT' }]);
  });

  it('deletes the files of a client that leaves while the handler runs', async () => {
    const began = createGate();
    const finished = createGate();
    const { url } = await serveForm(async () => {
      began.open();
      await finished.opened;
      return 1;
    });
    const controller = new AbortController();
    const asked = fetch(url, { method: 'POST', headers, body: writeForm([file('x')]), signal: controller.signal });
    await began.opened;
    expect(leftFiles()).toHaveLength(1);
    controller.abort();
    await expect(asked).rejects.toThrow(/abort/);
    await until(() => leftFiles().length === 0);
    finished.open();
  });
});

describe.each(KINDS)('files of an object in a form, by $name', ({ create }) => {
  const FORM = `/**
 * @POST
 * @consumes multipart/form-data
 * @param {{title?: string, count?: integer, pages?: file[]}} docs
 * @param {file} docs.front (maxLength: 3)
 * @returns {any} The form
 */
export default async ({ input: { body: { docs } } }) => ({
  ...docs,
  front: [docs.front.name, docs.front.type, await docs.front.text()],
  ...(docs.pages && { pages: await Promise.all(docs.pages.map((page) => page.text())) }),
});`;
  const serveDocs = async (options: { forms?: FormOptions } = {}) => {
    const { url } = await serve(create(await compileTree({ 'it.js': FORM }), options));
    return async (...fields: (readonly [name: string, value: string | Blob])[]) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value as string);
      const response = await fetch(`${url}/it`, { method: 'POST', body: form });
      return (await response.json()) as { status?: number; detail?: string };
    };
  };
  const png = (text: string): File => new File([text], 'a.png', { type: 'image/png' });

  it('arrive under names with brackets, next to its texts', async () => {
    const send = await serveDocs();
    const front = ['docs[front]', png('abc')] as const;
    expect(await send(front, ['docs[title]', 'x'], ['docs[count]', '3'])).toEqual({
      front: ['a.png', 'image/png', 'abc'],
      title: 'x',
      count: 3,
    });
    for (const name of ['docs[pages]', 'docs[pages][]'])
      expect(await send(front, [name, png('1')], [name, png('2')])).toMatchObject({ pages: ['1', '2'] });
    expect(await send(['docs[front]', 'txt'])).toEqual({ front: ['', 'text/plain', 'txt'] });
  });

  it('applies the limits and the checks of files', async () => {
    const send = await serveDocs({ forms: { maxFileSize: 5, maxFiles: 2 } });
    const front = ['docs[front]', png('abc')] as const;
    expect((await send(['docs[front]', png('abcd')])).detail).toBe('body/docs/front must have at most 3 bytes');
    expect(await send(['docs[front]', png('abcdef')])).toMatchObject({
      status: 413,
      detail: '"docs[front]" must be a file of at most 5 bytes.',
    });
    expect(await send(front, front, front)).toMatchObject({ status: 413 });
    expect((await send(front, front)).detail).toBe('body/docs/front must be one file');
    expect((await send(front, ['docs[title]', png('x')])).detail).toBe('body/docs[title] must not be a file');
    expect((await send(front, ['docs[other]', png('x')])).detail).toBe('body/docs[other] must not be a file');
    expect((await send(['docs[title]', 'x'])).detail).toBe('body/docs/front is required');
  });

  it('refuses texts in JSON as files', async () => {
    const send = await serveDocs();
    const json = JSON.stringify({ front: 'abc', pages: ['1'] });
    for (const value of [json, new Blob([json], { type: 'application/json' })])
      expect((await send(['docs', value])).detail).toBe(
        'body/docs/front must be a file; body/docs/pages must be a file',
      );
  });

  it('arrive from the typed client', async () => {
    const send = await serveDocs();
    const body = { docs: { front: png('abc'), title: 'x', count: 3, pages: [png('1'), png('2')] } };
    const { body: form } = prepareRequest('POST /it', { body: 'multipart/form-data' }, { body }, undefined, {
      encodeBody: encodeForm,
    });
    expect(await send(...(form as FormData).entries())).toEqual({
      front: ['a.png', 'image/png', 'abc'],
      title: 'x',
      count: 3,
      pages: ['1', '2'],
    });
  });
});

it('a form may come in chunks of any size', async () => {
  const limits = { bodyLimit: 1000, maxFields: 2, maxFiles: 2, maxFileSize: 1000 };
  const options = {
    contentType: headers['Content-Type'],
    isFile: (name: string) => name === 'photo',
    isValue: () => false,
    limits,
  };
  const body = writeForm([
    { name: 'caption', content: 'a\r\n--bound' },
    { name: 'photo', fileName: 'a.png', type: 'image/png', content: '\r\n-\r\n--boundar' },
    { name: 'count', content: '' },
  ]);
  for (let size = 1; size < 80; size++) {
    const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
      body.slice(i * size, (i + 1) * size),
    );
    const form = await readMultipart(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), options);
    const [caption, photo, count, ...others] = form.fields;
    expect([caption, count, others]).toEqual([['caption', 'a\r\n--bound'], ['count', ''], []]);
    expect(await (photo![1] as Upload).text()).toBe('\r\n-\r\n--boundar');
    await form.dispose();
  }
});

it('each item of a JSON part counts as a field', async () => {
  const limits = { bodyLimit: 2 ** 20, maxFields: 3, maxFiles: 1, maxFileSize: 1 };
  const read = (items: number, maxFields: number): ReturnType<typeof readMultipart> => {
    const content = JSON.stringify(Array.from({ length: items }, () => 1));
    const body = writeForm([{ name: 'ids', type: 'application/json', content }]);
    return readMultipart(Readable.from([Buffer.from(body)]), {
      contentType: headers['Content-Type'],
      isFile: () => false,
      isValue: () => false,
      limits: { ...limits, maxFields },
    });
  };
  expect((await read(3, 3)).fields).toEqual([['ids', ['1', '1', '1']]]);
  await expect(read(4, 3)).rejects.toMatchObject({ status: 413, message: 'The form must have at most 3 fields.' });
  await expect(read(200_000, 1000)).rejects.toMatchObject({ status: 413 });
  expect((await read(200_000, 200_000)).fields).toHaveLength(1);
});
