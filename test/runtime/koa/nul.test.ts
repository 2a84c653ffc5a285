import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const NUL = '\0';

describe.each(KINDS)('a text with U+0000, $name', ({ create }) => {
  const serveOne = async (comment: string, refuseNul?: boolean, file = 'it/{id}@post.ts') =>
    serve(
      create(await compileTree({ [file]: `/** ${comment} */` }), { ...(refuseNul !== undefined && { refuseNul }) }),
    );
  const placesOf = (json: unknown): unknown =>
    (json as { errors: { in: string; name: string; pointer: string; keyword: string }[] }).errors.map(
      ({ in: location, name, pointer, keyword }) => [location, name, pointer, keyword],
    );
  const EVERYWHERE = `@param {string} id - x
    @param {string[]} [query.tag] - x
    @param {string} [cookie.session] - x
    @param {string} title - x
    @param {object} [data] - x`;

  it('answers 400 in every place with refuseNul, and names each of them', async () => {
    const { ask } = await serveOne(EVERYWHERE, true);
    const answer = await ask('POST /it/a%00b?tag=ok&tag=%00', {
      headers: { ...JSON_BODY, cookie: 'session=%00' },
      body: JSON.stringify({ title: `a${NUL}`, data: { list: [{ text: NUL }], [`k${NUL}`]: 1 } }),
    });
    expect(answer.status).toBe(400);
    expect(placesOf(answer.json)).toEqual([
      ['path', 'id', '', 'nul'],
      ['query', 'tag', '/1', 'nul'],
      ['cookie', 'session', '', 'nul'],
      ['body', 'title', '/title', 'nul'],
      ['body', 'data', '/data', 'nul'],
      ['body', 'data', '/data/list/0/text', 'nul'],
    ]);
    expect((answer.json as { detail: string }).detail).toContain('body/title must not contain the character U+0000');
  });

  it('answers 400 in forms and in plain text, and accepts it in files', async () => {
    const form = await serveOne(
      `@consumes multipart/form-data\n@param {string} id - x\n@param {string} title - x\n@param {binary} photo - x`,
      true,
    );
    const send = async (title: string) => {
      const body = new FormData();
      body.set('title', title);
      body.set('photo', new Blob([NUL]), 'a.png');
      const { status } = await fetch(`${form.url}/it/1`, { method: 'POST', body });
      return status;
    };
    expect([await send('a'), await send(NUL)]).toEqual([200, 400]);
    const text = await serveOne(`@consumes text/plain\n@param {string} id - x\n@param {string} body - x`, true);
    const headers = { 'Content-Type': 'text/plain' };
    expect((await text.ask('POST /it/1', { headers, body: 'a' })).status).toBe(200);
    expect((await text.ask('POST /it/1', { headers, body: NUL })).status).toBe(400);
  });

  it('accepts the text without refuseNul', async () => {
    const { ask } = await serveOne(EVERYWHERE);
    const answer = await ask('POST /it/%00', { headers: JSON_BODY, body: JSON.stringify({ title: NUL }) });
    expect(answer.json).toMatchObject({ path: { id: NUL }, body: { title: NUL } });
  });

  it('answers 400 at any depth', async () => {
    const { ask } = await serveOne('@param {string} id - x\n@param {any} body - x', true);
    const nested = (text: string): string => `${'['.repeat(20_000)}${JSON.stringify(text)}${']'.repeat(20_000)}`;
    expect((await ask('POST /it/1', { headers: JSON_BODY, body: nested(NUL) })).status).toBe(400);
  });
});
