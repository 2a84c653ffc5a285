import type Koa from 'koa';
import type { DocsOptions } from 'virtual:operations/docs';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import type { DocsPage } from '../../shared/contract/docs-page.ts';
import { checkDecision } from '../koa/decision.ts';
import { usageError } from '../koa/usage-error.ts';
import type { ServedFile } from './page-files.ts';
import { filesOf } from './page-files.ts';
import { sendFile } from './send.ts';

/**
 * Creates the middleware of the docs page.
 *
 * @throws {TypeError} If an option is invalid.
 * @example app.use(docs({ path: '/docs', guard: (ctx) => ctx.ip === '127.0.0.1' }));
 */
export function createDocs(page: DocsPage, options: DocsOptions = {}): Koa.Middleware {
  const { guard } = options;
  if (guard !== undefined && typeof guard !== 'function')
    throw usageError(`The option guard of the docs page must be a function, not ${String(guard)}.`);
  const files = filesOf(page, checkPath(options.path ?? '/docs'), options.oauth, guard !== undefined);
  // Requests for other paths cost a look-up and no promise.
  return (ctx, next) => {
    const file = ctx.method === 'GET' || ctx.method === 'HEAD' ? files.get(normalizePath(ctx.path)) : undefined;
    if (file === undefined) return next();
    if (guard === undefined || !file.isGuarded) return sendFile(ctx, file);
    return sendIfAllowed(ctx, next, file, guard);
  };
}

async function sendIfAllowed(
  ctx: Koa.Context,
  next: Koa.Next,
  file: ServedFile,
  guard: NonNullable<DocsOptions['guard']>,
): Promise<void> {
  if (checkDecision(await guard(ctx), 'The guard of the docs page')) sendFile(ctx, file);
  else await next();
}

/** The normalized path without a slash at its end: empty for `/`. */
function checkPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/[^?#]*$/.test(path))
    throw usageError(
      `The option path of the docs page must be a path that starts with "/", not ${JSON.stringify(path)}.`,
    );
  return normalizePath(encodeURI(path).replaceAll('%25', '%')).replace(/\/+$/, '');
}
