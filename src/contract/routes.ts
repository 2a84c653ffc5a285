import type { Manifest, Method, OperationEntry, RouteNode } from './operation.ts';
import { METHODS } from './operation.ts';
import { matchTexts } from './path-template.ts';

/** A matched operation, with the decoded values of its path parameters in the order of `names`. */
export interface Match<T = OperationEntry> {
  readonly operation: T;
  readonly values: readonly string[];
}

/** Routing tables, and the operations that they refer to by index. */
export interface Routing<T = OperationEntry> {
  readonly routes: Manifest['routes'];
  readonly operations: readonly T[];
}

/**
 * Splits a request's path into decoded segments.
 *
 * @param path The encoded path of the request, without its query.
 * @param strict Whether `/pets/` and `/pets` are different paths.
 * @returns The segments; undefined if a percent-encoding is invalid.
 * @example splitPath('/a%20b/c/', false) // ['a b', 'c']
 */
export function splitPath(path: string, strict: boolean): string[] | undefined {
  const segments: string[] = [];
  if (path === '/' || path === '') return segments;
  const end = !strict && path.endsWith('/') ? path.length - 1 : path.length;
  const escaped = path.includes('%');
  try {
    for (let from = 1; from <= end;) {
      let to = path.indexOf('/', from);
      if (to === -1 || to > end) to = end;
      const segment = path.slice(from, to);
      segments.push(escaped ? decodeURIComponent(segment) : segment);
      from = to + 1;
    }
    return segments;
  } catch {
    return undefined;
  }
}

/**
 * Finds the operation of a method and path. HEAD falls back to GET: RFC 9110, 9.3.2.
 *
 * At each segment, literal text is tried first, then mixed segments, then parameters, with backtracking. The cost depends on the number of
 * segments, not on the number of operations.
 *
 * @param segments The result of {@link splitPath}.
 * @example matchOperation(manifest, 'GET', ['pets', '7'])?.values // ['7']
 */
export function matchOperation<T>(
  routing: Routing<T>,
  method: string,
  segments: readonly string[],
): Match<T> | undefined {
  const root = Object.hasOwn(routing.routes, method) ? routing.routes[method as Method] : undefined;
  const values: string[] = [];
  const found = root === undefined ? -1 : walk(root, segments, 0, values);
  if (found !== -1) return { operation: routing.operations[found]!, values };
  return method === 'HEAD' ? matchOperation(routing, 'GET', segments) : undefined;
}

/** The methods of a path for the header `Allow`, in the order of {@link METHODS}: RFC 9110, 10.2.1. Empty for an unknown path. */
export function allowedMethods(routing: Routing<unknown>, segments: readonly string[]): Method[] {
  const allowed = METHODS.filter((method) => matchOperation(routing, method, segments) !== undefined);
  return allowed.length === 0 || allowed.includes('OPTIONS') ? allowed : [...allowed, 'OPTIONS'];
}

function walk(node: RouteNode, segments: readonly string[], depth: number, values: string[]): number {
  if (depth === segments.length) return node[0];
  const segment = segments[depth]!;
  const [, statics, mixed, parameter] = node;
  if (statics != null) {
    let child = statics[segment];
    if (child !== undefined) {
      if (typeof child === 'function') child = statics[segment] = child();
      const found = walk(child, segments, depth + 1, values);
      if (found !== -1) return found;
    }
  }
  if (segment === '') return -1;
  const length = values.length;
  if (mixed != null) {
    for (const [texts, child] of mixed) {
      const found = matchTexts(texts, segment, values) ? walk(child, segments, depth + 1, values) : -1;
      if (found !== -1) return found;
      values.length = length;
    }
  }
  if (parameter == null) return -1;
  values.push(segment);
  const found = walk(parameter, segments, depth + 1, values);
  if (found === -1) values.length = length;
  return found;
}
