import type { Schema } from '../../../shared/contract/operation.ts';
import { decodedParts, decodedProperties } from '../../../shared/schema/decoding.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import { isKeywords, typesOf } from '../../../shared/schema/json-types.ts';
import type { Fields } from './document-fields.ts';
import type { Notes } from './notes.ts';

/** Whether the properties of a query parameter are parameters by themselves: OpenAPI 3.1, Style Values. */
export function isSpread({ in: location, style, explode }: Fields, schema: AnySchema, resolve: Resolve): boolean {
  if (location !== 'query' || (style !== undefined && style !== 'form') || explode === false) return false;
  const types = typesOf(schema, resolve);
  return types.size === 1 && types.has('object') && hasOnlyNames(schema as Schema, resolve);
}

/** Whether the properties of an object have names, which separate parameters need. */
function hasOnlyNames(schema: Schema, resolve: Resolve): boolean {
  const names = [...decodedProperties(decodedParts(schema, resolve)).keys()];
  return names.length > 0 && !names.includes('*');
}

/**
 * Parameters with unique names in the query: an object's property with the name of another parameter is that parameter. An object without further properties is
 * left out.
 */
export function withoutSharedNames(parameters: readonly Fields[], resolve: Resolve, notes: Notes): Fields[] {
  const isObject = (parameter: Fields): boolean =>
    parameter['schema'] !== undefined && isSpread(parameter, parameter['schema'] as AnySchema, resolve);
  const objects = new Set(parameters.filter(isObject));
  if (objects.size === 0) return [...parameters];
  const taken = new Set(
    parameters.filter((parameter) => parameter['in'] === 'query' && !objects.has(parameter)).map(({ name }) => name),
  );
  return parameters.flatMap((parameter) => {
    const shape = objects.has(parameter) ? plainShape(parameter['schema'] as AnySchema, resolve) : undefined;
    if (shape === undefined) return [parameter];
    const names = Object.keys(shape.properties);
    const shared = names.filter((name) => taken.has(name));
    for (const name of names) taken.add(name);
    if (shared.length === 0) return [parameter];
    notes.drop(
      { of: parameter, key: 'schema' },
      `a query has one parameter of each name, so "${shared.join('", "')}" belongs to another parameter than "${String(parameter['name'])}"`,
    );
    if (shared.length === names.length) return [];
    return [notes.origins.copy(parameter, { ...parameter, schema: withoutProperties(shape, shared, notes) })];
  });
}

/** An object whose properties are in one place. */
type PlainShape = Schema & { readonly properties: Schema };

function plainShape(schema: AnySchema, resolve: Resolve, hops = 0): PlainShape | undefined {
  if (!isKeywords(schema) || hops > 50) return undefined;
  const { $ref, properties } = schema;
  if (typeof $ref === 'string') return plainShape(resolve($ref) ?? true, resolve, hops + 1);
  const isCombined = ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  return isKeywords(properties) && !isCombined ? (schema as PlainShape) : undefined;
}

function withoutProperties(shape: PlainShape, names: readonly string[], notes: Notes): Schema {
  const { properties, required = [] } = shape as PlainShape & { readonly required?: readonly string[] };
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name));
  const left = required.filter((name) => !names.includes(name));
  const { required: _, ...others } = shape;
  return notes.origins.copy(shape, {
    ...others,
    properties: notes.origins.copy(properties, Object.fromEntries(rest)),
    ...(left.length > 0 && { required: left }),
  });
}
