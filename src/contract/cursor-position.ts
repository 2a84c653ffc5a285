import type { InputError } from './problem.ts';

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
}

/** Reads and writes the cursors of an app. Its contexts are those of operations, which this layer does not import. */
export interface Cursors {
  /**
   * Sets `ctx.cursor` from the parameter `cursor`.
   *
   * @param limit Maximum number of rows on the page.
   * @returns A violation if the cursor is damaged, forged, or of another list.
   */
  // eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
  read(ctx: any, text: string | undefined, limit: number): InputError | undefined;
  /** Builds the body from the handler's rows, and sets `Link`. */
  // eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
  body(ctx: any, value: unknown): unknown;
}

/**
 * Creates the cursors of an app.
 *
 * @param secrets The keys of HMACs: the first one signs, all of them verify. Without one, a digest only detects accidents.
 * @param refusesDates Whether a key that is a `Date` is an error, because it may have lost microseconds.
 */
export type CursorFactory = (secrets: readonly string[], refusesDates: boolean) => Cursors;
