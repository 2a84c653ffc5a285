import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { Modules } from './module-reader.ts';

/** The names that a module passes on by `export * from`. */
interface StarNames {
  /** The specifiers of the modules that have a name. */
  readonly byName: Map<string, string[]>;
  /** Those of modules that can have any name: they aren't read, or their names are known when they run. */
  readonly open: string[];
}

const namesByModules = new WeakMap<Modules, Map<ModuleFacts, StarNames>>();

/** The modules from which a module may pass on a name by `export * from`: those that have it, else those that can have any. */
export function starsWith(name: string, facts: ModuleFacts, modules: Modules): readonly string[] {
  if (facts.stars.length === 0) return [];
  const { byName, open } = starNames(facts, modules);
  return byName.get(name) ?? open;
}

function starNames(facts: ModuleFacts, modules: Modules): StarNames {
  const known = getOrAdd(namesByModules, modules, () => new Map<ModuleFacts, StarNames>());
  const before = known.get(facts);
  if (before !== undefined) return before;
  const own: StarNames = { byName: new Map(), open: [] };
  // Modules that pass on each other's names end here: what is unknown yet can be any name.
  known.set(facts, { byName: own.byName, open: [...facts.stars] });
  for (const star of facts.stars) {
    const found = modules.find(facts.source.file, star);
    const inner = found === undefined || found === 'package' ? undefined : found.facts;
    const passedOn = inner && starNames(inner, modules);
    if (inner === undefined || inner.isCommonJs || passedOn!.open.length > 0) own.open.push(star);
    for (const name of [...(inner?.exports ?? []).map((each) => each.name), ...(passedOn?.byName.keys() ?? [])])
      getOrAdd(own.byName, name, (): string[] => []).push(star);
  }
  known.set(facts, own);
  return own;
}
