import type { PagingLimits } from './list-contract.ts';
import type { Parameter, Schema } from './operation.ts';
import { inputError, repeatedError } from './input-error.ts';
import type { InputError } from './problem.ts';

/** The query parameters of a list operation. */
export const PAGING_NAMES = ['page_size', 'page', 'limit', 'offset', 'total'] as const;

/** One of {@link PAGING_NAMES}. */
export type PagingName = (typeof PAGING_NAMES)[number];

/** The raw values of each paging parameter in a query. */
export type PagingQuery = { readonly [name in PagingName]?: readonly string[] };

/** The rows that a request selects, in either form: by page or by offset. */
export interface Paging {
  /** Maximum number of rows to return. */
  readonly limit: number;
  /** Number of rows to skip. */
  readonly offset: number;
  /** The page of the first row, starting at 1. */
  readonly page: number;
  /** Rows per page; the same as `limit`. */
  readonly pageSize: number;
  /** Whether the request also needs the total count. */
  readonly total: boolean;
}

/** A boolean, or 0 or 1, which a plain `boolean` schema would not document. */
const FLAG: Schema = { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }], default: false };

/** The rows of a page, with the total count if they were counted: the result of `page(rows, total)`. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
}

/** The rows of a page with the total count. */
export interface CountedPage<T> extends Page<T> {
  readonly total: number;
}

/** The sizes of pages, in rows, with their defaults. */
export function limitsOf({ defaultSize = 20, maxSize = 100 }: Partial<PagingLimits> = {}): PagingLimits {
  return { defaultSize, maxSize };
}

/**
 * Creates the five parameters of `@param-include paging`. A project can override this include.
 *
 * @param limits The sizes of pages, in rows.
 *
 * @example pagingParameters({ defaultSize: 20, maxSize: 100 }).map(({ name }) => name)
 */
export function pagingParameters(limits: PagingLimits): Parameter[] {
  const { defaultSize, maxSize } = limits;
  const size: Schema = { type: 'integer', maximum: maxSize, default: defaultSize };
  const position: Schema = { type: 'integer', maximum: Number.MAX_SAFE_INTEGER };
  return [
    pagingParameter('page_size', { ...size, minimum: 1 }, 'Rows per page'),
    pagingParameter('page', { ...position, minimum: 1, default: 1 }, 'Page number, starting at 1'),
    pagingParameter(
      'limit',
      { ...size, minimum: 0 },
      'Maximum number of rows to return; cannot be combined with page or page_size',
    ),
    pagingParameter(
      'offset',
      { ...position, minimum: 0, default: 0 },
      'Number of rows to skip; cannot be combined with page or page_size',
    ),
    pagingParameter('total', FLAG, 'Also return the total count'),
  ];
}

/** The parameter `total` of an operation whose every response has the total. */
export const ALWAYS_COUNTED: Pick<Parameter, 'schema' | 'description'> = {
  schema: { ...FLAG, default: true },
  description: 'No effect: every response has the total count',
};

function pagingParameter(name: PagingName, schema: Schema, description: string): Parameter {
  return { name, in: 'query', required: false, schema, description };
}

/** The names of each form of paging. */
const BY_PAGE = ['page', 'page_size'] as const;
const BY_OFFSET = ['limit', 'offset'] as const;
const POSITIONS = [...BY_PAGE, ...BY_OFFSET] as const;

/**
 * Resolves the paging parameters of a query. If both forms are sent, values equal to their default do not count.
 *
 * @param limits The sizes of pages, in rows.
 * @returns The selected rows, or every violation.
 * @example resolvePaging({ page: ['3'] }, { defaultSize: 20, maxSize: 100 }) // { limit: 20, offset: 40, page: 3, ... }
 * @example resolvePaging({ page: ['3'], offset: ['0'] }, { defaultSize: 20, maxSize: 100 }) // { limit: 20, offset: 40, page: 3, ... }
 */
