import { pointTo } from '../contract/json-pointer.ts';
import type { Schema } from '../contract/operation.ts';
import { DRAFT_HOLDS, isDraft } from './draft.ts';
import type { KeywordRow } from './keywords.ts';
import { KEYWORD_NAMES, keywordRow } from './keywords.ts';
import type { AnySchema } from './json-types.ts';
import { isKeywords, isSchema } from './json-types.ts';

/** A path from a schema into it, as a linked list from the last key. */
export interface SchemaPath {
  readonly key: string | number;
  readonly parent: SchemaPath | undefined;
}

/** Converts a path to a JSON Pointer: RFC 6901. */
export function pointerOf(path: SchemaPath | undefined): string {
  return path === undefined ? '' : pointTo(pointerOf(path.parent), path.key);
}

/** How each keyword with subschemas holds them; the value of any other keyword is data. */
const HOLDS: ReadonlyMap<string, NonNullable<KeywordRow['subschemas']>> = new Map(
  KEYWORD_NAMES.flatMap((name) => {
    const subschemas = keywordRow(name)?.subschemas;
    return subschemas === undefined ? [] : [[name, subschemas] as const];
  }),
);

/**
 * Replaces the direct subschemas of a schema, by the keyword that holds them. Like {@link eachSubschema}, it goes by the table of keywords: it skips data (`const`, `default`,
 * unknown keywords) and names that users choose.
 *
 * @returns The same object if nothing changes.
 * @example mapSubschemas({ items: { title: 'x' }, default: { title: 'x' } }, () => true) // { items: true, default: { title: 'x' } }
 */
export function mapSubschemas(
  schema: Schema,
  replace: (subschema: AnySchema, path: SchemaPath, keyword: string) => AnySchema,
  path?: SchemaPath,
): Schema {
  const holds = isDraft(schema) ? DRAFT_HOLDS : HOLDS;
  return mapItems(schema, (value, name) => {
    const keyword = name as string;
    const subschemas = holds.get(keyword);
    if (subschemas === undefined) return value;
    const at: SchemaPath = { key: keyword, parent: path };
    if (subschemas === 'one') return isSchema(value) ? replace(value, at, keyword) : value;
    if (subschemas === 'list' ? !Array.isArray(value) : !isKeywords(value)) return value;
    return mapItems(value as object, (item, key) =>
      isSchema(item) ? replace(item, { key, parent: at }, keyword) : item,
    );
  }) as Schema;
}

/** Calls a function with each direct subschema of a schema and the keyword that holds it. */
export function eachSubschema(
  schema: AnySchema,
  visit: (subschema: AnySchema, path: SchemaPath, keyword: string) => void,
  path?: SchemaPath,
): void {
  if (typeof schema === 'boolean') return;
  const holds = isDraft(schema) ? DRAFT_HOLDS : HOLDS;
  for (const keyword in schema) {
    const subschemas = holds.get(keyword);
    if (subschemas === undefined) continue;
    const value = schema[keyword];
    const at: SchemaPath = { key: keyword, parent: path };
    if (subschemas === 'one') {
      if (isSchema(value)) visit(value, at, keyword);
    } else if (subschemas === 'list') {
      if (!Array.isArray(value)) continue;
      for (let key = 0; key < value.length; key++)
        if (isSchema(value[key])) visit(value[key], { key, parent: at }, keyword);
    } else if (isKeywords(value)) {
      for (const key in value) {
        const item = value[key];
        if (isSchema(item)) visit(item, { key, parent: at }, keyword);
      }
    }
  }
}

/** Calls a function with a schema and each schema in it, outermost first, without following references. */
export function eachSchema(
  schema: AnySchema,
  visit: (schema: Schema, path: SchemaPath | undefined) => void,
  path?: SchemaPath,
): void {
  if (typeof schema === 'boolean') return;
  visit(schema, path);
  eachSubschema(schema, (subschema, at) => eachSchema(subschema, visit, at), path);
}

/**
 * Finds the subschema at a path of keys.
 *
 * @returns undefined if there is none, for example if the path leads into a default.
 * @example schemaAt({ properties: { id: true } }, ['properties', 'id']) // true
 */
export function schemaAt(schema: AnySchema, keys: readonly string[]): AnySchema | undefined {
  if (keys.length === 0) return schema;
  if (typeof schema === 'boolean') return undefined;
  const [keyword = '', key = ''] = keys;
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  const subschemas = (isDraft(schema) ? DRAFT_HOLDS : HOLDS).get(keyword);
  if (subschemas === 'one') return isSchema(value) ? schemaAt(value, keys.slice(1)) : undefined;
  if (subschemas === undefined || keys.length < 2 || typeof value !== 'object' || value === null) return undefined;
  const item = Object.hasOwn(value, key) ? (value as Schema)[key] : undefined;
  return isSchema(item) ? schemaAt(item, keys.slice(2)) : undefined;
}

/**
 * Replaces the items of an object or a list.
 *
 * @returns A copy, or the same object if no item changes.
 * @example mapItems({ a: 1, b: 'x' }, (item) => (item === 1 ? 2 : item)) // { a: 2, b: 'x' }
 */
export function mapItems(value: object, replace: (item: unknown, key: string | number) => unknown): object {
  return Array.isArray(value) ? mapList(value, replace) : mapObject(value as Schema, replace);
}

function mapList(list: readonly unknown[], replace: (item: unknown, index: number) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = replace(list[i], i);
    if (item !== list[i]) (copy ??= [...list])[i] = item;
  }
  return copy ?? list;
}

function mapObject(object: Schema, replace: (item: unknown, key: string) => unknown): Schema {
  let copy: { [key: string]: unknown } | undefined;
  for (const key in object) {
    const item = replace(object[key], key);
    if (item === object[key]) continue;
    copy ??= { ...object };
    if (key === '__proto__') Object.defineProperty(copy, key, { value: item });
    else copy[key] = item;
  }
  return copy ?? object;
}
