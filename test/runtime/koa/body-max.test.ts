import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const TREE = {
  'report@post.ts': `/**
 * Adds a report.
 * @consumes application/json (max: 2kb), text/plain
 * @param {string} body
 */
export default ({ input }) => input.body.length;`,
  'small@post.ts': `/**
 * Adds a word.
 * @consumes application/json (max: 10b)
 * @param {string} body
 */
export default ({ input }) => input.body.length;`,
  'photo@post.ts': `/**
 * Adds a photo.
 * @consumes multipart/form-data (max: 4kb)
 * @param {string} [title]
 * @param {file} photo
 */
export default ({ input }) => input.body.photo.size;`,
  'plain@post.ts': `/**
 * Adds another photo.
 * @consumes multipart/form-data
 * @param {file} photo
 */
export default ({ input }) => input.body.photo.size;`,
};
/** The limits of the app, between those of the operations. */
const LIMITS = { bodyLimit: 1024, forms: { maxFileSize: 1024 } };

const formOf = (size: number, title = ''): string => {
  const field = `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n`;
  const head =
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return `${title === '' ? '' : field}${head}${'p'.repeat(size)}\r\n--x--\r\n`;
};

describe.each(KINDS)('the maximum of a media type, in $name,', ({ create }) => {
  const start = async () => serve(create(await compileTree(TREE), LIMITS));

  it.each([{}, { 'transfer-encoding': 'chunked' }])(
    'takes precedence over the limit of the app, above and below it (%j)',
    async (framing) => {
      const { ask } = await start();
      const post = async (path: string, type: string, length: number) => {
        const body = type === 'text/plain' ? 'a'.repeat(length) : JSON.stringify('a'.repeat(length - 2));
        const { status, json } = await ask(`POST ${path}`, { headers: { 'content-type': type, ...framing }, body });
        return [status, status === 200 ? json : (json as { detail: string }).detail];
      };
      expect(await post('/report', 'application/json', 2048)).toEqual([200, 2046]);
      expect(await post('/report', 'application/json', 2049)).toEqual([
        413,
        'The request body must have at most 2048 bytes.',
      ]);
      expect(await post('/report', 'text/plain', 1024)).toEqual([200, 1024]);
      expect((await post('/report', 'text/plain', 1025))[0]).toBe(413);
      expect(await post('/small', 'application/json', 10)).toEqual([200, 8]);
      expect((await post('/small', 'application/json', 11))[0]).toBe(413);
    },
  );

  it.each([{}, { 'transfer-encoding': 'chunked' }])('counts a whole form, with its files (%j)', async (framing) => {
    const { ask } = await start();
    const post = async (path: string, size: number, title?: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...framing };
      return (await ask(`POST ${path}`, { headers, body: formOf(size, title) })).status;
    };
    expect(await post('/photo', 3000)).toBe(200);
    expect(await post('/photo', 4096)).toBe(413);
    // Fields are kept in memory, so the app limits them too.
    expect(await post('/photo', 10, 'a'.repeat(1000))).toBe(200);
    expect(await post('/photo', 10, 'a'.repeat(1025))).toBe(413);
    expect(await post('/plain', 1024)).toBe(200);
    expect(await post('/plain', 1025)).toBe(413);
  });
});
