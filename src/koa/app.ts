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
import { refuse, refuseRest } from './response/refusal.ts';
import type { Service } from './steps.ts';
import { createService, decodePath, nameValues, pathOf, runOperation } from './steps.ts';

type KoaOptions = NonNullable<ConstructorParameters<typeof Koa<Koa.DefaultState, Koa.DefaultContext>>[0]>;

/** What an app may be told: the runtime's options, and Koa's own. */
export interface AppOptions extends KoaOptions, RuntimeOptions {}

/**
 * Makes a Koa app that serves operations, behind the middleware it is given, and answers every error with a problem (RFC 9457).
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} For an operation whose handler or middleware is no function, and for a security scheme that no one verifies.
 * @example createApp(operations).listen(3000);
 */
export function createApp(operations: Manifest, options: AppOptions = {}): Koa {
  return new OperationsApp(operations, options);
}

type Callback = ReturnType<Koa['callback']>;

/** Koa's way from the context to the answer, which its types leave out. */
interface KoaRequests {
  handleRequest(ctx: OperationContext, middleware: () => Promise<void>): Promise<void>;
}

const ANSWERED: Promise<void> = Promise.resolve();
const next = (): Promise<void> => ANSWERED;

class OperationsApp extends Koa {
  readonly #service: Service;
  /** What each connection serves: an error of the connection is the error of the request that is under way. */
  readonly #current = new WeakMap<Socket, { ctx: OperationContext | undefined }>();

  constructor(operations: Manifest, options: AppOptions) {
    super(options);
    this.#service = createService(operations, options);
    answerErrors(this.context);
    super.use((ctx, following) => this.#route(ctx as OperationContext, following));
  }

  override use<S = {}, C = {}>(
    middleware: Koa.Middleware<Koa.DefaultState & S, Koa.DefaultContext & C>,
  ): Koa<Koa.DefaultState & S, Koa.DefaultContext & C> {
    const app = super.use(middleware);
    // The operations come last.
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

  #route(ctx: OperationContext, following: Koa.Next): unknown {
    const { manifest } = this.#service;
    if (this.#find(ctx)) return this.#answer(ctx, following);
    if (!refuse(ctx, manifest, pathOf(ctx))) refuseRest(ctx, manifest);
    return undefined;
  }

  async #answer(ctx: OperationContext, following: Koa.Next): Promise<void> {
    await answerOperation(this.#service, ctx, following);
    // Middleware around the operation need not have let anyone answer.
    if (isUnanswered(ctx)) answerProblem(ctx, 404);
  }

  #find(ctx: OperationContext): boolean {
    const { manifest } = this.#service;
    const segments = decodePath(manifest, pathOf(ctx));
    const match = segments && matchOperation(manifest, ctx.method, segments);
    if (match === undefined) return false;
    ctx.operation = match.operation;
    ctx.params = nameValues(match);
    return true;
  }

  /** The short way: as long as nobody but the operation has a say, the answer needs none of Koa's machinery. */
  #serve(ctx: OperationContext): Promise<void> {
    ctx.res.statusCode = 404;
    try {
      if (!this.#find(ctx)) return this.#serveByKoa(ctx, () => this.#route(ctx, next));
      if (this.#service.checksResponses || ctx.operation.middleware !== undefined)
        return this.#serveByKoa(ctx, () => this.#answer(ctx, next));
      this.#watch(ctx);
      const value = runOperation(this.#service, ctx, next);
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
    return ANSWERED;
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
      return ANSWERED;
    }
    const text = encodeJson(operation, body);
    res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
    res.end(ctx.method === 'HEAD' ? undefined : text);
    return ANSWERED;
  }

  #serveByKoa(ctx: OperationContext, answer: () => unknown): Promise<void> {
    const { socket, statusCode } = ctx.res;
    const current = socket === null ? undefined : this.#current.get(socket);
    // From here on Koa itself watches the connection.
    if (current !== undefined) current.ctx = undefined;
    return (this as unknown as KoaRequests).handleRequest(ctx, async () => {
      // handleRequest starts a response anew; this one may have been begun.
      ctx.res.statusCode = statusCode;
      await answer();
    });
  }

  /** Reports an error of the connection while a request is under way, as Koa does, but with one listener for each connection. */
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

  /** Runs something with a request's context as the app's current one, where the app keeps one. */
  #runAs<T>(ctx: OperationContext, run: () => T): T {
    return this.ctxStorage ? this.ctxStorage.run(ctx, run) : run();
  }
}
