import type { EnvironmentModuleNode, ViteDevServer } from 'vite';
import { entryId, resolvedId } from '../../project/virtual-modules.ts';
import type { Tree } from './tree.ts';

/** The limit of files that a request looks at: each takes a few microseconds. */
const MAX_FILES = 1000;

/**
 * Lists the files that the response of an operation depends on: its own, those around it, and all that its code and the app import, without packages.
 *
 * @param app The module of the app, absolute.
 */
export function requestedFiles(
  server: ViteDevServer,
  tree: Tree,
  app: string | undefined,
  operation: string,
): string[] {
  const { moduleGraph } = server.environments.ssr;
  const entry = moduleGraph.getModuleById(resolvedId(entryId(operation)));
  const apps = app === undefined ? [] : (moduleGraph.getModulesByFile(app) ?? []);
  const files = new Set(tree.filesOf(operation));
  const seen = new Set([...(entry === undefined ? [] : [entry]), ...apps]);
  // A set has what is added while it is walked.
  for (const module of seen) {
    if (files.size >= MAX_FILES) break;
    if (isSource(module)) files.add(module.file!);
    for (const imported of module.importedModules) if (!isOfPackage(imported)) seen.add(imported);
  }
  return [...files];
}

function isSource({ id, file }: EnvironmentModuleNode): boolean {
  return file !== null && id !== null && !id.startsWith('\0');
}

function isOfPackage({ file }: EnvironmentModuleNode): boolean {
  return file?.includes('/node_modules/') === true;
}
