import type { Stats } from 'node:fs';
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { globSync } from 'tinyglobby';
import type { OperationFile } from '../compiler/operations/parse.ts';

/**
 * Reads the files of a tree, in whatever order the disk lists them.
 *
 * @param directory Absolute.
 * @param ignore Globs relative to the directory.
 * @param before What was read the last time, and what may be another since.
 * @returns undefined where there is no such directory.
 */
export function readTree(
  directory: string,
  ignore: readonly string[],
  before?: Before,
): readonly OperationFile[] | undefined {
  return readFiles(directory, ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'], ignore, before);
}

/**
 * Reads the files of the definitions.
 *
 * @param directory Absolute.
 * @param before As for {@link readTree}.
 * @returns None where there is no such directory.
 */
export function readDefinitions(directory: string, before?: Before): readonly OperationFile[] {
  return readFiles(directory, ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json', 'yaml', 'yml'], [], before) ?? [];
}

/** What was read of a directory, and what may be another since. */
export interface Before {
  readonly files: readonly OperationFile[];
  /** Files and directories, which may also be new or gone; absolute, with `/`. */
  readonly changed: readonly string[];
}

/** Reads what may be another than before, all where nothing was; the files that are not read again stay the same objects. */
function readFiles(
  directory: string,
  extensions: readonly string[],
  ignore: readonly string[],
  before: Before | undefined,
): readonly OperationFile[] | undefined {
  const root = toPosix(directory);
  const changed = before?.changed.filter((path) => isWithin(path, root) || isWithin(root, path)) ?? [root];
  if (before !== undefined && changed.length === 0) return before.files;
  const known = new Map(before?.files.map((file) => [`${root}/${file.path}`, file]));
  const came = new Set(changed.filter((path) => !known.has(path)));
  const isListed =
    before !== undefined &&
    !changed.some(isDirectory) &&
    (came.size === 0 || (ignore.length === 0 && areNew(came, known)));
  const paths = isListed
    ? [...known.keys(), ...[...came].filter((path) => isShown(path.slice(root.length + 1), extensions))]
    : listFiles(root, extensions, ignore);
  const files = paths?.flatMap((path): OperationFile[] => {
    const kept = changed.some((other) => isWithin(path, other)) ? undefined : known.get(path);
    return kept === undefined ? readFile(root, path) : [kept];
  });
  // Perhaps the directory has gone with its last file.
  return isListed && files?.length === 0 ? readFiles(directory, extensions, ignore, undefined) : files;
}

/** Whether paths are of files that have come, none of them renamed in its letter case alone: a disk that does not see the difference has both. */
function areNew(paths: ReadonlySet<string>, known: ReadonlyMap<string, OperationFile>): boolean {
  const spellings = new Set([...known.keys()].map((path) => path.toLowerCase()));
  return [...paths].every((path) => isFile(path) && !spellings.has(path.toLowerCase()));
}

/** Lists the files with some extensions, but for hidden and ignored ones; undefined where there is no such directory. */
export function listFiles(
  directory: string,
  extensions: readonly string[],
  ignore: readonly string[],
): string[] | undefined {
  if (!isDirectory(directory)) return undefined;
  const paths = walk(directory, '', [realpathSync(directory)]).filter((path) => isShown(path, extensions));
  // Globs alone take more than twice as long, so they are asked only for what they are needed for.
  const options = { cwd: directory, ignore: [...ignore], expandDirectories: false };
  const kept = ignore.length > 0 ? new Set(globSync('**', options)) : undefined;
  return paths.filter((path) => kept?.has(path) !== false).map((path) => `${directory}/${path}`);
}

/** Whether a file has one of the extensions, and nothing in its path is hidden. */
function isShown(path: string, extensions: readonly string[]): boolean {
  return extensions.includes(extname(path).slice(1)) && !/(?:^|\/)\./.test(path);
}

/**
 * The files below a directory, links followed, but for hidden ones.
 *
 * @param prefix What their paths begin with.
 * @param above The real paths of the directory and those it is in: a link back to one of them is not followed.
 */
function walk(directory: string, prefix: string, above: readonly string[], into: string[] = []): string[] {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = `${directory}/${entry.name}`;
    const target = entry.isSymbolicLink() ? look(path) : entry;
    if (target?.isFile() === true) into.push(prefix + entry.name);
    if (target?.isDirectory() !== true) continue;
    const real = target === entry ? `${above.at(-1)!}/${entry.name}` : realpathSync(path);
    if (!above.includes(real)) walk(path, `${prefix}${entry.name}/`, [...above, real], into);
  }
  return into;
}

/** None where it has gone since it was listed. */
function readFile(directory: string, path: string): OperationFile[] {
  try {
    return [{ path: path.slice(directory.length + 1), text: readText(path) }];
  } catch (error) {
    if (isFile(path)) throw error;
    return [];
  }
}

function isFile(path: string): boolean {
  return look(path)?.isFile() === true;
}

function isDirectory(path: string): boolean {
  return look(path)?.isDirectory() === true;
}

/** What lies at a path; undefined where nothing does, also where what the path leads through is a file. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether a path is another, or below it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

/** A file's text, without a byte order mark. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

/** A path of this machine with `/` between its parts. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
