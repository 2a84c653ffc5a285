import { relative, resolve } from 'node:path';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { readDefinitions, readTree, toPosix } from './files.ts';
import type { ResolvedOptions } from './options.ts';
import { userError } from './errors.ts';

/** The directories of a project. */
export interface Places {
  readonly root: string;
  /** The directories of the operations and of the definitions: absolute, with `/`. */
  readonly directory: string;
  readonly definitions: string;
  /** The same directories as diagnostics show them: relative to the root. */
  readonly shown: { readonly directory: string; readonly definitions: string };
}

/** The texts that are compiled. */
export interface Sources {
  readonly files: readonly OperationFile[];
  readonly definitions: readonly OperationFile[];
}

/** Resolves the directories of a project. */
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
 * @param ignore Globs relative to the directory of the operations.
 * @param before The texts of the last time.
 * @param changed The paths that may have changed since: absolute, with `/`. If undefined, everything is read again.
 * @throws {Error} If the directory of the operations does not exist.
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
      `unplugin-operations: the directory ${shown.directory} does not exist in ${root}. Create it, or set the option "operations".`,
    );
  return {
    files,
    definitions: readDefinitions(definitions, known && { files: known.definitions, changed }),
  };
}
