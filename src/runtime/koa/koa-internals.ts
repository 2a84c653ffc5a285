import type Koa from 'koa';
import type { OperationContext } from './context.ts';

/*
 * Everything that this project uses of Koa without Koa documenting it. test/runtime/koa/koa-internals.test.ts fails if Koa changes it.
 */

/** Koa's composition of middleware. An app's own one can be replaced by its option `compose`. */
export type Compose = (
  middleware: readonly Koa.Middleware[],
) => (ctx: OperationContext, next?: () => unknown) => Promise<unknown>;

interface PrivateApp {
  createContext(...message: unknown[]): unknown;
  readonly compose: Compose;
  handleRequest: HandleRequest;
}

/** Koa's function that runs the middleware of a request and writes the response. */
type HandleRequest = (ctx: OperationContext, run: (ctx: OperationContext) => Promise<unknown> | void) => Promise<void>;

interface PrivateResponse {
  ['_body']: unknown;
  ['_explicitStatus']?: boolean;
}

/** The app's function that composes middleware. */
export function composeOf(app: Koa): Compose {
  return (app as unknown as PrivateApp).compose;
}

/** Replaces the middleware of an app when it is composed. */
export function wrapMiddleware(app: Koa, wrap: (middleware: readonly Koa.Middleware[]) => Koa.Middleware[]): void {
  const inner = composeOf(app);
  Object.assign(app, { compose: (middleware: readonly Koa.Middleware[]) => inner(wrap(middleware)) });
}

/** Calls a function before each context that an app of a class creates. */
export function beforeContexts(apps: { readonly prototype: Koa }, run: (app: Koa) => void): void {
  const prototype = apps.prototype as unknown as PrivateApp;
  const { createContext } = prototype;
  prototype.createContext = function createContextOf(this: Koa, ...message) {
    run(this);
    return createContext.apply(this, message);
  };
}

/** Whether the status was set: a status of 404 is also the initial one. */
export function isStatusSet(ctx: Koa.ParameterizedContext): boolean {
  return (ctx.response as unknown as PrivateResponse)['_explicitStatus'] === true;
}

/** Replaces a body by data, without any effect on status and headers. */
export function replaceBody(ctx: Koa.ParameterizedContext, body: unknown): void {
  (ctx.response as unknown as PrivateResponse)['_body'] = body;
}

/** Gives an app its own `handleRequest`, in whose place code can put another one. */
export function handleBy(app: Koa, handleRequest: HandleRequest): void {
  Object.assign(app, { handleRequest });
}

/** Handles a request by the function that the app has now. */
export function handle(app: Koa, ...request: Parameters<HandleRequest>): Promise<void> {
  return (app as unknown as PrivateApp).handleRequest(...request);
}

/** Writes the response by Koa itself: `ctx.body`, or the status if there is none. */
export function respondByKoa(app: Koa, ctx: OperationContext): Promise<void> {
  const { statusCode } = ctx.res;
  // The app can have its own.
  const { handleRequest } = Object.getPrototypeOf(app) as PrivateApp;
  return handleRequest.call(app, ctx, async () => {
    // handleRequest resets the status.
    ctx.res.statusCode = statusCode;
  });
}

/** Whether an app or an earlier middleware has replaced Koa's `ctx.onerror`. */
export function hasOwnOnError(ctx: Koa.ParameterizedContext): boolean {
  return Object.hasOwn(ctx, 'onerror') || Object.hasOwn(ctx.app.context, 'onerror');
}

/** Whether a response can still be written: `ctx.writable`, which is always false for HEAD over HTTP/2. */
export function isWritable(ctx: Koa.ParameterizedContext): boolean {
  if (ctx.response.writable) return true;
  const { req, res } = ctx;
  // Node ends the writable side of an HTTP/2 stream when HEAD arrives.
  return req.httpVersionMajor > 1 && req.method === 'HEAD' && !res.writableEnded && res.socket?.destroyed === false;
}
