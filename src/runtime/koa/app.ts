import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Koa from 'koa';
import {
  hasDotSegment,
  isMisread,
  isNormal,
  normalizePath,
  normalizeTarget,
} from '../../shared/contract/path-spelling.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { openedPath } from '../../shared/contract/refusal.ts';
import { isSeen, markIfWrapped } from '../../shared/contract/seen-request.ts';
import { ConnectionErrors } from './connection/connection-errors.ts';
import type { OperationContext } from './context.ts';
import { disposeWith } from './disposal.ts';
import { composeOf, handle, handleBy, hasOwnOnError } from './koa-internals.ts';
import type { OptionTable } from './option-table.ts';
import { checkOptions, FLAG, FUNCTION, KEYS, LIMIT, POSITIVE, refuseArguments, TEXT } from './option-table.ts';
import type { RuntimeOptions } from './options.ts';
import { RUNTIME_OPTIONS } from './options.ts';
import { hasInvalidHost } from './request/host-field.ts';
import { answerClientErrors } from './response/client-error.ts';
import { answerErrors, rethrow, toError } from './response/problem.ts';
import { useProblems } from './response/problem-format.ts';
import { refuseAs, refuseHost, refuseTarget, refuseUnanswered } from './response/refusal.ts';
import { isUnanswered, writeResponse } from './response/response.ts';
import { prepareApp } from './prepared-apps.ts';
import type { Runtime } from './runtime.ts';
import { manifestOf } from './runtime.ts';
import { createRuntime } from './create-runtime.ts';
import { findOperation, nameValues, targetPath } from './find-operation.ts';
import { hidePath, sentPath, showPath, showTarget } from './shown-path.ts';
import { traceOperation } from './tracing.ts';
import { checkAround } from './unreached-middleware.ts';
import { usageError } from './usage-error.ts';

type KoaOptions = NonNullable<ConstructorParameters<typeof Koa<Koa.DefaultState, Koa.DefaultContext>>[0]>;

/** Options of {@link createApp}: those of the runtime and those of Koa. */
export interface AppOptions extends KoaOptions, RuntimeOptions {
  /**
   * Closes the resources that the app has opened, such as its database. `stop(server)` calls it when the server has ended, and the dev server when it replaces
   * the app or ends. You can call it as `app[Symbol.asyncDispose]()`. It runs once.
   */
  readonly dispose?: () => unknown;
}

/** The rules of {@link AppOptions}, and of `compose`, which the types of Koa lack. */
const APP_OPTIONS: OptionTable<AppOptions & { compose: unknown }> = {
  ...RUNTIME_OPTIONS,
  dispose: FUNCTION,
  env: TEXT,
  keys: KEYS,
  proxy: FLAG,
  subdomainOffset: LIMIT,
  proxyIpHeader: TEXT,
  // Koa trusts all addresses of the header for 0, also those that clients send.
  maxIpsCount: { ...POSITIVE, isGuard: true },
  asyncLocalStorage: {
    expected: 'true, false or an AsyncLocalStorage',
    isValid: (value) => typeof value === 'boolean' || typeof (value as { run?: unknown } | null)?.run === 'function',
  },
  compose: FUNCTION,
};

/**
 * Creates a Koa app that serves the operations after your own middleware, and answers every error with a problem (RFC 9457).
 *
 * @typeParam State The type of `ctx.state`.
 * @typeParam Context The fields that you add to `app.context`.
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} If an option is invalid, there are more arguments, a handler or middleware is not a function, or a security scheme has no verifier.
 * @example createApp(operations).listen(3000);
 */
export function createApp<State = Koa.DefaultState, Context = Koa.DefaultContext>(
  operations: Manifest,
  options?: AppOptions,
): Koa<State, Context> & AsyncDisposable;
export function createApp(
  operations: Manifest,
  options: AppOptions = {},
  ...others: readonly unknown[]
): Koa & AsyncDisposable {
  checkOptions('createApp', options, APP_OPTIONS);
  refuseArguments('createApp', others);
  return new OperationsApp(operations, options);
}

type Callback = ReturnType<Koa['callback']>;

const DONE: Promise<void> = Promise.resolve();
/** `next` of an operation in an app without other middleware. */
const noop = (): Promise<void> => DONE;

