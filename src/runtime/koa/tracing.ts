import type Koa from 'koa';
import type { OperationContext } from './context.ts';
import { requestChannel } from './request-channel.ts';
import { serveOperation } from './serve.ts';
import { routePathOf } from './route-path.ts';
import type { Way } from './way.ts';

/**
 * Runs the matched operation as {@link serveOperation} does, and publishes the events of {@link requestChannel} if it has subscribers.
 */
export function traceOperation(way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> | void {
  if (!isObserved()) return serveOperation(way, ctx, next);
  const trace = { ctx, operation: ctx.operation, route: routeOf(ctx) };
  // Async, so that `asyncEnd` is published for synchronous operations too.
  return requestChannel.tracePromise(async () => serveOperation(way, ctx, next), trace);
}

const { start, end, asyncStart, asyncEnd, error } = requestChannel;

/** As `requestChannel.hasSubscribers`, which Bun does not have. */
function isObserved(): boolean {
  return (
    start.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers
  );
}

/** The operation's path, below the prefix of koa-mount, of the router or of an outer router. */
function routeOf(ctx: OperationContext): string {
  const { path } = ctx.operation;
  const own = routePathOf(ctx.operation);
  const { _matchedRoute: matched, mountPath } = ctx as {
    readonly _matchedRoute?: unknown;
    readonly mountPath?: unknown;
  };
  if (matched === own && mountPath === undefined) return path;
  // @koa/router omits the slash of `/` below a prefix.
  const suffix = path === '/' ? '' : own;
  const isBelow = typeof matched === 'string' && matched.endsWith(suffix);
  const prefix = isBelow ? matched.slice(0, matched.length - suffix.length) : '';
  const outer = `${mountOf(ctx)}${prefix}`.replace(/\/+$/, '').replace(/:(\w+)/g, '{$1}');
  return path === '/' && outer !== '' ? outer : outer + path;
}

/** The prefix of koa-mount, which leaves `ctx.mountPath` behind when a request passes its app. */
function mountOf({ mountPath, path, originalUrl }: OperationContext & { readonly mountPath?: unknown }): string {
  if (typeof mountPath !== 'string') return '';
  const [original = ''] = originalUrl.split('?', 1);
  const isBelow = original.endsWith(mountPath + path) || `${original}/` === mountPath + path;
  return isBelow ? mountPath : '';
}
