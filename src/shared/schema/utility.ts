import type { Schema } from '../contract/operation.ts';
import type { Resolve } from './object.ts';
import { objectOf, propertiesOf, requiredOf, objectShape } from './object.ts';

/**
 * Computes `Partial`, `Required`, `Pick` and `Omit` of an object schema; `Readonly` changes nothing.
 *
 * The result has no description or examples of the schema, and a `Partial` has no defaults of its properties.
 *
 * @param schema Has `properties`, or an `allOf` of such schemas.
 * @param keys The names of the properties, for `Pick` and `Omit`; unknown names are ignored.
 * @param resolve Resolves references in the schema; undefined for an unknown one.
 * @returns undefined if the schema is not an object schema, or for another utility.
 * @example applyUtility('Pick', { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] }, ['a'])
 * // { type: 'object', properties: { a: {} }, required: ['a'] }
 */
export function applyUtility(
  utility: string,
  schema: Schema,
  keys: readonly string[],
  resolve: Resolve = () => undefined,
): Schema | undefined {
  if (utility === 'Readonly') return schema;
  const shape = objectShape(schema, resolve);
  if (shape === undefined) return undefined;
  const { type: _, properties: __, required: ___, ...others } = shape;
  const properties = propertiesOf(shape);
  const required = requiredOf(shape);
  const named = new Set(keys);
  const isKey = (name: string): boolean => named.has(name);
  switch (utility) {
    case 'Partial':
      return objectOf(properties.map(withoutDefault), [], others);
    case 'Required':
      return objectOf(
        properties,
        properties.map(([name]) => name),
        others,
      );
    case 'Pick':
      return objectOf(
        keys.flatMap((key) => pickOne(key, shape)),
        required.filter(isKey),
      );
    case 'Omit': {
      const remaining = properties.filter(([name]) => !isKey(name));
      return objectOf(
        remaining,
        required.filter((name) => !isKey(name)),
        others,
      );
    }
    default:
      return undefined;
  }
}

/** A default would add the property again, for example to a partial update. */
function withoutDefault([name, { default: _default, ...others }]: [string, Schema]): [string, Schema] {
  return [name, others];
}

/** Finds a property by its name, or by `additionalProperties`; an empty list if the shape has neither. */
export function pickOne(key: string, shape: Schema): [string, Schema][] {
  const { properties = {}, additionalProperties: others } = shape as Readonly<Record<string, Schema | undefined>>;
  const found = Object.hasOwn(properties, key) ? (properties[key] as Schema) : others;
  return typeof found === 'object' ? [[key, found]] : [];
}
