import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const FILE = (line: string, body: string): string => `/**
 * @param {string} [name] - x
 * ${line}
 */
export default (ctx) => {
  if (ctx.input.query.name) ctx.attachment(ctx.input.query.name);
  return ${body};
};`;

const BYTES = `Buffer.from('a,b')`;

describe.each(KINDS)('a file of any media type by $name', ({ create }) => {
  it.each([
    ['GET /files', 'application/octet-stream', undefined],
    ['GET /files?name=a.csv', 'text/csv; charset=utf-8', 'attachment; filename="a.csv"'],
    ['GET /files?name=a.json', 'application/json; charset=utf-8', 'attachment; filename="a.json"'],
    ['GET /files?name=a.zip', 'application/zip', 'attachment; filename="a.zip"'],
    ['GET /files?name=a.unknown', 'application/octet-stream', 'attachment; filename="a.unknown"'],
  ])('%s is sent as %s', async (target, type, disposition) => {
    for (const line of ['@returns {file} 200 any', '@returns {file} 200 any - The file']) {
      const tree = await compileTree({ 'files.js': FILE(line, BYTES) }, { responses: true });
      const { ask } = await serve(create(tree, { checkResponses: true }));
      const { status, headers, body } = await ask(target);
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([200, type, disposition]);
      expect(body).toBe('a,b');
    }
  });

  it('sends bytes of no Buffer', async () => {
    const tree = await compileTree(
      { 'files.js': FILE('@returns {file} 200 any', 'new Uint8Array([97, 44, 98])') },
      { responses: true },
    );
    const { ask } = await serve(create(tree, { checkResponses: true }));
    const { status, headers, body } = await ask('GET /files?name=a.csv');
    expect([status, headers['content-type'], headers['content-length'], body]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '3',
      'a,b',
    ]);
  });

  it('sends a text, and refuses an object', async () => {
    const tree = { 'a.js': FILE('@returns {file} 200 any', "'text'"), 'b.js': FILE('@returns {file} 200 any', '({})') };
    const { ask, errors } = await serve(create(await compileTree(tree)));
    expect((await ask('GET /a')).headers['content-type']).toBe('application/octet-stream');
    expect((await ask('GET /b')).status).toBe(500);
    expect(errors).toHaveLength(1);
  });

  it('sends one of several media types, the first if the handler sets none', async () => {
    const tree = { 'a.js': FILE('@returns {file} 200 image/png, text/csv', BYTES) };
    const manifest = await compileTree(tree, { responses: true });
    const { ask } = await serve(create(manifest, { checkResponses: true }));
    expect((await ask('GET /a')).headers['content-type']).toBe('image/png');
    expect((await ask('GET /a?name=a.csv')).headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await ask('GET /a?name=a.zip')).status).toBe(500);
  });
});
