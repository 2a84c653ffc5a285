import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { Disk } from './disk.ts';
import { userError } from './errors.ts';
import { isWithin, parentDirectories } from './posix-path.ts';

/**
 * Refuses a link to operations whose `_middleware` files would not run below the link, unless the link has others around it. The target can be next to the
 * tree: the directories around both don't count.
 *
 * @param path The link, below the tree.
 * @param toPosix Writes a path of this platform with `/`.
 */
export function refuseUnguarded(disk: Disk, directory: string, path: string, toPosix: (path: string) => string): void {
  const link = `${directory}/${path}`;
  const real = (each: string): string => toPosix(disk.real(each));
  const [root, target] = [real(directory), real(link)];
  const above = parentDirectories(path).map((each) => real(`${directory}/${each}`));
  const lost = parentDirectories(target).filter((each) => !isWithin(root, each) && !above.includes(each));
  const guard = lost.flatMap((each) => middlewareIn(disk, each))[0];
  const own = above.filter((each) => !isWithin(target, each));
  if (guard === undefined || own.some((each) => middlewareIn(disk, each).length > 0)) return;
  const shown = isWithin(guard, root) ? guard.slice(root.length + 1) : guard;
  throw userError(
    `${link} links to ${target}, but ${shown} does not run below the link. Move the operations, or put a "_middleware" file in the directory of the link.`,
  );
}

function middlewareIn(disk: Disk, directory: string): string[] {
  const names = disk.list(directory).map(({ name }) => name);
  return names.filter((name) => isMiddlewareFile(name)).map((name) => `${directory}/${name}`);
}
