import type { Operation } from '../../../shared/contract/operation.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';

/** The operations of a version. */
interface Version {
  readonly operations: readonly { readonly contract: Operation }[];
}

/** The operations of all versions. */
type Tree = Version & { readonly older?: readonly Version[]; readonly diagnostics: readonly Diagnostic[] };

/**
 * Leaves out the warnings of comparisons with the name or the file of an operation that exists. While a file has an error, its operation is unknown.
 *
 * @param tree It is only compiled if there are such warnings.
 */
export function withoutKnownOperations(
  diagnostics: readonly Diagnostic[],
  tree: () => Tree | undefined,
): readonly Diagnostic[] {
  if (diagnostics.every(({ operation }) => operation === undefined)) return diagnostics;
  const compilation = tree();
  const isWhole = compilation !== undefined && errorsIn(compilation.diagnostics).length === 0;
  const contracts = [compilation ?? [], compilation?.older ?? []]
    .flat()
    .flatMap(({ operations }) => operations.map(({ contract }) => contract));
  return diagnostics.flatMap((diagnostic) => {
    if (diagnostic.operation === undefined) return [diagnostic];
    const { field, text } = diagnostic.operation;
    const known = contracts.flatMap((contract) => contract[field] ?? []);
    return isWhole && !known.includes(text) ? [messages.unmatchedOperation(diagnostic.at, field, text, known)] : [];
  });
}
