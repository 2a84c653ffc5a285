import type Koa from 'koa';
import type { Layer, MatchResult, RouterMiddleware } from '@koa/router';
import { Router } from '@koa/router';
import { matchSpelling, operationsAt } from '../../shared/contract/routes.ts';
import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import { isMisread, isPlain } from '../../shared/contract/path-spelling.ts';
import { validPath } from '../../shared/contract/refusal.ts';
import type { OperationContext } from './context.ts';
import { hasOwnOnError } from './koa-internals.ts';
import { checkOptions, refuseArguments } from './option-table.ts';
import { hasInvalidHost } from './request/host-field.ts';
import { answerErrors } from './response/problem.ts';
import { useProblems } from './response/problem-format.ts';
import { refuseAfter, refuseHost, refuseTarget } from './response/refusal.ts';
import { encodeRoute, routePathOf } from './route-path.ts';
import type { Params } from './router-layers.ts';
import { addRestUrl, bindLayer, countBefore, encodeRoutes, ignoreCase } from './router-layers.ts';
import { isHidden, isOfOther, spell } from './router-layers.ts';
import { prepareApp, prepareAppsWith } from './prepared-apps.ts';
import type { Runtime, SelectedManifest } from './runtime.ts';
import { manifestOf } from './runtime.ts';
import { checkLists, createRuntime } from './create-runtime.ts';
import { targetPath } from './find-operation.ts';
import { traceOperation } from './tracing.ts';
import { usageError } from './usage-error.ts';
import { checkAround, checkParameters, checkReached, checkVersions, isMiddleware } from './unreached-middleware.ts';
import type { RouterOptions } from './router-options.ts';
import { ROUTER_OPTIONS } from './router-options.ts';

/**
 * Creates a router of @koa/router that serves the operations in an existing Koa app.
 *
 * Your own middleware (`router.use`) and routes run before the operations. Requests for unknown paths, and for other methods of known ones, pass to
 * the app's next middleware. If nothing answers the latter, they get a 405.
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} If an option is invalid, there are more arguments, a handler or middleware is not a function, or a security scheme has no verifier.
 * @example app.use(createRouter(operations).routes());
 */
export function createRouter(operations: Manifest, options?: RouterOptions): Router;
export function createRouter(operations: Manifest, options: RouterOptions = {}, ...others: readonly unknown[]): Router {
  checkOptions('createRouter', options, ROUTER_OPTIONS);
  refuseArguments('createRouter', others);
  return new OperationsRouter(operations, options);
}

interface OperationMatch extends MatchResult {
  operation?: OperationEntry;
}

/** A router that looks up operations in the manifest's routing tables and creates their layers on first use. */
class OperationsRouter extends Router {
  readonly #runtime: Runtime;
  /** The layers of routes and middleware that the user registered. */
  readonly #own: Layer[] = [];
  readonly #layers = new Map<OperationEntry, Layer>();
  #prefixLayer: Layer | undefined;
  /** Those of middleware with a path. */
  readonly #guarding: Layer[] = [];
  /** Whether the app has the router, so that its routes are known. */
  #isMounted = false;
  /** Whether another router has copied the layers of this one. */
  #isCopied = false;
  /** The list that `register` adds to; undefined outside of `#collect`. */
  #target: Layer[] | undefined;
  /** The result for the next call of `match`, computed before `dispatch`. */
  #found: OperationMatch | undefined;

