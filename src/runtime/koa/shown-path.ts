import type Koa from 'koa';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { isNormal, normalizePath } from '../../shared/contract/path-spelling.ts';
import { METHODS } from '../../shared/contract/operation.ts';
import { openedPath, pathToMatch } from '../../shared/contract/refusal.ts';
import { matchSpelling } from '../../shared/contract/routes.ts';
import { targetPath } from './find-operation.ts';

/** The paths of requests as other code has seen them, and as the middleware of the app sees them. */
const shownPaths = new WeakMap<Koa.ParameterizedContext, { readonly sent: string; readonly shown: string }>();

/**
 * Normalizes `ctx.path` for the middleware of an app that runs behind other code, such as another Koa app or Express: its guards see one spelling of the values of
 * an operation, as they do without other code. The operation still has to match the path as it was sent, because the guards of the other code have compared that
 * path. So the path stays if no operation does: then middleware of the app doesn't answer `/%64ocs` as `/docs`, which the other code may guard.
 */
export function showPath(ctx: Koa.ParameterizedContext, manifest: () => Manifest): void {
  const sent = targetPath(ctx);
  if (sent === undefined || isNormal(sent)) return;
  const shown = isOfOperation(manifest(), sent) ? openedPath(manifest(), ctx.method, normalizePath(sent)) : sent;
  shownPaths.set(ctx, { sent, shown });
  if (shown !== sent) ctx.path = shown;
}

/** Whether an operation of any method matches a path as it was sent. */
function isOfOperation(manifest: Manifest, sent: string): boolean {
  const path = pathToMatch(manifest, sent);
  return path !== undefined && METHODS.some((method) => matchSpelling(manifest, method, path) !== undefined);
}

/**
 * The path that an operation has to match: as it was sent, unless middleware of the app has changed it.
 *
 * @returns Undefined if the changed path isn't normalized: guards haven't seen the path of the operation.
 */
export function sentPath(ctx: Koa.ParameterizedContext): string | undefined {
  const path = targetPath(ctx);
  const known = shownPaths.get(ctx);
  if (known === undefined || path === undefined) return path;
  if (known.shown === path) return known.sent;
  return normalizePath(path) === path ? path : undefined;
}

/** Sets the path back for the code around the app. */
export function hidePath(ctx: Koa.ParameterizedContext): void {
  const path = sentPath(ctx);
  const known = shownPaths.get(ctx);
  shownPaths.delete(ctx);
  if (known !== undefined && known.shown !== known.sent && path !== undefined) ctx.path = path;
}

const TARGETS = ['href', 'URL'];

/** Lets `ctx.href` and `ctx.URL`, which have the path of `ctx.originalUrl`, have that of `ctx.url`: guards compare them too. */
export function showTarget({ app, request }: Koa.ParameterizedContext): void {
  const shown: object = Object.create(request, { originalUrl: { value: request.url } });
  for (const name of TARGETS)
    Object.defineProperty(request, name, { get: () => Reflect.get(app.request, name, shown) as unknown });
}

/** Lets another request of the same client have them too. */
export function passTarget(from: Koa.Request, to: Koa.Request): void {
  for (const name of TARGETS) {
    const shown = Object.getOwnPropertyDescriptor(from, name);
    if (shown !== undefined) Object.defineProperty(to, name, shown);
  }
}
