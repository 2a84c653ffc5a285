import type { Schema } from '../contract/operation.ts';
import { isFacetValue } from './facet-keywords.ts';

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
const ANNOTATIONS = new Set('default title description deprecated readOnly writeOnly examples'.split(' '));

/**
 * Whether a schema allows a value beyond doubt: a text, a number, a flag or null that its type, enum and bounds allow.
 *
 * @returns false also where it takes ajv to tell.
 */
export function fitsCommonSchema(schema: Schema, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return false;
  return Object.entries(schema).every(([keyword, operand]) => {
    if (keyword === 'type') return [operand].flat().some((type) => isOfType(value, type));
    if (keyword === 'enum') return (operand as unknown[]).includes(value);
    if (keyword === 'minimum') return typeof value !== 'number' || value >= (operand as number);
    if (keyword === 'maximum') return typeof value !== 'number' || value <= (operand as number);
    return ANNOTATIONS.has(keyword);
  });
}

function isOfType(value: unknown, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (typeof value === 'number')
    return type === 'integer' ? Number.isInteger(value) : type === 'number' && Number.isFinite(value);
  return typeof value === type;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
