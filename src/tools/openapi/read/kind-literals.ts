import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { list } from './document-fields.ts';
import type { FamilyMember } from './object-kinds.ts';
import { literalsOf } from './kind-values.ts';
import type { Origins } from './origins.ts';

/** A property that selects a kind, with the values that it has there. */
export interface Literal extends Pick<FamilyMember, 'isRequired'> {
  readonly property: string;
  readonly values: readonly string[];
}

/** A schema of a kind with the values of the property that selects it, in the first object of the schema itself that has properties. */
export function withLiteral(schema: Schema, literal: Literal, origins: Origins): Schema {
  const { allOf } = schema;
  const parts = list(allOf);
  const declares = (part: unknown): boolean => hasProperties(part) && literal.property in part.properties;
  if (hasProperties(schema) && (declares(schema) || !parts.some(declares))) return objectWith(schema, literal, origins);
  const index = parts.some(declares) ? parts.findIndex(declares) : parts.findIndex(hasProperties);
  const own = index === -1 ? { type: 'object' } : (parts[index] as Schema);
  const filled = objectWith(own, literal, origins);
  const all = index === -1 ? [...parts, filled] : parts.with(index, filled);
  return origins.copy(schema, { ...schema, allOf: Array.isArray(allOf) ? origins.copy(allOf, all) : all });
}

function hasProperties(part: unknown): part is Schema & { readonly properties: Schema } {
  return isKeywords(part) && isKeywords(part['properties']);
}

function objectWith(schema: Schema, { property, values, isRequired }: Literal, origins: Origins): Schema {
  const { properties = {}, required } = schema as { readonly properties?: Schema; readonly required?: unknown };
  const names = list(required);
  const own = properties[property];
  const typed = { [property]: literalSchema(own, values), ...properties };
  return origins.copy(schema, {
    ...schema,
    properties: origins.copy(properties, { ...typed, [property]: typed[property] }),
    ...(isRequired && !names.includes(property) && { required: [property, ...names] }),
  });
}

/** The texts of a property stay; its values become those of the kind. */
function literalSchema(own: unknown, values: readonly string[]): Schema {
  const known = literalsOf(own);
  if (known?.length === values.length && values.every((value) => known.includes(value))) return own as Schema;
  const { title, description } = (isKeywords(own) ? own : {}) as {
    readonly title?: unknown;
    readonly description?: unknown;
  };
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(values.length === 1 ? { const: values[0] } : { type: 'string', enum: values }),
  };
}
