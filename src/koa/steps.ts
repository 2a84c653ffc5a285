import type Koa from 'koa';
import type { Match } from '../contract/routes.ts';
import { splitPath } from '../contract/routes.ts';
import type { Manifest, OperationEntry } from '../contract/operation.ts';
import { readBody } from './request/body/index.ts';
import type { Handler, OperationContext } from './context.ts';
import { receiveInput } from './request/input.ts';
import type { BodyLimits, RuntimeOptions } from './options.ts';
import { resolveLimits } from './options.ts';
import type { Alternative } from './request/security/index.ts';
import { authorize, resolveAlternatives } from './request/security/index.ts';
import { usageError } from './usage-error.ts';

/** A manifest whose handlers are ready to be called. */
export interface Service {
  readonly manifest: Manifest;
  readonly handlers: ReadonlyMap<OperationEntry, Handler>;
  readonly limits: BodyLimits;
  /** How to pass each operation that asks who sends a request. */
  readonly alternatives: ReadonlyMap<OperationEntry, readonly Alternative[]>;
  readonly checksResponses: boolean;
}

/**
 * Makes a manifest's handlers ready.
 *
 * @throws {TypeError} For an operation whose handler or middleware is no function, for a security scheme that no one verifies, and for an option that
 * is not what it is to be.
 */
export function createService(manifest: Manifest, options: RuntimeOptions): Service {
  for (const entry of manifest.operations) checkMiddleware(entry);
  return {
    manifest,
    handlers: new Map(manifest.operations.map((entry) => [entry, readyHandler(entry)])),
    limits: resolveLimits(options),
    alternatives: resolveAlternatives(manifest, options.security ?? {}),
    checksResponses: resolveCheck(manifest, options.checkResponses),
  };
}

/** `ctx.auth` where no one is asked. */
const NOBODY = Object.freeze(Object.create(null) as Record<string, unknown>);

/** The path of a request, undefined where its target has none: RFC 9112, 3.2. */
export function pathOf(ctx: Koa.ParameterizedContext): string | undefined {
  try {
    return ctx.path;
  } catch {
    return undefined;
  }
}

/** The decoded segments of a request's path, undefined where there is none, it begins with no slash or it has a malformed percent-escape. */
export function decodePath({ strict }: Manifest, path: string | undefined): string[] | undefined {
  try {
    // Node takes `*pets` for a target; what guards paths would not know it for `/pets`.
    return path === undefined || (path !== '' && !path.startsWith('/')) ? undefined : splitPath(path, strict);
  } catch {
    return undefined;
  }
}

/** The values of a match by their names. */
export function nameValues({ operation, values }: Match): Record<string, string> {
  const params: Record<string, string> = {};
  operation.names.forEach((name, index) => (params[name] = values[index]!));
  return params;
}

/**
 * Takes the operation that a request was routed to, `ctx.operation`, through its steps: who asks, the body, the input, the handler.
 *
 * @returns What the handler returned: a value, or a promise of it.
 */
export function runOperation(service: Service, ctx: OperationContext, next: Koa.Next): unknown {
  const { security } = ctx.operation;
  if (security === undefined || security.length === 0) {
    ctx.auth ??= NOBODY;
    return handleInput(service, ctx, next);
  }
  return authorize(ctx, service.alternatives.get(ctx.operation)!).then(() => handleInput(service, ctx, next));
}

function handleInput({ handlers, limits }: Service, ctx: OperationContext, next: Koa.Next): unknown {
  const { operation } = ctx;
  const handler = handlers.get(operation)!;
  const body = operation.input?.body;
  if (body !== undefined) {
    return readBody(ctx, body, limits).then((read) => {
      receiveInput(ctx, read);
      return handler(ctx, next);
    });
  }
  receiveInput(ctx, undefined);
  return handler(ctx, next);
}

function resolveCheck({ operations }: Manifest, asked: boolean | undefined): boolean {
  const mute = operations.find((entry) => entry.responses === undefined);
  if (asked === true && mute !== undefined) {
    throw usageError(
      `The option checkResponses needs a bundle that says what operations may answer, and that of ${mute.id} does not. Build it with the plugin's option checkResponses.`,
    );
  }
  return asked ?? (operations.length > 0 && mute === undefined);
}

function checkMiddleware({ id, middleware = [] }: OperationEntry): void {
  for (const item of middleware as readonly unknown[]) {
    if (typeof item !== 'function')
      throw usageError(
        `What a _middleware around ${id} exports is no function: ${typeof item}. A list may have functions alone.`,
      );
  }
}

function readyHandler(entry: OperationEntry): Handler {
  const { handler, load } = entry;
  if (handler !== undefined || load === undefined) return checkHandler(entry, handler);
  let loaded: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  const fetchHandler = async (): Promise<Handler> => (loaded = checkHandler(entry, await load()));
  return (ctx, next) => {
    if (loaded !== undefined) return loaded(ctx, next);
    // After a failure the next request tries again.
    loading ??= fetchHandler().finally(() => (loading = undefined));
    return loading.then((ready) => ready(ctx, next));
  };
}

function checkHandler(entry: OperationEntry, handler: unknown): Handler {
  if (typeof handler === 'function') return handler as Handler;
  throw usageError(`the handler of ${entry.method} ${entry.path} (${entry.id}) is no function: ${typeof handler}`);
}
