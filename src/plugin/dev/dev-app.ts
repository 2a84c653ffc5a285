import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { entryOf, usedSchemes } from '../../codegen/manifest/entry.ts';
import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import { contractsOf } from '../../compiler/compile.ts';
import type { AnyHandler, Manifest, OperationEntry } from '../../contract/operation.ts';
import { FRAME, entryId } from '../../project/virtual-modules.ts';
import { userError } from '../../project/errors.ts';
import type { Tree } from './tree.ts';

/** A listener for `node:http`'s requests. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** What serves a tree, piece by piece: an operation is evaluated when it is first asked for, and again when its modules have changed. */
export interface DevApp {
  /** Takes up what the tree serves now. */
  renew(): void;
  /**
   * Makes the app, and makes it again where its module or the tree is another.
   *
   * @throws Whatever Vite, or evaluating a module, throws; then the app is what it was.
   */
  loadApp(): Promise<void>;
  /** Sees to it that an operation runs what its modules say; throws as {@link loadApp}. */
  loadOperation(id: string): Promise<void>;
  /** The app, once it has been made. */
  app(): Listener | undefined;
  /** Whether an operation has ever been loaded. */
  hasOperation(id: string): boolean;
}

/** A Koa app, as far as it matters here. */
interface App {
  callback(): Listener;
}

/** What has been evaluated of an operation, and the entry of the manifest that it is put into. */
interface Slot {
  evaluated?: OperationEntry;
  entry?: OperationEntry;
}

const RUNTIME = 'unplugin-operations/koa';
/** This module, as it stands in stacks. */
const HERE = new URL(import.meta.url).pathname;

/**
 * Prepares a devApp.
 *
 * @param source The module whose default export is the app, or a function that makes one of the operations; undefined for `createApp`.
 */
export function createDevApp(server: ViteDevServer, tree: Tree, source: string | undefined): DevApp {
  const slots = new Map<string, Slot>();
  let manifest: Promise<Manifest> | undefined;
  /** Why there is no app, as the terminal was told: each request asks for it again. */
  let told: string | undefined;
  let made: { readonly by: unknown; readonly of: Manifest; readonly listener: Listener } | undefined;

  const composeManifest = async (): Promise<Manifest> => {
    const frame = (await server.ssrLoadModule(FRAME))['default'] as Manifest;
    const served = tree.served();
    if (served === undefined) return frame;
    return {
      ...frame,
      operations: served.operations.map((operation) => openEntry(operation, served.document, slots, server)),
      securitySchemes: usedSchemes(contractsOf(served), served.document),
      routes: tree.routing().routes,
    };
  };

  return {
    renew() {
      manifest = undefined;
    },
    async loadApp() {
      const of = await (manifest ??= composeManifest());
      const module = await server.ssrLoadModule(source ?? RUNTIME, { fixStacktrace: true });
      const by: unknown = module[source === undefined ? 'createApp' : 'default'];
      if (made?.by === by && made?.of === of) return;
      try {
        made = { by, of, listener: (await makeApp(by, of, source ?? RUNTIME)).callback() };
        told = undefined;
      } catch (thrown) {
        const error = source === undefined ? hintAtApp(thrown, of) : thrown;
        if (error instanceof Error) cutStack(error, server);
        // What fails in a module Vite tells itself; here it is a function of one.
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        if (text !== told) server.config.logger.error(text, { timestamp: true });
        told = text;
        throw error;
      }
    },
    async loadOperation(id) {
      const loaded = (await server.ssrLoadModule(entryId(id), { fixStacktrace: true }))['default'] as Manifest;
      const [entry] = loaded.operations;
      // A file that is being written may be empty for a moment.
      if (typeof entry?.handler !== 'function') throw userError(`unplugin-operations: ${id} exports no handler.`);
      const slot = slots.get(id)!;
      slot.evaluated = entry;
      fillEntry(slot);
    },
    app: () => made?.listener,
    hasOperation: (id) => slots.get(id)?.evaluated !== undefined,
  };
}

/** Only an app of the project knows who may ask. */
function hintAtApp(thrown: unknown, { securitySchemes = {} }: Manifest): unknown {
  if (!(thrown instanceof TypeError) || Object.keys(securitySchemes).length === 0) return thrown;
  return userError(
    `${thrown.message} The dev server makes the app itself; name the module that makes yours with the plugin's option "app".`,
  );
}

/** Leaves of a stack what is the project's, in the lines of its sources: from the call in here on it is the plugin's and Vite's. */
function cutStack(error: Error, server: ViteDevServer): void {
  server.ssrFixStacktrace(error);
  const lines = (error.stack ?? error.message).split('\n');
  const end = lines.findIndex((line) => /^ +at /.test(line) && line.includes(HERE));
  if (end !== -1) error.stack = lines.slice(0, end).join('\n');
}

async function makeApp(by: unknown, of: Manifest, source: string): Promise<App> {
  const app = (typeof by === 'function' ? await (by as (operations: Manifest) => unknown)(of) : by) as App | undefined;
  if (typeof app?.callback === 'function') return app;
  throw userError(
    `unplugin-operations: the default export of ${source} is to be a Koa app, or a function that makes one of the operations.`,
  );
}

/** An entry that stays the same while what it runs changes. */
function openEntry(
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
  // There before anything is evaluated, so that an app knows that answers are checked.
  const responses = (): ReturnType<NonNullable<OperationEntry['responses']>> => slot.evaluated?.responses?.() ?? [];
  slot.entry = { ...entryOf(contract, template.names, document), handler, responses };
  fillEntry(slot);
  return slot.entry;
}

/** Puts in what only evaluating tells; getters stay getters. */
function fillEntry({ evaluated, entry }: Slot): void {
  if (evaluated === undefined || entry === undefined) return;
  const { handler: _, ...others } = Object.getOwnPropertyDescriptors(evaluated);
  // An operation that takes nothing any more, or that nothing wraps, says so by leaving it out.
  for (const name of ['input', 'middleware']) if (!Object.hasOwn(evaluated, name)) Reflect.deleteProperty(entry, name);
  Object.defineProperties(entry, others);
}
