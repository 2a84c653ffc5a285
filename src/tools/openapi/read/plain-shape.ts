import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAny, objectOf, pick, propertiesOf, requiredOf } from '../../../shared/schema/object.ts';

/** The keywords of an object that an interface has. */
const SHAPE = ['type', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'];
/** The keywords of objects that can be merged. */
const PLAIN_SHAPE = new Set(['type', 'properties', 'required']);

/** Whether a schema declares properties, or requires some. */
export function hasShape(schema: Schema): boolean {
  return isKeywords(schema['properties']) || Array.isArray(schema['required']);
}

/** The keywords of an object, apart from the others. */
export function splitShape(schema: Schema): { readonly shape: Schema; readonly beside: Schema } {
  const shape = pick(schema, SHAPE);
  return { shape, beside: Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in shape))) };
}

/** Required names are properties, of any value unless the schema restricts it. */
export function withRequiredProperties(schema: Schema): Schema {
  const { type, required, properties, additionalProperties: others = {}, patternProperties: patterns } = schema;
  if (![type].flat().includes('object') || !Array.isArray(required) || patterns !== undefined) return schema;
  const known = isKeywords(properties) ? properties : {};
  const names = (required as string[]).filter((name) => !Object.hasOwn(known, name));
  if (names.length === 0 || others === false) return schema;
  const added = names.map((name) => [name, isKeywords(others) ? others : {}]);
  return { ...schema, properties: { ...known, ...Object.fromEntries(added) } };
}

/** Objects with different properties are one. */
export function withOneShape(parts: readonly Schema[]): Schema[] {
  const shapes = parts.filter(isPlainShape);
  if (shapes.length < 2 || !shapes.some(({ type }) => type === 'object')) return [...parts];
  const entries = shapes.flatMap(propertiesOf);
  const known = entries.filter(([, property]) => !isAny(property));
  if (new Set(known.map(([name]) => name)).size < known.length) return [...parts];
  const one = objectOf([...entries, ...known], shapes.flatMap(requiredOf));
  return [...parts.filter((part) => !shapes.includes(part)), one];
}

/** Whether a schema has properties, or requires some, and nothing else. */
export function isPlainShape(schema: Schema): boolean {
  const { type = 'object' } = schema;
  return type === 'object' && Object.keys(schema).every((keyword) => PLAIN_SHAPE.has(keyword));
}
