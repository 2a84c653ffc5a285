import { describe, expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/operations/note/@get.js':
    '/**\n * @etag\n * @returns {object} 200 - It\n */\nexport default () => ({ text: "a" });\n',
  'app/operations/note/@patch.js':
    '/**\n * @idempotent required\n * @param {string} text\n * @returns {object} 200 - It\n */\nexport default (ctx) => ctx.current ?? {};\n',
};

describe.each(VITES)('the dev server of %s', (_name, vite) => {
  it('makes writes safe, and explains what they need', async () => {
    const dev = await startDev(vite, FILES);
    const patch = async (headers: Record<string, string>): Promise<[number, unknown]> => {
      const { status, body } = await dev.ask('/note', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{"text":"b"}',
      });
      return [status, JSON.parse(body)];
    };

    expect(await patch({})).toMatchObject([400, { errors: [{ in: 'header', name: 'Idempotency-Key' }] }]);
    expect(await patch({ 'Idempotency-Key': 'k' })).toMatchObject([428, { title: 'Precondition Required' }]);
    expect(await patch({ 'Idempotency-Key': 'k', 'If-Match': 'x' })).toMatchObject([
      400,
      { errors: [{ name: 'If-Match' }] },
    ]);
    expect(await patch({ 'Idempotency-Key': 'k', 'If-Match': '*' })).toEqual([200, { text: 'a' }]);
    // An edit makes the PATCH unconditional.
    await dev.write({ 'app/operations/note/@get.js': FILES['app/operations/note/@get.js'].replace(' * @etag\n', '') });
    const init = {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k2' },
      body: '{"text":"b"}',
    };
    await dev.until('/note', (status) => status !== 428, init);
    expect(await dev.ask('/note', init)).toMatchObject({ status: 200, body: '{}' });
  });
});
