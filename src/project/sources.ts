import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { isDefinitionsFile, isTreeFile, readDefinitions, readTree, toPosix } from './files.ts';
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

/** The texts of open editors, by file: absolute, with `/`. */
export type Buffers = ReadonlyMap<string, string>;

/** Puts the texts of open editors over those of the disk; new files too, which the disk does not have yet. */
export function overlaySources(sources: Sources, { directory, definitions }: Places, buffers: Buffers): Sources {
  return {
    files: overlay(sources.files, directory, buffers, isTreeFile),
    definitions: overlay(sources.definitions, definitions, buffers, isDefinitionsFile),
  };
}

function overlay(
  files: readonly OperationFile[],
  directory: string,
  buffers: Buffers,
  isOwn: (path: string) => boolean,
): readonly OperationFile[] {
  const own = [...buffers].flatMap(([file, text]) =>
    file.startsWith(`${directory}/`) ? [{ path: file.slice(directory.length + 1), text }] : [],
  );
  if (own.length === 0) return files;
  const texts = new Map(own.map(({ path, text }) => [path, text]));
  const known = new Set(files.map(({ path }) => path));
  return [
    ...files.map((file) => (texts.has(file.path) ? { ...file, text: texts.get(file.path)! } : file)),
    ...own.filter(({ path }) => !known.has(path) && isOwn(path) && !existsSync(`${directory}/${path}`)),
  ];
}
