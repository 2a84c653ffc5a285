import { toPosix } from './files.ts';
import { DISK, look, readText } from './disk.ts';

/** The maximum number of entries in a search for files next to the tree. Those nearest to the root come first. */
const MAX_ENTRIES = 5_000;
const SKIPPED = /^(?:\.|node_modules$|dist$|build$|out$|coverage$|public$|vendor$)/;
const METHOD = /@(?:get|head|post|put|patch|delete|options|query)\.[cm]?[jt]s$/i;
const ENDPOINT = /^[^_].*\.[cm]?[jt]s$/;
/** A comment above the handler of a file, or a handler with its type. */
const HANDLER = /\*\/\s*(?:export\s+default|module\.exports)\b|\bdefineOperation\b/;

/**
 * Finds files in the directories next to a tree. It skips other projects, which have their own package.json, and other trees: those with an operation in the
 * directory of the file or below.
 *
 * @param root The directory of the project.
 * @param trees The directories that are read otherwise.
 * @param isMeant Whether a path is that of a file to find.
 */
export function listBeside(root: string, trees: readonly string[], isMeant: (path: string) => boolean): string[] {
  const found: string[] = [];
  const endpoints: string[] = [];
  const open = [toPosix(root)];
  let entries = 0;
  for (const directory of open) {
    for (const entry of DISK.list(directory)) {
      if (++entries > MAX_ENTRIES) return found;
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) {
        const isOther = SKIPPED.test(entry.name) || DISK.look(`${path}/package.json`) !== undefined;
        if (!isOther && !trees.some((tree) => isSameDirectory(tree, path))) open.push(path);
      } else if (entry.isFile() && isMeant(path)) found.push(path);
      else if (ENDPOINT.test(entry.name)) endpoints.push(path);
    }
  }
  return found.filter((file) => {
    const directory = file.slice(0, file.lastIndexOf('/'));
    return !endpoints.some((path) => path.startsWith(`${directory}/`) && isOperation(path));
  });
}

function isOperation(path: string): boolean {
  return METHOD.test(path) || HANDLER.test(readText(path));
}

/** Whether two paths are one directory: letter case does not count on some disks. */
function isSameDirectory(one: string, other: string): boolean {
  if (one === other) return true;
  return one.toLowerCase() === other.toLowerCase() && look(one)?.ino === look(other)?.ino;
}
