import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ViteDevServer } from 'vite';
import { printableLines } from '../../build/compiler/diagnostics/source.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { toPosix } from '../../build/project/files.ts';
import { userError } from '../../build/project/errors.ts';
import type { Lease, LeasedApp, Listener } from './app-lease.ts';
import { leaseApp } from './app-lease.ts';
import type { FailingApp } from './failures/index.ts';

/** The part of a Koa app that is used here. */
export interface App extends FailingApp, LeasedApp {
  readonly middleware: unknown[];
}

/** The app that serves requests now. */
export interface HeldApp {
  /**
   * Replaces the app if its module or manifest has changed, and disposes of the one before.
   *
   * @param exported The app, or the function that creates it.
   * @throws {unknown} Any error of the function. The app then stays as it was.
   */
  replace(exported: unknown, manifest: Manifest): Promise<void>;
  app(): App | undefined;
  /** The manifest that the app was created with. */
  manifest(): Manifest | undefined;
  /** Whether the app was created with an operation. */
  hasOperation(id: string): boolean;
  listener(): Listener | undefined;
  /** Disposes of the app. */
  close(): Promise<void>;
}

/** The module that creates apps. */
export const RUNTIME = 'unplugin-operations/koa';
/** This module's path in stack traces. */
const HERE = new URL(import.meta.url).pathname;

/**
 * Prepares for an app.
 *
 * @param source The module of the app; undefined for `createApp`.
 * @param prepare Called with each app before it is used.
 */
export function createHeldApp(
  server: ViteDevServer,
  source: string | undefined,
  prepare: (app: App, manifest: Manifest) => void,
): HeldApp {
  /** The last error that was logged: each request tries again, and it is logged once. */
  let logged: string | undefined;
  let current: { readonly exported: unknown; readonly manifest: Manifest; app: App; readonly lease: Lease } | undefined;
  let closed: Promise<void> | undefined;
  const log = (error: unknown, before = ''): void => {
    const text = before + (error instanceof Error ? (error.stack ?? error.message) : String(error));
    // Without the colors of Vite's frames.
    if (text !== logged)
      server.config.logger.error(printableLines(stripVTControlCharacters(text)), { timestamp: true });
    logged = text;
  };
  const end = async (lease: Lease, limit?: number): Promise<void> => {
    try {
      await lease.end(limit);
    } catch (error) {
      log(error, 'The app could not be disposed of: ');
    }
  };
  return {
    async replace(exported, manifest) {
      if (current?.exported === exported && current?.manifest === manifest) return;
      try {
        const app = await createApp(exported, manifest, source && modulePath(server, source));
        prepare(app, manifest);
        const before = current?.lease;
        current = { exported, manifest, app, lease: leaseApp(app) };
        logged = undefined;
        if (before !== undefined && before.app !== app) void end(before);
      } catch (thrown) {
        const error = source === undefined ? withAppHint(thrown, manifest) : thrown;
        if (error instanceof Error) cutStack(error, server);
        // Vite logs errors in modules itself, but not those in a function of a module.
        log(error);
        throw error;
      }
    },
    app: () => current?.app,
    manifest: () => current?.manifest,
    hasOperation: (id) => current?.manifest.operations.some((operation) => operation.id === id) === true,
    listener: () => current?.lease.listener,
    close: () => (closed ??= current === undefined ? Promise.resolve() : end(current.lease, 0)),
  };
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

/** The path of a module as the options have it. */
export function modulePath({ config }: ViteDevServer, source: string): string {
  return toPosix(relative(config.root, source));
}
