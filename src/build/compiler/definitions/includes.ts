import { asComponent } from '../../../shared/contract/component-name.ts';
import { depthsOf } from '../../../shared/schema/depths.ts';
import type { Declared } from '../diagnostics/source.ts';
import { startOf } from '../diagnostics/source.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SetDefinition } from './model.ts';
import { reachableSets } from './reachable.ts';

type Sets<T> = ReadonlyMap<string, SetDefinition<T>>;

/** The limit of includes, one in another: each entry has the locations of all of its includes. */
const MAX_INCLUDES = 100;

/** Reports sets that include others through too many includes. They include nothing from there on. Sets that they include still count as used. */
export function withoutDeepIncludes<T>(
  sets: Map<string, SetDefinition<T>>,
  report: Report,
): Map<string, SetDefinition<T>> {
  const includedNames = (name: string): string[] => (sets.get(name)?.includes ?? []).map(({ value }) => value);
  const depths = depthsOf(sets.keys(), includedNames);
  // Without the includes of these, no chain that is left is too long.
  const cut = [...sets.values()].filter(({ name }) => depths.get(name)! % (MAX_INCLUDES + 1) === 0);
  for (const { at, name } of cut) report(messages.includeLimit(at, name, MAX_INCLUDES));
  return new Map([...sets, ...cut.map((set) => [set.name, { ...set, includes: [], cut: set.includes }] as const)]);
}

/** Reports unknown names and cycles in the includes of definitions, each once. */
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
 * Lists the entries that includes add, directly or through others, each with the locations of its includes.
 *
 * @param keyOf The key of an entry; the last of several with the same key wins.
 * @param partOf Equal for the entries of one part of an operation: a response has an entry for each of its media types.
 * @param known The entries of the sets that were read, so that sets with two includes each do not double the time.
 */
export function includedEntries<T extends object>(
  includes: readonly Declared<string>[],
  sets: Sets<T>,
  keyOf: (value: T) => string,
  partOf: (value: T) => string = keyOf,
  known: Map<string, readonly Declared<T>[]> = new Map(),
): Declared<T>[] {
  const entries = new Map<string, Declared<T>>();
  for (const { value: name, at } of includes) {
    const set = sets.get(name);
    if (set === undefined) continue;
    const component = isComponent(set, partOf) ? name : undefined;
    let all = known.get(name);
    if (all === undefined) {
      // A cycle, which another check reports, adds nothing.
      known.set(name, []);
      all = [...includedEntries(set.includes, sets, keyOf, partOf, known), ...set.entries];
      known.set(name, all);
    }
    for (const entry of all) {
      const value = asComponent(entry.value, component);
      entries.set(keyOf(entry.value), { ...entry, value, via: [at, ...(entry.via ?? [])] });
    }
  }
  return [...entries.values()];
}

/** Whether a definition is one parameter or response, which has its name in the document. */
function isComponent<T>({ includes, entries }: SetDefinition<T>, partOf: (value: T) => string): boolean {
  return includes.length === 0 && new Set(entries.map(({ value }) => partOf(value))).size === 1;
}

/**
 * Merges declared and included entries in the order of the comment. Declared entries take precedence, and report those declared twice.
 *
 * @param overrides The key by which a declared entry replaces included ones.
 * @param describe The key that declared entries must not share, in words.
 * @param meant The beginning of the line that such an entry probably means.
 */
export function mergeIncluded<T>(
  declared: readonly Declared<T>[],
  included: readonly Declared<T>[],
  overrides: (value: T) => string,
  describe: (value: T) => string,
  report: Report,
  meant: (entry: Declared<T>) => string | undefined = () => undefined,
): Declared<T>[] {
  const first = new Map<string, Declared<T>>();
  for (const entry of declared) {
    const key = describe(entry.value);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, entry);
    else report(messages.declaredTwice(entry.at, key, earlier.at, meant(entry) ?? meant(earlier)));
  }
  const overridden = new Set([...first.values()].map((entry) => overrides(entry.value)));
  const all = [...included.filter((entry) => !overridden.has(overrides(entry.value))), ...first.values()];
  return all.sort((a, b) => startOf(a) - startOf(b));
}

/** Whether an include adds a set of a name, directly or through others. */
export function includesSet<T>(include: Declared<string>, sets: Sets<T>, name: string): boolean {
  return reachableSets([include.value], sets).has(name);
}
