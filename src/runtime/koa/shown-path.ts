import type Koa from 'koa';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { isNormal, normalizePath } from '../../shared/contract/path-spelling.ts';
import { openedPath } from '../../shared/contract/refusal.ts';
import { targetPath } from './find-operation.ts';

/** The paths of requests as other code has seen them, and as the middleware of the app sees them instead. */
const shownPaths = new WeakMap<Koa.ParameterizedContext, { readonly sent: string; readonly shown: string }>();

/**
 * Normalizes `ctx.path` for the middleware of an app that runs behind other code, such as another Koa app or Express: its guards see one spelling, as they do
 * without other code. The operation still has to match the path as it was sent, because the guards of the other code have compared that path.
 */
export function showPath(ctx: Koa.ParameterizedContext, manifest: () => Manifest): void {
  const sent = targetPath(ctx);
  if (sent === undefined || isNormal(sent)) return;
  const shown = openedPath(manifest(), ctx.method, normalizePath(sent));
  if (shown === sent) return;
  shownPaths.set(ctx, { sent, shown });
  ctx.path = shown;
}

/** The path that an operation has to match: as it was sent, unless middleware of the app has changed it. */
export function sentPath(ctx: Koa.ParameterizedContext): string | undefined {
  const path = targetPath(ctx);
  const known = shownPaths.get(ctx);
  return known !== undefined && known.shown === path ? known.sent : path;
}

/** Sets the path back for the code around the app. */
export function hidePath(ctx: Koa.ParameterizedContext): void {
  const path = sentPath(ctx);
  if (shownPaths.delete(ctx) && path !== undefined) ctx.path = path;
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
