import { resolve } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { Build } from '../build.ts';
import { writeDeclarations } from '../declaration-file.ts';
import { toPosix } from '../../project/files.ts';
import type { ResolvedOptions } from '../../project/options.ts';
import { DECLARATIONS_PAUSE } from '../timing.ts';
import { createLoads } from './loads.ts';
import { createMiddleware } from './connect-middleware.ts';
import { createOverlay, mistakesError, thrownError } from './overlay.ts';
import { createDevApp } from './dev-app.ts';
import { createTree, isBroken } from './tree.ts';
import { followFiles, forgetVirtualModules } from './file-changes.ts';

/** The API in Vite's dev server. */
export interface DevServer {
  /** Compiles the tree, and tells what is wrong with it. */
  start(): void;
  /** The text of a virtual module. */
  text(id: string): string;
}

/**
 * Serves a tree next to the front end: the app answers the paths of its operations, Vite all others.
 *
 * A change takes effect on the next request. While there is a mistake Vite's overlay shows it, and what was served last goes on. The front end is
 * loaded again when the contract has changed.
 */
export function serveTree(server: ViteDevServer, build: Build, options: ResolvedOptions): DevServer {
  const { logger } = server.config;
  const tree = createTree(build.session());
  const app = options.app === undefined ? undefined : toPosix(resolve(build.root, options.app));
  const devApp = createDevApp(server, tree, app);
  const overlay = createOverlay(server);
  const loads = createLoads(overlay, () => !isBroken(tree));

  const warn = (warning: string): void => logger.warn(warning, { timestamp: true });
  let typesTimer: NodeJS.Timeout | undefined;
  const writeTypesSoon = (): void => {
    clearTimeout(typesTimer);
    typesTimer = setTimeout(() => {
      const served = tree.served();
      if (served === undefined || isBroken(tree)) return;
      writeDeclarations(build.session(), served, options.dts, build.root, warn);
    }, DECLARATIONS_PAUSE).unref();
  };
  const update = (changed: readonly string[] | undefined): void => {
    const wasBroken = isBroken(tree);
    const { news, isOther, isRearranged } = tree.update(changed);
    for (const { isError, text } of news) (isError ? logger.error : logger.warn)(`${text}\n`, { timestamp: true });
    if (wasBroken && !isBroken(tree))
      logger.info('unplugin-operations: all mistakes are mended, and the API is served as it is now', {
        timestamp: true,
      });
    if (isOther || wasBroken) writeTypesSoon();
    if (isRearranged) {
      forgetVirtualModules(server);
      devApp.renew();
    }
    const mistakes = tree.mistakes();
    if (mistakes instanceof Error) overlay.show(thrownError(mistakes));
    else if (mistakes.length > 0) overlay.show(mistakesError(mistakes, build.root));
    else void loads.retry();
    if (isOther && server.ws.clients.size > 0) server.environments.client.hot.send({ type: 'full-reload', path: '*' });
  };

  const files = followFiles(server, build.directories(), { update, change: () => void loads.retry() });
  server.middlewares.use(createMiddleware(tree, devApp, loads, files, options.strict));
  return { start: () => update(undefined), text: (id) => tree.text(id) };
}