export function resolvePaging(query: PagingQuery, limits: PagingLimits): Paging | InputError[] {
  const { defaultSize, maxSize } = limits;
  const reader = new QueryReader(query);
  const pageSize = reader.integer('page_size', 1, maxSize, defaultSize);
  const page = reader.integer('page', 1, Number.MAX_SAFE_INTEGER, 1);
  const limit = reader.integer('limit', 0, maxSize, defaultSize);
  const offset = reader.integer('offset', 0, Number.MAX_SAFE_INTEGER, 0);
  const total = reader.boolean('total') ?? false;
  const skipped = (page - 1) * pageSize;
  const differing = differingPages(query, limits);
  const byOffset = differing.filter((name) => name === 'limit' || name === 'offset');
  const byPage = differing.filter((name) => name === 'page' || name === 'page_size');
  const isSame = reader.errors.length === 0 && limit === pageSize && offset === skipped;
  if (byPage.length > 0 && !isSame)
    for (const name of byOffset)
      reader.refuse(name, `cannot be combined with ${byPage.join(' and ')}`, 'combined', { others: byPage });
  if (reader.errors.length > 0) return reader.errors;
  if (byOffset.length > 0) {
    return { limit, offset, page: limit === 0 ? 1 : Math.floor(offset / limit) + 1, pageSize: limit, total };
  }
  if (skipped <= Number.MAX_SAFE_INTEGER) return { limit: pageSize, offset: skipped, page, pageSize, total };
  const last = Math.floor(Number.MAX_SAFE_INTEGER / pageSize) + 1;
  reader.refuse('page', `must be at most ${last}`, 'maximum', { comparison: '<=', limit: last });
  return reader.errors;
}

/** Lists the parameters of pages and offsets that a query has once, with a value that is not the default. */
export function differingPages(query: PagingQuery, { defaultSize }: PagingLimits): PagingName[] {
  const defaults = { page: 1, page_size: defaultSize, limit: defaultSize, offset: 0 };
  return POSITIONS.filter((name) => {
    const texts = query[name];
    return texts?.length === 1 && integerOf(texts[0]!) !== defaults[name];
  });
}

/** Reads an integer as every one in a query: Number() would also take '', ' 12', '1e3' and '0x10'. */
function integerOf(text: string): number | undefined {
  // The sum turns -0 into 0.
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) + 0 : undefined;
}

/** Reads paging parameters from a query and collects their violations. */
class QueryReader {
  readonly errors: InputError[] = [];
  readonly #query: PagingQuery;

  constructor(query: PagingQuery) {
    this.#query = query;
  }

  /** Reads an integer; the default if it is absent or invalid. */
  integer(name: PagingName, minimum: number, maximum: number, otherwise: number): number {
    const text = this.#single(name);
    if (text === undefined) return otherwise;
    return this.#integer(name, text, minimum, maximum) ?? otherwise;
  }

  #integer(name: PagingName, text: string, minimum: number, maximum: number): number | undefined {
    const value = integerOf(text);
    if (value === undefined) return this.refuse(name, 'must be an integer', 'type', { type: 'integer' });
    if (value < minimum)
      return this.refuse(name, `must be at least ${minimum}`, 'minimum', { comparison: '>=', limit: minimum });
    if (value <= maximum) return value;
    return this.refuse(name, `must be at most ${maximum}`, 'maximum', { comparison: '<=', limit: maximum });
  }

  boolean(name: PagingName): boolean | undefined {
    const text = this.#single(name);
    if (text === undefined) return undefined;
    if (text === '1' || text === 'true') return true;
    if (text === '0' || text === 'false') return false;
    return this.refuse(name, 'must be 1, true, 0 or false', 'type', { type: 'boolean' });
  }

  refuse(name: PagingName, message: string, keyword: string, params: InputError['params']): undefined {
    this.errors.push(inputError({ in: 'query', name }, message, keyword, params));
  }

  #single(name: PagingName): string | undefined {
    const texts = this.#query[name];
    if (texts === undefined || texts.length < 2) return texts?.[0];
    this.errors.push(repeatedError({ in: 'query', name }));
    return undefined;
  }
}

