import type { Compilation } from './compilation.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import * as messages from './diagnostics/messages.ts';
import type { Guarding } from './operations/guarding.ts';
import { goesWithout, guardingOf, guardsIn, shown } from './operations/guarding.ts';
import type { ModuleFacts } from './operations/module-facts.ts';
import type { Modules } from './operations/module-reader.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import { isAround, pathInTree } from './operations/tree-files.ts';

/** The tree of a project. */
export interface CompiledTree {
  /** Its directory as diagnostics show it. */
  readonly directory: string;
  /** It is only compiled if a module takes something of it. */
  readonly compilation: () => Compilation;
}

/** Warns of modules outside of the tree that take the handlers of operations, whose guards don't run then. */
export function checkTakenHandlers(
  files: readonly ModuleFacts[],
  { directory, compilation }: CompiledTree,
  modules: Modules,
  report: Report,
): void {
  const find = (file: string): readonly [CompiledOperation, Compilation] | undefined => {
    const { older = [], ...last } = compilation();
    for (const version of [last, ...older]) {
      const operation = version.operations.find(({ handler }) => handler.at.source.file === file);
      if (operation !== undefined) return [operation, version];
    }
    return undefined;
  };
  const isInTree = (file: string): boolean => pathInTree(directory, file) !== undefined;
  for (const { source, taken } of files) {
    if (isInTree(source.file)) continue;
    for (const { from, names, at } of taken) {
      const found = from === '' ? undefined : modules.find(source.file, from);
      if (found === undefined || found === 'package' || !isInTree(found.file)) continue;
      const [operation, version] = find(found.file) ?? [];
      if (operation === undefined || !names.some((name) => operation.handler.exportNames.includes(name))) continue;
      const guard = guardsFor(operation, guardsIn(version!)).find(isDeciding);
      if (guard !== undefined) report(messages.takenHandler(at, from, shown(guard)));
    }
  }
}

/** The guards of an operation, and those of its directories. */
function guardsFor(operation: CompiledOperation, guarding: readonly Guarding[]): Guarding[] {
  const around = guarding.filter(({ directory }) => isAround(directory, operation.contract.id));
  return [...guardingOf(operation), ...around.filter((each) => !goesWithout(each, operation))];
}

/** Whether a guard decides who can call operations. Other middleware may do anything. */
function isDeciding({ decides, refuses, protection }: Guarding): boolean {
  return decides.length > 0 || refuses || protection !== undefined;
}
