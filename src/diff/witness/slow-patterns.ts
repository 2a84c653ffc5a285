import { hasSlowPattern } from '../../compiler/user-schemas/patterns.ts';
import type { Operation, Schema } from '../../contract/operation.ts';
import { referencesIn } from '../../schema/data.ts';
import type { AnySchema } from '../../schema/json-types.ts';

/**
 * Makes a function that tells whether requests to an operation can be checked in bounded time: its input has no pattern that can be slow.
 *
 * @param schemas The definitions by name.
 */
export function createPatternGuard(schemas: ReadonlyMap<string, Schema>): (operation: Operation) => boolean {
  const known = new WeakMap<Operation, boolean>();
  const isBounded = (operation: Operation): boolean => {
    const { parameters, body } = operation;
    const pending: AnySchema[] = [...parameters, ...(body?.content ?? [])].map(({ schema }) => schema);
    const names = new Set<string>();
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (hasSlowPattern(schema)) return false;
      for (const name of referencesIn(schema)) {
        const target = names.has(name) ? undefined : schemas.get(name);
        names.add(name);
        if (target !== undefined) pending.push(target);
      }
    }
    return true;
  };
  return (operation) => {
    const found = known.get(operation) ?? isBounded(operation);
    known.set(operation, found);
    return found;
  };
}
