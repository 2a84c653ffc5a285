import type Koa from 'koa';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import { pathToMatch } from '../../shared/contract/refusal.ts';
import type { Match } from '../../shared/contract/routes.ts';
import { matchOperation, matchSpelling, openRest } from '../../shared/contract/routes.ts';

/** The path of a request, or undefined if the request target has none: RFC 9112, 3.2. */
export function targetPath(ctx: Koa.ParameterizedContext): string | undefined {
  try {
    return ctx.request.path;
  } catch {
    return undefined;
  }
}

/**
 * Finds the operation of a request.
 *
 * @param path The path as code in front of the app has seen it.
 * @param shown The path as the app's own middleware has seen it, which was normalized before.
 */
export function findOperation(
  manifest: Manifest,
  method: string,
  path: string | undefined,
  shown: string | undefined,
): Match | undefined {
  const routed = pathToMatch(manifest, path);
  if (routed === undefined) return undefined;
  if (path === shown && !routed.includes('%')) return matchOperation(manifest, method, routed);
  // Middleware can have changed the method or the path since it was normalized: then guards have seen another path.
  const normalized = normalizePath(pathToMatch(manifest, shown) ?? '');
  return openRest(manifest, method, normalized) === normalized ? matchSpelling(manifest, method, routed) : undefined;
}

/** The path parameters of a request, by name. */
export function nameValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let i = 0; i < names.length; i++) params[names[i]!] = values[i]!;
  return params;
}
