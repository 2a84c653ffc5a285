import type { EntryKind } from '../../../build/project/disk.ts';
import { userError } from '../../../build/project/errors.ts';
import type { Git } from './git.ts';
import type { StoredObject } from './objects.ts';

/** A directory of a commit. */
export interface Directory {
  readonly kind: 'directory';
  /** From the top of the repository; empty for the top. */
  readonly path: string;
  readonly entries: Map<string, CommitEntry>;
}

/** A file of a commit, a symbolic link, or another repository, for which git stores only a hash. */
export interface Leaf extends StoredObject {
  readonly kind: 'file' | 'link' | 'submodule';
}

/** An entry of a commit. */
export type CommitEntry = Directory | Leaf;

/** The longest path, in bytes: that of Linux. */
export const MAX_PATH = 4096;

/**
 * Lists a commit, in memory.
 *
 * @throws {Error} If git cannot list it, or if it has names that no checkout can have.
 */
export function listCommit(git: Git, commit: string): Directory {
  const output = git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (output === undefined)
    throw userError(`git cannot list the files of ${commit.slice(0, 7)}. Run "git fsck" to find out why.`);
  const top: Directory = { kind: 'directory', path: '', entries: new Map() };
  for (let start = 0, end = 0; (end = output.indexOf(0, start)) >= 0; start = end + 1)
    add(top, output.toString('utf8', start, end));
  return top;
}

/** Adds an entry: `100644 blob <object><tab><path>`. */
function add(top: Directory, line: string): void {
  const tab = line.indexOf('\t');
  const [mode, , object = ''] = line.slice(0, tab).split(' ');
  const path = line.slice(tab + 1);
  const names = path.split('/');
  if (path.length > MAX_PATH || names.some((name) => name === '' || name === '.' || name === '..')) refusePath(path);
  const name = names.pop()!;
  const { entries } = names.reduce(inner, top);
  // A link and a directory of one name: files would be written through the link.
  if (entries.has(name)) refusePath(path);
  entries.set(name, { kind: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file', path, object });
}

function inner({ path, entries }: Directory, name: string): Directory {
  const below = path === '' ? name : `${path}/${name}`;
  const known = entries.get(name) ?? { kind: 'directory', path: below, entries: new Map<string, CommitEntry>() };
  if (known.kind !== 'directory') return refusePath(below);
  entries.set(name, known);
  return known;
}

function refusePath(path: string): never {
  const shown = path.length > 200 ? `${path.slice(0, 200)}...` : path;
  throw userError(
    `The commit contains ${JSON.stringify(shown)}, which git cannot check out: the path is too long, has an empty name, "." or "..", or exists twice. Compare with another revision, or with an OpenAPI document.`,
  );
}

/** The kind of an entry, as the disk would return it. */
export function entryKind({ kind }: CommitEntry): EntryKind {
  return {
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'directory',
    isSymbolicLink: () => kind === 'link',
  };
}
