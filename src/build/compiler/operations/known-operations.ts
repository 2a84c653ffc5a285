import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ExtensionTree } from './extension-names.ts';
import { extensionNames, versionsOf } from './extension-names.ts';

/** The operations of all versions. */
type Tree = ExtensionTree & { readonly diagnostics: readonly Diagnostic[] };

/**
 * Leaves out the warnings of comparisons with the name or the file of an operation that exists, and of reads of extensions that one has. While a file has an error, its operation is unknown.
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
  if (!isWhole) return diagnostics.filter(({ operation }) => operation === undefined);
  const contracts = versionsOf(compilation).flatMap(({ operations }) => operations.map(({ contract }) => contract));
  const extensions = extensionNames(compilation);
  return diagnostics.flatMap((diagnostic) => {
    if (diagnostic.operation === undefined) return [diagnostic];
    const { field, text } = diagnostic.operation;
    const known = field === 'extension' ? extensions : contracts.flatMap((contract) => contract[field] ?? []);
    if (known.includes(text)) return [];
    return field === 'extension'
      ? [messages.unmatchedExtension(diagnostic.at, text, known)]
      : [messages.unmatchedOperation(diagnostic.at, field, text, known)];
  });
}
