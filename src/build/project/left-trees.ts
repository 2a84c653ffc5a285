import { resolve } from 'node:path';
import { readText } from './disk.ts';
import { listNamed, toPosix } from './files.ts';
import { resolveOptions } from './options.ts';
import type { Project } from './project.ts';
import { locateProject, treesOf } from './project.ts';

const MODULE = /\.[cm]?[jt]s$/;
/** An import of the plugin, not of the runtime. */
const PLUGIN = /['"]unplugin-operations\/(?:vite|rollup|rolldown|esbuild|webpack|rspack)['"]/;

/**
 * The default directories of operations and webhooks of a project whose operations are elsewhere: files there were probably left behind. If the project has
 * several configurations, another one may build them.
 */
export function leftTrees({ root, directory }: Pick<Project, 'root' | 'directory'>): string[] {
  const defaults = locateProject(resolveOptions(), root);
  if (directory === defaults.directory) return [];
  const configs = listNamed(toPosix(resolve(root)), MODULE).filter((file) => PLUGIN.test(readText(file)));
  return configs.length > 1 ? [] : treesOf(defaults);
}
