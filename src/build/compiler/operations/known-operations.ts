import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ExtensionTree } from './extension-names.ts';
import { extensionNames, versionsOf } from './extension-names.ts';
import type { Serving } from './known-paths.ts';
import { matcherOf, missedPath, servedPath } from './known-paths.ts';

/** The operations of all versions. */
type Tree = ExtensionTree & { readonly diagnostics: readonly Diagnostic[] };

/**
 * Leaves out the warnings of comparisons with the name, the file or the path of an operation that exists, of reads of extensions that one has, and those of guards that
 * match all paths that they are for. While a file has an error, its operation is unknown.
 *
 * @param tree It is only compiled if there are such warnings.
 */
export function withoutKnownOperations(
  diagnostics: readonly Diagnostic[],
  tree: () => Tree | undefined,
  serving: Serving,
): readonly Diagnostic[] {
  if (diagnostics.every(({ operation, guarded }) => operation === undefined && guarded === undefined))
    return diagnostics;
  const compilation = tree();
  if (compilation === undefined || errorsIn(compilation.diagnostics).length > 0)
    return diagnostics.filter(({ operation, guarded }) => operation === undefined && guarded === undefined);
  const operations = versionsOf(compilation).flatMap((each) => each.operations);
  const served = operations.map((each) => servedPath(each, serving.base));
  const extensions = extensionNames(compilation);
  return diagnostics.flatMap((diagnostic) => {
    const { operation, guarded, at } = diagnostic;
    if (guarded !== undefined) return missedPath(at, guarded, served, serving) ?? [];
    if (operation === undefined) return [diagnostic];
    const { field, text } = operation;
    if (field === 'extension')
      return extensions.includes(text) ? [] : [messages.unmatchedExtension(at, text, extensions)];
    const known = operations.flatMap(({ contract }) => contract[field] ?? []);
    const matches = matcherOf(operation);
    return matches === undefined || known.some(matches)
      ? []
      : [messages.unmatchedOperation(at, { ...operation, field }, known)];
  });
}
