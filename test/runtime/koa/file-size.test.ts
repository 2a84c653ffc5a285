import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const FORM = '@POST\n@consumes multipart/form-data\n@returns 204';
const DEFINITIONS = { 'Photo.yaml': 'type: string\nformat: binary\nmaxLength: 3\nminLength: 1\n' };

describe.each(KINDS)('the server counts the bytes of a file, $name', ({ create }) => {
  it.each([
    ['of a facet', '@param {file} photo (minLength: 1, maxLength: 3)'],
    ['of items', '@param {file[]} photo\n@param {file} photo[] (minLength: 1, maxLength: 3)'],
    ['of a definition', '@param {Photo} photo'],
    ['beside a definition', '@param {Photo} photo (maxLength: 3)'],
  ])('answers 400 to a form that exceeds the limit %s', async (_, line) => {
    const tree = await compileTree(
      { 'it.ts': `/**\n${FORM}\n${line}\n*/ export default () => {};` },
      line.includes('Photo') ? { definitions: DEFINITIONS } : {},
    );
    const { url } = await serve(create(tree));
    const send = async (content: string): Promise<unknown> => {
      const body = new FormData();
      body.set('photo', new Blob([content]), 'a.png');
      const response = await fetch(`${url}/it`, { method: 'POST', body });
      const problem =
        response.status === 204 ? undefined : ((await response.json()) as { errors: { message: string }[] });
      return [response.status, ...(problem?.errors ?? []).map(({ message }) => message)];
    };
    expect(await send('abc')).toEqual([204]);
    expect(await send('abcd')).toEqual([400, 'must have at most 3 bytes']);
    expect(await send('éé')).toEqual([400, 'must have at most 3 bytes']);
    expect(await send('')).toEqual([400, 'must not be empty']);
  });

  it('answers 400 to a body that exceeds the limit', async () => {
    const tree = await compileTree({
      'it.ts': '/**\n@POST\n@param {file} body (maxLength: 3)\n@returns 204\n*/ export default () => {};',
    });
    const { url } = await serve(create(tree));
    const headers = { 'Content-Type': 'application/octet-stream' };
    const send = async (body: string) => (await fetch(`${url}/it`, { method: 'POST', headers, body })).status;
    expect([await send('abc'), await send('abcd')]).toEqual([204, 400]);
  });
});
