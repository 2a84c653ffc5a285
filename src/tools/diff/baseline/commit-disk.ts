import { posix, resolve } from 'node:path';
import type { Disk } from '../../../build/project/disk.ts';
import { withoutByteOrderMark } from '../../../build/project/disk.ts';
import { userError } from '../../../build/project/errors.ts';
import { toPosix } from '../../../build/project/files.ts';
import type { Directory, Leaf, CommitEntry } from './commit-tree.ts';
import { entryKind, listCommit, MAX_PATH } from './commit-tree.ts';
import type { Git } from './git.ts';
import { readObjects, sizesOf } from './objects.ts';

/** The path of the top of the repository in a {@link CommitDisk}. It exists on no disk. */
const TOP = toPosix(resolve('/commit'));

/** The most links on the way to a file: that of Linux. */
const MAX_LINKS = 40;

/** The files of a commit. Links are followed in it, and nothing is read from, or written to, the disk of this machine. */
export interface CommitDisk extends Disk {
  /** The counterpart of the directory of {@link Git}. */
  readonly root: string;
  /** The links that could not be followed so far, one sentence each. */
  readonly notes: ReadonlySet<string>;
}

/**
 * Opens a commit. Its files are read when they are needed.
 *
 * @throws {Error} If git cannot list it.
 */
export function openCommit(git: Git, commit: string): CommitDisk {
  const top = listCommit(git, commit);
  const notes = new Set<string>();
  const targetOf = createTargets(git, top);
  const find = (path: string): CommitEntry | undefined => follow(path, top, targetOf, (note) => notes.add(note));
  const found = (path: string): CommitEntry => {
    const node = find(path);
    if (node === undefined) throw new Error(`${path} does not exist in the commit`);
    return node;
  };
  return {
    root: posix.join(TOP, git.prefix).replace(/\/$/, ''),
    notes,
    list: (path) => directoryEntries(found(path)),
    look(path) {
      const node = find(path);
      return node && entryKind(node);
    },
    real: (path) => posix.join(TOP, found(path).path),
    danglingTo(path) {
      const link = path.slice(TOP.length + 1);
      if (![...notes].some((note) => note.includes(` ${link} `)))
        notes.add(`The link ${link} of the baseline was not followed: it leads to a file that does not exist.`);
      return undefined;
    },
    read: (paths) => readObjects(git, paths.map(found) as Leaf[]).map(withoutByteOrderMark),
  };
}

function directoryEntries(node: CommitEntry): ReturnType<Disk['list']> {
  const { entries } = node as Directory;
  return [...entries].map(([name, entry]) => {
    // Only a hidden one is never needed.
    if (entry.kind === 'submodule' && !name.startsWith('.')) refuseSubmodule(entry);
    return { name, ...entryKind(entry) };
  });
}

function refuseSubmodule({ path }: Leaf): never {
  throw userError(
    `${path} is a submodule, so the commit does not contain its files. Compare with an OpenAPI document: operations diff openapi.json.`,
  );
}

/** Finds an entry. It follows links, also on the way. */
function follow(
  path: string,
  top: Directory,
  targetOf: (link: Leaf) => string | undefined,
  note: (text: string) => void,
): CommitEntry | undefined {
  const pending = pathNames(path.slice(TOP.length)).toReversed();
  const way: Directory[] = [top];
  const links: Leaf[] = [];
  const stop = (reason: string): undefined =>
    note(`The link ${links.at(-1)?.path} of the baseline was not followed: it leads ${reason}.`) as undefined;
  while (pending.length > 0) {
    const name = pending.pop()!;
    if (name === '..') {
      way.pop();
      if (way.length === 0) return stop('out of the repository');
      continue;
    }
    const node = way.at(-1)!.entries.get(name);
    if (node === undefined) return undefined;
    if (node.kind === 'submodule') return refuseSubmodule(node);
    if (node.kind === 'file') return pending.length === 0 ? node : undefined;
    if (node.kind === 'directory') {
      way.push(node);
      continue;
    }
    links.push(node);
    const target = targetOf(node);
    if (target === undefined) return stop(`to a path of more than ${MAX_PATH} bytes`);
    if (links.length > MAX_LINKS) return stop(`through more than ${MAX_LINKS} links`);
    if (isAbsolute(target)) return stop('out of the repository');
    pending.push(...pathNames(target).toReversed());
  }
  return way.at(-1);
}

function pathNames(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** Whether a path is absolute on any system, or begins with a drive of Windows. */
function isAbsolute(path: string): boolean {
  return /^[\\/]|^[a-z]:/i.test(path);
}

/** Reads the targets of links: all of a commit at once, when the first one is needed. */
function createTargets(git: Git, top: Directory): (link: Leaf) => string | undefined {
  let targets: ReadonlyMap<Leaf, string> | undefined;
  const read = (): ReadonlyMap<Leaf, string> => {
    const links = linksIn(top);
    const sizes = sizesOf(git, links);
    const readable = links.filter((_, i) => sizes[i] !== undefined && sizes[i] <= MAX_PATH);
    const texts = readObjects(git, readable);
    return new Map(readable.map((link, i) => [link, texts[i]!]));
  };
  return (link) => (targets ??= read()).get(link);
}

function linksIn(top: Directory): Leaf[] {
  const links: Leaf[] = [];
  const pending: CommitEntry[] = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop())
    if (node.kind === 'link') links.push(node);
    else if (node.kind === 'directory') for (const entry of node.entries.values()) pending.push(entry);
  return links;
}
