import type Koa from 'koa';
import { pathToMatch } from '../contract/refusal.ts';
import type { Match } from '../contract/routes.ts';
import { matchOperation } from '../contract/routes.ts';
import type { Cursors } from '../contract/cursor-position.ts';
import type { ResponseChecks } from '../contract/enforcement.ts';
import type { Guard, Manifest, OperationEntry } from '../contract/manifest.ts';
import type { ReadBody } from './request/body/index.ts';
import { readBody } from './request/body/index.ts';
import type { Handler, OperationContext } from './context.ts';
import { readInput } from './request/input.ts';
import type { BodyLimits, RuntimeOptions } from './options.ts';
import { resolveLimits, resolveSecrets } from './options.ts';
import type { Alternative } from './request/security/index.ts';
import { authorize, resolveAlternatives } from './request/security/index.ts';
import type { ProblemWriter } from './response/problem-format.ts';
import { resolveProblems } from './response/problem-format.ts';
import { usageError } from './usage-error.ts';

/** A manifest with its handlers, limits and verifiers resolved. */
export interface Runtime {
  /** The app that `createApp` made; undefined for a router, which serves any app. */
  readonly app?: Koa;
  readonly manifest: Manifest;
  /** The handler of an operation, with its guards. */
  handlerOf(entry: OperationEntry): Handler;
  readonly limits: BodyLimits;
  /** The security alternatives by the requirements of each operation that requires authentication. */
  readonly alternatives: ReadonlyMap<OperationEntry['security'], readonly Alternative[]>;
  /** Checks responses, if the app does. */
  readonly checks: ResponseChecks | undefined;
  readonly picksResponses: boolean;
  /** Reads and writes cursors, if a list has one. */
  readonly cursors: Cursors | undefined;
  readonly problems: ProblemWriter;
}

/**
 * Resolves everything that requests need before the first one arrives.
 *
 * @param app The app that `createApp` made.
 * @throws {TypeError} If an option is invalid, a handler or middleware is not a function, or a security scheme has no verifier.
 */
export function createRuntime(manifest: Manifest, options: RuntimeOptions, app?: Koa): Runtime {
  for (const entry of manifest.operations) checkMiddleware(entry);
  const checks = resolveChecks(manifest, options.checkResponses);
  const secrets = resolveSecrets(options);
  const handlers = new WeakMap<OperationEntry, Handler>();
  const runtime: Runtime = {
    ...(app !== undefined && { app }),
    manifest,
    handlerOf(entry) {
      let handler = handlers.get(entry);
      if (handler === undefined) {
        const wrap = (inner: Handler, guard: Guard): Handler => guard(inner, entry, runtime, options);
        handlers.set(entry, (handler = (entry.guards ?? []).reduceRight(wrap, resolveHandler(entry))));
      }
      return handler;
    },
    limits: resolveLimits(options),
    alternatives: resolveAlternatives(manifest, options.security ?? {}),
    checks,
    cursors: manifest.cursors?.(secrets, checks !== undefined),
    picksResponses: options.pickResponses ?? true,
    problems: resolveProblems(manifest, options.formatProblem),
  };
  for (const entry of manifest.operations) runtime.handlerOf(entry);
  return runtime;
}

/** `ctx.auth` of operations without security. */
const NO_AUTH = Object.freeze(Object.create(null) as Record<string, unknown>);

/** The path of a request, or undefined if the request target has none: RFC 9112, 3.2. */
export function pathOf(ctx: Koa.ParameterizedContext): string | undefined {
  try {
    return ctx.path;
  } catch {
    return undefined;
  }
}

/** Finds the operation of a request, with its path parameters by name. */
export function findOperation(
  manifest: Manifest,
  method: string,
  path: string | undefined,
): { readonly operation: OperationEntry; readonly params: Record<string, string> } | undefined {
  const routed = pathToMatch(manifest, path);
  const match = routed === undefined ? undefined : matchOperation(manifest, method, routed);
  return match && { operation: match.operation, params: nameValues(match) };
}

/** The path parameters of a match, by name. */
export function nameValues({ operation, values }: Match): Record<string, string> {
  const params: Record<string, string> = {};
  operation.names.forEach((name, index) => (params[name] = values[index]!));
  return params;
}

/**
 * Runs the steps of the matched operation (`ctx.operation`): authenticate, read the body, validate the input, call the handler.
 *
 * @returns The handler's result, or a promise of it.
 * @throws {Error} With a status of 400, 401, 403, 413 or 415 if a step refuses the request, and every error of the handler.
 */
export function runOperation(runtime: Runtime, ctx: OperationContext, next: Koa.Next): unknown {
  const { security } = ctx.operation;
  if (security === undefined || security.length === 0) {
    ctx.auth ??= NO_AUTH;
    return handleInput(runtime, ctx, next);
  }
  return authorize(ctx, runtime.alternatives.get(security)!).then(() => handleInput(runtime, ctx, next));
}

function handleInput(runtime: Runtime, ctx: OperationContext, next: Koa.Next): unknown {
  const { limits, manifest, cursors } = runtime;
  const { operation } = ctx;
  const handler = runtime.handlerOf(operation);
  const body = operation.input?.body;
  const handle = (read: ReadBody | undefined): unknown => {
    readInput(ctx, read, cursors);
    if (manifest.isDev && body !== undefined)
      manifest.checks?.reportLeftOut(operation, read?.value, ctx.input.body, 'request');
    return handler(ctx, next);
  };
  const read = body === undefined ? undefined : readBody(ctx, body, limits);
  return read instanceof Promise ? read.then(handle) : handle(read);
}

function resolveChecks({ operations, checks }: Manifest, requested: boolean | undefined): ResponseChecks | undefined {
  const [unchecked] = checks === undefined ? operations : [];
  if (requested === true && unchecked !== undefined) {
    throw usageError(
      `The option checkResponses needs response schemas, but the bundle has none for ${unchecked.id}. Build it with the plugin's option checkResponses.`,
    );
  }
  return requested === false ? undefined : checks;
}

function checkMiddleware({ id, middleware = [] }: OperationEntry): void {
  for (const item of middleware as readonly unknown[]) {
    if (typeof item !== 'function')
      throw usageError(
        `The _middleware file around ${id} must export a function or a list of functions, not ${typeof item}.`,
      );
  }
}

function resolveHandler(entry: OperationEntry): Handler {
  const { handler, load } = entry;
  if (handler !== undefined || load === undefined) return checkHandler(entry, handler);
  let loaded: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  const fetchHandler = async (): Promise<Handler> => (loaded = checkHandler(entry, await load()));
  return (ctx, next) => {
    if (loaded !== undefined) return loaded(ctx, next);
    // After a failure, the next request loads the module again.
    loading ??= fetchHandler().finally(() => (loading = undefined));
    return loading.then((handle) => handle(ctx, next));
  };
}

function checkHandler(entry: OperationEntry, handler: unknown): Handler {
  if (typeof handler === 'function') return handler as Handler;
  throw usageError(
    `The handler of ${entry.method} ${entry.path} (${entry.id}) must be a function, not ${typeof handler}.`,
  );
}
