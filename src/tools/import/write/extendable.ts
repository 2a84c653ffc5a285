import type { AnySchema, Keywords } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { referredName } from '../../../shared/schema/references.ts';

type SchemasByName = ReadonlyMap<string, AnySchema>;

/**
 * Whether an interface can have some parts: its bases, and its own properties. TypeScript takes a property of two parts only if their types are
 * compatible, so no property can be in two.
 */
export function canExtend(parts: readonly AnySchema[], schemas: SchemasByName): boolean {
  const names = parts.map((part) => extendableNames(part, schemas, []));
  const all = names.flatMap((found) => [...(found ?? [])]);
  return names.every((found) => found !== undefined) && new Set(all).size === all.length;
}

/** The names of an object's properties; undefined for a schema that an interface cannot extend. */
function extendableNames(schema: AnySchema, schemas: SchemasByName, open: readonly string[]): Set<string> | undefined {
  if (!isKeywords(schema)) return undefined;
  const { $ref, type, allOf = [], properties = {}, anyOf, oneOf, additionalProperties } = schema as Keywords;
  if ($ref !== undefined) {
    const name = referredName(schema);
    if (name === undefined || open.includes(name)) return undefined;
    return extendableNames(schemas.get(name) ?? true, schemas, [...open, name]);
  }
  const isShape = type === 'object' || (type === undefined && allOf.length > 0);
  if (!isShape || (anyOf ?? oneOf) !== undefined || isKeywords(additionalProperties)) return undefined;
  const names = new Set(Object.keys(properties));
  for (const part of allOf) {
    const found = extendableNames(part, schemas, open);
    if (found === undefined) return undefined;
    for (const name of found) names.add(name);
  }
  return names;
}
