import { existsSync } from 'node:fs';
import type { DefinitionFile } from '../compiler/definitions/model.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import {
  EVENTS_DIRECTORY,
  fileInTree,
  isInEvents,
  isInTree,
  ownPath,
  pathInTree,
  versionOf,
  WEBHOOKS_DIRECTORY,
} from '../compiler/operations/tree-files.ts';
import type { Disk } from './disk.ts';
import { DISK } from './disk.ts';
import type { Before } from './files.ts';
import { isDefinitionsFile, isIgnored, isTreeFile, readDefinitions, readTree, toPosix } from './files.ts';
import { userError } from './errors.ts';
import { readVersions, withPath } from './version-sources.ts';
import type { Project, Trees } from './project.ts';
import { versionTrees } from './project.ts';
import type { VersionInput } from '../compiler/api-version.ts';

/** The texts that are compiled. */
export interface Sources {
  readonly files: readonly OperationFile[];
  readonly definitions: readonly DefinitionFile[];
  /** All versions, with the texts of the older ones; absent without versions. */
  readonly versions?: readonly VersionInput[];
  /** The directories in that of the versions, as diagnostics show them; absent without versions. */
  readonly versionDirectories?: readonly string[];
}

/**
 * Reads the texts of a project.
 *
 * @param before The texts of the last time.
 * @param changed The paths that may have changed since: absolute, with `/`. If undefined, everything is read again.
 * @param disk Where to read them (default: the disk of this machine).
 * @throws {Error} If the directory of the operations does not exist.
 */
export function readSources(
  project: Project,
  before?: Sources,
  changed?: readonly string[],
  disk: Disk = DISK,
): Sources {
  const { root, definitions, shown } = project;
  const known = changed && before;
  const files = readOperations(project, project.options.ignore, known && { files: known.files, changed }, disk);
  if (files === undefined)
    throw userError(
      `unplugin-operations: the directory ${shown.directory} does not exist in ${root}. Create it, or set the option "operations".`,
    );
  const within = `${toPosix(disk.real(root)).replace(/\/$/, '')}/`;
  const isShared = ({ path }: DefinitionFile): boolean => isOutside(within, `${definitions}/${path}`, disk);
  return {
    files,
    definitions: readDefinitions(definitions, known && { files: known.definitions, changed }, disk).map((file) =>
      file.isShared === undefined ? { ...file, isShared: isShared(file) } : file,
    ),
    ...readVersions(project, before, changed, disk),
  };
}

/** Whether a file is outside of a directory, which ends in `/`, also behind a link; false if it was deleted since it was read. */
function isOutside(directory: string, file: string, disk: Disk): boolean {
  try {
    return !toPosix(disk.real(file)).startsWith(directory);
  } catch {
    return false;
  }
}

/**
 * Reads the files of the operations, of the webhooks and of the events.
 *
 * @param ignore Globs relative to the directory of the operations, of the webhooks, or of the events.
 * @returns undefined if the directory of the operations does not exist, and there are no webhooks.
 */
export function readOperations(
  { directory, webhooks, events }: Trees,
  ignore: readonly string[],
  before?: Before,
  disk: Disk = DISK,
): readonly OperationFile[] | undefined {
  const inTree = before && { ...before, files: before.files.filter(({ path }) => isInTree(path)) };
  const files = readTree(directory, ignore, inTree, disk);
  const beside = (tree: string | undefined, prefix: string): readonly OperationFile[] => {
    if (tree === undefined) return [];
    const known = before?.files.filter(({ path }) => path.startsWith(prefix)) ?? [];
    const own = known.map((file) => ({ ...file, path: ownPath(file.path) }));
    const read = readTree(tree, ignore, before && { ...before, files: own }, disk) ?? [];
    return read.map((file) => withPath(file, prefix, known));
  };
  const received = beside(webhooks, WEBHOOKS_DIRECTORY);
  // Events alone aren't an API.
  const sent = files === undefined && received.length === 0 ? [] : beside(events, EVENTS_DIRECTORY);
  return received.length + sent.length === 0 ? files : [...(files ?? []), ...received, ...sent];
}

/** The texts of open editors, by file: absolute, with `/`. */
export type Buffers = ReadonlyMap<string, string>;

/** The path of a file below the tree; undefined for other files, also in a directory that has the name of that of webhooks or events. */
export function pathInSources({ directory, webhooks, events }: Trees, file: string): string | undefined {
  const path = pathInTree(directory, file);
  if (path === undefined || isInTree(path) || versionOf(path) !== undefined) return path;
  return (isInEvents(path) ? events : webhooks) === undefined ? undefined : path;
}

/** The path of a file below a directory of definitions, and the older version that has it; undefined for other files. */
export function pathInDefinitions(
  project: Pick<Project, 'definitions' | 'versions' | 'options'>,
  file: string,
): { readonly path: string; readonly version?: string } | undefined {
  const { definitions } = project;
  if (file.startsWith(`${definitions}/`)) return { path: file.slice(definitions.length + 1) };
  const tree = versionTrees(project).find((each) => file.startsWith(`${each.definitions}/`));
  return tree && { path: file.slice(tree.definitions.length + 1), version: tree.version.name };
}

/** Puts the texts of open editors over those of the disk; new files too, which the disk does not have yet. */
export function overlaySources(sources: Sources, project: Project, buffers: Buffers): Sources {
  const { directory, definitions, options } = project;
  const pathInProject = (file: string): string | undefined => pathInSources(project, file);
  const operations = (version: string | undefined): Overlaid => ({
    pathOf(file) {
      const path = pathInProject(file);
      return path !== undefined && versionOf(path) === version ? path : undefined;
    },
    fileOf: (path) => fileInTree(directory, path),
    isOwn: (path) => isTreeFile(ownPath(path)) && !isIgnored(directory, ownPath(path), options.ignore),
  });
  return {
    ...sources,
    files: overlay(sources.files, buffers, operations(undefined)),
    definitions: overlay(sources.definitions, buffers, definitionsIn(definitions)),
    ...(sources.versions !== undefined && {
      versions: sources.versions.map((version) => ({
        ...version,
        files: overlay(version.files ?? [], buffers, operations(version.name)),
        definitions: overlay(
          version.definitions ?? [],
          buffers,
          definitionsIn(`${project.versions}/${version.name}/definitions`),
        ),
      })),
    }),
  };
}

function definitionsIn(directory: string): Overlaid {
  return {
    pathOf: (file) => (file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : undefined),
    fileOf: (path) => `${directory}/${path}`,
    isOwn: isDefinitionsFile,
  };
}

/** A directory of files with open editors. */
interface Overlaid {
  /** The path below the directory; undefined for a file of another one. */
  readonly pathOf: (file: string) => string | undefined;
  readonly fileOf: (path: string) => string;
  readonly isOwn: (path: string) => boolean;
}

function overlay(
  files: readonly OperationFile[],
  buffers: Buffers,
  { pathOf, fileOf, isOwn }: Overlaid,
): readonly OperationFile[] {
  const own = [...buffers].flatMap(([file, text]) => {
    const path = pathOf(file);
    return path === undefined ? [] : [{ path, text }];
  });
  if (own.length === 0) return files;
  const texts = new Map(own.map(({ path, text }) => [path, text]));
  const known = new Set(files.map(({ path }) => path));
  return [
    ...files.map((file) => (texts.has(file.path) ? { ...file, text: texts.get(file.path)! } : file)),
    ...own.filter(({ path }) => !known.has(path) && isOwn(path) && !existsSync(fileOf(path))),
  ];
}
