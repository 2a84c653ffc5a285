import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import type { AnyHandler, Manifest, OperationCode, OperationEntry } from '../../contract/manifest.ts';
import { withCode } from '../../contract/manifest.ts';
import { FRAME, entryId } from '../../project/virtual-modules.ts';
import { userError } from '../../project/errors.ts';
import type { Tree } from './tree.ts';

/** A request listener of `node:http`. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** The app of a tree. An operation's modules are evaluated at its first request, and again after they change. */
export interface DevApp {
  /** Makes the next load use the tree's current manifest. */
  renew(): void;
  /**
   * Creates the app if its module or the tree has changed.
   *
   * @throws Any error from Vite or from evaluating a module. The app then stays as it was.
   */
  loadApp(): Promise<void>;
  /** Evaluates an operation's modules if they have changed; throws like {@link loadApp}. */
  loadOperation(id: string): Promise<void>;
  /** The listener of the app, once it has been created. */
  app(): Listener | undefined;
  /** Whether an operation has ever been loaded. */
  hasOperation(id: string): boolean;
}

/** The part of a Koa app that is used here. */
interface App {
  readonly middleware: unknown[];
  callback(): Listener;
}

/** The evaluated code of an operation. */
interface Loaded {
  /** The operation in the manifest of its module. */
  readonly entry: OperationEntry;
  readonly code: OperationCode;
}

/** The module that creates apps. */
export const RUNTIME = 'unplugin-operations/koa';
/** This module's path in stack traces. */
const HERE = new URL(import.meta.url).pathname;

/**
 * Prepares an app.
 *
 * @param source The module whose default export is the app, or a function that creates it from the operations; undefined for `createApp`.
 * @param prepare Called with each app before it is used.
 */
export function createDevApp(
  server: ViteDevServer,
  tree: Tree,
  source: string | undefined,
  prepare: (app: App) => void,
): DevApp {
  const loaded = new Map<string, Loaded>();
  let pending: Promise<Manifest> | undefined;
  /** The entries of the latest manifest. */
  let entries: OperationEntry[] = [];
  /** The last error that was logged: each request tries again, and it is logged once. */
  let logged: string | undefined;
  let current: { readonly exported: unknown; readonly manifest: Manifest; readonly listener: Listener } | undefined;

  const loadManifest = async (): Promise<Manifest> => {
    const manifest = (await server.ssrLoadModule(FRAME))['default'] as Manifest;
    entries = manifest.operations.map((entry) => withCode(entry, loaded.get(entry.id)?.code ?? NOT_LOADED));
    return { ...manifest, operations: entries };
  };
  /** Evaluates the module of an operation. A new entry replaces the old one, because apps keep what they derive from an entry. */
  const evaluate = async (id: string): Promise<void> => {
    const entry = await evaluateEntry(server, id);
    if (loaded.get(id)?.entry === entry) return;
    const code = { ...codeOf(entry), handler: withSourcePositions(entry.handler!, server) };
    loaded.set(id, { entry, code });
    const index = entries.findIndex((other) => other.id === id);
    if (index !== -1) entries[index] = withCode(entries[index]!, code);
  };

  return {
    renew() {
      pending = undefined;
    },
    async loadApp() {
      const manifest = await (pending ??= loadManifest());
      const module = await loadModule(server, source ?? RUNTIME);
      const exported: unknown = module[source === undefined ? 'createApp' : 'default'];
      if (current?.exported === exported && current?.manifest === manifest) return;
      try {
        const app = await createApp(exported, manifest, source);
        prepare(app);
        current = { exported, manifest, listener: app.callback() };
        logged = undefined;
      } catch (thrown) {
        const error = source === undefined ? withAppHint(thrown, manifest) : thrown;
        if (error instanceof Error) cutStack(error, server);
        // Vite logs errors in modules itself, but not those in a function of a module.
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        if (text !== logged) server.config.logger.error(text, { timestamp: true });
        logged = text;
        throw error;
      }
    },
    async loadOperation(id) {
      await evaluate(id);
      // A conditional write also runs the GET of its path.
      const { operations } = tree.routing();
      const { path, conditional } = operations.find((operation) => operation.id === id) ?? {};
      const get = conditional && operations.find((operation) => operation.method === 'GET' && operation.path === path);
      if (get) await evaluate(get.id);
    },
    app: () => current?.listener,
    hasOperation: (id) => loaded.has(id),
  };
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

/** Adds a hint to createApp's error about missing options, which only an app of the project can provide. */
function withAppHint(thrown: unknown, { problem, securitySchemes = {} }: Manifest): unknown {
  const needsOptions = problem?.isOwn === true || Object.keys(securitySchemes).length > 0;
  if (!(thrown instanceof TypeError) || !needsOptions) return thrown;
  return userError(
    `${thrown.message} The dev server creates the app itself. To use yours, set the plugin's option "app" to the module that creates it.`,
  );
}

/** Removes the plugin's and Vite's own calls from a stack, and maps the rest to the project's sources. */
function cutStack(error: Error, server: ViteDevServer): void {
  server.ssrFixStacktrace(error);
  const lines = (error.stack ?? error.message).split('\n');
  const end = lines.findIndex((line) => /^ +at /.test(line) && line.includes(HERE));
  if (end !== -1) error.stack = lines.slice(0, end).join('\n');
}

/** The options of the app that the dev server creates itself. One developer is the client of all requests. */
const OWN_OPTIONS = { idempotency: { clientOf: 'shared' } };

async function createApp(exported: unknown, manifest: Manifest, source: string | undefined): Promise<App> {
  const create = exported as (operations: Manifest, options?: object) => unknown;
  const options = source === undefined ? [OWN_OPTIONS] : [];
  const made = typeof exported === 'function' ? await create(manifest, ...options) : exported;
  const app = made as App | undefined;
  if (typeof app?.callback === 'function' && Array.isArray(app.middleware)) return app;
  throw userError(
    `unplugin-operations: the default export of ${source ?? RUNTIME} must be a Koa app, or a function that creates one from the operations.`,
  );
}
