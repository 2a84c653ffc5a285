import type { Reference } from '../language/declared.ts';
import type { SetDefinition } from './model.ts';

/**
 * Finds the definitions that names lead to, directly or through others.
 *
 * @param find Finds a definition; names without one are skipped.
 * @param namesIn Lists the names that a definition uses.
 */
export function reachable<T>(
  names: Iterable<string>,
  find: (name: string) => T | undefined,
  namesIn: (definition: T) => readonly string[],
): Map<string, T> {
  const found = new Map<string, T>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const definition = found.has(name) ? undefined : find(name);
    if (definition === undefined) continue;
    found.set(name, definition);
    pending.push(...namesIn(definition));
  }
  return found;
}

/** Finds the sets that names lead to, directly or through the includes of others. */
export function reachableSets<T>(
  names: Iterable<string>,
  sets: ReadonlyMap<string, SetDefinition<T>>,
): Map<string, SetDefinition<T>> {
  return reachable(
    names,
    (name) => sets.get(name),
    ({ includes, cut = [] }) => [...includes, ...cut].map(({ value }) => value),
  );
}

/** Lists the names of the schemas that a definition refers to. */
export function schemaNames({ references }: { readonly references: readonly Reference[] }): string[] {
  return references.map(({ name }) => name);
}
