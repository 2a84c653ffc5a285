import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { entryOf, problemFormat, usedSchemes } from '../../codegen/manifest/entry.ts';
import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import { contractsOf } from '../../compiler/compile.ts';
import type { AnyHandler, Guard, Manifest, OperationEntry } from '../../contract/manifest.ts';
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

/** An operation's evaluated module, and its entry in the manifest. */
interface Slot {
  evaluated?: OperationEntry;
  entry?: OperationEntry;
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
  const slots = new Map<string, Slot>();
  let pending: Promise<Manifest> | undefined;
  /** The last error that was logged: each request tries again, and it is logged once. */
  let logged: string | undefined;
  let current: { readonly exported: unknown; readonly manifest: Manifest; readonly listener: Listener } | undefined;

  const loadOperation = (id: string): Promise<void> => evaluate(server, slots, id);
  const composeManifest = async (): Promise<Manifest> => {
    const frame = (await server.ssrLoadModule(FRAME))['default'] as Manifest;
    const served = tree.served();
    if (served === undefined) return frame;
    const problem = problemFormat(served);
    return {
      ...frame,
      operations: served.operations.map((operation) => {
        const entry = createEntry(operation, served.document, slots, server);
        return withGuards(entry, operation, served.operations, { slots, load: loadOperation });
      }),
      securitySchemes: usedSchemes(contractsOf(served), served.document),
      ...(problem !== undefined && { problem }),
      routes: tree.routing().routes,
    };
  };

  return {
    renew() {
      pending = undefined;
    },
    async loadApp() {
      const manifest = await (pending ??= composeManifest());
      const module = await loadModule(server, source ?? RUNTIME);
      const exported: unknown = module[source === undefined ? 'createApp' : 'default'];
      if (current?.exported === exported && current?.manifest === manifest) return;
      try {
        const app = await createApp(exported, manifest, source ?? RUNTIME);
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
    loadOperation,
    app: () => current?.listener,
    hasOperation: (id) => slots.get(id)?.evaluated !== undefined,
  };
}

/** Evaluates the module of an operation. */
async function evaluate(server: ViteDevServer, slots: ReadonlyMap<string, Slot>, id: string): Promise<void> {
  const loaded = (await loadModule(server, entryId(id)))['default'] as Manifest;
  const [entry] = loaded.operations;
  // A file may be empty for a moment while it is written.
  if (typeof entry?.handler !== 'function') throw userError(`unplugin-operations: ${id} does not export a handler.`);
  const slot = slots.get(id)!;
  slot.evaluated = entry;
  fillEntry(slot);
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

async function createApp(exported: unknown, manifest: Manifest, source: string): Promise<App> {
  const made =
    typeof exported === 'function' ? await (exported as (operations: Manifest) => unknown)(manifest) : exported;
  const app = made as App | undefined;
  if (typeof app?.callback === 'function' && Array.isArray(app.middleware)) return app;
  throw userError(
    `unplugin-operations: the default export of ${source} must be a Koa app, or a function that creates one from the operations.`,
  );
}

/** Creates an entry whose identity stays the same while its handler changes. */
function createEntry(
  { contract, template }: CompiledOperation,
  document: Compilation['document'],
  slots: Map<string, Slot>,
  server: ViteDevServer,
): OperationEntry {
  const slot = slots.get(contract.id) ?? {};
  slots.set(contract.id, slot);
  const handler: AnyHandler = async (ctx, next) => {
    try {
      return await slot.evaluated!.handler!(ctx, next);
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error);
      throw error;
    }
  };
  // Present before anything is evaluated, because the app reads whether responses are checked when it is created.
  const responses = (): ReturnType<NonNullable<OperationEntry['responses']>> => slot.evaluated?.responses?.() ?? [];
  slot.entry = { ...entryOf(contract, template.names, document), handler, responses };
  fillEntry(slot);
  return slot.entry;
}

/** Adds the guards of an operation. They are known when its module is evaluated, and a conditional write needs the GET of its path. */
function withGuards(
  entry: OperationEntry,
  { contract }: CompiledOperation,
  operations: readonly CompiledOperation[],
  { slots, load }: { readonly slots: ReadonlyMap<string, Slot>; load(id: string): Promise<void> },
): OperationEntry {
  const { id, path, conditional, idempotent } = contract;
  if (conditional === undefined && idempotent === undefined) return entry;
  const get =
    conditional && operations.find((other) => other.contract.method === 'GET' && other.contract.path === path);
  const guard: Guard = (handler, own, runtime, options) => {
    let guarded: { readonly guards: OperationEntry['guards']; readonly run: AnyHandler } | undefined;
    return async (ctx, next) => {
      if (get) await load(get.contract.id);
      const { guards } = slots.get(id)!.evaluated!;
      if (guarded === undefined || guarded.guards !== guards) {
        const wrap = (inner: AnyHandler, outer: Guard): AnyHandler => outer(inner, own, runtime, options);
        guarded = { guards, run: (guards ?? []).reduceRight(wrap, handler) };
      }
      return guarded.run(ctx, next);
    };
  };
  return Object.assign(entry, { guards: [guard] });
}

/** Fills in the properties that only the evaluated module has. */
function fillEntry({ evaluated, entry }: Slot): void {
  if (evaluated === undefined || entry === undefined) return;
  const { input, picks, responses, middleware, openStream, finish } = evaluated;
  Object.assign(entry, { input, picks, responses, middleware, openStream, finish });
}
