import type { KeyValue } from './list-request.ts';

/** The position of a request in a list that is walked by a cursor. */
export interface Cursor<Keys = Readonly<Record<string, string | number | boolean>>> {
  /** Maximum number of rows on the page. Fetch one more, so that the server knows whether there is a next page. */
  readonly limit: number;
  /** The keys of the last row of the page before; absent on the first page. */
  readonly after?: Keys;
}

/** The rows after a cursor: the result of `keyset(rows)`. */
export interface Keyset<T> {
  readonly rows: readonly T[];
  readonly total: number | undefined;
  /** The values of the keys of `ctx.list.order` for the last row of the page, if the rows do not have them. */
  readonly after?: readonly KeyValue[] | undefined;
}
