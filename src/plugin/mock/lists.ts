import type { Cursor, Keyset } from '../../contract/cursor-position.ts';
import type { Content, CursorKey, Operation } from '../../contract/operation.ts';
import type { Paging } from '../../contract/paging.ts';
import { shapeOf } from '../../openapi/compare/schemas/shape.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isObject } from '../../validation/values.ts';
import type { Answers } from './answers.ts';
import type { Resource } from './written-resources.ts';
import type { View } from './views.ts';
import { namesOf, propertySchema } from './views.ts';

/** How a body has the rows of a list. */
export interface ListView {
  /** The body of the contract's example. */
  readonly example: unknown;
  /** The property of the body that has the rows; undefined if the body is the list. */
  readonly property: string | undefined;
  readonly rows: readonly Resource[];
  readonly row: View;
}

/** The part of a request that selects rows. */
export interface Selection {
  readonly paging?: Paging;
  readonly cursor?: Cursor;
  readonly input: { readonly query: Readonly<Record<string, unknown>> };
}

/** Looks at the example of a body for a list of objects; undefined if it has none. */
export function listViewOf({ schema }: Content, example: unknown, answers: Answers): ListView | undefined {
  const property = Array.isArray(example) ? undefined : listProperty(example);
  if (property === undefined && !Array.isArray(example)) return undefined;
  const given = property === undefined ? example : (example as Resource)[property];
  const list: AnySchema = property === undefined ? schema : propertySchema(schema, property, answers.resolve);
  const items = shapeOf(list, answers.resolve).keywords.items ?? true;
  const rows = given as readonly unknown[];
  const base = rows.length > 0 ? rows[0] : answers.sample(items);
  if (!isObject(base) || !rows.every(isObject)) return undefined;
  const row: View = {
    base,
    names: namesOf(items, answers.resolve),
    property: undefined,
    schema: items,
    fits: (resource) => answers.allows(items, resource),
    wrap: (resource) => resource,
  };
  return { example, property, rows, row };
}

/** The properties that usually have the rows. */
const ROWS = /^(?:data|items|results|values|rows|records|entries|content|list)$/i;

function listProperty(example: unknown): string | undefined {
  if (!isObject(example)) return undefined;
  const lists = Object.keys(example).filter((name) => Array.isArray(example[name]));
  return lists.find((name) => ROWS.test(name)) ?? (lists.length === 1 && isMostlyList(example) ? lists[0] : undefined);
}

/** Whether an object with one list is about that list: a resource with a list of its own has an id. */
function isMostlyList(example: Readonly<Record<string, unknown>>): boolean {
  return !Object.keys(example).some((name) => /^(?:id|_id|uuid|guid|gid|sid|name)$/i.test(name));
}

const SIZE = /^\$?(?:limit|(?:per|max)_?(?:page|results?|items)|page_?size|size|take|first|top)$/i;
const OFFSET = /^\$?(?:offset|skip|start|start_?(?:at|index))$/i;
const PAGE = /^(?:page|page_?(?:number|no|index)|p)$/i;

/** The rows that a request selects: by the paging of this library, or by query parameters with usual names. */
export function selectRows<T>(rows: readonly T[], { parameters }: Operation, selection: Selection): readonly T[] {
  const { paging, input } = selection;
  if (paging !== undefined) return rows.slice(paging.offset, paging.offset + paging.limit);
  const numberOf = (pattern: RegExp): number | undefined => {
    const name = parameters.find((one) => one.in === 'query' && pattern.test(one.name))?.name;
    const value = name === undefined ? undefined : input.query[name];
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const size = numberOf(SIZE) ?? rows.length;
  const page = numberOf(PAGE);
  const isFromZero = parameters.some(({ name, schema }) => PAGE.test(name) && schema['minimum'] === 0);
  const offset = numberOf(OFFSET) ?? (page === undefined ? 0 : Math.max(0, isFromZero ? page : page - 1) * size);
  return rows.slice(offset, offset + size);
}

/** The rows after a cursor, and one more if there is a next page. */
export function rowsAfter(
  rows: readonly Resource[],
  keys: readonly CursorKey[],
  { limit, after }: Cursor,
  keyset: (rows: readonly Resource[]) => Keyset<Resource>,
): Keyset<Resource> {
  const sorted = rows.toSorted((a, b) => compareRows(a, b, keys));
  const rest = after === undefined ? sorted : sorted.filter((row) => compareRows(row, after, keys) > 0);
  return keyset(rest.slice(0, limit + 1));
}

function compareRows(a: Resource, b: Resource, keys: readonly CursorKey[]): number {
  for (const { name, descending } of keys) {
    const [one, other] = [a[name], b[name]] as [string, string];
    if (one !== other) return (one < other ? -1 : 1) * (descending === true ? -1 : 1);
  }
  return 0;
}

const TOTAL = /^(?:total|total_?(?:count|items|results|elements|records|rows)|num_?results)$/i;
const MORE = /^has_?(?:more|next)$/i;
const NEXT = /^(?:next|next_?(?:page|cursor|token|url|uri|link|page_?token|page_?(?:url|uri)))$/i;

/** The body of a list. Its totals count all rows, and nothing leads from the last page to a next one. */
export function listBody(
  { example, property }: ListView,
  page: readonly Resource[],
  total: number,
  isLast: boolean,
  allows: (body: unknown) => boolean,
): unknown {
  if (property === undefined) return page;
  let body: Resource = { ...(example as Resource), [property]: page };
  const attempt = (changed: Resource): boolean => allows(changed) && ((body = changed), true);
  for (const [name, value] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    if (TOTAL.test(name) && typeof value === 'number') attempt({ ...body, [name]: total });
    else if (MORE.test(name) && typeof value === 'boolean') attempt({ ...body, [name]: !isLast });
    else if (NEXT.test(name) && isLast) void (attempt({ ...body, [name]: null }) || attempt(others));
  }
  return body;
}
