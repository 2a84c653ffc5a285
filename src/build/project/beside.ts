import { toPosix } from './files.ts';
import { DISK, look, readText } from './disk.ts';
import { isWithin } from './posix-path.ts';

/** The maximum number of entries in a search for files next to the tree. Those nearest to the root come first. */
const MAX_ENTRIES = 5_000;
const SKIPPED = /^(?:\.|node_modules$|dist$|build$|out$|coverage$|public$|vendor$)/;
const METHOD = /@(?:get|head|post|put|patch|delete|options|query)\.[cm]?[jt]s$/i;
const ENDPOINT = /^[^_].*\.[cm]?[jt]s$/;
/** A handler with its type. */
const TYPED = /\bdefineOperation\b/;
/** A comment above what may be the handler of a file. */
const COMMENTED = /\*\/\s*(?:export\s+default|module\.exports)\b/;

/**
 * Finds files in the directories next to a tree. It skips other projects, which have their own package.json, and other trees: those with an operation in the
 * directory of the file or below. A comment makes no operation of a function in a directory with the same path as one of a tree, such as `app/admin`
 * next to `app/operations/admin`.
 *
 * @param root The directory of the project.
 * @param directories The directories of operations, the others that are read otherwise, and those that never count as another tree.
 * @param isMeant Whether a path is that of a file to find.
 */
export function listBeside(
  root: string,
  { trees, others, left }: Readonly<Record<'trees' | 'others' | 'left', readonly string[]>>,
  isMeant: (path: string) => boolean,
): string[] {
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
        if (!isOther && ![...trees, ...others].some((each) => isSameDirectory(each, path))) open.push(path);
      } else if (entry.isFile() && isMeant(path)) found.push(path);
      else if (ENDPOINT.test(entry.name)) endpoints.push(path);
    }
  }
  return found.filter((file) => {
    const directory = file.slice(0, file.lastIndexOf('/'));
    if (left.some((tree) => isWithin(file, tree))) return true;
    const isNamesake = trees.some((tree) => isNamedAs(directory, tree));
    return !endpoints.some((path) => path.startsWith(`${directory}/`) && isOperation(path, !isNamesake));
  });
}

/** Whether a file has an operation, as its name or its text shows. */
export function isOperation(path: string, isByComment: boolean): boolean {
  if (METHOD.test(path)) return true;
  const text = readText(path);
  return TYPED.test(text) || (isByComment && COMMENTED.test(text));
}

/** Whether the text of a file declares an event. */
export function isEvent(text: string): boolean {
  return /@payload\s*\{/.test(text);
}

/** Whether a tree has a directory with the path that another one has next to it. */
function isNamedAs(directory: string, tree: string): boolean {
  const around = tree.slice(0, tree.lastIndexOf('/'));
  if (!directory.startsWith(`${around}/`)) return false;
  return DISK.look(`${tree}${directory.slice(around.length)}`)?.isDirectory() === true;
}

/** Whether two paths are one directory: letter case does not count on some disks. */
function isSameDirectory(one: string, other: string): boolean {
  if (one === other) return true;
  return one.toLowerCase() === other.toLowerCase() && look(one)?.ino === look(other)?.ino;
}
