import { Readable } from 'readable-stream';

/**
 * Pets, read row by row.
 *
 * @GET
 * @param {boolean} [bytes] - Whether the stream has the text of the list
 * @returns {Pet[]} The pets
 */
export default function getRows(ctx: { type: string; input: { query: { bytes?: boolean } } }): Readable {
  const rows = [{ id: 1, name: 'Ada', secret: 'SECRET' }];
  if (ctx.input.query.bytes !== true) return Readable.from(rows);
  ctx.type = 'json';
  return Readable.from([JSON.stringify(rows.map(({ id, name }) => ({ id, name })))], { objectMode: false });
}
