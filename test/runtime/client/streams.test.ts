import { describe, expect, it } from 'vitest';
import { serveClient } from './client.ts';

const EVENT = `import { event } from '${process.cwd()}/src/runtime/koa/index.ts';`;
const TREE = {
  'rows.ts': `/** @returns {Stream<{ n: integer }>} 200 - Numbers */
export default async function* rows() { for (let n = 0; n < 3; n++) yield { n }; }`,
  'seq.ts': `/** @returns {Stream<string>} 200 application/json-seq */
export default function* seq() { yield 'a\\nb'; yield 'c'; }`,
  'values.ts': `/** @returns {Stream<string>} 200 text/event-stream */
export default function* values() { yield 'ä\\n€'; yield 'c'; }`,
  'named.ts': `${EVENT}
/** @returns {Stream<ServerSentEvent<'tick', integer>|ServerSentEvent<'end', null>>} 200 text/event-stream */
export default function* named() { yield event('tick', 1, { id: 'ä' }); yield event('end', null); }`,
  'late.ts': `/** @returns {Stream<integer>} 200 text/event-stream */
export default async function* late(ctx) { yield 1; ctx.throw(409, 'gone'); }`,
  'cut.ts': `/** @returns {Stream<integer>} 200 */
export default async function* cut(ctx) { yield 1; ctx.throw(409, 'gone'); }`,
  'early.ts': `/** @returns {Stream<integer>} 200 */
export default async function* early(ctx) { ctx.throw(404, 'no such import'); }`,
  'empty.ts': `/** @returns {Stream<integer>} 200
 * @returns {void} 204 */
export default (ctx) => undefined;`,
  'list.ts': `/** @returns {integer[]} */
export default () => [1];`,
};

const all = async (iterable: AsyncIterable<unknown>): Promise<unknown[]> => {
  const items: unknown[] = [];
  for await (const item of iterable) items.push(item);
  return items;
};

describe('a client of streams', () => {
  it('iterates over items', async () => {
    const { client } = await serveClient(TREE, { warnings: ['undeclared-status'] });
    expect(await all(client['rows']!())).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
    expect(await all(client.request('GET /seq'))).toEqual(['a\nb', 'c']);
    expect(await all(client['values']!())).toEqual(['ä\n€', 'c']);
    expect(await all(client['named']!())).toEqual([
      { event: 'tick', data: 1, id: 'ä' },
      { event: 'end', data: null, id: 'ä' },
    ]);
    expect(await all(client.request('GET /empty'))).toEqual([]);
    expect(await client.request('GET /list')).toEqual([1]);
  });

  it('ends with the problem of the server', async () => {
    const { client, errors } = await serveClient(TREE, { warnings: ['undeclared-status'] });
    await expect(all(client['early']!())).rejects.toMatchObject({ status: 404, problem: { detail: 'no such import' } });
    await expect(all(client['late']!())).rejects.toMatchObject({ status: 409, problem: { detail: 'gone' } });
    await expect(all(client['cut']!())).rejects.toThrow('terminated');
    expect(errors).toHaveLength(3);
  });
});
