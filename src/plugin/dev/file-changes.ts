import type { ViteDevServer } from 'vite';
import { look } from '../../build/project/disk.ts';
import { toPosix } from '../../build/project/files.ts';
import { RESOLVED } from '../../build/project/virtual-modules.ts';
import { EMPTY_FILE_PAUSE, EMPTY_FILE_RETRIES, SECOND_LOOK } from '../timing.ts';

type Event = 'change' | 'add' | 'unlink';

/** The callbacks for changes. */
export interface Reactions {
  /** Files of the directories were changed, added or removed; if undefined, any of them may have been. */
  update(changed: readonly string[] | undefined): void;
  /** Other files were changed. */
  change(): void;
}

/** The changes that have been seen so far. */
export interface FileChanges {
  /** Reports pending changes now; returns false while a file is being written. */
  settle(): boolean;
  /** Reports written files at once, which the watcher reports late. */
  report(files: readonly string[]): void;
  /** Reports a deleted file at once, which the watcher reports late; returns whether the file is deleted. */
  reportIfDeleted(file: string): boolean;
}

/**
 * Watches the files of directories, and reports simultaneous changes together.
 *
 * @param directories Absolute.
 */
export function watchFiles(server: ViteDevServer, directories: readonly string[], reactions: Reactions): FileChanges {
  let changed: string[] = [];
  let isWaiting = false;
  let emptyFiles = 0;
  const roots = directories.map(toPosix);
  const flush = (): void => {
    if (!isWaiting) return;
    const files = changed;
    [changed, isWaiting] = [[], false];
    if (files.length > 0) reactions.update(files);
    else reactions.change();
  };
  const collect = (file: string): void => {
    const path = toPosix(file);
    if (MIDDLEWARE.test(path) || roots.some((root) => path.startsWith(`${root}/`))) changed.push(path);
    // By then Vite has invalidated the file's modules.
    if (!isWaiting) setImmediate(flush);
    isWaiting = true;
  };
  const note = (file: string, event: Event, retries = EMPTY_FILE_RETRIES): void => {
    const seen = look(file);
    // Many editors empty a file before they write it.
    if (event !== 'unlink' && seen?.size === 0 && retries > 0) {
      emptyFiles++;
      setTimeout(() => {
        emptyFiles--;
        note(file, event, retries - 1);
      }, EMPTY_FILE_PAUSE).unref();
      return;
    }
    // Without HMR, Vite invalidates changed files but not those that reappear.
    if (event !== 'change' && !wasReported(server, file, seen?.mtimeMs)) invalidateFile(server, file);
    collect(file);
    if (event === 'unlink') return;
    setTimeout(() => {
      const now = look(file);
      if (now?.mtimeMs === seen?.mtimeMs) return;
      invalidateFile(server, file);
      note(file, now === undefined ? 'unlink' : 'change');
    }, SECOND_LOOK).unref();
  };
  server.watcher.add(roots.filter((root) => !root.startsWith(`${server.config.root}/`)));
  for (const event of ['change', 'add', 'unlink'] as const) server.watcher.on(event, (file) => note(file, event));
  watchDirectories(server, roots, reactions);
  return {
    settle() {
      flush();
      return emptyFiles === 0;
    },
    report(files) {
      for (const file of files) {
        noteReport(server, file);
        collect(file);
      }
      flush();
    },
    reportIfDeleted(file) {
      if (look(file) !== undefined) return false;
      reactions.update([file]);
      return true;
    },
  };
}

/** A file that may be the guard of operations wherever it is: outside of their directories, it guards nothing. */
const MIDDLEWARE = /(?:^|\/)_?middleware\.[cm]?[jt]s$/;

/** The times of the files that were reported at once. */
const reported = new WeakMap<ViteDevServer, Map<string, number | undefined>>();

function noteReport(server: ViteDevServer, file: string): void {
  const times = reported.get(server) ?? new Map<string, number | undefined>();
  reported.set(server, times.set(file, look(file)?.mtimeMs));
  invalidateFile(server, file);
}

function wasReported(server: ViteDevServer, file: string, time: number | undefined): boolean {
  return time !== undefined && reported.get(server)?.get(toPosix(file)) === time;
}

/** The watcher does not report files that were put into a new directory before it was watched. */
function watchDirectories({ watcher }: ViteDevServer, roots: readonly string[], { update }: Reactions): void {
  watcher.on('addDir', (directory) => {
    const path = `${toPosix(directory)}/`;
    if (MIDDLEWARE.test(path) || roots.some((root) => path.startsWith(`${root}/`)))
      setTimeout(() => update(undefined), SECOND_LOOK).unref();
  });
}

function invalidateFile(server: ViteDevServer, file: string): void {
  for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.onFileChange(toPosix(file));
}

/** Makes Vite load the virtual modules again. */
export function invalidateVirtualModules(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments))
    for (const [id, module] of moduleGraph.idToModuleMap) if (RESOLVED.test(id)) moduleGraph.invalidateModule(module);
}
