import type { ViteDevServer } from 'vite';
import type { Operation } from '../../shared/contract/operation.ts';
import type { AnyHandler, Manifest, OperationCode, OperationEntry } from '../../shared/contract/manifest.ts';
import { withCode } from '../../shared/contract/manifest.ts';
import { FRAME, entryId } from '../../build/project/virtual-modules.ts';
import type { CheckedApp } from '../../build/project/app-module.ts';
import { checkSyntaxOfApp, faultOfApp } from '../../build/project/app-module.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic, formatHead } from '../../build/compiler/diagnostics/diagnostic.ts';
import { userError } from '../../build/project/errors.ts';
import { diagnosticsError } from './overlay.ts';
import type { Listener } from './app-lease.ts';
import type { App, HeldApp } from './held-app.ts';
import { createHeldApp, modulePath, RUNTIME } from './held-app.ts';
import type { Mock } from '../../tools/mock/index.ts';
import type { Tree } from './tree.ts';

/** The app of a tree. An operation's modules are evaluated at its first request, and again after they change. */
export interface DevApp {
  /** Makes the next load use the tree's current manifest. */
  renew(): void;
  /** Whether the tree has changed since the last load. */
  isOutdated(): boolean;
  /**
   * Creates the app if its module or the tree has changed.
   *
   * @throws Any error from Vite or from evaluating a module. The app then stays as it was.
   */
  loadApp(): Promise<void>;
  /** Evaluates an operation's modules if they have changed; throws like {@link loadApp}. */
  loadOperation(id: string): Promise<void>;
  /** The app, once it has been created. */
  koa(): App | undefined;
  /** The manifest that the app was created with. */
  manifest(): Manifest | undefined;
  /** The listener of the app. */
  app(): Listener | undefined;
  /** Whether the app has an operation. An older app lacks those that are newer than its last valid version. */
  serves(id: string): boolean;
  /** Whether an operation has ever been loaded. */
  hasOperation(id: string): boolean;
  /** Closes the resources that the app has opened. */
  close(): Promise<void>;
}

/** The evaluated code of an operation. */
interface Loaded {
  /** The operation in the manifest of its module. */
  readonly entry: OperationEntry;
  readonly code: OperationCode;
}

/** The parts that an app is made of. */
export interface DevAppParts {
  readonly server: ViteDevServer;
  readonly tree: Tree;
  /** The module whose default export is the app, or a function that creates it from the operations; undefined for `createApp`. */
  readonly source: string | undefined;
  /** Answers in place of handlers that are not written yet; undefined without the option `mock`. */
  readonly mock: Mock | undefined;
}

/**
 * Prepares an app.
 *
 * @param prepare Called with each app before it is used.
 */
export function createDevApp(
  { server, tree, source, mock }: DevAppParts,
  prepare: (app: App, manifest: Manifest) => void,
): DevApp {
  const loaded = new Map<string, Loaded>();
  let pending: Promise<Manifest> | undefined;
  /** The entries of the latest manifest. */
  let entries: OperationEntry[] = [];
  const app = createHeldApp(server, source, prepare);

  const loadManifest = async (): Promise<Manifest> => {
    const manifest = (await server.ssrLoadModule(FRAME))['default'] as Manifest;
    entries = manifest.operations.map((entry) =>
      withCode(mock?.open(entry) ?? entry, loaded.get(entry.id)?.code ?? NOT_LOADED),
    );
    return { ...manifest, operations: entries };
  };
  /** Evaluates the module of an operation. A new entry replaces the old one, because apps keep data that they derive from an entry. */
  const evaluate = async (id: string): Promise<void> => {
    const entry = await evaluateEntry(server, id);
    if (loaded.get(id)?.entry === entry) return;
    const handler =
      mock?.isMocked(id) === true
        ? mock.handlerOf(id, await loadModule(server, RUNTIME))
        : withSourcePositions(entry.handler!, server);
    const code = { ...codeOf(entry), handler };
    loaded.set(id, { entry, code });
    const index = entries.findIndex((other) => other.id === id);
    if (index !== -1) entries[index] = withCode(entries[index]!, code);
  };

  let loading: Promise<void> = Promise.resolve();
  const replaceApp = createReplacement(server, source, app);
  const load = async (): Promise<void> => replaceApp(await (pending ??= loadManifest()));

  return {
    renew() {
      pending = undefined;
    },
    isOutdated: () => pending === undefined,
    loadApp() {
      // One after the other: two requests would create two apps.
      loading = loading.catch(() => {}).then(load);
      return loading;
    },
    async loadOperation(id) {
      await evaluate(id);
      // A conditional write also runs the GET of its path.
      const { operations } = tree.routing();
      const { path, version, conditional } = operations.find((operation) => operation.id === id) ?? {};
      const isGet = (operation: Operation): boolean =>
        operation.method === 'GET' && operation.path === path && operation.version === version;
      const get = conditional && operations.find(isGet);
      if (get) await evaluate(get.id);
    },
    koa: () => app.app(),
    manifest: () => app.manifest(),
    app: () => app.listener(),
    serves: (id) => app.hasOperation(id),
    hasOperation: (id) => loaded.has(id),
    close: () => app.close(),
  };
}

