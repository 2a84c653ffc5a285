import { toPosix } from './files.ts';
import { DISK, look } from './disk.ts';

/** The entries that a search for files beside the tree looks at, the nearest ones to the root first. */
const MAX_ENTRIES = 5_000;
const SKIPPED = /^(?:\.|node_modules$|dist$|build$|out$|coverage$|public$|vendor$)/;
const OPERATION = /@(?:get|head|post|put|patch|delete|options|query)\.[cm]?[jt]s$/i;

/**
 * Finds files by name in the directories beside a tree. Other projects are left out, which have their own package.json, and so are other trees, in which
 * operations have a method in their names.
 *
 * @param root The directory of the project.
 * @param trees The directories that are read otherwise.
 */
export function listBeside(root: string, trees: readonly string[], name: RegExp): string[] {
  const found: string[] = [];
  const others = new Set<string>();
  const open = [toPosix(root)];
  let entries = 0;
  for (const directory of open) {
    for (const entry of DISK.list(directory)) {
      if (++entries > MAX_ENTRIES) return found;
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) {
        const isOther = SKIPPED.test(entry.name) || DISK.look(`${path}/package.json`) !== undefined;
        if (!isOther && !trees.some((tree) => isSame(tree, path))) open.push(path);
      } else if (OPERATION.test(entry.name)) others.add(directory);
      else if (entry.isFile() && name.test(entry.name)) found.push(path);
    }
  }
  return found.filter((file) => {
    const directory = file.slice(0, file.lastIndexOf('/'));
    return ![...others].some((other) => `${other}/`.startsWith(`${directory}/`));
  });
}

/** Whether two paths are one directory: letter case does not count on some disks. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  return one.toLowerCase() === other.toLowerCase() && look(one)?.ino === look(other)?.ino;
}
