import type { Stats } from 'node:fs';
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { globSync } from 'tinyglobby';
import { lacksExtension } from '../compiler/operations/file-name.ts';
import type { DefinitionFile } from '../compiler/definitions/model.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';

/**
 * Reads the operation files of a directory, in the order of the disk.
 *
 * @param directory Absolute.
 * @param ignore Globs relative to the directory.
 * @param before The files of the last time. If given, only changed files are read.
 * @returns undefined if the directory does not exist.
 */
export function readTree(
  directory: string,
  ignore: readonly string[],
  before?: Before,
): readonly OperationFile[] | undefined {
  return readFiles(directory, TREE, ignore, before);
}

const TREE = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'];
const DEFINITIONS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json', 'yaml', 'yml'];

/** Finds files by globs. A directory includes the files below it, as in tsconfig.json. */
export function globFiles(directory: string, globs: readonly string[], ignore: readonly string[]): string[] {
  return globSync([...globs], { cwd: directory, ignore: [...ignore] });
}

/** Whether {@link readTree} reads files of this name. */
export function isTreeFile(path: string): boolean {
  return isShown(path, TREE);
}

/** Whether {@link readDefinitions} reads files of this name. */
export function isDefinitionsFile(path: string): boolean {
  return isShown(path, DEFINITIONS);
}

/**
 * Reads the definition files of a directory.
 *
 * @param directory Absolute.
 * @param before As for {@link readTree}.
 * @returns No files if the directory does not exist.
 */
export function readDefinitions(directory: string, before?: Before): readonly DefinitionFile[] {
  return readFiles(directory, DEFINITIONS, [], before) ?? [];
}

/** The files of a directory when it was last read, and the paths that may have changed since. */
export interface Before {
  readonly files: readonly OperationFile[];
  /** Files and directories, which may be new or gone too: absolute, with `/`. */
  readonly changed: readonly string[];
}

/** Reads the files that may have changed, or all of them. Files that are not read again stay the same objects. */
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
  const added = new Set(changed.filter((path) => !known.has(path)));
  const isListed =
    before !== undefined &&
    !changed.some(isDirectory) &&
    (added.size === 0 || (ignore.length === 0 && areNew(added, known)));
  const paths = isListed
    ? [...known.keys(), ...[...added].filter((path) => isShown(path.slice(root.length + 1), extensions))]
    : listFiles(root, extensions, ignore);
  const files = paths?.flatMap((path): OperationFile[] => {
    const unchanged = changed.some((other) => isWithin(path, other)) ? undefined : known.get(path);
    return unchanged === undefined ? readFile(root, path) : [unchanged];
  });
  // The directory may be gone along with its last file.
  return isListed && files?.length === 0 ? readFiles(directory, extensions, ignore, undefined) : files;
}

/** Whether all paths are new files. A file renamed only in letter case does not count: on a case-insensitive disk both names exist. */
function areNew(paths: ReadonlySet<string>, known: ReadonlyMap<string, OperationFile>): boolean {
  const spellings = new Set([...known.keys()].map((path) => path.toLowerCase()));
  return [...paths].every((path) => isFile(path) && !spellings.has(path.toLowerCase()));
}

/** Lists the files with these extensions, without hidden and ignored ones; undefined if the directory does not exist. */
function listFiles(directory: string, extensions: readonly string[], ignore: readonly string[]): string[] | undefined {
  if (!isDirectory(directory)) return undefined;
  const paths = walk(directory, '', [realpathSync(directory)]).filter((path) => isShown(path, extensions));
  // Globbing takes more than twice as long, so it runs only if something is ignored.
  const options = { cwd: directory, ignore: [...ignore], expandDirectories: false };
  const included = ignore.length > 0 ? new Set(globSync('**', options)) : undefined;
  return paths.filter((path) => included?.has(path) !== false).map((path) => `${directory}/${path}`);
}

/**
 * Whether a file is ignored, even one that the disk does not have yet.
 *
 * @param path Below the directory.
 * @example isIgnored('/app/operations', 'drafts/new@get.ts', ['drafts/**']) // true
 */
export function isIgnored(directory: string, path: string, ignore: readonly string[]): boolean {
  if (ignore.length === 0) return false;
  const parts = path.split('/');
  // The globs decide as for the disk: this one has the file alone.
  const list = (at: string): object[] => {
    const depth = toPosix(at).replace(/\/$/, '').slice(directory.length).split('/').length - 1;
    const isLast = depth === parts.length - 1;
    return [{ name: parts[depth], isFile: () => isLast, isDirectory: () => !isLast, isSymbolicLink: () => false }];
  };
  const fs = { readdirSync: list as unknown as typeof readdirSync };
  return globSync('**', { cwd: directory, ignore: [...ignore], expandDirectories: false, fs }).length === 0;
}

/** The files of a tree with a name that globs leave out. */
export function listIgnored(directory: string, ignore: readonly string[], name: RegExp): string[] {
  const root = toPosix(directory);
  const named = (listFiles(root, TREE, []) ?? []).filter((file) => name.test(file));
  return named.filter((file) => isIgnored(root, file.slice(root.length + 1), ignore));
}

/** The files of a directory itself whose names match. */
export function listNamed(directory: string, name: RegExp): string[] {
  const entries = isDirectory(directory) ? readdirSync(directory, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => `${directory}/${entry.name}`);
}

/** Whether a file has one of the extensions, or lacks it by mistake, and no part of its path is hidden. */
function isShown(path: string, extensions: readonly string[]): boolean {
  const isNamed = extensions.includes(extname(path).slice(1)) || (extensions === TREE && lacksExtension(path));
  return isNamed && !/(?:^|\/)\./.test(path);
}

/**
 * Lists the files below a directory, without hidden ones. It follows links.
 *
 * @param prefix The prefix of their paths.
 * @param above The real paths of the directory and its parents: links back to one of them are not followed.
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

/** Reads a file; returns nothing if it was deleted since it was listed. */
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

/** Returns the stats of a path; undefined if nothing exists there, or if one of its parents is a file. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether a path equals another or is below it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

/** Reads a text file without its byte order mark. */
export function readText(file: string): string {
  return withoutByteOrderMark(readFileSync(file, 'utf8'));
}

/** Reads a text file; undefined if nothing exists there, or no file. */
export function readIfFile(file: string): string | undefined {
  return isFile(file) ? readText(file) : undefined;
}

/** A text without its byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Converts a path of this platform to one with `/`. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
