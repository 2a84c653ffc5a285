import type { Compilation } from '../compilation.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { versionOf } from '../operations/tree-files.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { convertersOf } from './converters.ts';
import type { VersionStep } from './prove-inherited.ts';
import { routeShape } from './mark-version.ts';
import { compareDefinitions, proveInherited } from './prove-inherited.ts';
import { checkOlderGuards } from './older-guards.ts';
import { checkReplaced } from './replaced-guards.ts';
import type { Layer } from '../api-version.ts';

/**
 * Compares the versions with each other: an operation that an older one inherits must keep its contract, and one that it replaces must keep its protection.
 *
 * @param alone The versions by themselves, the oldest one first.
 * @param layers The definitions of all but the last one.
 * @returns The versions, with the conversions of the operations that they inherit.
 */
export function compareVersions(
  alone: readonly Compilation[],
  layers: readonly Layer[],
): { readonly compilations: readonly Compilation[]; readonly diagnostics: readonly Diagnostic[] } {
  // With errors, contracts are not complete.
  if (alone.some(({ diagnostics }) => errorsIn(diagnostics).length > 0))
    return { compilations: alone, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const compilations: Compilation[] = [alone.at(-1)!];
  // Each version is compared with the next one, which has been compared with the one after it.
  for (let i = layers.length - 1; i >= 0; i--) {
    const [own, next] = [alone[i]!, compilations[0]!];
    const same = pairsOf(own, next);
    const pairs = new Map([...same].filter(([{ contract }]) => versionOf(contract.id) === own.version));
    for (const [operation, replaced] of pairs)
      checkReplaced({ operation, files: own }, { operation: replaced, files: next }, own, report);
    checkOlderGuards(own, next, same, report);
    const operations = proveAll({ own, next, converters: convertersOf(layers[i]!, report) }, report).map((operation) =>
      pairs.get(operation)?.contract.internal === true ? hidden(operation) : operation,
    );
    compilations.unshift({ ...own, operations });
  }
  return { compilations, diagnostics };
}

/** The operations of a version with those of the next one that have the same method and path. */
function pairsOf(own: Compilation, next: Compilation): ReadonlyMap<CompiledOperation, CompiledOperation> {
  const known = new Map(next.operations.map((operation) => [routeShape(operation), operation]));
  return new Map(
    own.operations.flatMap((operation) => {
      const other = known.get(routeShape(operation));
      return other === undefined ? [] : [[operation, other] as const];
    }),
  );
}

/** Operations in the places of internal ones, so that the same operation has the same one in the next run. */
const internal = new WeakMap<CompiledOperation, CompiledOperation>();

/** An operation as an internal one: if it isn't shown today, the document of an older version doesn't show it either. */
function hidden(operation: CompiledOperation): CompiledOperation {
  if (operation.contract.internal === true) return operation;
  return getOrAdd(internal, operation, () => ({ ...operation, contract: { ...operation.contract, internal: true } }));
}

function proveAll(step: VersionStep, report: Report): CompiledOperation[] {
  const { own, next } = step;
  const compared = compareDefinitions(step);
  const newer = new Map(next.operations.map((operation) => [operation.contract.id, operation]));
  return own.operations.map((operation) => {
    const known = newer.get(operation.contract.id);
    return known === undefined ? operation : proveInherited(operation, known, compared, report);
  });
}
