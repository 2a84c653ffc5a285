import { compileOperations } from '../compiler/compile.ts';
import type { Guarding } from '../compiler/operations/guarding.ts';
import { guardsIn, isReplacedBy } from '../compiler/operations/guarding.ts';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { Disk } from './disk.ts';
import { readIfFile } from './disk.ts';
import { userError } from './errors.ts';
import { isWithin, parentDirectories } from './posix-path.ts';

/**
 * Refuses a link to operations whose `_middleware` files would not run below the link, unless the files around the link keep out the same clients. The target can
 * be next to the tree: the directories around both don't count.
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
  const guards = lost.flatMap((each) => middlewareIn(disk, each));
  const own = above.filter((each) => !isWithin(target, each)).flatMap((each) => middlewareIn(disk, each));
  const guard = own.length === 0 ? guards[0] : findUnreplaced(disk, guards, own);
  if (guard === undefined) return;
  const shown = isWithin(guard, root) ? guard.slice(root.length + 1) : guard;
  const remedy =
    own.length === 0 ? 'put a "_middleware" file in the directory of the link' : 'guard the link in the same way';
  throw userError(
    `${link} links to ${target}, but ${shown} does not run below the link. Move the operations, or ${remedy}.`,
  );
}

/** Finds a file whose clients others let in. */
function findUnreplaced(disk: Disk, guards: readonly string[], own: readonly string[]): string | undefined {
  if (guards.length === 0) return undefined;
  const others = guardingOf(disk, own);
  return guards.find((file) => !guardingOf(disk, [file]).every((each) => isReplacedBy(each, others)));
}

/** The guards of `_middleware` files, each in the directory of the one before it. Their modules are where they are. */
function guardingOf(disk: Disk, files: readonly string[]): Guarding[] {
  const texts = disk.read(files);
  return files.flatMap((file, i) => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const compilation = compileOperations({
      directory: file.slice(0, -name.length - 1),
      files: [{ path: name, text: texts[i] ?? '' }],
      readFile: (other) => readIfFile(other, disk),
    });
    return guardsIn(compilation).map((each) => ({ ...each, directory: 'd/'.repeat(i) }));
  });
}

function middlewareIn(disk: Disk, directory: string): string[] {
  const names = disk.list(directory).map(({ name }) => name);
  return names.filter((name) => isMiddlewareFile(name)).map((name) => `${directory}/${name}`);
}
