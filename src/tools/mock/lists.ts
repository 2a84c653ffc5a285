import type { Cursor, Keyset } from '../../shared/contract/cursor-position.ts';
import type { Content } from '../../shared/contract/operation.ts';
import type { CursorKey } from '../../shared/contract/list-contract.ts';
import { shapeOf } from '../../shared/comparison/shape.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { isObject } from '../../shared/validation/values.ts';
import type { Answers } from './answers.ts';
import type { Resource } from './written-resources.ts';
import type { View } from './views.ts';
import { declaredProperties, propertySchema } from './views.ts';

/** How a body has the rows of a list. */
export interface ListView {
  /** The body of the contract's example. */
  readonly example: unknown;
  /** The property of the body that has the rows; undefined if the body is the list. */
  readonly property: string | undefined;
  readonly rows: readonly Resource[];
  readonly row: View;
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
    names: declaredProperties(items, answers.resolve),
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

/** Whether an object with one list is about that list: a resource with its own list has an id. */
function isMostlyList(example: Readonly<Record<string, unknown>>): boolean {
  return !Object.keys(example).some((name) => /^(?:id|_id|uuid|guid|gid|sid|name)$/i.test(name));
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
