import type { Schema } from '../../../shared/contract/operation.ts';
import type { Dialect } from '../../../shared/schema/dialects.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAnnotation } from '../../../shared/schema/keywords.ts';
import { describesObject } from './as-meant.ts';
import type { Documents, Placed } from './documents.ts';

/** A schema of a description, with its file. */
type PlacedSchema = Pick<Placed, 'value' | 'file'>;

/** How the parts of a schema are read. */
export interface SchemaReading {
  readonly find: Documents['find'];
  readonly dialect: Dialect;
  /** Whether a schema around the part depends on the exact values that it allows. */
  readonly isExact?: boolean;
  readonly depth?: number;
}

/** References can form a circle. */
const MAX_DEPTH = 32;

/**
 * Whether a schema allows only values of a type, or of one in a list, because of the schemas that it refers to or combines: the type next to it adds nothing.
 */
export function impliesType(type: unknown, { value, file }: PlacedSchema, reading: SchemaReading): boolean {
  const { find, depth = 0, isExact = false } = reading;
  if (type === undefined || !isKeywords(value) || depth > MAX_DEPTH) return false;
  const { $ref, allOf, anyOf, oneOf } = value;
  const below = { ...reading, depth: depth + 1, isExact: isExact || 'unevaluatedProperties' in value };
  const has = (part: unknown): boolean => isOfType(type, { value: part, file }, below);
  if (typeof $ref === 'string') {
    const target = find($ref, file);
    return target !== undefined && isOfType(type, target, { ...below, isExact: false });
  }
  // The others can make a part redundant that is the type alone.
  if (Array.isArray(allOf) && allOf.some((part) => has(part) && !isDescribedType(part))) return true;
  return [anyOf, oneOf].some((union) => Array.isArray(union) && union.every(has) && !union.every(isDescribedType));
}

/** Whether a schema allows only values of a type, or of one in a list. */
export function isOfType(type: unknown, schema: PlacedSchema, reading: SchemaReading): boolean {
  const { value } = schema;
  const types = [type].flat();
  if (!isKeywords(value) || (value['nullable'] === true && !types.includes('null'))) return false;
  // Next to a reference, OpenAPI 3.0 ignores the type.
  if (value['type'] !== undefined && value['$ref'] === undefined)
    return [value['type']].flat().every((one) => types.includes(one));
  const isMeant = types.includes('object') && reading.isExact !== true && describesObject(value, reading.dialect);
  return isMeant || impliesType(type, schema, reading);
}

/** Whether a schema has a type and nothing else. */
export function isTypeAlone(schema: unknown): schema is Schema {
  return isKeywords(schema) && 'type' in schema && Object.keys(schema).length === 1;
}

/** Whether a schema has a type, in OpenAPI 3.0 with null, and only texts next to it. */
function isDescribedType(schema: unknown): boolean {
  return isKeywords(schema) && 'type' in schema && Object.keys(schema).every(isOfDescribedType);
}

function isOfDescribedType(key: string): boolean {
  return key === 'type' || key === 'nullable' || isAnnotation(key);
}