/**
 * The `Link` field of a page: RFC 8288, with the relations first, prev, next and last, in the form (`page` or `offset`) the request used.
 *
 * @param url The request target. Its other query parameters are preserved in order.
 * @param rows The number of rows on the page.
 * @param total The number of all rows. If it is undefined, `last` is omitted and a full page has a `next`.
 * @example pagingLinks('/books?page=2&tag=a', paging, 20, undefined)
 * // </books?tag=a&page=1>; rel="first", </books?tag=a&page=1>; rel="prev", </books?tag=a&page=3>; rel="next"
 */
export function pagingLinks(url: string, paging: Paging, rows: number, total: number | undefined): string {
  const { path, parts } = splitQuery(url);
  const has = (names: readonly string[]): boolean => parts.some(({ name }) => names.includes(name ?? ''));
  const [hasPage, hasOffset] = [has(BY_PAGE), has(BY_OFFSET)];
  const isMixed = hasPage && hasOffset;
  // If both forms were sent, the links have the one that can express the position.
  const byOffset = isMixed ? paging.limit === 0 || paging.offset % paging.limit > 0 : hasOffset;
  const moved = byOffset ? 'offset' : 'page';
  const dropped: readonly (string | undefined)[] = isMixed ? POSITIONS : [moved];
  let start = `<${path}?`;
  for (const { name, text } of parts) if (!dropped.includes(name)) start += `${text}&`;
  if (isMixed) start += `${byOffset ? 'limit' : 'page_size'}=${paging.limit}&`;
  start += `${moved}=`;
  const links = linkedOffsets(paging, rows, total).map(
    ([relation, offset]) => `${start}${byOffset ? offset : offset / paging.limit + 1}>; rel="${relation}"`,
  );
  return links.join(', ');
}

/** Splits a request target into its path and the parts of its query, with their names. */
export function splitQuery(url: string): {
  readonly path: string;
  readonly parts: readonly { readonly text: string; readonly name: string | undefined }[];
} {
  const target = PRINTABLE.test(url) ? url : printable(url);
  const mark = target.indexOf('?');
  if (mark === -1 || mark === target.length - 1)
    return { path: mark === -1 ? target : target.slice(0, mark), parts: [] };
  const parts = target.slice(mark + 1).split('&');
  return { path: target.slice(0, mark), parts: parts.map((text) => ({ text, name: queryNameOf(text) })) };
}

function linkedOffsets(paging: Paging, rows: number, total: number | undefined): [relation: string, offset: number][] {
  const { limit, offset } = paging;
  const links: [string, number][] = [['first', 0]];
  if (limit === 0) return links;
  // An offset need not be a multiple of the limit, so the last page keeps the remainder of this one.
  const step = offset % limit;
  const last = total === undefined ? undefined : Math.max(0, step + Math.floor((total - 1 - step) / limit) * limit);
  if (offset > 0) links.push(['prev', Math.min(Math.max(0, offset - limit), last ?? Infinity)]);
  const next = offset + limit;
  const hasNext = total === undefined ? rows === limit : next < total;
  // With one row per page, the page number is the offset plus 1, and must be a safe integer too.
  if (hasNext && next < Number.MAX_SAFE_INTEGER) links.push(['next', next]);
  if (last !== undefined) links.push(['last', last]);
  return links;
}

/** A path and query that {@link printable} leaves as they are. */
const PRINTABLE = /^\/[!$-;=?-~\u0080-\u00ff]*$/;

/** A request target for `<...>` in a header: path and query, without origin and fragment. */
function printable(url: string): string {
  const target = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/#.*/s, '');
  return target.replace(/[^\u0021-\u007e\u0080-\u00ff]|[<>"]/gu, encodeURIComponent);
}

/** The name in a part of a query. Only a name with escapes has to be decoded. */
function queryNameOf(part: string): string | undefined {
  const end = part.indexOf('=');
  const name = end === -1 ? part : part.slice(0, end);
  return /[%+]/.test(name) ? [...new URLSearchParams(name).keys()][0] : name;
}
