import { statSync } from 'node:fs';
import type { ViteDevServer } from 'vite';
import { toPosix } from '../host.ts';
import { RESOLVED } from '../ids.ts';

/** For how long after a change Vite's watcher tells of no other one of the same file, and a little more; in milliseconds. */
const UNSEEN = 75;

/** What to do when files change. */
export interface Reactions {
  /** Files of the directories have another text; undefined where files came or went. */
  update(changed: readonly string[] | undefined): void;
  /** Other files have another text. */
  change(): void;
}

/**
 * Follows the files of directories; what happens at once is told at once.
 *
 * @param directories Absolute.
 */
export function followFiles(server: ViteDevServer, directories: readonly string[], reactions: Reactions): void {
  let changed: string[] = [];
  let isListed = true;
  let isWaiting = false;
  const roots = directories.map(toPosix);
  const tell = (): void => {
    const [files, kept] = [changed, isListed];
    [changed, isListed, isWaiting] = [[], true, false];
    if (!kept) reactions.update(undefined);
    else if (files.length > 0) reactions.update(files);
    else reactions.change();
  };
  const note = (file: string, event: 'change' | 'add' | 'unlink'): void => {
    const path = toPosix(file);
    // Vite does so too, but later.
    for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.onFileChange(path);
    if (roots.some((root) => path.startsWith(`${root}/`))) {
      changed.push(path);
      isListed &&= event === 'change';
    }
    if (!isWaiting) setImmediate(tell);
    isWaiting = true;
    if (event !== 'change') return;
    const seen = modifiedAt(file);
    setTimeout(() => modifiedAt(file) !== seen && note(file, 'change'), UNSEEN).unref();
  };
  server.watcher.add(roots);
  for (const event of ['change', 'add', 'unlink'] as const) server.watcher.on(event, (file) => note(file, event));
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Has Vite ask for the virtual modules anew, wherever they are imported. */
export function forgetVirtualModules(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments))
    for (const [id, module] of moduleGraph.idToModuleMap) if (RESOLVED.test(id)) moduleGraph.invalidateModule(module);
}
