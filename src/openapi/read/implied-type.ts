import type { Schema } from '../../contract/operation.ts';
import { isKeywords } from '../../schema/json-types.ts';
import type { Documents, Placed } from './documents.ts';

/** A schema of a description, with its file. */
type PlacedSchema = Pick<Placed, 'value' | 'file'>;

/** References can form a circle. */
const MAX_DEPTH = 32;

/** Whether a schema allows only values of a type by what it refers to or combines: the type beside it adds nothing. */
export function impliesType(
  type: unknown,
  { value, file }: PlacedSchema,
  find: Documents['find'],
  depth: number = 0,
): boolean {
  if (typeof type !== 'string' || !isKeywords(value) || depth > MAX_DEPTH) return false;
  const { $ref, allOf, anyOf, oneOf } = value;
  const has = (part: unknown): boolean => isOfType(type, { value: part, file }, find, depth + 1);
  if (typeof $ref === 'string') {
    const target = find($ref, file);
    return target !== undefined && isOfType(type, target, find, depth + 1);
  }
  // A part that is the type alone is what the others can make needless.
  if (Array.isArray(allOf) && allOf.some((part) => has(part) && !isTypeAlone(part))) return true;
  return [anyOf, oneOf].some((union) => Array.isArray(union) && union.length > 0 && union.every(has));
}

function isOfType(type: string, schema: PlacedSchema, find: Documents['find'], depth: number): boolean {
  const { value } = schema;
  if (!isKeywords(value) || value['nullable'] === true) return false;
  // Beside a reference, OpenAPI 3.0 ignores the type.
  if (value['type'] !== undefined && value['$ref'] === undefined) return value['type'] === type;
  const isMeant = type === 'object' && isKeywords(value['properties']) && !('unevaluatedProperties' in value);
  return isMeant || impliesType(type, schema, find, depth);
}

/** Whether a schema has a type and nothing else. */
export function isTypeAlone(schema: unknown): schema is Schema {
  return isKeywords(schema) && 'type' in schema && Object.keys(schema).length === 1;
}
