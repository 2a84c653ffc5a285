import type { EnvironmentModuleNode, HotUpdateOptions } from 'vite';
import type { DevEnvironment } from 'vite';
import { RESOLVED } from '../../build/project/virtual-modules.ts';
import { isBelow } from './request-path.ts';

/**
 * Invalidates the changed modules that only the app imports, and returns the others for Vite to update. Vite would log a page reload for each
 * of them, but no page has loaded them.
 *
 * @param roots The directories and files that the app starts from: absolute, with `/`.
 * @returns undefined if Vite is to update all of them.
 */
export function updateAppModules(
  { moduleGraph, config }: DevEnvironment,
  { modules, timestamp }: HotUpdateOptions,
  roots: readonly string[],
): EnvironmentModuleNode[] | undefined {
  if (config.consumer !== 'server') return undefined;
  const others: EnvironmentModuleNode[] = [];
  const invalidated = new Set<EnvironmentModuleNode>();
  for (const module of modules) {
    if (isOfApp(module, roots, new Set())) moduleGraph.invalidateModule(module, invalidated, timestamp, true);
    else others.push(module);
  }
  return others;
}

/** Whether every module that imports a module, directly or not, is the app's. */
function isOfApp(module: EnvironmentModuleNode, roots: readonly string[], seen: Set<EnvironmentModuleNode>): boolean {
  if (seen.has(module)) return true;
  seen.add(module);
  const { id, file, importers } = module;
  if (id !== null && RESOLVED.test(id)) return true;
  if (importers.size > 0) return [...importers].every((importer) => isOfApp(importer, roots, seen));
  return file !== null && roots.some((root) => isBelow(file, root));
}
