import type { Schema } from '../../contract/operation.ts';
import { partsOf, propertiesOf, typedParts } from '../../schema/decoding.ts';
import type { AnySchema, Keywords, Resolve } from '../../schema/json-types.ts';
import { listedValues, typesOf } from '../../schema/json-types.ts';
import { mapSubschemas } from '../../schema/walk.ts';

const LEAST = ['minimum', 'exclusiveMinimum'];
const MOST = ['maximum', 'exclusiveMaximum'];
/** How many levels below a reference have bounds: those of a parameter that the runtime decodes. */
const MAX_DEPTH = 3;

/**
 * Adds the range of JavaScript's safe integers to the integers of a parameter that have no bounds of their own. A server refuses others.
 *
 * Referenced schemas stay as they are, because a body may use them too. Their bounds are beside the reference.
 *
 * @example withSafeIntegers({ type: 'integer', minimum: 1 }, resolve) // { type: 'integer', minimum: 1, maximum: 9007199254740991 }
 */
export function withSafeIntegers(schema: Schema, resolve: Resolve): Schema {
  const bounded = mapSubschemas(schema, (part, { key }) =>
    // Bounds would change the meaning of a condition.
    typeof part === 'boolean' || key === 'not' || key === 'if' ? part : withSafeIntegers(part, resolve),
  );
  const { $ref, type } = schema as Keywords;
  const range = $ref === undefined && type === undefined ? {} : rangeOf(schema, resolve);
  const target = $ref === undefined ? undefined : resolve($ref);
  const behind = target === undefined ? {} : boundsInside(target, resolve, MAX_DEPTH);
  const isClash = Object.keys(behind).some((key) => key in bounded);
  return isClash
    ? { ...bounded, ...range, allOf: [...((bounded as Keywords).allOf ?? []), behind] }
    : { ...bounded, ...range, ...behind };
}

/** The bounds of the integers inside the values of a schema, as keywords: those of its properties and items. */
function boundsInside(schema: AnySchema, resolve: Resolve, depth: number): Keywords {
  if (depth === 0) return {};
  const parts = partsOf(schema, resolve);
  const boundsOf = (schemas: readonly AnySchema[]): Keywords => {
    const value = { anyOf: typedParts(schemas, resolve) };
    return { ...rangeOf(value, resolve), ...boundsInside(value, resolve, depth - 1) };
  };
  const items = boundsOf(parts.flatMap(({ items: one }) => (one === undefined ? [] : [one])));
  const { '*': others = {}, ...properties } = Object.fromEntries(
    [...propertiesOf(parts)].map(([name, schemas]) => [name, boundsOf(schemas)]),
  );
  const isOpen = Object.keys(others).length > 0;
  // Beside additionalProperties, the names without bounds count too: without them, they would be additional.
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
    ...(!isBounded(schema, LEAST, resolve) && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(!isBounded(schema, MOST, resolve) && { maximum: Number.MAX_SAFE_INTEGER }),
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
