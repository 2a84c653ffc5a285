import type { Keyset } from '../../../shared/contract/cursor-position.ts';
import type { KeyValue } from '../../../shared/contract/list-request.ts';
import { checkTotal } from './paging.ts';

// A registered symbol, because a bundle may contain two copies of this module.
const KEYSET: unique symbol = Symbol.for('unplugin-operations.keyset') as never;

/**
 * Creates the result of a list with a cursor: the rows after `ctx.cursor.after`, in the order of its keys.
 *
 * @param rows Up to `ctx.cursor.limit` rows, and one more if there is a next page. The server leaves that one out.
 * @param total The number of all rows; undefined if you did not count them.
 * @param after In a list with `ctx.list`: the value of each key of `ctx.list.order` for the last row of the page, which is the one before the row
 * that the server leaves out. Give it if the database orders by other values than those of the rows' properties, such as its own text of a time.
 * @throws {TypeError} If `rows` is not an array, or `total` is not a non-negative integer.
 * @example return keyset(await find({ after: ctx.cursor.after, limit: ctx.cursor.limit + 1 }));
 */
export function keyset<T>(rows: readonly T[], total?: number, after?: readonly KeyValue[]): Keyset<T> {
  if (!Array.isArray(rows)) throw new TypeError('keyset(rows): rows must be an array');
  if (total !== undefined) checkTotal('keyset(rows, total): total', total);
  return Object.defineProperty({ rows, total, after }, KEYSET, { value: true });
}

/** Whether a handler's result comes from {@link keyset}. */
export function isKeyset(value: unknown): value is Keyset<unknown> {
  return typeof value === 'object' && value !== null && KEYSET in value;
}
