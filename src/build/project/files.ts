import { extname, isAbsolute, posix, sep } from 'node:path';
import picomatch from 'picomatch';
import { escapePath, globSync } from 'tinyglobby';
import { isOperationFile, lacksExtension } from '../compiler/operations/file-name.ts';
import { isMiddlewareFile, isMisspelledMiddleware } from '../compiler/operations/middleware.ts';
import type { DefinitionFile } from '../compiler/definitions/model.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import type { Disk } from './disk.ts';
import { DISK } from './disk.ts';
import { userError } from './errors.ts';
import { isWithin } from './posix-path.ts';
import { refuseUnguarded } from './linked-guards.ts';

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
  disk: Disk = DISK,
): readonly OperationFile[] | undefined {
  return readFiles({ directory: toPosix(directory), extensions: TREE, ignore, disk }, before);
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
export function readDefinitions(directory: string, before?: Before, disk: Disk = DISK): readonly DefinitionFile[] {
  return readFiles({ directory: toPosix(directory), extensions: DEFINITIONS, ignore: [], disk }, before) ?? [];
}

/** The files of a directory when it was last read, and the paths that may have changed since. */
export interface Before {
  readonly files: readonly OperationFile[];
  /** Files and directories, which may be new or gone too: absolute, with `/`. */
  readonly changed: readonly string[];
}

/** Which files to read. */
interface Listing {
  /** Absolute, with `/`. */
  readonly directory: string;
  readonly extensions: readonly string[];
  readonly ignore: readonly string[];
  readonly disk: Disk;
}

/** Reads the files that may have changed, or all of them. Files that are not read again stay the same objects. */
function readFiles(listing: Listing, before: Before | undefined): readonly OperationFile[] | undefined {
  const { directory: root, extensions, ignore, disk } = listing;
  const changed = before?.changed.filter((path) => isWithin(path, root) || isWithin(root, path)) ?? [root];
  if (before !== undefined && changed.length === 0) return before.files;
  const known = new Map(before?.files.map((file) => [`${root}/${file.path}`, file]));
  const added = new Set(changed.filter((path) => !known.has(path)));
  const isListed =
    before !== undefined &&
    !changed.some((path) => disk.look(path)?.isDirectory() === true) &&
    // A guard may not run below a link.
    !changed.some((path) => isMiddlewareFile(path)) &&
    (added.size === 0 || (ignore.length === 0 && areNew(added, known, disk)));
  const paths = isListed
    ? [...known.keys(), ...[...added].filter((path) => isShown(path.slice(root.length + 1), extensions))]
    : listFiles(listing);
  const isUnchanged = (path: string): boolean => known.has(path) && !changed.some((other) => isWithin(path, other));
  const again = paths?.filter((path) => !isUnchanged(path)) ?? [];
  const texts = new Map(disk.read(again).map((text, i) => [again[i]!, text]));
  const files = paths?.flatMap((path): OperationFile[] => {
    if (!texts.has(path)) return [known.get(path)!];
    const text = texts.get(path);
    return text === undefined ? [] : [{ path: path.slice(root.length + 1), text }];
  });
  // The directory may be gone along with its last file.
  return isListed && files?.length === 0 ? readFiles(listing, undefined) : files;
}

/** Whether all paths are new files. A file renamed only in letter case does not count: on a case-insensitive disk both names exist. */
function areNew(paths: ReadonlySet<string>, known: ReadonlyMap<string, OperationFile>, disk: Disk): boolean {
  const spellings = new Set([...known.keys()].map((path) => path.toLowerCase()));
  return [...paths].every((path) => disk.look(path)?.isFile() === true && !spellings.has(path.toLowerCase()));
}

/** Lists the files with these extensions, without hidden and ignored ones; undefined if the directory does not exist. */
function listFiles({ directory, extensions, ignore, disk }: Listing): string[] | undefined {
  if (disk.look(directory)?.isDirectory() !== true) return undefined;
  const found: Entries = { files: [], links: [], dangling: [], hidden: [] };
  walk(disk, { path: directory, prefix: '', above: [toPosix(disk.real(directory))] }, found);
  const paths = found.files.filter((path) => isShown(path, extensions));
  for (const path of found.dangling)
    if (isShown(path, extensions) && !isIgnored(directory, path, ignore)) refuseDangling(disk, `${directory}/${path}`);
  if (extensions === TREE)
    for (const path of found.links) {
      // The pattern of a directory can match only its entries.
      const operations = isOperationFile(path) ? [path] : found.files.filter((file) => file.startsWith(`${path}/`));
      if (operations.some((file) => isOperationFile(file) && !isIgnored(directory, file, ignore)))
        refuseUnguarded(disk, directory, path, toPosix);
    }
  return withoutIgnored(directory, paths, ignore).map((path) => `${directory}/${path}`);
}

/** Refuses a dangling link of a source: it could be a guard. */
function refuseDangling(disk: Disk, link: string): void {
  const target = disk.danglingTo(link);
  if (target !== undefined)
    throw userError(`${link} links to ${target}, which does not exist. Correct the link, or remove it.`);
}

/**
 * Whether a file is ignored, even one that the disk does not have yet.
 *
 * @param path Below the directory.
 * @example isIgnored('/app/operations', 'drafts/new@get.ts', ['drafts/**']) // true
 */
export function isIgnored(directory: string, path: string, ignore: readonly string[]): boolean {
  return withoutIgnored(directory, [path], ignore).length === 0;
}

/** The files that globs do not match, neither themselves nor by a directory around them. */
export function withoutIgnored(
  directory: string,
  paths: readonly string[],
  ignore: readonly string[],
  ignoresCase: boolean = false,
): readonly string[] {
  if (ignore.length === 0) return paths;
  const globs = ignore.filter((glob) => /^(?:[^!]|!\()/.test(glob)).map((glob) => globBelow(directory, glob));
  const isMatched = picomatch(globs.filter(Boolean), { dot: true, nocase: ignoresCase, posix: true });
  return paths.filter((path) => ![...path.matchAll(/\/|$/g)].some(({ index }) => isMatched(path.slice(0, index))));
}

/** A glob relative to a directory. Escaped characters do not make it absolute. */
function globBelow(directory: string, glob: string): string {
  const root = escapePath(directory);
  return posix.relative(root, isAbsolute(glob.replace(/\\(?=[()[\]{}!*+?@|])/g, '')) ? glob : posix.join(root, glob));
}

/** The paths of all files below a directory: the hidden ones, whose names or directories start with a dot, and the others. */
export function listPaths(directory: string): { readonly paths: string[]; readonly hidden: string[] } {
  const found: Entries = { files: [], links: [], dangling: [], hidden: [] };
  if (DISK.look(directory)?.isDirectory() !== true) return { paths: [], hidden: [] };
  walk(DISK, { path: directory, prefix: '', above: [toPosix(DISK.real(directory))] }, found);
  return { paths: found.files, hidden: listHidden(directory, found.hidden) };
}

/** Where a tree and the links to operations in it lead. */
export function listLinked(directory: string): string[] {
  const found: Entries = { files: [], links: [], dangling: [], hidden: [] };
  if (DISK.look(directory)?.isDirectory() !== true) return [];
  const root = toPosix(DISK.real(directory));
  walk(DISK, { path: directory, prefix: '', above: [root] }, found);
  const operations = found.files.filter(isOperationFile);
  const links = found.links.filter((link) => operations.some((path) => isWithin(path, link)));
  return [root, ...links.map((link) => toPosix(DISK.real(`${directory}/${link}`)))];
}

/** The most hidden entries that are looked at: tools keep any number of files in such directories. */
const MAX_HIDDEN = 5_000;

/** The hidden files, and those in hidden directories. It does not follow links. */
function listHidden(directory: string, hidden: readonly string[]): string[] {
  const open = [...hidden];
  const files: string[] = [];
  for (const path of open) {
    const entry = DISK.look(`${directory}/${path}`);
    if (entry?.isFile() === true) files.push(path);
    if (entry?.isDirectory() !== true || /(?:^|\/)(?:\.git|node_modules)$/.test(path)) continue;
    for (const { name } of DISK.list(`${directory}/${path}`).filter((each) => !each.isSymbolicLink()))
      if (open.length < MAX_HIDDEN) open.push(`${path}/${name}`);
  }
  return files;
}

/** The files of a tree with a name that globs leave out. */
export function listIgnored(directory: string, ignore: readonly string[], name: RegExp): string[] {
  const root = toPosix(directory);
  const named = listPaths(root).paths.filter((path) => name.test(path));
  return named.filter((path) => isIgnored(root, path, ignore)).map((path) => `${root}/${path}`);
}

/** The files of a directory itself whose names match. */
export function listNamed(directory: string, name: RegExp): string[] {
  const entries = DISK.look(directory)?.isDirectory() === true ? DISK.list(directory) : [];
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => `${directory}/${entry.name}`);
}

/** Whether a file has one of the extensions, or another one by mistake, and no part of its path is hidden. */
function isShown(path: string, extensions: readonly string[]): boolean {
  const isMeant = extensions === TREE && (lacksExtension(path) || isMisspelledMiddleware(path));
  const isNamed = isMeant || extensions.includes(extname(path).slice(1));
  return isNamed && (isMeant || !/(?:^|\/)\./.test(path));
}

/** The most files and directories below one directory: links to directories that have links can add up to any number. */
const MAX_ENTRIES = 200_000;

/** A directory that is walked. */
interface Walked {
  readonly path: string;
  /** The prefix of the paths in it. */
  readonly prefix: string;
  /** The real paths of the directory and its parents: links back to one of them are not followed. */
  readonly above: readonly string[];
}

/** The paths below a directory. */
interface Entries {
  readonly files: string[];
  /** The links that lead somewhere. */
  readonly links: string[];
  /** The dangling links. */
  readonly dangling: string[];
  /** The hidden files and directories. */
  readonly hidden: string[];
}

/**
 * Lists the files below a directory, without hidden ones. It follows links.
 *
 * @throws {Error} If there are more than 200,000.
 */
function walk(
  disk: Disk,
  { path: directory, prefix, above }: Walked,
  into: Entries,
  budget = { left: MAX_ENTRIES },
): void {
  for (const entry of disk.list(directory)) {
    if (entry.name.startsWith('.') && !isMisspelledMiddleware(entry.name)) {
      into.hidden.push(prefix + entry.name);
      continue;
    }
    if (--budget.left < 0)
      throw userError(
        `${directory} is one of more than ${MAX_ENTRIES} files and directories, which is the limit. Remove links to directories, or files that are not sources.`,
      );
    const path = `${directory}/${entry.name}`;
    const target = entry.isSymbolicLink() ? disk.look(path) : entry;
    if (entry.isSymbolicLink() && target !== undefined) into.links.push(prefix + entry.name);
    if (target?.isFile() === true) into.files.push(prefix + entry.name);
    if (target === undefined) into.dangling.push(prefix + entry.name);
    if (target?.isDirectory() !== true) continue;
    const real = target === entry ? `${above.at(-1)!}/${entry.name}` : toPosix(disk.real(path));
    if (above.includes(real)) continue;
    walk(disk, { path, prefix: `${prefix}${entry.name}/`, above: [...above, real] }, into, budget);
  }
}

/** Converts a path of this platform to one with `/`. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
