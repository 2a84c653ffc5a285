import type { Schema } from '../../contract/operation.ts';
import { partsOf } from '../../schema/decoding.ts';
import type { AnySchema, Resolve } from '../../schema/json-types.ts';
import { listedValues, typesOf } from '../../schema/json-types.ts';
import { mapSubschemas } from '../../schema/walk.ts';

const LEAST = ['minimum', 'exclusiveMinimum'];
const MOST = ['maximum', 'exclusiveMaximum'];

/**
 * Adds the range of JavaScript's safe integers to the integers of a parameter that have no bounds of their own. A server refuses others.
 *
 * @example withSafeIntegers({ type: 'integer', minimum: 1 }, resolve) // { type: 'integer', minimum: 1, maximum: 9007199254740991 }
 */
export function withSafeIntegers(schema: Schema, resolve: Resolve): Schema {
  const bounded = mapSubschemas(schema, (part, { key }) =>
    // Bounds would change the meaning of a condition.
    typeof part === 'boolean' || key === 'not' || key === 'if' ? part : withSafeIntegers(part, resolve),
  );
  if (!isInteger(schema, resolve)) return bounded;
  const parts = partsOf(schema, resolve);
  const has = (keywords: readonly string[]): boolean => parts.some((part) => keywords.some((name) => name in part));
  // The format is the bound.
  if (parts.some((part) => part['format'] === 'int32')) return bounded;
  return {
    ...bounded,
    ...(!has(LEAST) && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(!has(MOST) && { maximum: Number.MAX_SAFE_INTEGER }),
  };
}

/** Whether a schema itself, or the one that it refers to, takes integers and no other numbers. */
function isInteger(schema: Schema, resolve: Resolve): boolean {
  if (listedValues(schema) !== undefined || (schema['type'] === undefined && schema['$ref'] === undefined))
    return false;
  const types = typesOf(schema as AnySchema, resolve);
  return types.has('integer') && !types.has('number') && !partsOf(schema, resolve).some(listedValues);
}
