import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Koa from 'koa';
import { matchOperation } from '../contract/routes.ts';
import type { Manifest } from '../contract/operation.ts';
import { answerOperation, isThenable, isUnanswered, isUntouched, putAnswer } from './response/answer.ts';
import { answerClientErrors } from './response/client-error.ts';
import type { OperationContext } from './context.ts';
import { encodeJson, isOpaque, jsonTypeOf } from './response/encode.ts';
import { pageBody } from './response/paging.ts';
import type { RuntimeOptions } from './options.ts';
import { answerErrors, answerProblem, toError } from './response/problem.ts';
import { useProblems } from './response/problem-format.ts';
import { refuse, refuseRest } from './response/refusal.ts';
import type { Runtime } from './steps.ts';
import { createRuntime, decodePath, nameValues, pathOf, runOperation } from './steps.ts';

type KoaOptions = NonNullable<ConstructorParameters<typeof Koa<Koa.DefaultState, Koa.DefaultContext>>[0]>;

/** Options of {@link createApp}: those of the runtime and those of Koa. */
export interface AppOptions extends KoaOptions, RuntimeOptions {}

/**
 * Creates a Koa app that serves the operations after your own middleware, and answers every error with a problem (RFC 9457).
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} If an option is invalid, a handler or middleware is not a function, or a security scheme has no verifier.
 * @example createApp(operations).listen(3000);
 */
export function createApp(operations: Manifest, options: AppOptions = {}): Koa {
  return new OperationsApp(operations, options);
}

type Callback = ReturnType<Koa['callback']>;

/** A method of Koa that its types omit: runs the middleware, then writes the response. */
interface KoaRequests {
  handleRequest(ctx: OperationContext, middleware: () => Promise<void>): Promise<void>;
}

const DONE: Promise<void> = Promise.resolve();
/** `next` of the last middleware. */
const noop = (): Promise<void> => DONE;

class OperationsApp extends Koa {
  readonly #runtime: Runtime;
  /** The current request of each connection: an error of the connection is reported for this request. */
  readonly #current = new WeakMap<Socket, { ctx: OperationContext | undefined }>();

  constructor(operations: Manifest, options: AppOptions) {
    super(options);
    this.#runtime = createRuntime(operations, options);
    answerErrors(this.context);
    useProblems(this.context, this.#runtime.problems);
    super.use((ctx, next) => this.#route(ctx as OperationContext, next));
  }

  override use<S = {}, C = {}>(
    middleware: Koa.Middleware<Koa.DefaultState & S, Koa.DefaultContext & C>,
  ): Koa<Koa.DefaultState & S, Koa.DefaultContext & C> {
    const app = super.use(middleware);
    // Operations stay last: `super.use` appends, so move the operations behind the new middleware.
    this.middleware.push(...this.middleware.splice(-2, 1));
    return app;
  }

  override callback(): Callback {
    const koa = super.callback();
    if (this.middleware.length > 1) return koa;
    return (req, res) => {
      if (req.httpVersionMajor > 1) return koa(req, res);
      const ctx = this.createContext(req as IncomingMessage, res as ServerResponse) as OperationContext;
      return this.#runAs(ctx, () => this.#serve(ctx));
    };
  }

  override listen(...args: never[]): Server {
    return answerClientErrors(super.listen(...args));
  }

  #route(ctx: OperationContext, next: Koa.Next): unknown {
    const { manifest } = this.#runtime;
    if (this.#find(ctx)) return this.#answer(ctx, next);
    if (!refuse(ctx, manifest, pathOf(ctx))) refuseRest(ctx, manifest);
    return undefined;
  }

  async #answer(ctx: OperationContext, next: Koa.Next): Promise<void> {
    await answerOperation(this.#runtime, ctx, next);
    // A `_middleware` may return without calling next() and without setting a response.
    if (isUnanswered(ctx)) answerProblem(ctx, 404);
  }

  #find(ctx: OperationContext): boolean {
    const { manifest } = this.#runtime;
    const segments = decodePath(manifest, pathOf(ctx));
    const match = segments && matchOperation(manifest, ctx.method, segments);
    if (match === undefined) return false;
    ctx.operation = match.operation;
    ctx.params = nameValues(match);
    return true;
  }

  /** Fast path: no middleware is installed, so Koa's pipeline can be skipped. */
  #serve(ctx: OperationContext): Promise<void> {
    ctx.res.statusCode = 404;
    try {
      if (!this.#find(ctx)) return this.#serveByKoa(ctx, () => this.#route(ctx, noop));
      if (this.#runtime.checksResponses || ctx.operation.middleware !== undefined)
        return this.#serveByKoa(ctx, () => this.#answer(ctx, noop));
      this.#watch(ctx);
      const value = runOperation(this.#runtime, ctx, noop);
      if (!isThenable(value)) return this.#finish(ctx, value);
      return Promise.resolve(value)
        .then((result) => this.#finish(ctx, result))
        .catch((error: unknown) => this.#fail(ctx, error));
    } catch (error) {
      return this.#fail(ctx, error);
    }
  }

  #fail(ctx: OperationContext, thrown: unknown): Promise<void> {
    ctx.onerror(toError(thrown));
    return DONE;
  }

  #finish(ctx: OperationContext, value: unknown): Promise<void> {
    const { operation, res } = ctx;
    const status = operation.status ?? 200;
    const type = jsonTypeOf(operation);
    const isPlain = isUntouched(ctx) && !isOpaque(value) && status !== 204 && status !== 205 && status !== 304;
    if (!isPlain || type === undefined) return this.#serveByKoa(ctx, () => putAnswer(ctx, value, undefined));
    const body = operation.paging === undefined ? value : pageBody(ctx, value);
    if (body === undefined) {
      res.writeHead(204).end();
      return DONE;
    }
    const text = encodeJson(operation, body);
    res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
    res.end(ctx.method === 'HEAD' ? undefined : text);
    return DONE;
  }

  #serveByKoa(ctx: OperationContext, answer: () => unknown): Promise<void> {
    const { socket, statusCode } = ctx.res;
    const current = socket === null ? undefined : this.#current.get(socket);
    // From here on, Koa itself listens for errors of the connection.
    if (current !== undefined) current.ctx = undefined;
    return (this as unknown as KoaRequests).handleRequest(ctx, async () => {
      // handleRequest resets the status, which may already be set.
      ctx.res.statusCode = statusCode;
      await answer();
    });
  }

  /** Reports an error of the connection during a request, as Koa does, but with one listener per connection. */
  #watch(ctx: OperationContext): void {
    const { socket } = ctx.res;
    if (typeof socket?.on !== 'function') return;
    const current = this.#current.get(socket) ?? this.#listen(socket);
    current.ctx = ctx;
  }

  #listen(socket: Socket): { ctx: OperationContext | undefined } {
    const current: { ctx: OperationContext | undefined } = { ctx: undefined };
    this.#current.set(socket, current);
    socket.on('error', (error) => {
      const { ctx } = current;
      if (ctx?.res.writableFinished === false) this.#runAs(ctx, () => ctx.onerror(error));
    });
    return current;
  }

  /** Runs a function with the request's context as `app.currentContext`, if the app tracks it. */
  #runAs<T>(ctx: OperationContext, run: () => T): T {
    return this.ctxStorage ? this.ctxStorage.run(ctx, run) : run();
  }
}
