import type { CompilationCache } from '../cache.ts';
import { readFactsOnce } from '../reuse/parse-once.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { locateName } from '../diagnostics/source.ts';
import * as messages from '../diagnostics/messages.ts';
import { filesOf } from '../module/relative-modules.ts';
import type { OperationFile } from '../operations/parse.ts';
import { isOperationFile } from '../operations/file-name.ts';
import { isMiddlewareFile } from '../operations/middleware.ts';
import { fileInTree, ownPath, pathInTree, versionOf, withoutVersion } from '../operations/tree-files.ts';

/**
 * Reports imports of helpers that are only next to the operations of today: versions replace operations and definitions, but no other files. It warns of
 * helpers that seem to replace those of today.
 *
 * @param files The files of an older version, below the tree.
 * @param today The files of the tree.
 */
export function checkVersionImports(
  files: readonly OperationFile[],
  today: readonly OperationFile[],
  { directory, cache }: { readonly directory: string; readonly cache: CompilationCache },
  report: Report,
): void {
  const own = new Set(files.map(({ path }) => path));
  const known = new Set(today.map(({ path }) => path));
  const imported = new Set<string>();
  for (const { path, text } of files) {
    const file = fileInTree(directory, path);
    const { source, called = [], taken = [] } = readFactsOnce(cache, { file, text }) ?? {};
    for (const specifier of new Set([...taken.map(({ from }) => from), ...called])) {
      const paths = filesOf(file, specifier)
        .flat()
        .flatMap((candidate) => pathInTree(directory, candidate) ?? []);
      for (const each of paths) imported.add(each);
      const meant = paths.find((each) => versionOf(each) !== undefined && known.has(withoutVersion(each)));
      if (source === undefined || meant === undefined || paths.some((each) => own.has(each))) continue;
      const start = text.indexOf(specifier);
      const at = { source, span: { start, end: start + specifier.length } };
      report(messages.versionImport(at, specifier, relativeTo(file, fileInTree(directory, withoutVersion(meant)))));
    }
  }
  for (const { path } of files)
    if (isHelper(path) && known.has(withoutVersion(path)) && !imported.has(path))
      report(
        messages.versionHelper(locateName(fileInTree(directory, path)), fileInTree(directory, withoutVersion(path))),
      );
}

/** Whether a file is only code that others import. */
function isHelper(path: string): boolean {
  return !isOperationFile(path) && !isMiddlewareFile(ownPath(path)) && isTreeCode(path);
}

/** Tests and declarations aren't helpers. */
function isTreeCode(path: string): boolean {
  return /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/.test(path);
}

/** The specifier of a file in another one. */
function relativeTo(importer: string, file: string): string {
  const [from, to] = [importer.split('/').slice(0, -1), file.split('/')];
  let shared = 0;
  while (from[shared] !== undefined && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
