import type { Operation } from '../../shared/contract/operation.ts';
import { isObject } from '../../shared/validation/values.ts';
import { plainName } from './ids.ts';
import type { ListView } from './lists.ts';
import type { Selected } from './selection.ts';
import { isPosition, pageNumber, pageParameter, tokensFor } from './selection.ts';
import type { Resource } from './written-resources.ts';

/** The next page of a list. */
export interface NextPage {
  /** The URL of the request for it. */
  readonly url: URL;
  /** The spellings of its token; none if no parameter takes it. */
  readonly tokens: readonly unknown[];
  readonly offset: number;
  /** The number of the page; undefined if no parameter takes it. */
  readonly page: number | undefined;
}

/**
 * The page after a selection; undefined if there is none, or if the operation has no parameter for it.
 *
 * @param total The number of rows of the list.
 * @param href The URL of the request.
 * @param isAllowed Whether the parameter for tokens can have a value.
 */
export function nextPage(
  operation: Operation,
  { rows, offset: before, size }: Selected,
  total: number,
  href: string,
  lastId: unknown,
  isAllowed: (token: unknown) => boolean,
): NextPage | undefined {
  const offset = before + rows.length;
  if (rows.length === 0 || offset >= total) return undefined;
  const [token, from, page] = (['token', 'offset', 'page'] as const).map((kind) => pageParameter(operation, kind));
  const tokens = token === undefined ? [] : tokensFor(offset, lastId).filter(isAllowed);
  const number = page && pageNumber(page, offset, size);
  const [name, value] =
    tokens.length > 0 ? [token!.name, tokens[0]] : from === undefined ? [page?.name, number] : [from.name, offset];
  if (name === undefined) return undefined;
  const url = new URL(href);
  url.searchParams.set(name, String(value));
  return { url, tokens, offset, page: number };
}

const TOTAL = /^(?:total|total(?:count|items|results|elements|records|rows)|numresults)$/;
const MORE = /^has(?:more|next|nextpage)$/;
const NEXT =
  /^next(?:page|cursor|token|marker|offset|url|uri|link|href|key|page(?:token|cursor|url|uri|link|number))?$/;

/** The names of links inside an object such as `next`. */
const LINK = /^(?:href|url|uri|link|path)$/;

/** The depth of objects inside a body down to which its fields are read. */
const MAX_DEPTH = 3;

/** The parts of a list's body in addition to its rows. */
export interface ListState {
  /** The number of rows of the list. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly next: NextPage | undefined;
  /** The parameter for tokens: a property of this name has the next one. */
  readonly tokenName: string | undefined;
}

/** The body of a list. Its totals count all rows, and its tokens and links lead to the next page, or nowhere from the last one. */
export function listBody(
  { example, property }: ListView,
  rows: readonly Resource[],
  { total, hasMore, next, tokenName }: ListState,
  allows: (body: unknown) => boolean,
): unknown {
  if (property === undefined) return rows;
  let body: Resource = { ...(example as Resource), [property]: rows };
  /** Sets a field to the first value that the contract allows. */
  const set = (path: readonly string[], values: readonly unknown[]): void => {
    body = values.map((value) => withValue(body, path, value)).find(allows) ?? body;
  };
  const visit = (object: Resource, path: readonly string[], isNext: boolean): void => {
    for (const [name, value] of Object.entries(object)) {
      if (path.length === 0 && name === property) continue;
      const [at, plain] = [[...path, name], plainName(name)];
      const leads = NEXT.test(plain) || name === tokenName || (isNext && (LINK.test(plain) || isPosition(plain)));
      if (TOTAL.test(plain) && typeof value === 'number') set(at, [total]);
      else if (MORE.test(plain) && typeof value === 'boolean') set(at, [hasMore]);
      else if (leads && next === undefined) set(at, [null, undefined]);
      else if (isObject(value) && path.length < MAX_DEPTH) visit(value, at, isNext || leads);
      else if (leads && next !== undefined) set(at, valuesFor(plain, value, next));
    }
  };
  visit(body, [], false);
  return body;
}

/** The values that lead to a next page, in the style of an example. */
function valuesFor(name: string, example: unknown, { url, tokens, offset, page }: NextPage): readonly unknown[] {
  if (typeof example === 'number') return [/offset|skip/.test(name) ? offset : (page ?? offset)];
  const path = `${url.pathname}${url.search}`;
  const text = String(example);
  if (text.startsWith('/')) return [path];
  const isLink = tokens.length === 0 || /^[a-z][a-z\d+.-]*:\/\//i.test(text) || /(?:url|uri|link|href)$/.test(name);
  return isLink ? [url.href, path, ...tokens] : [...tokens, url.href];
}

/** A copy with another value at a path; undefined removes it. */
function withValue(object: Resource, [name = '', ...rest]: readonly string[], value: unknown): Resource {
  const { [name]: inner, ...others } = object;
  const changed = rest.length === 0 ? value : withValue(inner as Resource, rest, value);
  return changed === undefined ? others : { ...object, [name]: changed };
}
