import { relative, resolve } from 'node:path';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { readDefinitions, readTree, toPosix } from './files.ts';
import type { ResolvedOptions } from './options.ts';
import { userError } from './errors.ts';

/** Where a project has its texts. */
export interface Places {
  readonly root: string;
  /** The tree's directory, and that of the definitions: absolute, with `/`. */
  readonly directory: string;
  readonly definitions: string;
  /** The same as they are shown: relative to the root. */
  readonly shown: { readonly directory: string; readonly definitions: string };
}

/** The texts that a compilation is made of. */
export interface Sources {
  readonly files: readonly OperationFile[];
  readonly definitions: readonly OperationFile[];
}

/** Tells where a project has its texts. */
export function locateSources(options: ResolvedOptions, root: string): Places {
  const [directory, definitions] = [options.operations, options.definitions].map((path) =>
    toPosix(resolve(root, path)),
  );
  const show = (path: string): string => toPosix(relative(root, path)) || '.';
  return {
    root,
    directory: directory!,
    definitions: definitions!,
    shown: { directory: show(directory!), definitions: show(definitions!) },
  };
}

/**
 * Reads the texts of a project.
 *
 * @param ignore Globs relative to the tree's directory.
 * @param before What was read the last time.
 * @param changed What alone may be another since, absolute, with `/`; anything may be where not said.
 * @throws {Error} Where there is no tree.
 */
export function readSources(
  { root, directory, definitions, shown }: Places,
  ignore: readonly string[],
  before?: Sources,
  changed?: readonly string[],
): Sources {
  const known = changed && before;
  const files = readTree(directory, ignore, known && { files: known.files, changed });
  if (files === undefined)
    throw userError(
      `unplugin-operations: there is no directory ${shown.directory} in ${root}. Create it, or name another with the option "operations".`,
    );
  return {
    files,
    definitions: readDefinitions(definitions, known && { files: known.definitions, changed }),
  };
}
