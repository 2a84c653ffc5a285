import type { Paginated, PagingLimits, Parameter } from './operation.ts';
import { PAGING_NAMES, pagingParameters, splitQuery } from './paging.ts';
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

/** The query parameter of lists that are walked by a cursor. */
export const CURSOR_NAME = 'cursor';

/** The query parameters that page a list. */
export function pagingNames({ cursor }: Paginated): readonly string[] {
  if (cursor === undefined) return PAGING_NAMES;
  return cursor.only === true ? ['page_size', CURSOR_NAME] : [...PAGING_NAMES, CURSOR_NAME];
}

/**
 * Creates the parameters of `@param-include cursor (...)`.
 *
 * @param only Whether the list has no other form of paging, which would have `page_size` too.
 */
export function cursorParameters(limits: PagingLimits, only: boolean): Parameter[] {
  const [size] = pagingParameters(limits) as [Parameter];
  const description = 'Where to go on: the `cursor` of the link `next`';
  const cursor = { name: CURSOR_NAME, in: 'query', required: false, schema: { type: 'string' }, description } as const;
  return only
    ? [size, cursor]
    : [{ ...cursor, description: `${description}; cannot be combined with page, limit or offset` }];
}

/**
 * The `Link` field of a page with a cursor: the relation next.
 *
 * @param url The request target. Its other query parameters are preserved in order.
 * @example cursorLink('/books?cursor=a&tag=b', 'c') // </books?tag=b&cursor=c>; rel="next"
 */
export function cursorLink(url: string, cursor: string): string {
  const { path, parts } = splitQuery(url);
  const preserved = parts.filter(({ name }) => name !== CURSOR_NAME).map(({ text }) => text);
  return `<${path}?${[...preserved, `${CURSOR_NAME}=${cursor}`].join('&')}>; rel="next"`;
}
