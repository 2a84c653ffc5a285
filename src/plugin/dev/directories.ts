import { dirname } from 'node:path';
import { DISK, look } from '../../build/project/disk.ts';
import { toPosix } from '../../build/project/files.ts';

/** The most directories that a request looks at: each takes a few microseconds. The watcher sees the others. */
const MAX_DIRECTORIES = 1000;
/** The coarsest times of a file system, in milliseconds: within that time, a second change can leave the time as it is. */
const COARSEST_TIME = 2000;
/** Tools keep any number of directories in these. */
const SKIPPED = /^(?:\.git|node_modules)$/;

/** A directory as it was last seen. */
interface Seen {
  /** Differs if the directory has had another entry since; undefined if it must be listed again. */
  readonly state: string | undefined;
  readonly names: ReadonlySet<string>;
}

const UNSEEN: Seen = { state: undefined, names: new Set() };

/** The names in the directories of the tree. A new, deleted or renamed file changes the time of its directory. */
export class Directories {
  readonly #roots: ReadonlySet<string>;
  readonly #seen: Map<string, Seen>;

  /** @param roots Absolute, with `/`. They need not exist. */
  constructor(roots: readonly string[]) {
    this.#roots = new Set(roots);
    this.#seen = new Map(roots.map((root) => [root, UNSEEN]));
  }

  /** Finds the paths that are new or gone since the last look: those of files, and of directories that are gone. */
  changed(): string[] {
    const changed: string[] = [];
    // A map has the directories that are added while it is walked.
    for (const [directory, seen] of this.#seen) {
      const stats = look(directory);
      const isGone = stats?.isDirectory() !== true;
      const state = isGone ? 'gone' : `${stats.ino} ${stats.mtimeMs}`;
      if (state === seen.state) continue;
      const { names, added, hasEmpty } = this.#list(directory, isGone, seen);
      const removed = [...seen.names].filter((name) => !names.has(name));
      changed.push(...[...added, ...removed].map((name) => `${directory}/${name}`));
      const isSure = isGone || (!hasEmpty && stats.mtimeMs < Date.now() - COARSEST_TIME);
      if (isGone && !this.#roots.has(directory)) this.#seen.delete(directory);
      else this.#seen.set(directory, { state: isSure ? state : undefined, names });
    }
    return changed;
  }

  #list(directory: string, isGone: boolean, seen: Seen): { names: Set<string>; added: string[]; hasEmpty: boolean } {
    const names = new Set<string>();
    const added: string[] = [];
    let hasEmpty = false;
    for (const entry of isGone ? [] : listIfExists(directory)) {
      const { name } = entry;
      const path = `${directory}/${name}`;
      const isKnown = seen.names.has(name);
      const target = isKnown && !entry.isSymbolicLink() && !entry.isDirectory() ? undefined : look(path);
      if (target?.isDirectory() === true) this.#add(path, name, entry.isSymbolicLink());
      // Many editors create an empty file before they write it.
      else if (target?.size === 0 && !isKnown) {
        hasEmpty = true;
        continue;
      } else if (!isKnown) added.push(name);
      names.add(name);
    }
    return { names, added, hasEmpty };
  }

  #add(directory: string, name: string, isLink: boolean): void {
    if (this.#seen.has(directory) || this.#seen.size >= MAX_DIRECTORIES || SKIPPED.test(name)) return;
    // A link back to a directory around it has nothing new.
    if (isLink && `${toPosix(DISK.real(dirname(directory)))}/`.startsWith(`${toPosix(DISK.real(directory))}/`)) return;
    this.#seen.set(directory, UNSEEN);
  }
}

/** Lists a directory that can be deleted meanwhile. */
function listIfExists(directory: string): ReturnType<typeof DISK.list> {
  try {
    return DISK.list(directory);
  } catch (error) {
    if (look(directory) === undefined) return [];
    throw error;
  }
}
