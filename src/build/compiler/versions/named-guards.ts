import type { Compilation } from '../compilation.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { splitPath } from '../operations/file-name.ts';
import type { Guarding, Guards } from '../operations/guarding.ts';
import { goesWithout, guardsIn } from '../operations/guarding.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { directoryKey, isAround, isInTree, withoutVersion } from '../operations/tree-files.ts';
import type { Version } from '../api-version.ts';

/**
 * Finds guards in directories that are named as a version: `v1/_middleware.ts` does not run for the operations of the version `v1`, whose paths begin
 * in the same way. A version that a header names has no such paths.
 *
 * @param compilations One for each version.
 */
export function findNamedGuards(
  compilations: readonly (Guards & Pick<Compilation, 'operations'>)[],
  versions: readonly Version[],
): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const guarding of compilations.flatMap(guardsIn)) {
    const { path, directory, at } = guarding;
    const below = withoutVersion(directory);
    const i = versions.findIndex(
      ({ prefix }) => prefix !== undefined && directoryKey(below).startsWith(`${directoryKey(prefix)}/`),
    );
    const { name, prefix } = versions[i] ?? {};
    if (prefix === undefined || !isInTree(below) || found.has(path)) continue;
    const inside = directoryKey(below.slice(prefix.length + 1));
    const open = compilations[i]!.operations.find((operation) => isOpen(operation, inside, guarding));
    if (open !== undefined) found.set(path, messages.namedVersion(at, below.slice(0, prefix.length), name!, open));
  }
  return [...found.values()];
}

/** Whether an operation is in the directory of the same name in a version, and the guard does not run for it. */
function isOpen(operation: CompiledOperation, inside: string, guarding: Guarding): boolean {
  const { id } = operation.contract;
  const { route } = splitPath(withoutVersion(id));
  return (
    isInTree(withoutVersion(id)) &&
    directoryKey(`${route}/`).startsWith(inside) &&
    !isAround(guarding.directory, id) &&
    !goesWithout(guarding, operation)
  );
}
