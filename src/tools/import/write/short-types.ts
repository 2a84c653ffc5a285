import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { TypeText } from './type-text.ts';
import { facetText, readPlain, typeWithFacets } from './type-text.ts';
import { WIDTH } from './width.ts';

/** Makes a definition of a schema, and returns its name. */
export type Define = (schema: Schema, wanted: string) => string;

/** Whether a line has room for a type, and for the values next to it. */
export function isShortType({ type, facets }: TypeText): boolean {
  const { enum: values } = facets;
  return type.length <= WIDTH && (values === undefined || facetText({ enum: values }).length <= WIDTH);
}

/**
 * A schema with a definition in place of a type that is too long for a line; the facets next to the type stay.
 *
 * @param wanted The name of the definition.
 * @returns The same schema if its type is short, or if no line can express it.
 */
export function withShortType(schema: Schema, wanted: string, define: Define): Schema {
  const typed = typeWithFacets(schema);
  if (typed === undefined || isShortType(typed) || '$ref' in schema) return schema;
  const { items } = schema;
  if (isKeywords(items)) return { ...schema, items: withShortType(items, `${wanted} item`, define) };
  const facets = Object.fromEntries(
    Object.entries(typed.facets).filter(([name]) => name !== 'enum' && name !== 'format'),
  );
  const type = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in facets)));
  return { $ref: `#/components/schemas/${define(type, wanted)}`, ...facets };
}

/** An object with definitions in place of the types of its properties that are too long for a line, at every depth. */
export function withShortProperties(schema: Schema, wanted: string, define: Define): Schema {
  const { items, properties } = readPlain(schema) ?? {};
  const short = (part: AnySchema, name: string): AnySchema => {
    if (!isKeywords(part)) return part;
    return typeWithFacets(part) === undefined
      ? withShortProperties(part, name, define)
      : withShortType(part, name, define);
  };
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([name, part]) => [name, short(part, `${wanted} ${name}`)] as const);
    return entries.every(([name, part]) => part === properties[name])
      ? schema
      : { ...schema, properties: Object.fromEntries(entries) };
  }
  const item = items && short(items, `${wanted} item`);
  return item === items ? schema : { ...schema, items: item };
}
