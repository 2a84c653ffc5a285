import type { JsonType, Keywords } from '../../../shared/schema/json-types.ts';
import { isAnyType } from '../../../shared/schema/json-types.ts';
import { isStructural, keywordsWith } from '../../../shared/schema/keywords.ts';

/** The values besides scalars that schemas allow; `any` if they do not declare a type. */
export type ValueKind = 'any' | 'both' | 'object' | 'array' | 'none';

/** The kind that two kinds have in common. */
export function meetKinds(a: ValueKind, b: ValueKind): ValueKind {
  for (const wider of ['any', 'both']) {
    if (a === wider) return b;
    if (b === wider) return a;
  }
  return a === b ? a : 'none';
}

/** The kind of the values of some types. */
export function kindOfTypes(types: ReadonlySet<JsonType>): ValueKind {
  if (isAnyType(types)) return 'any';
  const isObject = types.has('object');
  if (isObject === types.has('array')) return isObject ? 'both' : 'none';
  return isObject ? 'object' : 'array';
}

/** The keywords that declare properties, and those that declare items. */
const [OF_OBJECTS, OF_LISTS] = (['object', 'array'] as const).map((family) =>
  keywordsWith((row) => isStructural(row) && row.inPlace !== true && row.on.includes(family)),
) as [string[], string[]];
/** The keywords that declare properties or items. */
export const STRUCTURE: readonly string[] = [...OF_OBJECTS, ...OF_LISTS];

/** The kind of schemas without a type: those with properties are for objects, although JSON Schema allows any list too. */
export function declaredKind(members: readonly Keywords[]): ValueKind {
  const has = (keywords: readonly string[]): boolean =>
    members.some((member) => keywords.some((keyword) => keyword in member));
  if (has(OF_OBJECTS) === has(OF_LISTS)) return 'any';
  return has(OF_OBJECTS) ? 'object' : 'array';
}
