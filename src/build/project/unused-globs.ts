import { resolve } from 'node:path';
import type { UnusedGlob } from '../compiler/operations/unread-guards.ts';
import { DISK, readText } from './disk.ts';
import { toPosix, withoutIgnored } from './files.ts';
import type { Project } from './project.ts';
import { treesOf } from './project.ts';
import { VITE_CONFIGS } from './vite-config-names.ts';

/** A directory of operations or webhooks, and the paths of the files in it. */
interface ListedTree {
  readonly tree: string;
  readonly paths: readonly string[];
}

/** The globs of the option `ignore` that match no file, neither of the operations nor of the webhooks: the files that they should hide are served. */
export function findUnusedGlobs(project: Project, trees: readonly ListedTree[]): UnusedGlob[] {
  const matched = (glob: string, ignoresCase: boolean = false): string | undefined => {
    for (const { tree, paths } of trees) {
      const left = new Set(withoutIgnored(tree, paths, [glob], ignoresCase));
      const found = paths.find((path) => !left.has(path));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return project.options.ignore.flatMap((glob): UnusedGlob[] => {
    if (matched(glob) !== undefined) return [];
    const near = nearGlobs(glob, project);
    const meant = near.find((other) => matched(other) !== undefined);
    const other = near.map((each) => matched(each, true)).find((path) => path !== undefined);
    return [{ glob, meant, other, at: locate(glob, project) }];
  });
}

/** A glob with `/` between its names, also without the path of a tree or the end of it. */
function nearGlobs(glob: string, project: Project): string[] {
  const path = glob.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  const ends = treesOf(project).flatMap((tree) => {
    const names = tree.split('/').filter(Boolean);
    return names.map((_, i) => `${names.slice(i).join('/')}/`);
  });
  return [path, ...ends.filter((end) => path.startsWith(end)).map((end) => path.slice(end.length))];
}

/** The glob in `vite.config`, or else by itself. */
function locate(glob: string, { root, shown: { directory } }: Project): UnusedGlob['at'] {
  for (const file of VITE_CONFIGS) {
    const path = toPosix(resolve(root, file));
    if (DISK.look(path)?.isFile() !== true) continue;
    const text = readText(path);
    const written = glob.replaceAll('\\', '\\\\');
    const start = ["'", '"', '`'].map((quote) => text.indexOf(quote + written + quote)).find((index) => index !== -1);
    if (start !== undefined)
      return { source: { file, text }, span: { start: start + 1, end: start + 1 + written.length } };
  }
  return { source: { file: directory, text: glob, isPath: true }, span: { start: 0, end: glob.length } };
}
