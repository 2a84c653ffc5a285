import { pointTo } from '../contract/json-pointer.ts';
import type { Schema } from '../contract/operation.ts';
import { draftSubschemas } from './draft.ts';
import type { KeywordRow } from './keywords.ts';
import { keywordRow } from './keywords.ts';
import type { AnySchema } from './types.ts';
import { isKeywords, isSchema } from './types.ts';

/** The keys that lead from a schema to one of its parts, the last one first. */
export interface SchemaPath {
  readonly key: string | number;
  readonly parent: SchemaPath | undefined;
}

/** The JSON Pointer of a path; made only when something is reported. RFC 6901. */
export function pointerOf(path: SchemaPath | undefined): string {
  return path === undefined ? '' : pointTo(pointerOf(path.parent), path.key);
}

/** Where a keyword of a schema has its subschemas; undefined where its value is data. */
function subschemasOf(keyword: string, schema: Schema): KeywordRow['subschemas'] {
  return draftSubschemas(keyword, schema) ?? keywordRow(keyword)?.subschemas;
}

/**
 * Replaces the direct subschemas of a schema. This and {@link eachSubschema} are the only places that know where subschemas are: data (`const`,
 * `default`, unknown keywords) is never read as a schema, and a name that the user chose never as a keyword.
 *
 * @returns The same object if nothing changes.
 * @example mapSubschemas({ items: { title: 'x' }, default: { title: 'x' } }, () => true) // { items: true, default: { title: 'x' } }
 */
export function mapSubschemas(
  schema: Schema,
  replace: (subschema: AnySchema, path: SchemaPath) => AnySchema,
  path?: SchemaPath,
): Schema {
  return mapItems(schema, (value, keyword) => {
    const subschemas = subschemasOf(keyword as string, schema);
    if (subschemas === undefined) return value;
    const at: SchemaPath = { key: keyword, parent: path };
    if (subschemas === 'one') return isSchema(value) ? replace(value, at) : value;
    if (subschemas === 'list' ? !Array.isArray(value) : !isKeywords(value)) return value;
    return mapItems(value as object, (item, key) => (isSchema(item) ? replace(item, { key, parent: at }) : item));
  }) as Schema;
}

/** Shows each direct subschema of a schema with the keyword that holds it. */
export function eachSubschema(
  schema: AnySchema,
  show: (subschema: AnySchema, path: SchemaPath, keyword: string) => void,
  path?: SchemaPath,
): void {
  if (typeof schema === 'boolean') return;
  for (const keyword of Object.keys(schema)) {
    const subschemas = subschemasOf(keyword, schema);
    if (subschemas === undefined) continue;
    const value = schema[keyword];
    const at: SchemaPath = { key: keyword, parent: path };
    if (subschemas === 'one') {
      if (isSchema(value)) show(value, at, keyword);
    } else if (subschemas === 'list' ? Array.isArray(value) : isKeywords(value)) {
      const isList = Array.isArray(value);
      for (const [key, item] of Object.entries(value as object))
        if (isSchema(item)) show(item, { key: isList ? Number(key) : key, parent: at }, keyword);
    }
  }
}

/** Shows a schema and all schemas in it, outermost first; references are not followed. */
export function eachSchema(
  schema: AnySchema,
  show: (schema: Schema, path: SchemaPath | undefined) => void,
  path?: SchemaPath,
): void {
  if (typeof schema === 'boolean') return;
  show(schema, path);
  eachSubschema(schema, (subschema, at) => eachSchema(subschema, show, at), path);
}

/**
 * Finds the subschema that keys lead to.
 *
 * @returns undefined if they lead elsewhere, such as into a default.
 * @example schemaAt({ properties: { id: true } }, ['properties', 'id']) // true
 */
export function schemaAt(schema: AnySchema, keys: readonly string[]): AnySchema | undefined {
  if (keys.length === 0) return schema;
  if (typeof schema === 'boolean') return undefined;
  const [keyword = '', key = ''] = keys;
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  const subschemas = subschemasOf(keyword, schema);
  if (subschemas === 'one') return isSchema(value) ? schemaAt(value, keys.slice(1)) : undefined;
  if (subschemas === undefined || keys.length < 2 || typeof value !== 'object' || value === null) return undefined;
  const item = Object.hasOwn(value, key) ? (value as Schema)[key] : undefined;
  return isSchema(item) ? schemaAt(item, keys.slice(2)) : undefined;
}

/**
 * Copies an object or a list with its items replaced.
 *
 * @returns The same object if no item becomes another.
 * @example mapItems({ a: 1, b: 'x' }, (item) => (item === 1 ? 2 : item)) // { a: 2, b: 'x' }
 */
export function mapItems(value: object, replace: (item: unknown, key: string | number) => unknown): object {
  const isList = Array.isArray(value);
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(value)) {
    const before = (value as Schema)[key];
    const item = replace(before, isList ? Number(key) : key);
    if (item === before) continue;
    copy ??= (isList ? [...(value as unknown[])] : { ...value }) as { [key: string]: unknown };
    setOwn(copy, key, item);
  }
  return copy ?? value;
}

/** Sets a property of a copy; `__proto__` is a name like any other. */
function setOwn(object: { [key: string]: unknown }, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
