import type Koa from 'koa';
import type { Match } from '../contract/matcher.ts';
import { splitPath } from '../contract/matcher.ts';
import type { Manifest, OperationEntry } from '../contract/operation.ts';
import { readBody } from './body/index.ts';
import type { Handler, OperationContext } from './context.ts';
import { receiveInput } from './input.ts';
import type { BodyLimits, RuntimeOptions } from './options.ts';
import { resolveLimits } from './options.ts';
import { authorize } from './security.ts';

/** A manifest whose handlers are ready to be called. */
export interface Service {
  readonly manifest: Manifest;
  readonly handlers: ReadonlyMap<OperationEntry, Handler>;
  readonly limits: BodyLimits;
}

/**
 * Makes a manifest's handlers ready.
 *
 * @throws {TypeError} For an operation whose handler is no function, or an option that is no limit.
 */
export function createService(manifest: Manifest, options: RuntimeOptions): Service {
  const handlers = new Map(manifest.operations.map((entry) => [entry, readyHandler(entry)]));
  return { manifest, handlers, limits: resolveLimits(options) };
}

/** The decoded segments of a request's path, undefined where it has a malformed percent-escape. */
export function decodePath({ strict }: Manifest, path: string): string[] | undefined {
  try {
    return splitPath(path, strict);
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
  const authorized = authorize(ctx);
  if (authorized === undefined) return handleInput(service, ctx, next);
  return authorized.then(() => handleInput(service, ctx, next));
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

function readyHandler(entry: OperationEntry): Handler {
  const { handler, load } = entry;
  if (handler !== undefined || load === undefined) return checkHandler(entry, handler);
  let loaded: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  const fetchHandler = async (): Promise<Handler> => {
    try {
      return (loaded = checkHandler(entry, await load()));
    } finally {
      // After a failure the next request tries again.
      loading = undefined;
    }
  };
  return (ctx, next) => {
    if (loaded !== undefined) return loaded(ctx, next);
    loading ??= fetchHandler();
    return loading.then((ready) => ready(ctx, next));
  };
}

function checkHandler(entry: OperationEntry, handler: unknown): Handler {
  if (typeof handler === 'function') return handler as Handler;
  throw new TypeError(`the handler of ${entry.method} ${entry.path} (${entry.id}) is no function: ${typeof handler}`);
}
