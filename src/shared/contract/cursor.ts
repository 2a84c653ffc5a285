import type { Paginated, PagingLimits } from './list-contract.ts';
import type { Parameter } from './operation.ts';
import type { PagingName } from './paging.ts';
import { PAGING_NAMES, pagingParameters, splitQuery } from './paging.ts';

/** The query parameter of lists that are walked by a cursor. */
export const CURSOR_NAME = 'cursor';

/** The query parameters that page a list. */
export function pagingNames({ cursor }: Paginated): readonly (PagingName | typeof CURSOR_NAME)[] {
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
