import { keywordRow } from '../schema/keywords.ts';
import type { AnySchema, Keywords } from '../schema/json-types.ts';
import { isKeywords } from '../schema/json-types.ts';
import type { Schema } from '../contract/operation.ts';
import { referencesIn } from '../schema/data.ts';
import { referredName, splitReference } from '../schema/references.ts';
import { isNull } from './shape.ts';

/** The annotations that a comparison reads. */
const READ: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** An object with named schemas. */
interface Contract {
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Whether two schemas mean the same in their contracts. */
export type IsSame = (before: AnySchema, after: AnySchema) => boolean;

/** Prepares to compare the schemas of two contracts. Descriptions and examples do not count. */
export function samenessOf(before: Contract, after: Contract): IsSame {
  const changed = changedNames(before, after);
  return (a, b) => {
    if (a === b && changed.size === 0) return true;
    if (!isSameText(a, b)) return false;
    return changed.size === 0 || ![...referencesIn(a)].some((name) => changed.has(name));
  };
}

/** The named schemas that differ, in themselves or through their references. */
function changedNames(before: Contract, after: Contract): Set<string> {
  const names = new Set([...before.schemas.keys(), ...after.schemas.keys()]);
  const changed = new Set<string>();
  for (const name of names) {
    const [a, b] = [before.schemas.get(name), after.schemas.get(name)];
    if (a !== b && (a === undefined || b === undefined || !isSameText(a, b))) changed.add(name);
  }
  if (changed.size === 0) return changed;
  const users = usersOf(before);
  const queue = [...changed];
  for (const name of queue)
    for (const user of users.get(name) ?? [])
      if (!changed.has(user)) {
        changed.add(user);
        queue.push(user);
      }
  return changed;
}

const usersByContract = new WeakMap<Contract['schemas'], Map<string, string[]>>();

/** The named schemas that refer to each name. */
function usersOf({ schemas }: Contract): Map<string, string[]> {
  let users = usersByContract.get(schemas);
  if (users === undefined) {
    users = new Map<string, string[]>();
    for (const [user, schema] of schemas)
      for (const name of referencesIn(schema)) {
        const known = users.get(name);
        if (known === undefined) users.set(name, [user]);
        else known.push(user);
      }
    usersByContract.set(schemas, users);
  }
  return users;
}

/**
 * The only named schema that two schemas refer to, if they differ only in its content: a reference, also in an `allOf` or nullable.
 *
 * @returns undefined for other schemas.
 */
export function soleName(before: AnySchema, after: AnySchema): string | undefined {
  const name = nameIn(before);
  return name !== undefined && isSameText(before, after) ? name : undefined;
}

function nameIn(schema: AnySchema): string | undefined {
  if (!isKeywords(schema)) return undefined;
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...others } = schema as Keywords;
  if (Object.keys(others).some((keyword) => (keywordRow(keyword)?.role ?? 'annotation') !== 'annotation'))
    return undefined;
  const members = [...allOf, ...[...anyOf, ...oneOf].filter((member) => !isNull(member))];
  if ($ref !== undefined) return members.length === 0 ? referredName(schema) : undefined;
  return members.length === 1 ? nameIn(members[0]!) : undefined;
}

/** Whether two schemas are the same as they are written, by the table of keywords. The schemas that they refer to can differ. */
export function isSameText(a: AnySchema, b: AnySchema): boolean {
  if (a === b) return true;
  if (a === false || b === false) return false;
  const [one, other] = [a, b].map((schema) => (schema === true ? {} : schema)) as [Schema, Schema];
  const names = comparedKeywords(one);
  return (
    names.length === comparedKeywords(other).length &&
    names.every((name) => name in other && isSameKeyword(name, one[name], other[name]))
  );
}

/**
 * The keywords of a schema that a comparison reads.
 *
 * @param isRead Whether it reads a keyword.
 */
export function comparedKeywords(schema: Schema, isRead: (keyword: string) => boolean = isCompared): string[] {
  return Object.keys(schema).filter((keyword) => isRead(keyword) && !isIdleKeyword(keyword, schema[keyword]));
}

/** Whether a keyword constrains nothing. */
function isIdleKeyword(keyword: string, value: unknown): boolean {
  if (keyword === 'required') return Array.isArray(value) && value.length === 0;
  return (keyword === 'properties' || keyword === 'patternProperties') && Object.keys(value as object).length === 0;
}

function isCompared(keyword: string): boolean {
  const row = keywordRow(keyword);
  return row !== undefined && (row.role !== 'annotation' || READ.has(keyword));
}

/** Keywords whose lists have no order. */
const SETS: ReadonlySet<string> = new Set(['type', 'required', 'enum']);

function isSameKeyword(keyword: string, a: unknown, b: unknown): boolean {
  const holds = keywordRow(keyword)?.subschemas;
  if (a === b) return true;
  if (holds === 'one') return isSameText(a as AnySchema, b as AnySchema);
  if (keyword === '$ref') return splitReference(a as string)?.name === splitReference(b as string)?.name && a === b;
  if (holds === undefined) return isSameValue(keyword, a, b);
  if (!isKeywords(a) && !Array.isArray(a)) return false;
  const [one, other] = [a, b] as [Schema, Schema];
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameText(one[name] as AnySchema, other[name] as AnySchema))
  );
}

/** Whether two values of a keyword without subschemas are the same. */
export function isSameValue(keyword: string, a: unknown, b: unknown): boolean {
  return SETS.has(keyword) ? isSameSet([a].flat(), [b].flat()) : a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two lists have the same items, in any order. */
export function isSameSet(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [one, other] = [a, b].map((items) => new Set(items.map((item) => JSON.stringify(item))));
  return one!.size === other!.size && [...one!].every((item) => other!.has(item));
}
