import type { ViteDevServer } from 'vite';
import { look, toPosix } from '../../project/files.ts';
import { RESOLVED } from '../../project/virtual-modules.ts';
import { EMPTY_FILE_PAUSE, EMPTY_FILE_RETRIES, SECOND_LOOK } from '../timing.ts';

type Event = 'change' | 'add' | 'unlink';

/** What to do when files change. */
export interface Reactions {
  /** Files of the directories have another text, came or went; any of them may have where they are not said. */
  update(changed: readonly string[] | undefined): void;
  /** Other files have another text. */
  change(): void;
}

/** Files that are followed. */
export interface Followed {
  /** Tells now what is about to be told; returns false while a file is being written. */
  settle(): boolean;
  /** Tells at once where a file is gone, which the watcher tells late, for it may come back; returns whether it is. */
  tellGone(file: string): boolean;
}

/**
 * Follows the files of directories; what happens together is told together.
 *
 * @param directories Absolute.
 */
export function followFiles(server: ViteDevServer, directories: readonly string[], reactions: Reactions): Followed {
  let changed: string[] = [];
  let isWaiting = false;
  let written = 0;
  const roots = directories.map(toPosix);
  const tell = (): void => {
    if (!isWaiting) return;
    const files = changed;
    [changed, isWaiting] = [[], false];
    if (files.length > 0) reactions.update(files);
    else reactions.change();
  };
  const take = (file: string): void => {
    const path = toPosix(file);
    if (roots.some((root) => path.startsWith(`${root}/`))) changed.push(path);
    // By then Vite has forgotten what it knew of the file.
    if (!isWaiting) setImmediate(tell);
    isWaiting = true;
  };
  const note = (file: string, event: Event, retries = EMPTY_FILE_RETRIES): void => {
    const seen = look(file);
    // Many a program empties a file before it writes it.
    if (event !== 'unlink' && seen?.size === 0 && retries > 0) {
      written++;
      setTimeout(() => {
        written--;
        note(file, event, retries - 1);
      }, EMPTY_FILE_PAUSE).unref();
      return;
    }
    // Without HMR Vite forgets only what has changed, not what is there again.
    if (event !== 'change') forgetFile(server, file);
    take(file);
    if (event === 'unlink') return;
    setTimeout(() => {
      const now = look(file);
      if (now?.mtimeMs === seen?.mtimeMs) return;
      forgetFile(server, file);
      note(file, now === undefined ? 'unlink' : 'change');
    }, SECOND_LOOK).unref();
  };
  server.watcher.add(roots.filter((root) => !root.startsWith(`${server.config.root}/`)));
  for (const event of ['change', 'add', 'unlink'] as const) server.watcher.on(event, (file) => note(file, event));
  // What was put into a new directory before it was watched, nobody tells of.
  server.watcher.on('addDir', (directory) => {
    const path = `${toPosix(directory)}/`;
    if (roots.some((root) => path.startsWith(`${root}/`)))
      setTimeout(() => reactions.update(undefined), SECOND_LOOK).unref();
  });
  return {
    settle() {
      tell();
      return written === 0;
    },
    tellGone(file) {
      if (look(file) !== undefined) return false;
      reactions.update([file]);
      return true;
    },
  };
}

function forgetFile(server: ViteDevServer, file: string): void {
  for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.onFileChange(toPosix(file));
}

/** Has Vite ask for the virtual modules anew, wherever they are imported. */
export function forgetVirtualModules(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments))
    for (const [id, module] of moduleGraph.idToModuleMap) if (RESOLVED.test(id)) moduleGraph.invalidateModule(module);
}
