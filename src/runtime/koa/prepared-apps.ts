import Koa from 'koa';
import { addSignal } from './connection/signal.ts';
import { beforeContexts } from './koa-internals.ts';
import { mendResponse } from './response/koa-response.ts';

/** The middleware of routers that serve operations. */
const serving = new WeakSet<object>();
/** How many middleware functions of other apps have been looked at. */
const looked = new WeakMap<Koa, number>();
const prepared = new WeakSet<Koa>();
let isWatching = false;

/** Adds the fields of contexts to an app, and corrects its responses: for all of its middleware, also that before operations. */
export function prepareApp(app: Koa): void {
  if (prepared.has(app)) return;
  prepared.add(app);
  addSignal(app.context);
  mendResponse(app.response);
}

/**
 * Prepares the apps that have a middleware function, alone or in a router of @koa/router, before their first request.
 *
 * Middleware does not know its app until a request reaches it, which is too late for responses of the middleware before it. So this looks at the
 * apps themselves, and leaves those without operations as they are.
 */
export function prepareAppsWith(middleware: object): void {
  serving.add(middleware);
  if (isWatching) return;
  isWatching = true;
  beforeContexts(Koa, (app) => {
    const { length } = app.middleware;
    if (prepared.has(app) || looked.get(app) === length) return;
    looked.set(app, length);
    if (app.middleware.some(serves)) prepareApp(app);
  });
}

interface RouterLike {
  readonly router?: { readonly stack?: readonly { readonly stack?: readonly object[] }[] };
}

function serves(middleware: object): boolean {
  if (serving.has(middleware)) return true;
  const layers = (middleware as RouterLike).router?.stack ?? [];
  return layers.some(({ stack = [] }) => stack.some((each) => serving.has(each)));
}
