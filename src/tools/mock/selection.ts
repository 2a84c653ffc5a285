import type { Operation, Parameter } from '../../shared/contract/operation.ts';
import type { Paging } from '../../shared/contract/paging.ts';
import { isObject } from '../../shared/validation/values.ts';
import type { Answers } from './answers.ts';
import { plainName } from './ids.ts';
import type { ListView } from './lists.ts';
import { propertySchema } from './views.ts';
import type { Resource } from './written-resources.ts';

/** The part of a request that selects rows. */
export interface Selection {
  readonly paging?: Paging;
  readonly input: { readonly query: Readonly<Record<string, unknown>> };
  /** The parameters that the client has sent. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Rows of a list. */
export interface Selected {
  readonly rows: readonly Resource[];
  /** The number of rows before the first one. */
  readonly offset: number;
  /** The number of rows of a page. */
  readonly size: number;
}

/** The query parameters by which a list is read in pages, without the marks between the words of their names. */
const SIZE = /^(?:limit|(?:per|max)(?:page|results?|items)|page(?:size|limit)|size|take|first|top|count)$/;
const OFFSET = /^(?:offset|skip|start|start(?:at|index)|pageoffset)$/;
const PAGE = /^(?:page|page(?:number|no|index)|p)$/;
const TOKEN =
  /^(?:(?:page|next|nextpage|continuation|pagination|start)(?:token|cursor|marker|key)|cursor|marker|bookmark|continuation|(?:page|starting)?after|after(?:id|cursor|token)|lastid)$/;

/** The kinds of parameters that select a page. */
export type PageKind = 'offset' | 'page' | 'token';

/** The parameter of a kind; undefined if there is none. An offset that is a text is a token. */
export function pageParameter({ parameters }: Pick<Operation, 'parameters'>, kind: PageKind): Parameter | undefined {
  return parameters.find(({ in: place, name, schema }) => {
    if (place !== 'query') return false;
    const plain = plainName(name);
    const isText = schema['type'] === 'string';
    if (kind === 'token') return TOKEN.test(plain) || (isText && OFFSET.test(plain));
    return !isText && (kind === 'page' ? PAGE : OFFSET).test(plain);
  });
}

/** Whether a name, without the marks between its words, is one of a parameter that selects where a page begins. */
export function isPosition(plain: string): boolean {
  return [OFFSET, PAGE, TOKEN].some((pattern) => pattern.test(plain));
}

/** The number of a page that has rows before it, if the first page is 0 or 1. */
export function pageNumber({ schema }: Parameter, offset: number, size: number): number {
  return Math.floor(offset / Math.max(1, size)) + (schema['minimum'] === 0 ? 0 : 1);
}

/** The page of a list that a request selects: by the paging of this library, or by query parameters with usual names. */
export function selectPage(
  rows: readonly Resource[],
  operation: Operation,
  { paging, input: { query } }: Selection,
  idOf: (row: Resource) => unknown,
): Selected {
  const sliced = (offset: number, size: number): Selected => ({
    rows: rows.slice(offset, offset + size),
    offset,
    size,
  });
  if (paging !== undefined) return sliced(paging.offset, paging.limit);
  const numberOf = (parameter: Parameter | undefined): number | undefined => {
    const value = parameter && query[parameter.name];
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const limits = operation.parameters.filter(({ in: place, name }) => place === 'query' && SIZE.test(plainName(name)));
  const size = limits.map(numberOf).find((number) => number !== undefined) ?? rows.length;
  const offset = numberOf(pageParameter(operation, 'offset'));
  if (offset !== undefined) return sliced(offset, size);
  const token = pageParameter(operation, 'token');
  if (token !== undefined && query[token.name] !== undefined)
    return sliced(offsetOf(query[token.name], rows, idOf), size);
  const page = pageParameter(operation, 'page');
  const number = numberOf(page);
  return sliced(number === undefined ? 0 : Math.max(0, number - pageNumber(page!, 0, size)) * size, size);
}

const UUID = '00000000-0000-4000-8000-';

/**
 * The spellings of a token for the rows after an offset. A contract may allow only some of them.
 *
 * @param last The ID of the last row before them.
 */
export function tokensFor(offset: number, last: unknown): unknown[] {
  const ids = last === undefined ? [] : [last, String(last)];
  return [`next-${offset}`, ...ids, String(offset), offset, `${UUID}${String(offset).padStart(12, '0')}`];
}

/** The offset of a token: one of this mock, or the ID of the last row that a client has. Others lead to the first page. */
function offsetOf(token: unknown, rows: readonly Resource[], idOf: (row: Resource) => unknown): number {
  const text = String(token);
  const [, own] = new RegExp(`^(?:next-|${UUID})(\\d+)$`).exec(text) ?? [];
  if (own !== undefined) return Number(own);
  const index = rows.map(idOf).findIndex((id) => id !== undefined && String(id) === text);
  if (index !== -1) return index + 1;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Values by which clients request all rows. */
const EVERY = ['all', 'any', '*', ''];

/** The rows that have the values of the query parameters with the names of their properties. */
export function filterRows(
  rows: readonly Resource[],
  { parameters }: Operation,
  { query, input }: Selection,
  { row: { schema, names, base } }: ListView,
  answers: Pick<Answers, 'allows' | 'resolve'>,
): readonly Resource[] {
  const known = [...(names ?? Object.keys(base))];
  const tests = parameters.flatMap(({ in: place, name }): ((row: Resource) => boolean)[] => {
    const plain = plainName(name);
    const isPaging = SIZE.test(plain) || isPosition(plain);
    const property = known.find((one) => plainName(one) === plain);
    if (place !== 'query' || isPaging || property === undefined || !(name in query)) return [];
    const wanted = [...new Set([input.query[name]].flat())];
    const own = propertySchema(schema, property, answers.resolve);
    const isMeant = wanted.every(
      (value) =>
        !isObject(value) &&
        !EVERY.includes(String(value)) &&
        (answers.allows(own, value) || answers.allows(own, [value])),
    );
    const texts = new Set(wanted.map(String));
    return isMeant
      ? [(row) => [row[property]].flat().some((value) => !isObject(value) && texts.has(String(value)))]
      : [];
  });
  return rows.filter((row) => tests.every((test) => test(row)));
}
