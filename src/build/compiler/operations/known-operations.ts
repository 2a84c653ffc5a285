import type { Operation } from '../../../shared/contract/operation.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import type { Diagnostic, OperationTest } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { ExtensionTree } from './extension-names.ts';
import { extensionNames, versionsOf } from './extension-names.ts';
import type { ServedPath, Serving } from './known-paths.ts';
import { impossibleValue } from './known-values.ts';
import { matcherOf, matchersOf, missedPath, servedPath } from './known-paths.ts';
import { pathInTree, versionOf } from './tree-files.ts';

/** The operations of all versions. */
type Tree = ExtensionTree & { readonly diagnostics: readonly Diagnostic[] };

/**
 * Leaves out the warnings of comparisons with the name, the file or the path of an operation that exists, of reads of extensions that one has, those of guards that
 * match all paths that they are for, and those of values that a field can have. While a file has an error, its operation is unknown.
 *
 * @param tree It is only compiled if there are such warnings.
 */
export function withoutKnownOperations(
  diagnostics: readonly Diagnostic[],
  tree: () => Tree | undefined,
  serving: Serving,
): readonly Diagnostic[] {
  if (diagnostics.every(isSettled)) return diagnostics;
  const compilation = tree();
  if (compilation === undefined || errorsIn(compilation.diagnostics).length > 0) return diagnostics.filter(isSettled);
  const versions = versionsOf(compilation);
  const operations = versions.flatMap((each) => each.operations);
  const contracts = operations.map(({ contract }) => contract);
  const servedBy = versions.map((each) => each.operations.map((operation) => servedPath(operation, serving.base)));
  const servedAt = ({ source: { file } }: Location): readonly ServedPath[] => {
    const name = versionOf(pathInTree(serving.directory ?? 'app/operations', file) ?? '');
    // Files of an older version run for it, and for the ones before.
    const last = versions.findIndex(({ version }) => version === name);
    return (name === undefined ? servedBy : servedBy.slice(1, last + 1)).flat();
  };
  const extensions = extensionNames(compilation);
  return diagnostics.flatMap((diagnostic) => {
    const { operation, guarded, value, unscoped, at } = diagnostic;
    if (value !== undefined) return impossibleValue(at, value, versions) ?? [];
    if (unscoped !== undefined) return requiredScopes(at, unscoped, versions) ?? [];
    if (guarded !== undefined) return missedPath(at, guarded, servedAt(at), serving) ?? [];
    if (operation === undefined) return [diagnostic];
    if (operation.field !== 'extension') return missedOperation(at, operation, contracts) ?? [];
    const { text } = operation;
    return extensions.includes(text) ? [] : [messages.unmatchedExtension(at, text, extensions)];
  });
}

/** Finds whether a comparison matches no operation, or those below the path of one that its guard lets pass: `/admin/` begins `/admin/sales`, but not `/admin`. */
function missedOperation(at: Location, test: OperationTest, contracts: readonly Operation[]): Diagnostic | undefined {
  const texts = contracts.flatMap((each) => each[test.field] ?? []);
  const matches = matcherOf(test);
  if (matches === undefined) return undefined;
  const matched = texts.filter(matches);
  if (matched.length === 0) return messages.unmatchedOperation(at, test, texts);
  const { known } = test;
  if (known === undefined) return undefined;
  const same = matchersOf(known);
  const isKnown = (contract: Operation): boolean =>
    known.some(({ field }, i) => same[i]?.(contract[field] ?? '') ?? true);
  for (const missed of contracts) {
    const below = matched.find((each) => each.startsWith(`${missed.path}/`));
    if (below !== undefined && matches(`${missed.path}/`) && !isKnown(missed))
      return messages.missedOperation(at, below, missed);
  }
  return undefined;
}

/** Finds whether an operation requires scopes of a scheme whose verifier doesn't compare them. */
function requiredScopes(at: Location, scheme: string, versions: ReturnType<typeof versionsOf>): Diagnostic | undefined {
  for (const { operations, document } of versions)
    for (const { contract } of operations)
      for (const requirement of securityOf(contract, document)) {
        const [scope] = Object.hasOwn(requirement, scheme) ? requirement[scheme]! : [];
        const operation = `${contract.method} ${contract.path}`;
        if (scope !== undefined) return messages.unusedScopes(at, scheme, { operation, scope });
      }
  return undefined;
}

/** Whether a diagnostic doesn't depend on the operations. */
function isSettled({ operation, guarded, value, unscoped }: Diagnostic): boolean {
  return [operation, guarded, value, unscoped].every((each) => each === undefined);
}
