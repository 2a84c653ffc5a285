import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { Disk } from './disk.ts';
import { userError } from './errors.ts';

/**
 * Refuses a link to operations whose `_middleware` files would not run below the link, unless the link has others around it.
 *
 * @param path The link, below the tree.
 * @param toPosix Writes a path of this platform with `/`.
 */
export function refuseUnguarded(disk: Disk, directory: string, path: string, toPosix: (path: string) => string): void {
  const link = `${directory}/${path}`;
  const [root, real] = [toPosix(disk.real(directory)), toPosix(disk.real(link))];
  if (!real.startsWith(`${root}/`)) return;
  const lost = around(real.slice(root.length + 1)).filter((each) => !path.startsWith(`${each}/`));
  const guard = lost.flatMap((each) => middlewareIn(disk, root, each))[0];
  const own = around(path).filter((each) => !real.startsWith(`${root}/${each}/`));
  if (guard === undefined || own.some((each) => middlewareIn(disk, root, each).length > 0)) return;
  throw userError(
    `${link} links to ${real}, but ${guard} does not run below the link. Move the operations, or put a "_middleware" file in the directory of the link.`,
  );
}

function middlewareIn(disk: Disk, root: string, directory: string): string[] {
  const names = disk.list(`${root}/${directory}`).map(({ name }) => name);
  return names.filter((name) => isMiddlewareFile(name)).map((name) => `${directory}/${name}`);
}

/** The directories around a path. */
function around(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}
