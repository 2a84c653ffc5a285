import { visible } from '../compiler/language/visible.ts';
import { isOperationFile } from '../compiler/operations/file-name.ts';
import type { TreeSpelling } from '../compiler/operations/unread-guards.ts';
import { isEvent, isOperation } from './beside.ts';
import { DISK, look, readText } from './disk.ts';
import { listPaths } from './files.ts';
import { isWithin } from './posix-path.ts';

/**
 * Finds directories with operations or events whose paths differ from that of a tree only in letter case or in invisible characters. Some disks have one directory for
 * both, whose guards run. Elsewhere, nothing reads the other one.
 *
 * @param root The directory of the project, with `/`. The paths of the result are below it.
 */
export function findTreeSpellings(root: string, trees: readonly string[]): TreeSpelling[] {
  const show = (path: string): string => path.slice(root.length + 1);
  return trees.flatMap((tree) =>
    otherSpellings(root, tree)
      .filter((directory) => !trees.includes(directory) && look(directory)?.ino !== look(tree)?.ino)
      .flatMap((directory) => {
        const path = listPaths(directory)
          .paths.sort()
          .find((each) => isServed(directory, each));
        return path === undefined
          ? []
          : [{ tree: show(tree), directory: show(directory), file: show(`${directory}/${path}`) }];
      }),
  );
}

function isServed(directory: string, path: string): boolean {
  const file = `${directory}/${path}`;
  return isOperationFile(path) && (isOperation(file, true) || isEvent(readText(file)));
}

/** The directories whose paths differ from another one only in letter case or in invisible characters. Other projects are left out. */
function otherSpellings(root: string, tree: string): string[] {
  if (!isWithin(tree, root)) return [];
  let found = [root];
  for (const name of tree.slice(root.length + 1).split('/'))
    found = found.flatMap((directory) =>
      DISK.list(directory)
        .filter((entry) => entry.isDirectory() && keyOf(entry.name) === keyOf(name))
        .map((entry) => `${directory}/${entry.name}`)
        .filter((path) => isWithin(tree, path) || DISK.look(`${path}/package.json`) === undefined),
    );
  return found.filter((directory) => directory !== tree);
}

function keyOf(name: string): string {
  return visible(name).toLowerCase();
}
