import type { Declared } from '../diagnostics/source.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SetDefinition } from './model.ts';

type Sets<T> = ReadonlyMap<string, SetDefinition<T>>;

/** Reports what is wrong with the includes of definitions among each other: unknown names and cycles, each once. */
export function checkIncludes<T>(sets: Sets<T>, report: Report): void {
  const done = new Set<string>();
  const visit = (set: SetDefinition<T>, chain: readonly Declared<string>[]): void => {
    for (const include of set.includes) {
      const from = chain.findIndex((step) => step.value === include.value);
      const target = sets.get(include.value);
      if (target === undefined) report(messages.unknownInclude(include.at, include.value, [...sets.keys()]));
      else if (from !== -1) report(messages.includeCycle([...chain.slice(from + 1), include]));
      else if (!done.has(target.name)) visit(target, [...chain, include]);
    }
    done.add(set.name);
  };
  for (const set of sets.values()) if (!done.has(set.name)) visit(set, [{ value: set.name, at: set.at }]);
}

/**
 * Lists what includes bring in, those of the definitions too, each with the places it is included at.
 *
 * @param keyOf What makes two entries the same one; of two the later one stands.
 */
export function includedEntries<T>(
  includes: readonly Declared<string>[],
  sets: Sets<T>,
  keyOf: (value: T) => string,
  open: readonly string[] = [],
): Declared<T>[] {
  const entries = new Map<string, Declared<T>>();
  for (const { value: name, at } of includes) {
    const set = sets.get(name);
    // A cycle has been reported by then.
    if (set === undefined || open.includes(name)) continue;
    for (const entry of [...includedEntries(set.includes, sets, keyOf, [...open, name]), ...set.entries]) {
      entries.set(keyOf(entry.value), { ...entry, via: [at, ...(entry.via ?? [])] });
    }
  }
  return [...entries.values()];
}

/**
 * Puts what is included where it is included, among what is declared, and leaves out of it what is declared again.
 *
 * @param overrides What makes a declared entry take the place of an included one.
 * @param describe What two declared entries may not share, in words.
 */
export function mergeIncluded<T>(
  declared: readonly Declared<T>[],
  included: readonly Declared<T>[],
  overrides: (value: T) => string,
  describe: (value: T) => string,
  report: Report,
): Declared<T>[] {
  const first = new Map<string, Declared<T>>();
  for (const entry of declared) {
    const what = describe(entry.value);
    const earlier = first.get(what);
    if (earlier === undefined) first.set(what, entry);
    else report(messages.declaredTwice(entry.at, what, earlier.at));
  }
  const kept = [...first.values()];
  const overridden = new Set(kept.map((entry) => overrides(entry.value)));
  const all = [...included.filter((entry) => !overridden.has(overrides(entry.value))), ...kept];
  return all.sort((a, b) => startOf(a) - startOf(b));
}

/** Where an entry comes into the comment; what one include brings in keeps its order, for sorting is stable. */
function startOf({ at, via }: Declared<unknown>): number {
  return (via?.[0] ?? at).span.start;
}

/** Whether includes bring in a set of a name, directly or through others. */
export function includesSet<T>(
  includes: readonly Declared<string>[],
  sets: Sets<T>,
  name: string,
  open: readonly string[] = [],
): boolean {
  return includes.some(
    ({ value }) =>
      value === name ||
      (!open.includes(value) && includesSet(sets.get(value)?.includes ?? [], sets, name, [...open, value])),
  );
}
