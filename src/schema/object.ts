import type { Schema } from '../contract/operation.ts';
import { isDraft } from './draft.ts';
import { isAnyType, typesOf } from './types.ts';

/** What an object schema may have of its own and still be put together with another one. */
const MERGEABLE: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'title', 'description']);
/** What an object schema says of its properties; the rest is said of the whole, and not of what is made from it. */
const OF_PROPERTIES = ['additionalProperties', 'patternProperties', 'propertyNames'];

/** Makes an object schema; of a property that comes twice the later one stands, and keywords that would be empty are left out. */
export function objectOf(
  properties: Iterable<readonly [string, Schema]>,
  required: Iterable<string>,
  more: Schema = {},
): Schema {
  const entries = [...properties];
  const names = [...new Set(required)];
  return {
    type: 'object',
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(names.length > 0 && { required: names }),
    ...more,
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
 * What several schemas say together, or undefined where no value is all of it.
 *
 * Object shapes without a name are written as one, which is how one would have written them by hand; what has a name stays a reference beside
 * it in an `allOf`, so that a reader sees the relation and client generators keep it.
 */
export function intersect(schemas: readonly Schema[]): Schema | undefined {
  const parts = distinct(
    schemas.flatMap((schema) => (isOnly(schema, 'allOf') ? (schema['allOf'] as Schema[]) : [schema])),
  ).filter((schema) => !isAny(schema));
  const values = parts.filter((part) => !typesOf(part).has('object'));
  // Beside a value of another type an object is a brand, which only TypeScript knows.
  if (values.length > 0) return intersectValues(values, parts);
  const shapes = parts.filter(isMergeable);
  const merged = shapes.length > 1 ? [mergeShapes(shapes)] : shapes;
  return allOf([...parts.filter((part) => !isMergeable(part)), ...merged]);
}

function intersectValues(values: readonly Schema[], parts: readonly Schema[]): Schema | undefined {
  if (typesOf({ allOf: values }).size === 0) return undefined;
  return allOf(parts.filter((part) => !isObjectType(part)));
}

function isObjectType(schema: Schema): boolean {
  const types = typesOf(schema);
  return !isAnyType(types) && types.has('object');
}

/** Puts own properties beside what an interface extends; of a property in both the own one stands, for it is the narrower. */
export function extend(bases: readonly Schema[], own: Schema): Schema {
  const inherited = bases.filter(isMergeable);
  const { type: _, properties: __, required: ___, ...more } = own;
  const merged = objectOf(
    [...inherited.flatMap(propertiesOf), ...propertiesOf(own)],
    [...inherited.flatMap(requiredOf), ...requiredOf(own)],
    more,
  );
  const named = distinct(bases.filter((base) => !isMergeable(base)));
  return allOf(named.length > 0 && Object.keys(merged).length === 1 ? named : [...named, merged]);
}

/** One object schema with the properties of all. */
function mergeShapes(shapes: readonly Schema[]): Schema {
  const properties = new Map<string, Schema>();
  for (const [name, schema] of shapes.flatMap(propertiesOf)) {
    const other = properties.get(name);
    properties.set(name, other === undefined ? schema : (intersect([other, schema]) ?? { not: {} }));
  }
  return objectOf(properties, shapes.flatMap(requiredOf), mergeOthers(shapes));
}

/** What several schemas say of properties that are not listed; there are patterns of all. */
export function mergeOthers(schemas: readonly Schema[]): Schema {
  const patterns = schemas.flatMap((schema) =>
    Object.entries((schema['patternProperties'] as Schema | undefined) ?? {}),
  );
  const others = Object.assign({}, ...schemas.map((schema) => pick(schema, OF_PROPERTIES))) as Schema;
  return patterns.length === 0 ? others : { ...others, patternProperties: Object.fromEntries(patterns) };
}

/** Tells what a reference stands for, or undefined where that is not known or the schema is none. */
export type Resolve = (schema: Schema) => Schema | undefined;

/** What a schema is in the end, where it is a reference, or one to a reference. */
export function settle(schema: Schema, resolve: Resolve, open: readonly string[] = []): Schema {
  const target = follow(schema, resolve, open);
  return target === undefined ? schema : settle(target, resolve, [...open, JSON.stringify(schema)]);
}

/** Whether a schema has a reference in it, beside others or alone, of which it is not known what it stands for. */
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
 * The properties of a schema as one object schema, or undefined where it is no object.
 *
 * @param resolve What a reference stands for, where that is known.
 */
export function shapeOf(
  schema: Schema,
  resolve: (schema: Schema) => Schema | undefined,
  depth: number = 0,
): Schema | undefined {
  // A reference that leads to itself never ends.
  if (depth > 32) return undefined;
  const target = resolve(schema);
  if (target !== undefined) return shapeOf(target, resolve, depth + 1);
  if (Array.isArray(schema['allOf'])) {
    const own = schema['type'] === 'object' ? [pick(schema, ['properties', 'required', ...OF_PROPERTIES])] : [];
    const parts = (schema['allOf'] as Schema[]).map((part) => shapeOf(part, resolve, depth + 1));
    return parts.every((part) => part !== undefined) ? mergeShapes([...parts, ...own]) : undefined;
  }
  return schema['type'] === 'object'
    ? objectOf(propertiesOf(schema), requiredOf(schema), pick(schema, OF_PROPERTIES))
    : undefined;
}

/** Whether any value is allowed; so it is where a mistake has been reported. */
export function isAny(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

/** The schemas that differ. */
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

/** Some of a schema's keywords. */
export function pick(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(
    keywords.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => [keyword, schema[keyword]]),
  );
}