  constructor(operations: Manifest, options: RouterOptions) {
    // A copy, because prefix() changes the router's options.
    super({ ...options, ...(options.prefix !== undefined && { prefix: encodeRoute(options.prefix) }) });
    this.#runtime = createRuntime(operations, options);
    Object.defineProperty(this, 'stack', {
      get: () => this.#target ?? [...this.#own, ...operations.operations.map((entry) => this.#layerOf(entry))],
      enumerable: true,
      configurable: true,
    });
    // The copy is made by Object.assign, which reads all properties.
    Object.defineProperty(this, Symbol('copied'), { get: () => (this.#isCopied = true), enumerable: true });
  }

  override use(...middleware: never[]): Router {
    if (this.#isCopied)
      throw usageError(
        'Another router has copied this one, so this middleware would never run. Call router.use before.',
      );
    checkLists(middleware);
    const given = middleware.map((each, i) => (i === 0 ? encodeRoutes(each) : each));
    const before = this.#own.length;
    this.#collect(this.#own, () => super.use(...given));
    const added = this.#own.slice(before).filter(isMiddleware);
    added.forEach(ignoreCase);
    // Without a path, middleware runs for every route.
    if (typeof given[0] === 'function') return this;
    this.#guarding.push(...added);
    if (this.#isMounted) this.#checkReached(added);
    return this;
  }

  override register(...route: Parameters<Router['register']>): ReturnType<Router['register']> {
    const [path, methods, middleware, ...others] = route;
    const own = [middleware].flat().map((each) => this.#forHost(each));
    return this.#collect(this.#target ?? this.#own, () => super.register(encodeRoutes(path), methods, own, ...others));
  }

  override prefix(prefix: string): Router {
    this.#layers.clear();
    this.#prefixLayer = undefined;
    return this.#collect(this.#own, () => super.prefix(encodeRoute(prefix)));
  }

  override route(name: string): Layer | false {
    const own = this.#collect(this.#own, () => super.route(name));
    if (own !== false) return own;
    const entry = this.#runtime.manifest.operations.find(({ operationId }) => operationId === name);
    return entry !== undefined && this.#layerOf(entry);
  }

  override match(path: string, method: string): OperationMatch {
    const found = this.#found ?? this.#match(path, method.toUpperCase(), this.#runtime.manifest);
    this.#found = undefined;
    return found;
  }

  override routes(...others: readonly unknown[]): ReturnType<Router['middleware']> {
    return this.middleware(...others);
  }

  override middleware(...others: readonly unknown[]): ReturnType<Router['middleware']> {
    if (others.length > 0)
      throw usageError('router.routes takes no arguments, and would ignore them. Pass a guard to router.use.');
    this.#isMounted = true;
    this.#checkReached(this.#guarding);
    const dispatch = super.middleware();
    const answer: ReturnType<Router['middleware']> = (ctx, next) => {
      prepareApp(ctx.app);
      if (hasInvalidHost(ctx.req)) return this.#refuseBy(refuseHost, ctx);
      if (!this.#isForHost(ctx) || isMisread(ctx.originalUrl)) return next();
      const path = this.#pathOf(ctx);
      if (path === undefined) return this.#refuseBy(refuseTarget, ctx);
      const manifest = manifestOf(this.#runtime, ctx);
      const match = this.#match(path, ctx.method, manifest);
      if (!match.route) this.#refuseVersion(manifest, ctx, path);
      if (match.route) checkAround(ctx.router, ctx.router instanceof OperationsRouter, true);
      if (match.operation !== undefined) begin(this.#runtime, ctx, match.operation);
      // dispatch calls match() first, before any await.
      this.#found = match;
      return dispatch(ctx, () => (match.route ? next() : this.#refuse(ctx, path, match, next)));
    };
    answer.router = this;
    prepareAppsWith(answer);
    return answer;
  }

  /** Refuses middleware with a path that no route matches: a guard there would never run. */
  #checkReached(layers: readonly Layer[]): void {
    const { isDev = false, operations } = this.#runtime.manifest;
    checkReached(layers, () => this.#routes(), isDev);
    checkParameters(Object.keys(this.params), () => this.#routes(), isDev);
    if (layers.length > 0) checkVersions(this.#guarding, operations, (entry) => this.#layerOf(entry), isDev);
  }

  *#routes(): Iterable<Layer> {
    yield* this.#own.filter((layer) => !isMiddleware(layer));
    for (const entry of this.#runtime.manifest.operations) yield this.#layerOf(entry);
  }

  #isForHost({ host }: { readonly host: string }): boolean {
    return this.host === undefined || this.matchHost(host);
  }

  /** Middleware for the hosts of this router alone: an outer router runs it without this one's conditions. */
  #forHost(middleware: RouterMiddleware): RouterMiddleware {
    if (this.host === undefined || typeof middleware !== 'function') return middleware;
    return (ctx, next) => (this.#isForHost(ctx) ? middleware(ctx, next) : next());
  }

  #match(path: string, method: string, manifest: Manifest): OperationMatch {
    const match: OperationMatch =
      this.#own.length === 0
        ? { path: [], pathAndMethod: [], route: false }
        : this.#collect(this.#own, () => super.match(path, method));
    const located = this.#locate(path);
    const routed = located && validPath(manifest, located.path);
    if (routed === undefined || isHidden(this.#own, path, spell(path, located!.path, method, manifest))) return match;
    this.#addOperations(match, method, routed, located!.params, manifest);
    return match;
  }

  #addOperations(match: OperationMatch, method: string, routed: string, params: Params, manifest: Manifest): void {
    const matched = matchSpelling(manifest, method, routed);
    // Include the layers of other methods: ctx.matched and allowedMethods() read them.
    for (const [other, operation] of operationsAt(manifest, routed))
      if (operation.method === other && operation !== matched?.operation) match.path.push(this.#layerOf(operation));
    if (matched === undefined) return;
    const layer = bindLayer(this.#layerOf(matched.operation), matched, params);
    match.path.push(layer);
    match.pathAndMethod.push(layer);
    match.route = true;
    match.operation = matched.operation;
  }

  #refuseBy(refuse: typeof refuseHost, ctx: Koa.ParameterizedContext): Promise<void> {
    useProblems(ctx, this.#runtime.problems);
    return refuse(ctx);
  }

  /** Refuses a request that names an unknown version. */
  #refuseVersion({ refuseVersion }: SelectedManifest, ctx: Koa.ParameterizedContext, path?: string): void {
    if (refuseVersion === undefined) return;
    answerProblems(this.#runtime, ctx);
    refuseVersion(path === undefined ? undefined : this.#locate(path)?.path, path === undefined);
  }

  #refuse(
    ctx: Koa.ParameterizedContext,
    path: string,
    { path: layers }: OperationMatch,
    next: Koa.Next,
  ): Promise<void> {
    const located = this.#locate(path);
    if (located === undefined) return next();
    const others = layers.flatMap(({ methods }) => methods);
    return refuseAfter(this.#runtime, ctx, located.path, others, next);
  }

  /** Splits a request's path into the path below the prefix and the prefix's parameters; undefined if the prefix does not match. */
  #locate(path: string): { readonly path: string; readonly params: Params } | undefined {
    if (!this.opts.prefix) return { path, params: {} };
    const layer = (this.#prefixLayer ??= this.#createLayer('/', [], () => {}, { end: false, sensitive: true }));
    const [prefix, ...captures] = layer.regexp.exec(path) ?? [];
    return prefix === undefined ? undefined : { path: path.slice(prefix.length), params: layer.params(path, captures) };
  }

  #layerOf(operation: OperationEntry): Layer {
    const existing = this.#layers.get(operation);
    if (existing !== undefined) return existing;
    const answer: RouterMiddleware = (ctx, next) => {
      // Repeat this here: if this router is nested, the outer router runs only the layers.
      if (hasInvalidHost(ctx.req)) return this.#refuseBy(refuseHost, ctx);
      if (!this.#isForHost(ctx) || isMisread(ctx.originalUrl) || !this.#isSpelled(operation, ctx)) return next();
      checkAround(ctx.router, ctx.router instanceof OperationsRouter);
      begin(this.#runtime, ctx, operation);
      return traceOperation(this.#runtime.wayOf(operation), ctx as unknown as OperationContext, next);
    };
    prepareAppsWith(answer);
    const { method, operationId: name } = operation;
    const options = { sensitive: true, strict: this.#runtime.manifest.strict, ...(name !== undefined && { name }) };
    const layer = this.#createLayer(routePathOf(operation), [method], answer, options);
    addRestUrl(layer);
    this.#layers.set(operation, layer);
    return layer;
  }

  /** Whether the normalized path of a request still has the operation. The prefixes of outer routers are unknown, but not its number of segments. */
  #isSpelled(operation: OperationEntry, ctx: Koa.ParameterizedContext): boolean {
    const given = this.#pathOf(ctx);
    const manifest = manifestOf(this.#runtime, ctx);
    if (isOfOther(operation, manifest)) {
      this.#refuseVersion(manifest, ctx);
      return false;
    }
    if (given !== undefined && isPlain(given)) return true;
    const path = validPath(manifest, given);
    if (path === undefined) return false;
    const own = operation.path === '/' ? '/' : `/${path.split('/').slice(countBefore(ctx, operation)).join('/')}`;
    if (isHidden(this.#layersAround(ctx), path, spell(path, own, ctx.method, manifest))) return false;
    return matchSpelling(manifest, ctx.method, own)?.operation === operation;
  }

  /** The middleware and routes of the outermost router of a request, which can be another one if this one is nested. */
  #layersAround(ctx: Koa.ParameterizedContext): readonly Layer[] {
    const router = (ctx as { readonly router?: Router }).router ?? this;
    return router instanceof OperationsRouter ? router.#own : router.stack;
  }

  /** The path that the router matches. Of a target such as `http://host`, Koa's path is null. */
  #pathOf(ctx: Koa.ParameterizedContext): string | undefined {
    return this.opts.routerPath || ctx['newRouterPath'] || (targetPath(ctx) ?? undefined);
  }

  #createLayer(...route: Parameters<Router['register']>): Layer {
    return this.#collect([], () => super.register(...route)) as Layer;
  }

  /** Runs code of @koa/router with another list as its stack, so that it does not create a layer for every operation. */
  #collect<T>(target: Layer[], run: () => T): T {
    const before = this.#target;
    this.#target = target;
    try {
      return run();
    } finally {
      this.#target = before;
    }
  }
}

function begin(runtime: Runtime, ctx: Koa.ParameterizedContext, operation: OperationEntry): void {
  ctx['operation'] = operation;
  if (runtime.events !== undefined) ctx['events'] = runtime.events;
  answerProblems(runtime, ctx);
  prepareApp(ctx.app);
}

function answerProblems({ problems }: Runtime, ctx: Koa.ParameterizedContext): void {
  useProblems(ctx, problems);
  if (!hasOwnOnError(ctx)) answerErrors(ctx);
}
