import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { filesOf } from '../module/relative-modules.ts';
import { isOperationFile } from './file-name.ts';
import type { Guards } from './guarding.ts';
import { guardsIn } from './guarding.ts';
import type { OperationFile } from './parse.ts';
import { directoryKey, isAround, ownPath, withoutVersion } from './tree-files.ts';

/**
 * Reports guards of directories without operations in any version: the name of the directory may be misspelled, so that the intended operations are open.
 * Guards with an error, or another diagnostic about their place, are left out.
 *
 * @param files The files of all versions, below the tree.
 */
export function findEmptyDirectories(
  compilation: Guards & { readonly diagnostics: readonly Diagnostic[]; readonly older?: readonly Guards[] },
  files: readonly OperationFile[],
): Diagnostic[] {
  const guarding = [compilation, ...(compilation.older ?? [])]
    .flatMap(guardsIn)
    .filter(({ directory }) => !hasOperations(directory, files));
  if (guarding.length === 0) return [];
  const reported = new Set(
    compilation.diagnostics.flatMap(({ code, severity, at, notes }) => {
      const isOfPlace = severity === 'error' || OF_PLACE.test(code);
      return [...(isOfPlace ? [at] : []), ...notes.map((note) => note.at)].map(({ source }) => source.file);
    }),
  );
  return guarding.flatMap(({ directory, at }) => {
    const { file } = at.source;
    if (reported.has(file) || isModuleNamed(directory, files)) return [];
    reported.add(file);
    return [messages.guardOfNothing(at)];
  });
}

/** Whether operations of any version are in a directory, in any spelling of it. */
function hasOperations(directory: string, files: readonly OperationFile[]): boolean {
  // A new project has none.
  if (ownPath(directory) === '')
    return (
      files.every(({ path }) => isAround(directory, path) || !isOperationFile(path)) ||
      files.some(({ path }) => isAround(directory, path) && isOperationFile(path))
    );
  const [own, key] = [withoutVersion(directory), directoryKey(directory)];
  // Almost always, the first operation below it has its spelling.
  return (
    files.some(({ path }) => withoutVersion(path).startsWith(own) && isOperationFile(path)) ||
    files.some(({ path }) => directoryKey(path).startsWith(key) && isOperationFile(path))
  );
}

const OF_PLACE = /^(?:lost-guard|unguarded-path|version-guard|case-clash|unread-guard)$/;

/** Whether another file imports the module, which may guard its directory. */
function isModuleNamed(directory: string, files: readonly OperationFile[]): boolean {
  const name = `${directory.slice(directory.lastIndexOf('/', directory.length - 2) + 1)}_middleware`;
  const isMeant = (importer: string, specifier: string): boolean => {
    const taken = filesOf(importer, specifier).flat();
    // Another specifier can be that of an alias.
    return taken.length === 0
      ? specifier.includes(name)
      : taken.some((file) => file.replace(/\.\w+$/, '') === `${directory}_middleware`);
  };
  return files.some(
    ({ path, text }) =>
      text.includes(name) && [...text.matchAll(SPECIFIER)].some(([, specifier]) => isMeant(path, specifier!)),
  );
}

const SPECIFIER = /['"]([^'"\n]*_middleware(?:\.\w+)?)['"]/g;
