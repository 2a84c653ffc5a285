import type { OperationFile } from '../compiler/operations/parse.ts';
import { ownPath, pathInVersion, versionsDirectory } from '../compiler/operations/tree-files.ts';
import type { VersionInput } from '../compiler/api-version.ts';
import type { Disk } from './disk.ts';
import { readDefinitions, readTree } from './files.ts';
import type { Project, VersionTree } from './project.ts';
import { versionTrees } from './project.ts';

/** The texts of all versions. */
interface VersionSources {
  readonly versions?: readonly VersionInput[];
  readonly versionDirectories?: readonly string[];
}

/** Reads the texts of the older versions. Without versions, only whether there are directories that seem to be some. */
export function readVersions(
  project: Project,
  before: VersionSources | undefined,
  changed: readonly string[] | undefined,
  disk: Disk,
): VersionSources {
  const { options, versions: directory, shown } = project;
  const found = directory === undefined ? [] : listVersions(directory, disk);
  const show = (path: string): string => `${versionsDirectory(shown.directory)}/${path}`;
  if (options.versions === undefined) {
    const lost = found.filter((path) => path.endsWith('/operations'));
    return lost.length === 0 ? {} : { versionDirectories: lost.map(show) };
  }
  const older = versionTrees(project).map((tree, i) => {
    const known = changed === undefined ? undefined : before?.versions?.[i];
    return readVersion(tree, options.ignore, known, changed, disk);
  });
  return { versions: [...older, options.versions.at(-1)!], versionDirectories: found.map(show) };
}

function readVersion(
  { version, directory, definitions }: VersionTree,
  ignore: readonly string[],
  before: VersionInput | undefined,
  changed: readonly string[] | undefined,
  disk: Disk,
): VersionInput {
  const { name } = version;
  const known = before?.files ?? [];
  const own = known.map((file) => ({ ...file, path: ownPath(file.path) }));
  const read = readTree(directory, ignore, before && { files: own, changed: changed! }, disk) ?? [];
  const prefix = pathInVersion(name, '');
  return {
    ...version,
    files: read.map((file) => withPath(file, prefix, known)),
    definitions: readDefinitions(definitions, before && { files: before.definitions ?? [], changed: changed! }, disk),
  };
}

/** The directories of versions, and those in them: `v1/operations`. A version without any is itself in the list. */
function listVersions(directory: string, disk: Disk): string[] {
  const directoriesIn = (path: string): string[] =>
    disk.look(path)?.isDirectory() !== true
      ? []
      : disk.list(path).flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []));
  return directoriesIn(directory).flatMap((name) =>
    directoriesIn(`${directory}/${name}`).map((tree) => `${name}/${tree}`),
  );
}

/** A file next to the tree with its path below the tree: the same object as before if it has not changed. */
export function withPath(
  { path, text }: OperationFile,
  prefix: string,
  known: readonly OperationFile[],
): OperationFile {
  const below = `${prefix}${path}`;
  return known.find((file) => file.path === below && file.text === text) ?? { path: below, text };
}
