import { type Layer, type MatchResult, Router, type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import { type Match, matchOperation } from '../contract/routes.ts';
import type { Manifest, OperationEntry } from '../contract/operation.ts';
import { METHODS } from '../contract/operation.ts';
import { answerOperation } from './response/answer.ts';
import type { OperationContext } from './context.ts';
import type { RuntimeOptions } from './options.ts';
import { withoutRuntimeOptions } from './options.ts';
import { answerErrors } from './response/problem.ts';
import { refuse, refuseTarget } from './response/refusal.ts';
import { toRoutePath } from './route-path.ts';
import type { Service } from './steps.ts';
import { createService, decodePath, nameValues, pathOf } from './steps.ts';

/** What a router may be told: the runtime's options, and those of @koa/router that leave the operations what they are. */
export interface RouterOptions extends RuntimeOptions {
  /** Before every path, such as `/v1`; it may have parameters of its own. */
  readonly prefix?: string;
  /** The only host, or hosts, to answer for. */
  readonly host?: string | string[] | RegExp;
}

/**
 * Makes a router of @koa/router that serves operations, for a Koa app one already has.
 *
 * Its own middleware (`router.use`) and routes come before the operations. A path it does not know goes on to the app's next middleware.
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} For an operation whose handler is no function.
 * @example app.use(createRouter(operations).routes());
 */
export function createRouter(operations: Manifest, options: RouterOptions = {}): Router {
  return new OperationsRouter(operations, options);
}

interface OperationMatch extends MatchResult {
  operation?: OperationEntry;
}

/** A router that finds operations in the manifest's tables; a layer is made for one when it is first asked for. */
class OperationsRouter extends Router {
  readonly #service: Service;
  /** The layers of its own routes and middleware. */
  readonly #own: Layer[] = [];
  readonly #layers = new Map<OperationEntry, Layer>();
  #prefixLayer: Layer | undefined;
  /** Where a layer goes that is being registered; undefined while none is. */
  #target: Layer[] | undefined;
  /** The match that the next call of `match` is for. */
  #found: OperationMatch | undefined;

  constructor(operations: Manifest, options: RouterOptions) {
    super(withoutRuntimeOptions(options));
    this.#service = createService(operations, options);
    Object.defineProperty(this, 'stack', {
      get: () => this.#target ?? [...this.#own, ...operations.operations.map((entry) => this.#layerOf(entry))],
      enumerable: true,
      configurable: true,
    });
  }

  override use(...middleware: never[]): Router {
    return this.#collect(this.#own, () => super.use(...middleware));
  }

  override register(...route: Parameters<Router['register']>): ReturnType<Router['register']> {
    return this.#collect(this.#target ?? this.#own, () => super.register(...route));
  }

  override prefix(prefix: string): Router {
    this.#layers.clear();
    this.#prefixLayer = undefined;
    return this.#collect(this.#own, () => super.prefix(prefix));
  }

  override route(name: string): Layer | false {
    const own = this.#collect(this.#own, () => super.route(name));
    if (own !== false) return own;
    const entry = this.#service.manifest.operations.find(({ operationId }) => operationId === name);
    return entry !== undefined && this.#layerOf(entry);
  }

  override match(path: string, method: string): OperationMatch {
    const found = this.#found ?? this.#match(path, method.toUpperCase());
    this.#found = undefined;
    return found;
  }

  override middleware(): ReturnType<Router['middleware']> {
    const dispatch = super.middleware();
    const answer: ReturnType<Router['middleware']> = (ctx, next) => {
      if (this.host !== undefined && !this.matchHost(ctx.host)) return next();
      const path: string | undefined = this.opts.routerPath || ctx['newRouterPath'] || pathOf(ctx);
      if (path === undefined) return refuseTarget(ctx);
      const match = this.#match(path, ctx.method);
      if (match.operation !== undefined) begin(ctx, match.operation);
      // dispatch asks match() before it does anything else.
      this.#found = match;
      return dispatch(ctx, () => (match.route || !this.#refuse(ctx, path, match) ? next() : Promise.resolve()));
    };
    answer.router = this;
    return answer;
  }

  #match(path: string, method: string): OperationMatch {
    const match: OperationMatch =
      this.#own.length === 0
        ? { path: [], pathAndMethod: [], route: false }
        : this.#collect(this.#own, () => super.match(path, method));
    const place = this.#locate(path);
    const segments = place && decodePath(this.#service.manifest, place.path);
    if (segments !== undefined) this.#addOperations(match, method, segments, place!.params);
    return match;
  }

  #addOperations(match: OperationMatch, method: string, segments: readonly string[], params: Params): void {
    const { manifest } = this.#service;
    const asked = matchOperation(manifest, method, segments);
    // Other methods' layers belong to the path too: ctx.matched and allowedMethods() read them.
    for (const other of METHODS) {
      if (manifest.routes[other] === undefined || other === asked?.operation.method) continue;
      const operation = matchOperation(manifest, other, segments)?.operation;
      if (operation?.method === other) match.path.push(this.#layerOf(operation));
    }
    if (asked === undefined) return;
    const layer = bindLayer(this.#layerOf(asked.operation), asked, params);
    match.path.push(layer);
    match.pathAndMethod.push(layer);
    match.route = true;
    match.operation = asked.operation;
  }

  #refuse(ctx: Koa.ParameterizedContext, path: string, { path: layers }: OperationMatch): boolean {
    const place = this.#locate(path);
    const others = layers.flatMap(({ methods }) => methods);
    return place !== undefined && refuse(ctx, this.#service.manifest, place.path, others);
  }

  /** Where a request's path is in the manifest: the path without the prefix, and the prefix's parameters. */
  #locate(path: string): Place | undefined {
    if (!this.opts.prefix) return { path, params: {} };
    const layer = (this.#prefixLayer ??= this.#createLayer('/', [], () => {}, { end: false, sensitive: true }));
    const [prefix, ...captures] = layer.regexp.exec(path) ?? [];
    return prefix === undefined ? undefined : { path: path.slice(prefix.length), params: layer.params(path, captures) };
  }

  #layerOf(operation: OperationEntry): Layer {
    const made = this.#layers.get(operation);
    if (made !== undefined) return made;
    const answer: RouterMiddleware = (ctx, next) => {
      // Once more, for a router that this one is mounted in runs only its layers.
      begin(ctx, operation);
      return answerOperation(this.#service, ctx as unknown as OperationContext, next);
    };
    const { method, path, operationId: name } = operation;
    const options = { sensitive: true, strict: this.#service.manifest.strict, ...(name !== undefined && { name }) };
    const layer = this.#createLayer(toRoutePath(path), [method], answer, options);
    this.#layers.set(operation, layer);
    return layer;
  }

  #createLayer(...route: Parameters<Router['register']>): Layer {
    return this.#collect([], () => super.register(...route)) as Layer;
  }

  /** Runs what reads and adds to the stack of @koa/router with another one, so that no operation's layer is made for it. */
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

interface Place {
  readonly path: string;
  readonly params: Params;
}

type Params = Record<string, string>;

function begin(ctx: Koa.ParameterizedContext, operation: OperationEntry): void {
  ctx['operation'] = operation;
  answerErrors(ctx);
}

/** A layer for one request: its parameters are the manifest's, which knows any spelling of a path that percent-encoding allows. */
function bindLayer(layer: Layer, match: Match, prefixParams: Params): Layer {
  return Object.assign(Object.create(layer) as Layer, {
    captures: (path: string) => {
      const captures = layer.captures(path);
      return captures.length > 0 ? captures : match.values.map(encodeURIComponent);
    },
    params: (_path: string, _captures: string[], others?: Params) => {
      return { ...others, ...prefixParams, ...nameValues(match) };
    },
  });
}
