import type { Decoding } from '../contract/enforcement.ts';

/** The value that a name with brackets is a part of. */
export interface Bracketed {
  /** The declared name. */
  readonly name: string;
  /** The property of the object; undefined for an item of a list. */
  readonly property?: string;
}

/**
 * Reads a name with brackets in a query or a form: `at[lat]` is a property of the object `at`, `tags[]` is an item of the list `tags`, and `at[tags][]`
 * is an item of a property. OpenAPI 3.1, Parameter Object, `style: deepObject`; the lists are a convention of PHP, Rails and jQuery. Items can be
 * numbered, as `tags[0]`: they are in the order of the text.
 *
 * @param find Finds the decoding of a declared name.
 * @returns undefined if nothing declared has such a part.
 */
export function readBrackets(text: string, find: (name: string) => Decoding | undefined): Bracketed | undefined {
  const [, name, property, list] = /^([^[\]]+)\[([^[\]]*)\](\[\d*\])?$/.exec(text) ?? [];
  const decoding = name === undefined ? undefined : find(name);
  if (decoding === undefined) return undefined;
  const { properties, spread } = decoding;
  const isItem = property === '' || (properties === undefined && /^\d+$/.test(property!));
  if (isItem && list === undefined && isRepeatable(decoding)) return { name: name! };
  if (properties === undefined || spread === true) return undefined;
  if (list !== undefined && ownDecoding(properties, property!)?.items === undefined) return undefined;
  return { name: name!, property: property! };
}

/** Whether a value can be a list whose items are given one by one. */
function isRepeatable({ items, explode, json }: Decoding): boolean {
  return items !== undefined && explode !== false && json !== true;
}

/** Whether a name with brackets can be a part of a value. */
export function hasParts(decoding: Decoding): boolean {
  return isRepeatable(decoding) || (decoding.properties !== undefined && decoding.spread !== true);
}

/** The decoding of a property that is declared by its name. */
export function ownDecoding(properties: Decoding['properties'] = {}, name: string): Decoding | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
