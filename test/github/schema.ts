import type { Schema } from '../../src/contract/operation.ts';

/** The keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'not', 'additionalProperties']);
const LIST = new Set(['oneOf', 'anyOf', 'allOf']);
const BY_NAME = new Set(['properties']);

/**
 * Turns a schema of OpenAPI 3.0 into JSON Schema 2020-12, as far as GitHub's document goes: what differs is `nullable`.
 *
 * Beside a type it means one more type; beside a union one more member. Alone it says nothing, for any value is allowed then.
 *
 * @example toJsonSchema({ type: 'string', nullable: true }) // { type: ['string', 'null'] }
 */
export function toJsonSchema(schema: Schema): Schema {
  const { nullable, ...rest } = mapSchemas(schema, toJsonSchema);
  if (nullable !== true) return rest;
  if (typeof rest['type'] === 'string') return { ...rest, type: [rest['type'], 'null'], ...withNull(rest['enum']) };
  for (const union of ['oneOf', 'anyOf']) {
    if (Array.isArray(rest[union])) return { ...rest, [union]: [...(rest[union] as Schema[]), { type: 'null' }] };
  }
  if (!('allOf' in rest)) return rest;
  const { allOf, ...beside } = rest;
  return { ...beside, anyOf: [{ allOf }, { type: 'null' }] };
}

function withNull(values: unknown): { enum?: unknown[] } {
  return Array.isArray(values) ? { enum: [...new Set([...(values as unknown[]), null])] } : {};
}

/** Copies a schema with each schema that stands in it replaced. */
export function mapSchemas(schema: Schema, replace: (schema: Schema) => Schema): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (ONE.has(keyword) && isSchema(value)) return [keyword, replace(value)] as const;
    if (LIST.has(keyword)) return [keyword, (value as Schema[]).map(replace)] as const;
    if (!BY_NAME.has(keyword)) return [keyword, value] as const;
    const named = Object.entries(value as Record<string, Schema>).map(([name, item]) => [name, replace(item)] as const);
    return [keyword, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether a value is a schema that says something: an object, not `true` or `false`. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
