import { METHODS } from './operation.ts';
import type { Routing } from './routes.ts';
import { openRest, operationsAt, routePath } from './routes.ts';
import { hasDotSegment, normalizePath } from './path-spelling.ts';

/** How the server answers a request that no operation has answered. */
export interface Refusal<T = unknown> {
  readonly status: 204 | 400 | 404 | 405 | 501;
  /** The detail of the problem. */
  readonly detail?: string;
  /** The value of `Allow`. */
  readonly allow?: string;
  /** The operation of the method QUERY, for a path that has one and a refusal with `allow`. */
  readonly query?: T | undefined;
}

/** Routing tables, and whether `/pets/` and `/pets` are different paths. */
export interface StrictRouting<T = unknown> extends Routing<T> {
  readonly strict: boolean;
}

/** A request whose path is malformed: RFC 9112, 3.2. */
export const MALFORMED: Refusal<never> = {
  status: 400,
  detail: 'The path is malformed or has an invalid percent-encoding.',
};

/** The refusal of a request that names two hosts, or a malformed one. */
export const INVALID_HOST: Refusal<never> = { status: 400, detail: 'The request must have one valid Host header.' };

/** The path for `matchOperation`; undefined if the path is missing, has no leading slash, or has an invalid percent-encoding. */
export function pathToMatch({ strict }: Pick<StrictRouting, 'strict'>, path: string | undefined): string | undefined {
  // Node accepts `*pets` as a target. Middleware that guards `/pets` would not recognize it, so reject it.
  if (path === undefined || (path !== '' && !path.startsWith('/'))) return undefined;
  return routePath(path, strict);
}

/** As {@link pathToMatch}, and undefined if the path has a segment `.` or `..` in any spelling. */
export function validPath(routing: Pick<StrictRouting, 'strict'>, path: string | undefined): string | undefined {
  const found = pathToMatch(routing, path);
  return found !== undefined && hasDotSegment(normalizePath(found)) ? undefined : found;
}

/** The normalized path of a request with the slashes in its rest unescaped: see {@link openRest}. A malformed path stays as it is. */
export function openedPath(routing: StrictRouting<{ readonly path: string }>, method: string, path: string): string {
  const routed = path.includes('%') ? pathToMatch(routing, path) : undefined;
  return routed === undefined ? path : `${openRest(routing, method, routed)}${path.slice(routed.length)}`;
}

/**
 * Refuses a request that other middleware cannot answer: a malformed path with 400, another method of a known path with 405, an unknown method
 * with 501, and OPTIONS with 204 (RFC 9110, 9.3.7, 15.5.6, 15.6.2). If the path has an operation of the method, it is a 404: middleware did not
 * let the request through.
 *
 * @param path The path of the request, without its query; undefined if the request target has none.
 * @param others Methods of the path that are registered outside the routing tables.
 * @returns Undefined for an unknown path and for `OPTIONS *`.
 */
export function refuseRequest<T>(
  routing: StrictRouting<T>,
  method: string,
  path: string | undefined,
  others: readonly string[] = [],
): Refusal<T> | undefined {
  const routed = validPath(routing, path);
  if (routed === undefined) return isServerWide(method, path) ? undefined : MALFORMED;
  const own = operationsAt(routing, routed);
  if (own.size === 0) return undefined;
  if (own.has(method)) return { status: 404 };
  // RFC 9110, 10.2.1. The server answers OPTIONS itself.
  const allow = METHODS.filter((name) => own.has(name) || name === 'OPTIONS' || others.includes(name)).join(', ');
  const query = own.get('QUERY');
  if (method === 'OPTIONS') return { status: 204, allow, query };
  if (!isKnown(method)) return { ...UNKNOWN_METHOD, allow, query };
  return { status: 405, detail: `Methods allowed for this path: ${allow}.`, allow, query };
}

/** Refuses a request that nothing else answers: an unknown path with 404, an unknown method with 501, and `OPTIONS *` with 204. */
export function refuseRest({ routes }: StrictRouting, method: string, path: string | undefined): Refusal<never> {
  if (!isServerWide(method, path)) return isKnown(method) ? { status: 404 } : UNKNOWN_METHOD;
  const allowed = METHODS.filter(
    (name) => name === 'OPTIONS' || routes[name] !== undefined || (name === 'HEAD' && routes.GET !== undefined),
  );
  return { status: 204, allow: allowed.join(', ') };
}

const UNKNOWN_METHOD: Refusal<never> = { status: 501, detail: `Supported methods: ${METHODS.join(', ')}.` };

function isKnown(method: string): boolean {
  return (METHODS as readonly string[]).includes(method);
}

/** `OPTIONS *`: RFC 9110, 9.3.7. */
function isServerWide(method: string, path: string | undefined): boolean {
  return method === 'OPTIONS' && path === '*';
}
