import type { AnySchema, Resolve } from './json-types.ts';
import { certainParts, listedValues, typesOf } from './json-types.ts';

/**
 * Whether an object or a list matches at most one branch of a union, as far as a schema shows: the others are of other types, or each pair has a
 * property with different literals.
 *
 * @example areExclusive([{ type: 'object' }, { type: 'string' }], resolve) // true
 */
export function areExclusive(branches: readonly AnySchema[], resolve: Resolve): boolean {
  return (['object', 'array'] as const).every((type) => {
    const possible = branches.filter((branch) => typesOf(branch, resolve).has(type));
    if (possible.length < 2) return true;
    const tags = possible.map((branch) => tagsOf(branch, resolve));
    return tags.every((a, i) =>
      tags.slice(i + 1).every((b) => [...a].some(([name, tag]) => differs(tag, b.get(name)))),
    );
  });
}

/** A property with literals. */
interface Tag {
  readonly values: readonly unknown[];
  readonly isRequired: boolean;
}

/** Whether no value has both of two tags. A value without a property has both if it is optional in both. */
function differs(a: Tag, b: Tag | undefined): boolean {
  if (b === undefined || !(a.isRequired || b.isRequired)) return false;
  return a.values.every((value) => isScalar(value) && !b.values.includes(value)) && b.values.every(isScalar);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function tagsOf(branch: AnySchema, resolve: Resolve): Map<string, Tag> {
  const parts = certainParts(branch, resolve);
  const required = new Set(parts.flatMap(({ required: names = [] }) => names as readonly string[]));
  const tags = new Map<string, Tag>();
  for (const { properties = {} } of parts) {
    for (const [name, property] of Object.entries(properties)) {
      const values = certainParts(property, resolve)
        .map(listedValues)
        .find((listed) => listed !== undefined);
      if (values !== undefined) tags.set(name, { values, isRequired: required.has(name) });
    }
  }
  return tags;
}
