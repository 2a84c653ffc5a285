import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { AnySchema, Keywords } from '../../../shared/schema/json-types.ts';
import { listedValues } from '../../../shared/schema/json-types.ts';

const known = new WeakMap<Keywords, Keywords | undefined>();

/**
 * The properties and items of the objects and lists that `const` and `enum` name, as keywords; undefined if there are none. A value with others is not valid.
 *
 * @example literalParts({ const: { ok: true } }) // { properties: { ok: { enum: [true] } }, additionalProperties: false }
 */
export function literalParts(schema: Keywords): Keywords | undefined {
  if (!known.has(schema)) known.set(schema, partsOfValues(listedValues(schema) ?? []));
  return known.get(schema);
}

function partsOfValues(values: readonly unknown[]): Keywords | undefined {
  const lists = values.filter((value) => Array.isArray(value));
  const objects = values.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (lists.length + objects.length === 0) return undefined;
  const entries = objects.flatMap((object) => Object.entries(object as object));
  const names = new Map<string, unknown[]>();
  for (const [name, value] of entries) getOrAdd(names, name, (): unknown[] => []).push(value);
  const properties = Object.fromEntries([...names].map(([name, all]) => [name, { enum: all } as AnySchema]));
  const items = lists.flat(1);
  return {
    ...(objects.length > 0 && { properties, additionalProperties: false }),
    ...(lists.length > 0 && { items: items.length === 0 ? false : { enum: items } }),
  } as Keywords;
}