/** Creates a function that evaluates the module of the app and takes its app. The terminal shows once that an older app serves. */
function createReplacement(
  server: ViteDevServer,
  source: string | undefined,
  app: HeldApp,
): (manifest: Manifest) => Promise<void> {
  let hasWarned = false;
  let reported: string | undefined;
  let checked: CheckedApp | undefined;
  const checkModule = (): void => {
    if (source === undefined) return;
    const { root, logger } = server.config;
    const path = modulePath(server, source);
    const fault = faultOfApp(root, path);
    checked = checkSyntaxOfApp(root, path, checked);
    const errors = checked?.errors ?? [];
    const message = fault === undefined ? errors.map(formatDiagnostic).join('\n\n') : `unplugin-operations: ${fault}`;
    if (message !== '' && message !== reported) logger.error(message, { timestamp: true });
    reported = message;
    if (fault !== undefined) throw userError(message);
    if (errors.length > 0) throw syntaxError(errors, root);
  };
  return async (manifest) => {
    try {
      checkModule();
      const module = await loadModule(server, source ?? RUNTIME);
      await app.replace(module[source === undefined ? 'createApp' : 'default'], manifest);
      hasWarned = false;
    } catch (error) {
      const isOlder = source !== undefined && app.app() !== undefined;
      if (isOlder && !hasWarned) warnOfOlderApp(server, source);
      hasWarned = isOlder;
      throw error;
    }
  };
}

/** The error of a file that cannot be parsed: its message for responses, its frame for the overlay, and all of it for a person who reads text. */
function syntaxError(errors: readonly Diagnostic[], root: string): Error {
  const { frame, id, loc } = diagnosticsError(errors, root);
  const error = Object.assign(userError(errors.map(formatHead).join('\n')), { frame, id, loc });
  error.stack = errors.map(formatDiagnostic).join('\n\n');
  return error;
}

/** Each request tries again, and is served by the older app without another error. */
function warnOfOlderApp(server: ViteDevServer, source: string): void {
  const file = modulePath(server, source);
  server.config.logger.warn(
    `unplugin-operations: ${file} failed, so the previous version of your app handles requests`,
    {
      timestamp: true,
    },
  );
}

/** The code of an operation before its first request, which loads it. */
const NOT_LOADED: OperationCode = {
  handler: () => {
    throw new Error('The operation has not been loaded');
  },
  load: undefined,
  middleware: undefined,
  authorize: undefined,
  input: undefined,
  picks: undefined,
  responses: undefined,
  dropped: undefined,
};

function codeOf(entry: OperationEntry): OperationCode {
  const { handler, load, middleware, authorize, input, picks, responses, dropped } = entry;
  return { handler, load, middleware, authorize, input, picks, responses, dropped };
}

async function evaluateEntry(server: ViteDevServer, id: string): Promise<OperationEntry> {
  const { operations } = (await loadModule(server, entryId(id)))['default'] as Manifest;
  const [entry] = operations;
  // A file may be empty for a moment while it is written.
  if (typeof entry?.handler !== 'function') throw userError(`unplugin-operations: ${id} does not export a handler.`);
  return entry;
}

/** A handler whose errors have the positions of the project's sources. */
function withSourcePositions(handler: AnyHandler, server: ViteDevServer): AnyHandler {
  return async (ctx, next) => {
    try {
      return await handler(ctx, next);
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error);
      throw error;
    }
  };
}

/** Evaluates a module. If an imported file is missing, the next call resolves the import again. */
async function loadModule(server: ViteDevServer, id: string): Promise<Record<string, unknown>> {
  try {
    return await server.ssrLoadModule(id, { fixStacktrace: true });
  } catch (error) {
    const importer = / in (.+)\. Does the file exist\?/.exec(String(error))?.[1];
    const { moduleGraph } = server.environments.ssr;
    if (importer !== undefined)
      for (const module of moduleGraph.getModulesByFile(importer) ?? []) moduleGraph.invalidateModule(module);
    throw error;
  }
}
