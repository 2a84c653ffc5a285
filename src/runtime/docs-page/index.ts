import type Koa from 'koa';
import type { DocsOptions, OAuthOptions } from 'virtual:operations/docs';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import type { DocsPage } from '../../shared/contract/docs-page.ts';
import { checkIdentity } from '../koa/decision.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, FUNCTION, LIST, objectOf, refuseArguments, TEXT, PATH } from '../koa/option-table.ts';
import { responseSoFar } from '../koa/own-response.ts';
import { sentPath } from '../koa/shown-path.ts';
import type { ServedFile } from './page-files.ts';
import { filesOf } from './page-files.ts';
import { sendFile } from './send.ts';

/** The rules of {@link DocsOptions}. */
const OPTIONS: OptionTable<DocsOptions> = {
  path: PATH,
  guard: { ...FUNCTION, isGuard: true },
  oauth: objectOf<OAuthOptions>({ clientId: TEXT, scopes: LIST }),
};

/**
 * Creates the middleware of the docs page.
 *
 * @throws {TypeError} If an option is invalid, or there are more arguments.
 * @example app.use(docs({ path: '/docs', guard: (ctx) => isStaff(ctx) }));
 */
export function createDocs(page: DocsPage, options: DocsOptions = {}, ...others: readonly unknown[]): Koa.Middleware {
  checkOptions('the docs page', options, OPTIONS);
  refuseArguments('docs', others);
  const { guard } = options;
  const files = filesOf(page, normalize(options.path ?? '/docs'), options.oauth, guard !== undefined);
  // Only the spelling that code in front has seen: createApp normalizes paths, and in other apps a guard compares them as they are.
  return (ctx, next) => {
    const file = ctx.method === 'GET' || ctx.method === 'HEAD' ? files.get(sentPath(ctx) ?? '') : undefined;
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
  const before = responseSoFar(ctx);
  if (checkIdentity(await guard(ctx), 'The guard of the docs page', ctx, before)) sendFile(ctx, file);
  else await next();
}

/** The normalized path without a slash at its end: empty for `/`. */
function normalize(path: string): string {
  return normalizePath(encodeURI(path).replaceAll('%25', '%')).replace(/\/+$/, '');
}
