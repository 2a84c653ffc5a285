import type { Schema } from '../../../shared/contract/operation.ts';
import { decodedParts, decodedProperties, typedParts } from '../../../shared/schema/decoding.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { isKeywords, listedValues, typesOf } from '../../../shared/schema/json-types.ts';
import { isTest } from '../../../shared/schema/keywords.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import { isEqual } from '../../../shared/validation/values.ts';

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum'];
/** How many levels below a reference have bounds: those of a parameter that the runtime decodes. */
const MAX_DEPTH = 3;

/**
 * Adds the range of JavaScript's safe integers to the integers of a parameter that have no bounds. A server refuses others.
 *
 * Referenced schemas stay as they are, because a body may use them too. Their bounds are next to the reference.
 *
 * @example withSafeIntegers({ type: 'integer', minimum: 1 }, resolve) // { type: 'integer', minimum: 1, maximum: 9007199254740991 }
 */
export function withSafeIntegers(schema: Schema, resolve: Resolve): Schema {
  const bounded = mapBounded(schema, (part) => withSafeIntegers(part, resolve));
  const { $ref, type } = schema as Keywords;
  const range = $ref === undefined && type === undefined ? {} : rangeOf(schema, resolve);
  const target = $ref === undefined ? undefined : resolve($ref);
  const behind = target === undefined ? {} : boundsInside(target, resolve, MAX_DEPTH);
  const isClash = Object.keys(behind).some((key) => key in bounded);
  return isClash
    ? { ...bounded, ...range, allOf: [...((bounded as Keywords).allOf ?? []), behind] }
    : { ...bounded, ...range, ...behind };
}

/**
 * Removes the bounds that {@link withSafeIntegers} adds, so that it adds the same again.
 *
 * @example withoutSafeIntegers({ type: 'integer', minimum: 1, maximum: 9007199254740991 }, resolve) // { type: 'integer', minimum: 1 }
 */
export function withoutSafeIntegers(schema: Schema, resolve: Resolve): Schema {
  const bare = withoutRanges(schema);
  if (isEqual(bare, schema)) return schema;
  const again = withSafeIntegers(bare, resolve);
  const isSame = isEqual(again, schema) || isEqual(again, withSafeIntegers(schema, resolve));
  return isSame ? bare : schema;
}

/** Replaces the subschemas that have bounds: they would change the meaning of a condition. */
function mapBounded(schema: Schema, replace: (part: Schema) => Schema): Schema {
  return mapSubschemas(schema, (part, _, keyword) =>
    typeof part === 'boolean' || isTest(keyword) ? part : replace(part),
  );
}

function withoutRanges(schema: Schema): Schema {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (isRange(keyword, value)) return [];
    if (!('$ref' in schema)) return [[keyword, value]];
    if (keyword !== 'allOf' || !Array.isArray(value))
      return hasOnlyRanges({ [keyword]: value }) ? [] : [[keyword, value]];
    const others = value.filter((part) => !hasOnlyRanges(part));
    return others.length === 0 ? [] : [[keyword, others]];
  });
  return mapBounded(Object.fromEntries(kept), withoutRanges);
}

/** Whether a schema consists of safe ranges: its own, and those of its properties and items. */
export function hasOnlyRanges(schema: unknown): boolean {
  if (!isKeywords(schema)) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'properties') return isKeywords(value) && Object.values(value).every(hasOnlyRanges);
    if (keyword === 'items' || keyword === 'additionalProperties') return hasOnlyRanges(value);
    return isRange(keyword, value);
  });
}

function isRange(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

/** The bounds of the integers inside the values of a schema, as keywords: those of its properties and items. */
function boundsInside(schema: AnySchema, resolve: Resolve, depth: number): Keywords {
  if (depth === 0) return {};
  const parts = decodedParts(schema, resolve);
  const boundsOf = (schemas: readonly AnySchema[]): Keywords => {
    const value = { anyOf: typedParts(schemas, resolve) };
    return { ...rangeOf(value, resolve), ...boundsInside(value, resolve, depth - 1) };
  };
  const items = boundsOf(parts.flatMap(({ items: one }) => (one === undefined ? [] : [one])));
  const { '*': others = {}, ...properties } = Object.fromEntries(
    [...decodedProperties(parts)].map(([name, schemas]) => [name, boundsOf(schemas)]),
  );
  const isOpen = Object.keys(others).length > 0;
  // With additionalProperties, the names without bounds count too: without them, they would be additional.
  const named = Object.entries(properties).filter(([, bounds]) => isOpen || Object.keys(bounds).length > 0);
  return {
    ...(Object.keys(items).length > 0 && { items }),
    ...(named.length > 0 && { properties: Object.fromEntries(named) }),
    ...(isOpen && { additionalProperties: others }),
  };
}

/** The bounds of a value itself, if it can be an integer but no other number. */
function rangeOf(schema: AnySchema, resolve: Resolve): Schema {
  const types = typesOf(schema, resolve);
  if (!types.has('integer') || types.has('number')) return {};
  return {
    ...(!isBounded(schema, LOWER_BOUNDS, resolve) && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(!isBounded(schema, UPPER_BOUNDS, resolve) && { maximum: Number.MAX_SAFE_INTEGER }),
  };
}

/** Whether a schema limits its integers by some keywords, by a list or by a format. */
function isBounded(
  schema: AnySchema,
  keywords: readonly string[],
  resolve: Resolve,
  open: readonly string[] = [],
): boolean {
  if (typeof schema === 'boolean') return !schema;
  if (listedValues(schema) !== undefined || schema['format'] === 'int32') return true;
  if (keywords.some((name) => name in schema) || !typesOf(schema, resolve).has('integer')) return true;
  const { $ref, allOf = [], anyOf, oneOf } = schema as Keywords;
  const isPartBounded = (part: AnySchema): boolean => isBounded(part, keywords, resolve, open);
  const target = $ref === undefined || open.includes($ref) ? undefined : resolve($ref);
  return (
    (target !== undefined && isBounded(target, keywords, resolve, [...open, $ref!])) ||
    allOf.some(isPartBounded) ||
    [anyOf, oneOf].some((branches) => branches !== undefined && branches.every(isPartBounded))
  );
}
