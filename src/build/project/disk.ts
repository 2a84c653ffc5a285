import type { Stats } from 'node:fs';
import { readFileSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/** The kind of entry that a name leads to: a regular file, a directory or, without following it, a symbolic link. */
export type EntryKind = Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

/** Where the sources of a project are read from: the disk, or a commit. Paths are absolute, with `/`. */
export interface Disk {
  /** Lists a directory. Links are not followed. */
  list(directory: string): readonly (EntryKind & { readonly name: string })[];
  /** Follows links. Returns undefined if nothing exists there, or if a part of the path is a file. */
  look(path: string): EntryKind | undefined;
  /**
   * The path without links.
   *
   * @throws {Error} If nothing exists there.
   */
  real(path: string): string;
  /** The target of a dangling link; undefined if that isn't a mistake. A commit can't be corrected, so there it is only recorded. */
  danglingTo(link: string): string | undefined;
  /** Reads the texts of files: undefined for one that was deleted since it was listed. */
  read(paths: readonly string[]): readonly (string | undefined)[];
}

/** The limit of a file that others wrote, in bytes. */
export const MAX_TEXT = 100_000_000;

/** Describes the limit that a file exceeds. */
export function tooLarge(bytes: number, subject: string = 'it has'): string {
  return `${subject} more than ${bytes / 1_000_000} MB, which is the limit`;
}

/** The disk of this machine. */
export const DISK: Disk = {
  list: (directory) => readdirSync(directory, { withFileTypes: true }),
  look,
  real: (path) => realpathSync(path),
  danglingTo: (link) => readlinkSync(link),
  read: (paths) => paths.map(readIfExists),
};

/** Returns the stats of a path; undefined if nothing exists there, or if one of its parents is a file. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (look(path)?.isFile() === true) throw error;
    return undefined;
  }
}

/** Reads a text file without its byte order mark. */
export function readText(file: string): string {
  return withoutByteOrderMark(readFileSync(file, 'utf8'));
}

/** Reads a text file; undefined if nothing exists there, or no file. */
export function readIfFile(file: string, disk: Disk = DISK): string | undefined {
  return disk.look(file)?.isFile() === true ? disk.read([file])[0] : undefined;
}

/** A text without its byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
