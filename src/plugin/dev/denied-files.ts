import { resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { DISK } from '../../build/project/disk.ts';
import { listLinked, toPosix } from '../../build/project/files.ts';
import type { Project } from '../../build/project/project.ts';
import { treesOf } from '../../build/project/project.ts';
import { locateBuilt } from '../preview/built-file.ts';
import { whyWithheld } from '../preview/server-files.ts';
import { isBelow } from './request-path.ts';

/** SQLite databases with the files next to them, and the secrets of Wrangler. */
const PRIVATE = /\.(?:db|db3|sqlite|sqlite3)(?:-\w+)?$|\/\.dev\.vars(?:\.[^/]*)?$/;

/** The test of `server.fs.deny`, which Vite makes before plugins see its options. */
interface Denying {
  fsDenyGlob?: (path: string) => boolean;
}

/**
 * Keeps Vite's dev server from sending databases and the code of operations to browsers, also if there is a front end, and also as a build for the server
 * has it. Vite's own defaults and the user's `server.fs.deny` stay.
 *
 * @param app The option `app`.
 */
export function denyFiles(config: ResolvedConfig, project: Project, app: string | undefined): void {
  const denying = config as Denying;
  const { fsDenyGlob: isDenied } = denying;
  // Vitest loads operations through a server that has no clients.
  if (isDenied === undefined || config.plugins.some(({ name }) => name === 'vitest')) return;
  const lower = (path: string): string => toPosix(resolve(project.root, path)).toLowerCase();
  const trees = [...treesOf(project), ...(project.versions === undefined ? [] : [project.versions])];
  const denied = trees.map(lower);
  const file = app === undefined ? undefined : lower(app);
  // Vite passes the paths that links lead to.
  const linked = remembered(() =>
    [...trees.flatMap(listLinked), ...(app === undefined ? [] : realPaths(resolve(project.root, app)))].map(lower),
  );
  denying.fsDenyGlob = (path) => {
    const given = path.toLowerCase();
    const isCode = (tree: string): boolean => isBelow(given, tree);
    if (isDenied(path) || PRIVATE.test(given) || given === file || denied.some(isCode) || linked().some(isCode))
      return true;
    return isBuiltCode(path, config, project);
  };
}

/** Whether `vite preview` withholds a file. No page of a dev server needs the scripts of a built front end. */
function isBuiltCode(
  path: string,
  { root, publicDir, cacheDir, environments }: ResolvedConfig,
  project: Project,
): boolean {
  const builds = locateBuilt(cacheDir, project.directory);
  const outDirs = new Set(Object.values(environments).map(({ build }) => resolve(root, build.outDir)));
  return [...outDirs].some((outDir) => {
    const reason = whyWithheld(path, { outDir, assetsDir: undefined, publicDir }, builds);
    // A directory around the project has its sources.
    return reason === 'built' || (reason === 'unknown' && !isBelow(toPosix(root), toPosix(outDir)));
  });
}

/** The path of a file without links; none if there is no such file. */
function realPaths(file: string): string[] {
  return DISK.look(file) === undefined ? [] : [DISK.real(file)];
}

/** The result of a function, for a second: a page requests many files at once. */
function remembered<T>(read: () => T): () => T {
  let last: { readonly value: T; readonly until: number } | undefined;
  return () => {
    if (last === undefined || last.until < performance.now()) last = { value: read(), until: performance.now() + 1000 };
    return last.value;
  };
}
