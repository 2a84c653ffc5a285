import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { FoundModule, Modules } from './module-reader.ts';

/** The names that a module exports, also by `export * from`. */
interface ExportedNames {
  readonly names: Set<string>;
  /** Whether it can have others: it is not read, or its names are known when it runs. */
  isOpen: boolean;
}

const OPEN: ExportedNames = { names: new Set(), isOpen: true };

const namesByModules = new WeakMap<Modules, Map<string, ExportedNames>>();

/** The modules from which a module may pass on a name by `export * from`: those that have it, else those that can have any. */
export function starsWith(name: string, facts: ModuleFacts, modules: Modules): string[] {
  const { source, stars } = facts;
  const found = stars.map((star) => ({ star, ...namesOf(modules.find(source.file, star), modules) }));
  const having = found.filter(({ names }) => names.has(name));
  return (having.length > 0 ? having : found.filter(({ isOpen }) => isOpen)).map(({ star }) => star);
}

function namesOf(found: FoundModule | 'package' | undefined, modules: Modules): ExportedNames {
  if (found === undefined || found === 'package' || found.facts === undefined) return OPEN;
  const { exports, stars, isCommonJs, source } = found.facts;
  const known = getOrAdd(namesByModules, modules, () => new Map<string, ExportedNames>());
  const before = known.get(source.file);
  if (before !== undefined) return before;
  const own: ExportedNames = { names: new Set(exports.map(({ name }) => name)), isOpen: true };
  // Modules that pass on each other's names end here.
  known.set(source.file, own);
  const inner = stars.map((star) => namesOf(modules.find(source.file, star), modules));
  for (const { names } of inner) for (const name of names) own.names.add(name);
  own.isOpen = isCommonJs || inner.some(({ isOpen }) => isOpen);
  return own;
}
