import type { Schema } from '../contract/operation.ts';
import { isDraft } from './draft.ts';
import { isAnyType, typesOf } from './json-types.ts';

/** The keywords of object schemas that can be merged. */
const MERGEABLE: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'title', 'description']);
/** The keywords for properties that `properties` does not list. */
const OF_PROPERTIES = ['additionalProperties', 'patternProperties', 'propertyNames'];

/**
 * Makes an object schema, without empty keywords. The last of several properties with the same name wins.
 *
 * @param others Further keywords.
 * @example objectOf([['id', {}]], []) // { type: 'object', properties: { id: {} } }
 */
export function objectOf(
  properties: Iterable<readonly [string, Schema]>,
  required: Iterable<string>,
  others: Schema = {},
): Schema {
  const entries = [...properties];
  const names = [...new Set(required)];
  return {
    type: 'object',
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(names.length > 0 && { required: names }),
    ...others,
  };
}

/** The properties of an object schema. */
export function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries((schema['properties'] as { [name: string]: Schema } | undefined) ?? {});
}

/** The names of the properties that an object schema requires. */
export function requiredOf(schema: Schema): readonly string[] {
  return (schema['required'] as readonly string[] | undefined) ?? [];
}

/**
 * Makes the schema of an intersection; undefined if it allows no value.
 *
 * Unnamed object schemas become one, as you would write it by hand. References stay, in an `allOf`, for readers and client generators.
 */
export function intersect(schemas: readonly Schema[]): Schema | undefined {
  const parts = distinct(
    schemas.flatMap((schema) => (isOnly(schema, 'allOf') ? (schema['allOf'] as Schema[]) : [schema])),
  ).filter((schema) => !isAny(schema));
  const values = parts.filter((part) => !typesOf(part).has('object'));
  if (values.length > 0) {
    // An object combined with a value of another type is a brand, which exists in TypeScript only.
    return typesOf({ allOf: values }).size === 0 ? undefined : allOf(parts.filter((part) => !isObjectType(part)));
  }
  const shapes = parts.filter(isMergeable);
  const merged = shapes.length > 1 ? [mergeShapes(shapes)] : shapes;
  return allOf([...parts.filter((part) => !isMergeable(part)), ...merged]);
}

function isObjectType(schema: Schema): boolean {
  const types = typesOf(schema);
  return !isAnyType(types) && types.has('object');
}

/** Makes the schema of an interface from those that it extends and its own properties, which take precedence. */
export function extend(bases: readonly Schema[], own: Schema): Schema {
  const inherited = bases.filter(isMergeable);
  const { type: _, properties: __, required: ___, ...others } = own;
  const merged = objectOf(
    [...inherited.flatMap(propertiesOf), ...propertiesOf(own)],
    [...inherited.flatMap(requiredOf), ...requiredOf(own)],
    others,
  );
  const named = distinct(bases.filter((base) => !isMergeable(base)));
  return allOf(named.length > 0 && Object.keys(merged).length === 1 ? named : [...named, merged]);
}

/** Merges object schemas; a property of several is their intersection. */
function mergeShapes(shapes: readonly Schema[]): Schema {
  const properties = new Map<string, Schema>();
  for (const [name, schema] of shapes.flatMap(propertiesOf)) {
    const other = properties.get(name);
    properties.set(name, other === undefined ? schema : (intersect([other, schema]) ?? { not: {} }));
  }
  return objectOf(properties, shapes.flatMap(requiredOf), mergeOthers(shapes));
}

/** Merges the keywords for properties that are not listed, with the patterns of all schemas. */
export function mergeOthers(schemas: readonly Schema[]): Schema {
  const patterns = schemas.flatMap((schema) =>
    Object.entries((schema['patternProperties'] as Schema | undefined) ?? {}),
  );
  const others = Object.assign({}, ...schemas.map((schema) => pick(schema, OF_PROPERTIES))) as Schema;
  return patterns.length === 0 ? others : { ...others, patternProperties: Object.fromEntries(patterns) };
}

/** Finds the target of a schema that is a reference; undefined for other schemas and unknown targets. */
export type Resolve = (schema: Schema) => Schema | undefined;

/** Follows a reference to the schema at its end. */
export function followToEnd(schema: Schema, resolve: Resolve, open: readonly string[] = []): Schema {
  const target = follow(schema, resolve, open);
  return target === undefined ? schema : followToEnd(target, resolve, [...open, JSON.stringify(schema)]);
}

/** Whether a schema is a reference to an unknown target, or has one in its `allOf`. */
export function isOpen(schema: Schema, resolve: Resolve, open: readonly string[] = []): boolean {
  const target = follow(schema, resolve, open);
  if (target !== undefined) return isOpen(target, resolve, [...open, JSON.stringify(schema)]);
  if (Array.isArray(schema['allOf'])) return (schema['allOf'] as Schema[]).some((part) => isOpen(part, resolve, open));
  return '$ref' in schema || isDraft(schema);
}

/** Resolves a reference, unless it leads back to itself. */
function follow(schema: Schema, resolve: Resolve, open: readonly string[]): Schema | undefined {
  return open.length > 0 && open.includes(JSON.stringify(schema)) ? undefined : resolve(schema);
}

/**
 * Collects the properties of a schema in one object schema; undefined if it is not an object schema.
 *
 * @example objectShape({ allOf: [{ type: 'object' }, { type: 'object', required: ['id'] }] }, resolve) // { type: 'object', required: ['id'] }
 */
export function objectShape(schema: Schema, resolve: Resolve, depth: number = 0): Schema | undefined {
  // References can form a circle.
  if (depth > 32) return undefined;
  const target = resolve(schema);
  if (target !== undefined) return objectShape(target, resolve, depth + 1);
  if (Array.isArray(schema['allOf'])) {
    const own = schema['type'] === 'object' ? [pick(schema, ['properties', 'required', ...OF_PROPERTIES])] : [];
    const parts = (schema['allOf'] as Schema[]).map((part) => objectShape(part, resolve, depth + 1));
    return parts.every((part) => part !== undefined) ? mergeShapes([...parts, ...own]) : undefined;
  }
  if (schema['type'] !== 'object') return undefined;
  return objectOf(propertiesOf(schema), requiredOf(schema), pick(schema, OF_PROPERTIES));
}

/** Whether a schema allows any value, as schemas with a reported mistake do. */
export function isAny(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

/** Removes repeated schemas. */
export function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function allOf(parts: readonly Schema[]): Schema {
  return parts.length === 1 ? parts[0]! : parts.length === 0 ? {} : { allOf: parts };
}

function isMergeable(schema: Schema): boolean {
  return schema['type'] === 'object' && Object.keys(schema).every((keyword) => MERGEABLE.has(keyword));
}

function isOnly(schema: Schema, keyword: string): boolean {
  return Object.hasOwn(schema, keyword) && Object.keys(schema).length === 1;
}

/** Copies some keywords of a schema. */
export function pick(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(
    keywords.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => [keyword, schema[keyword]]),
  );
}
