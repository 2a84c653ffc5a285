import type { Compilation } from '../compilation.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { splitPath } from '../operations/file-name.ts';
import type { Guarding, Guards } from '../operations/guarding.ts';
import { goesWithout, guardsIn } from '../operations/guarding.ts';
import { takes } from '../operations/matched-paths.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { directoryKey, isAround, isInTree, withoutVersion } from '../operations/tree-files.ts';
import type { Version } from '../api-version.ts';

/** A compilation of a version. */
type Compiled = Guards & Pick<Compilation, 'operations' | 'definitions'>;

/**
 * Finds guards in directories that are named as a version: `v1/_middleware.ts` does not run for the operations of the version `v1`, whose paths begin
 * in the same way. A version that a header names has no such paths. The same is true for `{version}/_middleware.ts`, if an operation below it has the path
 * of one of that version, which comes first.
 *
 * @param compilations One for each version.
 */
export function findNamedGuards(compilations: readonly Compiled[], versions: readonly Version[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const guarding of compilations.flatMap(guardsIn)) {
    const { path, directory, at } = guarding;
    const below = withoutVersion(directory);
    const passed = isInTree(below) && !found.has(path) ? findPassed(guarding, compilations) : undefined;
    if (passed !== undefined) found.set(path, messages.parameterAsVersion(at, ...passed));
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

/** Finds an operation of an older version that comes before one of today that is guarded, as `/v1/books` comes before `/{version}/books`. */
function findPassed(
  guarding: Guarding,
  compilations: readonly Compiled[],
): readonly [guarded: CompiledOperation, open: CompiledOperation] | undefined {
  const { operations, definitions } = compilations.at(-1)!;
  const isBefore = (open: CompiledOperation, guarded: CompiledOperation): boolean =>
    open.contract.method === guarded.contract.method &&
    open.template.segments.length === guarded.template.segments.length &&
    // Only the prefix is in the place of a parameter.
    open.template.names.length + 1 === guarded.template.names.length &&
    takes(guarded, open.template.segments, definitions.lookup);
  for (const guarded of operations) {
    if (!isAround(guarding.directory, guarded.contract.id)) continue;
    for (const older of compilations.slice(0, -1)) {
      const open = older.operations.find(
        (operation) =>
          isBefore(operation, guarded) &&
          !isAround(guarding.directory, operation.contract.id) &&
          !goesWithout(guarding, operation),
      );
      if (open !== undefined) return [guarded, open];
    }
  }
  return undefined;
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
