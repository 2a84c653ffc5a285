import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one process leaves on the disk for the next one: one value, under the key of all that it was worked out from. */
export interface DiskCache {
  /** The value that was written last; undefined where that was under another key, or nothing, or has been damaged. */
  read(key: string): unknown;
  /** Writes a value that JSON can say; without a word where that cannot be done, for nothing but time is lost. */
  write(key: string, value: unknown): void;
}

/**
 * Opens a cache in the place where tools keep theirs, `node_modules/.cache`.
 *
 * @param name Of the file: it tells apart what would take turns in replacing each other.
 * @returns undefined where the project has no `node_modules` of its own.
 */
export function openDiskCache(root: string, name: string): DiskCache | undefined {
  const modules = join(root, 'node_modules');
  const caches = join(modules, '.cache');
  const isLink = lstatSync(caches, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // A link leads to those of another project.
  if (isLink || lstatSync(modules, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const directory = join(caches, 'unplugin-operations');
  const file = join(directory, `${name}.json`);
  return {
    read(key) {
      try {
        const text = readFileSync(file, 'utf8');
        const at = text.indexOf('\n');
        const [head, body] = [text.slice(0, at), text.slice(at + 1)];
        return head.startsWith(key) && head === headOf(key, body) ? (JSON.parse(body) as unknown) : undefined;
      } catch {
        return undefined;
      }
    },
    write(key, value) {
      const body = JSON.stringify(value);
      const draft = `${file}.${randomUUID()}`;
      try {
        mkdirSync(directory, { recursive: true });
        writeFileSync(draft, `${headOf(key, body)}\n${body}`);
        // Others see all of it or nothing.
        renameSync(draft, file);
      } catch {
        discard(draft);
      }
    },
  };
}

/** A digest of texts: of each by itself, so that where one ends makes a difference. */
export function digestOf(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex');
}

function headOf(key: string, body: string): string {
  return `${key} ${digestOf([body])}`;
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It could not be written either.
  }
}
