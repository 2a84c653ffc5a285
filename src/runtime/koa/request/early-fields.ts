import type Koa from 'koa';
import type { OperationContext } from '../context.ts';
import { wrapMiddleware } from '../koa-internals.ts';
import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';

/** The fields with which guards decide. */
const FIELDS = ['operation', 'auth', 'input'] as const;

const REASON =
  'is always undefined here, because the operation is found inside next(), so a guard that reads it lets every request pass. Move the guard to a _middleware file, export "authorize", or read it after "await next()".';
const REASON_INSIDE =
  'is always undefined here, because it is set inside next(), so a guard that reads it lets every request pass. Export "authorize", or read it after "await next()".';

/**
 * Warns of middleware that reads a field of the operation before `next()`: it is always undefined there, so a guard that compares it refuses nothing. Once for
 * each field. Only the dev server has this, because a log may read them before it knows how a request ends.
 */
export const earlyFields: Feature = ({ app }) => {
  if (app !== undefined) watchApp(app);
  return () => ({});
};

function watchApp(app: Koa): void {
  // From the first middleware until one returns, or until the operations are reached; then the same for those of `_middleware` files.
  const [arriving, inside] = [new WeakSet<object>(), new WeakSet<object>()];
  wrapMiddleware(app, (middleware) =>
    middleware.at(-1) === app.middleware.at(-1)
      ? untilLast(middleware, arriving)
      : untilLast([...middleware, (_ctx, next) => next()], inside),
  );
  watchFields(app, (ctx, name) => {
    if (arriving.has(ctx)) return REASON;
    return inside.has(ctx) && name !== 'operation' ? REASON_INSIDE : undefined;
  });
}

/** Middleware that adds the contexts of its requests to a set until one of it returns, or the last one is reached. */
function untilLast(middleware: readonly Koa.Middleware[], contexts: WeakSet<object>): Koa.Middleware[] {
  return middleware.map((each, i): Koa.Middleware => {
    const isLast = i === middleware.length - 1;
    return async (ctx, next) => {
      if (i === 0) contexts.add(ctx);
      if (isLast) contexts.delete(ctx);
      try {
        return await each(ctx, next);
      } finally {
        contexts.delete(ctx);
      }
    };
  });
}

/** @param reasonOf Why a field is undefined now; undefined if it may be. */
function watchFields(app: Koa, reasonOf: (ctx: object, name: string) => string | undefined): void {
  const warned = new Set<string>();
  for (const name of FIELDS) {
    if (name in app.context) continue;
    Object.defineProperty(app.context, name, {
      get(this: OperationContext) {
        const reason = warned.has(name) ? undefined : reasonOf(this, name);
        if (reason !== undefined) {
          warned.add(name);
          report(this, `ctx.${name} ${reason}`, undefined, new Error('read'));
        }
        return undefined;
      },
      set(value: unknown) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
}
