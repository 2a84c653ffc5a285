import { describe, expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const FAILS = `/** Fails.
 * @param {string} id - It
 * @returns {string} It */
export default (ctx) => { throw new Error('failed for ' + ctx.get('X-Name') + ctx.input.path.id); };
`;

describe.each(VITES)('%s', (_name, vite) => {
  it('writes control characters of a path and a header as escapes to the log', async () => {
    const { ask, log } = await startDev(vite, { 'app/operations/pets/{id}@get.js': FAILS });
    // The controls of C1 for the next line and for OSC, and a bell.
    await ask('/pets/a%C2%9Db%07', { headers: { 'X-Name': 'c\u0085' } });
    const text = log.join('\n');
    expect(text).toContain(String.raw`failed for c\u0085a\u009db\u0007`);
    expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u);
  });
});
