import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const post = async (url: string, body: NonNullable<RequestInit['body']>, type?: string) => {
  const response = await fetch(url, {
    method: 'POST',
    body,
    ...(type !== undefined && { headers: { 'Content-Type': type } }),
  });
  const { errors, ...json } = (await response.json()) as Record<string, unknown>;
  const faults = (errors as { pointer: string; message: string }[] | undefined)?.map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );
  return { status: response.status, json, faults };
};

const form = (fields: Record<string, string | Blob | (string | Blob)[]>): FormData => {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) data.append(name, value as string);
  return data;
};

describe.each(KINDS)('declared bodies by $name', ({ create }) => {
  const serveTree = async (files: Record<string, string>, definitions: Record<string, string> = {}) =>
    (await serve(create(await compileTree(files, { definitions })))).url;

  const UPLOAD = `/**
 * @consumes multipart/form-data
 * @param {file} photo - The picture
 * @param {file[]} [pages] - More of it
 * @param {string} [caption=none] - Below it
 * @param {integer[]} [sizes] - In pixels
 * @param {Place} [place] - Where
 */
export default async ({ input: { body } }) => ({
  ...body,
  photo: await body.photo.text(),
  ...(body.pages && { pages: await Promise.all(body.pages.map((page) => page.text())) }),
});
`;
  const PLACE = { 'Place.yaml': 'type: object\nrequired: [lat]\nproperties: { lat: { type: number } }\n' };

  it('reads forms with files', async () => {
    const url = await serveTree({ 'photos@post.ts': UPLOAD }, PLACE);
    const answer = await post(
      `${url}/photos`,
      form({
        photo: new Blob(['png']),
        pages: new Blob(['1']),
        sizes: ['1', '2'],
        place: new Blob(['{"lat":1}'], { type: 'image/png' }),
        stray: 'x',
      }),
    );
    // Only a Blob of JSON or text is a value.
    expect(answer.faults).toEqual(['/place must not be a file']);
    expect(
      await post(`${url}/photos`, form({ photo: new Blob(['png']), pages: [new Blob(['1']), new Blob(['2'])] })),
    ).toMatchObject({
      status: 200,
      json: { photo: 'png', pages: ['1', '2'], caption: 'none' },
    });
    const all = await post(
      `${url}/photos`,
      form({ photo: new Blob(['png']), pages: new Blob(['1']), sizes: ['1', '2'], place: '{"lat":1}', stray: 'x' }),
    );
    expect(all.json).toEqual({ photo: 'png', pages: ['1'], caption: 'none', sizes: [1, 2], place: { lat: 1 } });
  });

  it('refuses a form with all that is wrong with its fields', async () => {
    const url = await serveTree({ 'photos@post.ts': UPLOAD }, PLACE);
    const answer = await post(
      `${url}/photos`,
      form({ caption: new Blob(['x']), other: new Blob(['x']), sizes: ['1', 'x'], place: '{"lat":"x"}' }),
    );
    expect(answer.status).toBe(400);
    expect(answer.faults).toEqual([
      '/caption must not be a file',
      '/other must not be a file',
      '/photo is required',
      '/sizes/1 must be an integer',
      '/place/lat must be a number',
    ]);
  });

  it('reads one file of any field', async () => {
    const url = await serveTree({
      'files@post.ts': `/**
 * @consumes multipart/form-data
 * @param {Object<string, file>} body - The files
 */
export default ({ input: { body } }) => Object.entries(body).map(([name, file]) => [name, file.size]);
`,
    });
    const response = await fetch(`${url}/files`, {
      method: 'POST',
      body: form({ a: new Blob(['x']), b: new Blob(['yz']) }),
    });
    expect(await response.json()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const plain = await fetch(`${url}/files`, { method: 'POST', body: form({ a: 'x' }) });
    expect(await plain.json()).toEqual([['a', 1]]);
  });

  it('reads bytes where all of the body is a file', async () => {
    const url = await serveTree({
      'raw@post.ts': `/**
 * @consumes image/*, application/json
 * @param {file} body - The picture
 */
export default ({ input: { body } }) => ({ hex: body.toString('hex') });
`,
    });
    const bytes = new Uint8Array([0xff, 0, 1]);
    expect((await post(`${url}/raw`, bytes, 'image/png')).json).toEqual({ hex: 'ff0001' });
    expect((await post(`${url}/raw`, '[', 'application/json')).json).toEqual({ hex: '5b' });
    expect(await post(`${url}/raw`, bytes, 'text/plain')).toMatchObject({ status: 415 });
  });

  it('reads texts and forms', async () => {
    const url = await serveTree({
      'csv@post.ts':
        '/**\n * @consumes text/csv\n * @param {string} body (maxLength: 3) - Lines\n */\nexport default ({ input: { body } }) => ({ body });\n',
      'form@post.ts':
        '/**\n * @consumes application/x-www-form-urlencoded\n * @param {integer} age - Years\n * @param {string[]} [tags] - All\n */\nexport default ({ input: { body } }) => body;\n',
    });
    expect((await post(`${url}/csv`, 'a,b', 'text/csv')).json).toEqual({ body: 'a,b' });
    expect((await post(`${url}/csv`, 'a,bc', 'text/csv')).status).toBe(400);
    expect((await post(`${url}/form`, new URLSearchParams('age=3&tags=a&other=1'))).json).toEqual({
      age: 3,
      tags: ['a'],
    });
    expect((await post(`${url}/form`, new URLSearchParams('age=x&age=4'))).faults).toEqual([
      '/age must be given only once',
      '/age must be an integer',
    ]);
  });

  it('answers 400 if a required body is missing', async () => {
    const url = await serveTree({
      'pets@post.ts': '/** @param {string} name - Its name */\nexport default ({ input: { body } }) => body;\n',
    });
    const response = await fetch(`${url}/pets`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ in: 'body', name: '', pointer: '', message: 'is required' }],
    });
  });
});
