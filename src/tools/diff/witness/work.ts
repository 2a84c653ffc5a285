import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { referencesIn } from '../../../shared/schema/data.ts';

/** The most work for the requests of one input: references times values, added up. */
export const MAX_WORK = 1_000_000;

/** More references are not counted. */
const MAX_COUNTED = 5000;

/**
 * Makes a function that counts the references that checking a request's values can follow.
 *
 * @param schemas The definitions by name.
 */
export function createReferenceCounter(schemas: ReadonlyMap<string, Schema>): (operation: Operation) => number {
  const known = new Map<string, readonly string[]>();
  const referencedNames = (name: string): readonly string[] => {
    const schema = schemas.get(name);
    const names = known.get(name) ?? (schema === undefined ? [] : [...referencesIn(schema)]);
    known.set(name, names);
    return names;
  };
  const counts = new WeakMap<Operation, number>();
  const countOf = ({ parameters, body }: Operation): number => {
    const seen = new Set([...parameters, ...(body?.content ?? [])].flatMap(({ schema }) => [...referencesIn(schema)]));
    let count = 1 + seen.size;
    // The set grows while it is processed.
    for (const name of seen) {
      if (count > MAX_COUNTED) break;
      for (const inner of referencedNames(name)) {
        count++;
        seen.add(inner);
      }
    }
    return count;
  };
  return (operation) => {
    const count = counts.get(operation) ?? countOf(operation);
    counts.set(operation, count);
    return count;
  };
}

/** The largest value that is made, in values and characters of texts: a short schema can require any size. */
export const MAX_SIZE = 200_000;

/** Counts the values and characters in a value. One that is in it several times is looked at once, and counted each time. */
export function valueSize(value: unknown, known: WeakMap<object, number> = new WeakMap()): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = known.get(value);
  if (size === undefined) {
    size = Object.values(value).reduce((sum: number, inner) => sum + valueSize(inner, known), 1);
    known.set(value, size);
  }
  return size;
}

/** Counts the values in a value. */
export function countValues(value: unknown): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    count++;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) pending.push(inner);
  }
  return count;
}
