import { hasSlowPattern } from '../../../build/compiler/user-schemas/patterns.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { referencesIn } from '../../../shared/schema/data.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';

/**
 * Makes a function that returns whether requests to an operation can be checked in bounded time: its input has no pattern that can be slow.
 *
 * @param schemas The definitions by name.
 */
export function createPatternGuard(schemas: ReadonlyMap<string, Schema>): (operation: Operation) => boolean {
  const slow = slowNames(schemas);
  const known = new WeakMap<Operation, boolean>();
  const isSlow = (schema: AnySchema): boolean =>
    hasSlowPattern(schema) || (slow.size > 0 && [...referencesIn(schema)].some((name) => slow.has(name)));
  return (operation) => {
    const { parameters, body } = operation;
    const inputs = [...parameters, ...(body?.content ?? [])];
    const found = known.get(operation) ?? !inputs.some(({ schema }) => isSlow(schema));
    known.set(operation, found);
    return found;
  };
}

/** The definitions that have a slow pattern, in themselves or through their references. */
function slowNames(schemas: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const slow = new Set([...schemas].filter(([, schema]) => hasSlowPattern(schema)).map(([name]) => name));
  if (slow.size === 0) return slow;
  const users = new Map<string, string[]>();
  for (const [user, schema] of schemas)
    for (const name of referencesIn(schema)) {
      const known = users.get(name);
      if (known === undefined) users.set(name, [user]);
      else known.push(user);
    }
  // The set grows while it is processed.
  for (const name of slow) for (const user of users.get(name) ?? []) slow.add(user);
  return slow;
}
