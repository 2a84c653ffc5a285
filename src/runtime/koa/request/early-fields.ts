import type Koa from 'koa';
import type { OperationContext } from '../context.ts';
import { wrapMiddleware } from '../koa-internals.ts';
import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';

/** The fields with which guards decide. */
const FIELDS = ['operation', 'auth', 'input'] as const;

const REASON =
  'is always undefined here, because the operation is found inside next(), so a guard that reads it lets every request pass. Move the guard to a _middleware file, export "authorize", or read it after "await next()".';

/**
 * Warns of middleware of `app.use` that reads a field of the operation before `next()`: it is always undefined there, so a guard that compares it refuses
 * nothing. Once for each field. Only the dev server has this, because a log may read them before it knows how a request ends.
 */
export const earlyFields: Feature = ({ app }) => {
  if (app !== undefined) watchFields(app);
  return () => ({});
};

function watchFields(app: Koa): void {
  // From the first middleware until one returns, or until the operations are reached.
  const arriving = new WeakSet<object>();
  wrapMiddleware(app, (middleware) =>
    middleware.map((each, i): Koa.Middleware => {
      const isOperations = i === middleware.length - 1;
      return async (ctx, next) => {
        if (i === 0) arriving.add(ctx);
        if (isOperations) arriving.delete(ctx);
        try {
          return await each(ctx, next);
        } finally {
          arriving.delete(ctx);
        }
      };
    }),
  );
  const warned = new Set<string>();
  for (const name of FIELDS) {
    if (name in app.context) continue;
    Object.defineProperty(app.context, name, {
      get(this: OperationContext) {
        if (arriving.has(this) && !warned.has(name)) {
          warned.add(name);
          report(this, `ctx.${name} ${REASON}`, undefined, new Error('read'));
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