/** A Koa app with one way for every request: middleware, then the operation, and when all have returned, the response. */
class OperationsApp extends Koa {
  readonly #runtime: Runtime;
  readonly #errors = new ConnectionErrors((ctx, error) => this.#runAs(ctx, () => ctx.onerror(error)));
  /** Errors that the app around this one has thrown, by the request's context. */
  readonly #outside = new WeakMap<Koa.ParameterizedContext, unknown>();
  /** The first member of `app.middleware`, for apps that compose it themselves (koa-mount). */
  readonly #enter: Koa.Middleware = (ctx, next) => (ctx.app === this ? next() : this.#enterMounted(ctx, next));
  /** The last member of `app.middleware`. */
  readonly #operate: Koa.Middleware = (ctx, next) => this.#serve(ctx as OperationContext, next);

  /** Whether middleware comes too late: requests run the middleware that `callback` has composed. */
  #isComposed = false;
  readonly #dispose: AppOptions['dispose'];
  #disposed: Promise<void> | undefined;

  constructor(operations: Manifest, options: AppOptions) {
    super(options);
    this.#dispose = options.dispose;
    this.#runtime = createRuntime(operations, options, this);
    answerErrors(this.context);
    prepareApp(this);
    handleBy(this, (ctx, run) => this.#run(ctx, run));
    useProblems(this.context, this.#runtime.problems);
    // Not by `use`, which tracing tools patch to wrap middleware.
    this.middleware.push(this.#enter, this.#operate);
  }

  override use<S = {}, C = {}>(
    middleware: Koa.Middleware<Koa.DefaultState & S, Koa.DefaultContext & C>,
    ...others: never[]
  ): Koa<Koa.DefaultState & S, Koa.DefaultContext & C> {
    if (this.#isComposed)
      throw usageError(
        'app.use has no effect after app.callback() or app.listen(), which lambdaHandler and workersHandler call too. Call app.use before.',
      );
    if (others.length > 0)
      throw usageError('app.use takes one function, and would ignore the others. Call it for each of them.');
    const app = super.use(middleware);
    this.#moveOperationsLast();
    return app;
  }

  override callback(): Callback {
    this.#moveOperationsLast();
    this.#isComposed = true;
    const { keys } = this;
    // Code can have set them after the options were checked.
    if (keys !== undefined) checkOptions('the app', { keys }, { keys: KEYS });
    if (this.listenerCount('error') === 0) this.on('error', this.onerror);
    const middleware = this.middleware.filter((item) => item !== this.#enter);
    for (const { router } of middleware as readonly { readonly router?: unknown }[]) checkAround(router, false, true);
    const composed = composeOf(this)(middleware);
    const run = middleware.length === 1 ? (ctx: OperationContext) => this.#serve(ctx, noop) : composed;
    const callback: Callback = (req, res) => {
      res.statusCode = 404;
      if (!isNormal(req.url ?? '')) markIfWrapped(req, callback);
      const ctx = this.createContext(req as IncomingMessage, res as ServerResponse) as OperationContext;
      return this.ctxStorage ? this.ctxStorage.run(ctx, () => this.#handle(ctx, run)) : this.#handle(ctx, run);
    };
    return callback;
  }

  override listen(...args: never[]): Server {
    const server = answerClientErrors(super.listen(...args));
    if (this.#dispose !== undefined) disposeWith(server, this);
    return server;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#disposed ??= (async () => void (await this.#dispose?.()))());
  }

  #moveOperationsLast(): void {
    const { middleware } = this;
    if (middleware.at(-1) === this.#operate) return;
    const place = middleware.indexOf(this.#operate);
    if (place !== -1) middleware.splice(place, 1);
    middleware.push(this.#operate);
  }

  #handle(ctx: OperationContext, run: (ctx: OperationContext) => Promise<unknown> | void): Promise<void> {
    this.#errors.watch(ctx);
    try {
      if (hasInvalidHost(ctx.req)) return this.#run(ctx, refuseHost);
      const isRead = normalizeRequest(ctx, manifestOf(this.#runtime, ctx));
      return isRead ? handle(this, ctx, run) : this.#run(ctx, refuseTarget);
    } catch (error) {
      return this.#fail(ctx, error);
    }
  }

  #run(ctx: OperationContext, run: (ctx: OperationContext) => Promise<unknown> | void): Promise<void> {
    try {
      const done = run(ctx);
      if (done === undefined) return this.#respond(ctx);
      return done.then(
        () => this.#respond(ctx),
        (error: unknown) => this.#fail(ctx, error),
      );
    } catch (error) {
      return this.#fail(ctx, error);
    }
  }

  #respond(ctx: OperationContext): Promise<void> {
    try {
      if (!isUnanswered(ctx))
        return writeResponse(this, ctx, this.#errors)?.catch((error: unknown) => this.#fail(ctx, error)) ?? DONE;
      refuseUnanswered(ctx, manifestOf(this.#runtime, ctx));
      return DONE;
    } catch (error) {
      return this.#fail(ctx, error);
    }
  }

  #fail(ctx: OperationContext, thrown: unknown): Promise<void> {
    // Koa ignores null and undefined, and would never send a response.
    ctx.onerror((thrown ?? toError(thrown)) as Error);
    return DONE;
  }

  /** Runs the matched operation. A request without one goes on: to {@link respond}, or to the app in which this one is mounted. */
  #serve(ctx: OperationContext, next: Koa.Next): Promise<void> | void {
    const { events } = this.#runtime;
    const isMounted = ctx.app !== this;
    const isInner = isMounted || isSeen(ctx.req);
    if (isInner && isMisread(ctx.originalUrl)) return next();
    // Code in front may compare the text of the target, which has an origin then: RFC 9112, 3.2.2.
    if (isInner && !isMounted && !ctx.originalUrl.startsWith('/')) return next();
    if (isMounted && hasInvalidHost(ctx.req)) {
      useProblems(ctx, this.#runtime.problems);
      return refuseHost(ctx);
    }
    const shown = targetPath(ctx);
    const path = isInner ? sentPath(ctx) : shown;
    const manifest = manifestOf(this.#runtime, ctx);
    const match = findOperation(manifest, ctx.request.method, path, shown);
    if (match === undefined) {
      manifest.refuseVersion?.(path ?? shown, !isMounted);
      if (isMounted) return this.#refuseMounted(ctx, next, path ?? shown);
      return next === noop ? undefined : next();
    }
    if (isMounted) this.#answerErrors(ctx);
    const { operation, values } = match;
    const way = this.#runtime.wayOf(operation, next !== noop);
    ctx.operation = operation;
    ctx.params = nameValues(way.names, values);
    if (events !== undefined) ctx.events = events;
    // As @koa/router does, for tools that read it.
    ctx['_matchedRoute'] = way.routePath;
    if (way.operationId !== undefined) ctx['_matchedRouteName'] = way.operationId;
    return traceOperation(way, ctx, next);
  }

  async #enterMounted(ctx: Koa.ParameterizedContext, next: Koa.Next): Promise<void> {
    prepareApp(ctx.app);
    try {
      showPath(ctx, () => manifestOf(this.#runtime, ctx));
      await next();
    } catch (thrown) {
      if (!this.#outside.has(ctx) || this.#outside.get(ctx) !== thrown) this.#answerErrors(ctx);
      rethrow(thrown);
    }
  }

  /** Answers a request without an operation, or passes it on to the app around this one. */
  async #refuseMounted(ctx: OperationContext, next: Koa.Next, path: string | undefined): Promise<void> {
    if (refuseAs(this.#runtime, ctx, path)) return;
    hidePath(ctx);
    try {
      await next();
    } catch (thrown) {
      this.#outside.set(ctx, thrown);
      throw thrown;
    }
  }

  /** Lets this app answer the errors of a request, unless the app around it has its own answer. */
  #answerErrors(ctx: Koa.ParameterizedContext): void {
    useProblems(ctx, this.#runtime.problems);
    if (!hasOwnOnError(ctx)) answerErrors(ctx);
  }

  /** Runs a function with the request's context as `app.currentContext`, if the app tracks it. */
  #runAs<T>(ctx: OperationContext, run: () => T): T {
    return this.ctxStorage ? this.ctxStorage.run(ctx, run) : run();
  }
}

/**
 * Normalizes `ctx.url`, so that middleware and operations agree on the path. `ctx.originalUrl` stays. So does the path that the guards of another
 * framework have seen.
 *
 * @returns Whether the request has a path without dot segments.
 */
function normalizeRequest(ctx: OperationContext, manifest: Manifest): boolean {
  const { url = '' } = ctx.req;
  if (isNormal(url)) return true;
  // An invalid origin has no path.
  if (targetPath(ctx) === undefined) return false;
  const normalized = normalizeTarget(url);
  const isInner = isSeen(ctx.req);
  if (normalized !== url && !isInner) ctx.url = normalized;
  const path = targetPath(ctx);
  if (path === undefined || hasDotSegment(normalizePath(path))) return false;
  const opened = isInner ? path : openedPath(manifest, ctx.request.method, path);
  if (opened !== path) ctx.path = opened;
  if (!isInner) showTarget(ctx);
  if (isInner) showPath(ctx, () => manifest);
  return true;
}
