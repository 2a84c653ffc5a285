import type { Schema } from '../../contract/operation.ts';
import { isFacetValue } from '../../schema/facet-keywords.ts';

// What most schemas and values are, told at once: ajv takes longer to start than a tree of a thousand operations takes to compile.

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']);
/** OpenAPI's own keywords (3.1, Schema Object), which JSON Schema passes over. */
const OPENAPI = new Set(['discriminator', 'example', 'externalDocs', 'xml']);

/**
 * Whether a value is a JSON Schema 2020-12 beyond doubt: of nothing but the common keywords, each with what it takes.
 *
 * @returns false also where it takes ajv to tell.
 */
export function isCommonSchema(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (!isObject(value)) return false;
  for (const keyword of Object.keys(value)) if (!isCommonKeyword(keyword, value[keyword])) return false;
  return true;
}

function isCommonKeyword(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'type':
      return TYPES.has(value as string) || (isListOfTexts(value) && value.every((name) => TYPES.has(name)));
    case '$ref':
      return typeof value === 'string' && /^[\w./#-]+$/.test(value);
    case 'properties':
      return isObject(value) && Object.values(value).every(isCommonSchema);
    case 'items':
    case 'additionalProperties':
    case 'not':
      return isCommonSchema(value);
    case 'oneOf':
    case 'anyOf':
    case 'allOf':
      return Array.isArray(value) && value.length > 0 && value.every(isCommonSchema);
    case 'required':
      return Array.isArray(value) && (value.length === 0 || isListOfTexts(value));
    default:
      return OPENAPI.has(keyword) || isFacetValue(keyword, value);
  }
}

function isListOfTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string') &&
    new Set(value).size === value.length
  );
}

/** Keywords that say nothing of whether a value fits. */
const ANNOTATIONS = new Set(
  'default title description deprecated readOnly writeOnly examples example externalDocs xml $comment'.split(' '),
);

/**
 * Whether a schema allows a value beyond doubt: of nothing but types, listed values, bounds, items and properties.
 *
 * @returns false also where it takes ajv to tell.
 */
export function fitsCommonSchema(schema: Schema, value: unknown): boolean {
  for (const keyword of Object.keys(schema)) if (!fitsKeyword(keyword, schema[keyword], value, schema)) return false;
  return true;
}

function fitsKeyword(keyword: string, operand: unknown, value: unknown, schema: Schema): boolean {
  switch (keyword) {
    case 'type':
      return Array.isArray(operand) ? operand.some((type) => isOfType(value, type)) : isOfType(value, operand);
    case 'enum':
      return (operand as unknown[]).includes(value);
    case 'const':
      return operand === value;
    case 'minimum':
      return typeof value !== 'number' || value >= (operand as number);
    case 'maximum':
      return typeof value !== 'number' || value <= (operand as number);
    case 'minLength':
      return typeof value !== 'string' || [...value].length >= (operand as number);
    case 'maxLength':
      return typeof value !== 'string' || value.length <= (operand as number);
    case 'minItems':
      return !Array.isArray(value) || value.length >= (operand as number);
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (operand as number);
    case 'items':
      return !Array.isArray(value) || value.every((item) => fits(operand, item));
    case 'properties':
      return !isObject(value) || Object.keys(value).every((key) => fits(ownOf(operand, key) ?? true, value[key]));
    case 'additionalProperties':
      return (
        !isObject(value) ||
        Object.keys(value).every((key) => ownOf(schema['properties'], key) !== undefined || fits(operand, value[key]))
      );
    case 'required':
      return !isObject(value) || (operand as string[]).every((key) => Object.hasOwn(value, key));
    case 'anyOf':
      return (operand as unknown[]).some((part) => fits(part, value));
    case 'allOf':
      return (operand as unknown[]).every((part) => fits(part, value));
    default:
      return ANNOTATIONS.has(keyword);
  }
}

function fits(schema: unknown, value: unknown): boolean {
  return schema === true || (isObject(schema) && fitsCommonSchema(schema, value));
}

function ownOf(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (typeof value === 'number')
    return type === 'integer' ? Number.isInteger(value) : type === 'number' && Number.isFinite(value);
  return Array.isArray(value) ? type === 'array' : typeof value === type;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
