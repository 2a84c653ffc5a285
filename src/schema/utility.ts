import type { Schema } from '../contract/operation.ts';
import type { Resolve } from './object.ts';
import { objectOf, propertiesOf, requiredOf, shapeOf } from './object.ts';

/**
 * Computes `Partial`, `Required`, `Pick` and `Omit` of an object schema; `Readonly` changes nothing.
 *
 * What the schema says of the whole, such as its description and examples, is not said of what is made from it; nor are the defaults of its
 * properties said of a `Partial`.
 *
 * @param schema With `properties`, or an `allOf` of such.
 * @param keys The names of the properties, for `Pick` and `Omit`; a name that the schema does not have is passed over.
 * @param resolve What a reference inside the schema stands for, or undefined where that is not known.
 * @returns undefined where the schema is no object, or the utility is none of these.
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
  const shape = shapeOf(schema, resolve);
  if (shape === undefined) return undefined;
  const { type: _, properties: __, required: ___, ...more } = shape;
  const properties = propertiesOf(shape);
  const required = requiredOf(shape);
  switch (utility) {
    case 'Partial':
      return objectOf(
        properties.map(([name, property]) => [name, withoutDefault(property)]),
        [],
        more,
      );
    case 'Required':
      return objectOf(
        properties,
        properties.map(([name]) => name),
        more,
      );
    case 'Pick':
      return objectOf(
        keys.flatMap((key) => pickOne(key, shape)),
        required.filter((name) => keys.includes(name)),
      );
    case 'Omit':
      return objectOf(
        properties.filter(([name]) => !keys.includes(name)),
        required.filter((name) => !keys.includes(name)),
        more,
      );
    default:
      return undefined;
  }
}

/** What is left out of a part of an object stays out: it may be a change of one that is kept. */
function withoutDefault(schema: Schema): Schema {
  const { default: _, ...rest } = schema;
  return rest;
}

/** A property by its name, or what a property of any name is; nothing where the shape has neither. */
export function pickOne(key: string, shape: Schema): [string, Schema][] {
  const own = propertiesOf(shape).filter(([name]) => name === key);
  const { additionalProperties } = shape;
  if (own.length > 0 || typeof additionalProperties !== 'object') return own;
  return [[key, additionalProperties as Schema]];
}
