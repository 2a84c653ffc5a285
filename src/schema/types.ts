import type { Schema } from '../contract/operation.ts';

/** A JSON Schema: an object of keywords, `true` (any value) or `false` (no value). JSON Schema 2020-12, Core, 4.3. */
export type AnySchema = boolean | Schema;

/** Finds the schema that a reference leads to; undefined if there is none. */
export type Resolve = (reference: string) => AnySchema | undefined;

/** The types of JSON's values: JSON Schema 2020-12, Core, 4.2.1, and `integer` of Validation, 6.1.1. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** Every type but `integer`, which is part of `number`. */
export const JSON_TYPES: readonly JsonType[] = ['number', 'boolean', 'null', 'string', 'array', 'object'];

/** Whether a value can be a schema by its JSON type. */
export function isSchema(value: unknown): value is AnySchema {
  return typeof value === 'boolean' || isKeywords(value);
}

/** Whether a value is an object of keywords. */
export function isKeywords(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The type of a JSON value; a number without a fraction is an `integer`.
 *
 * @example typeOfValue(1.5) // 'number'
 */
export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : (typeof value as JsonType);
}

/** The keywords that a schema applies to the value itself: JSON Schema 2020-12, Core, 8.2.3 and 10.2.1. */
export interface Applicators {
  readonly $ref?: string;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
}

/**
 * The types that the values of a schema can have; every type if nothing narrows them.
 *
 * @param resolve Finds the schema that a reference leads to; without it a reference narrows nothing.
 * @example typesOf({ type: ['string', 'null'] }) // Set { 'string', 'null' }
 */
export function typesOf(
  schema: AnySchema,
  resolve: Resolve = () => undefined,
  open: readonly string[] = [],
): Set<JsonType> {
  if (typeof schema === 'boolean') return new Set(schema ? JSON_TYPES : []);
  const { $ref, allOf = [], anyOf, oneOf } = schema as Applicators;
  let types = ownTypes(schema);
  if ($ref !== undefined && !open.includes($ref))
    types = common(types, typesOf(resolve($ref) ?? true, resolve, [...open, $ref]));
  for (const part of allOf) types = common(types, typesOf(part, resolve, open));
  for (const parts of [anyOf, oneOf])
    if (parts !== undefined) types = common(types, new Set(parts.flatMap((part) => [...typesOf(part, resolve, open)])));
  return types;
}

/** Whether the types of a schema's values are narrowed at all. */
export function isAnyType(types: ReadonlySet<JsonType>): boolean {
  return JSON_TYPES.every((type) => types.has(type));
}

/** The values that `const` and `enum` list, if the schema has one of them. */
export function listedValues(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);
}

function ownTypes(schema: Schema): Set<JsonType> {
  const { type } = schema as { readonly type?: JsonType | readonly JsonType[] };
  const values = listedValues(schema);
  if (type !== undefined) return new Set([type].flat() as JsonType[]);
  return new Set(values === undefined ? JSON_TYPES : values.map(typeOfValue));
}

function common(some: ReadonlySet<JsonType>, others: ReadonlySet<JsonType>): Set<JsonType> {
  const both = new Set([...some].filter((type) => others.has(type) || (type === 'integer' && others.has('number'))));
  if (some.has('number') && others.has('integer')) both.add('integer');
  return both;
}
