import type { Manifest, Method, OperationEntry, RouteNode } from './operation.ts';
import { METHODS } from './operation.ts';
import { encodeSegment, isPlain, isSpelledAs } from './path-spelling.ts';
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

/** The decoded segments of a path. */
export interface PathSegments extends ReadonlyArray<string> {
  /** The segments as they were sent; absent if none has a percent-encoding or a character that needs one. */
  readonly raw?: readonly string[];
}

/**
 * Splits a request's path into decoded segments.
 *
 * @param path The encoded path of the request, without its query.
 * @param strict Whether `/pets/` and `/pets` are different paths.
 * @returns The segments; undefined if a percent-encoding is invalid.
 * @example splitPath('/a%20b/c/', false) // ['a b', 'c']
 */
export function splitPath(path: string, strict: boolean): PathSegments | undefined {
  const segments: string[] = [];
  if (path === '/' || path === '') return segments;
  const end = !strict && path.endsWith('/') ? path.length - 1 : path.length;
  for (let from = 1; from <= end;) {
    let to = path.indexOf('/', from);
    if (to === -1 || to > end) to = end;
    segments.push(path.slice(from, to));
    from = to + 1;
  }
  if (isPlain(path)) return segments;
  try {
    return Object.defineProperty(segments.map(decodeURIComponent), 'raw', { value: segments });
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
 * Literal text matches one spelling only, with no more percent-encodings than needed: middleware that guards a path by its text sees the same path.
 *
 * @param segments The result of {@link splitPath}.
 * @example matchOperation(manifest, 'GET', ['pets', '7'])?.values // ['7']
 */
export function matchOperation<T>(routing: Routing<T>, method: string, segments: PathSegments): Match<T> | undefined {
  const root = Object.hasOwn(routing.routes, method) ? routing.routes[method as Method] : undefined;
  const values: string[] = [];
  const found = root === undefined ? -1 : walk(root, segments, 0, values);
  if (found !== -1) return { operation: routing.operations[found]!, values };
  return method === 'HEAD' ? matchOperation(routing, 'GET', segments) : undefined;
}

/** The methods of a path for the header `Allow`, in the order of {@link METHODS}: RFC 9110, 10.2.1. Empty for an unknown path. */
export function allowedMethods(routing: Routing<unknown>, segments: PathSegments): Method[] {
  const allowed = METHODS.filter((method) => matchOperation(routing, method, segments) !== undefined);
  return allowed.length === 0 || allowed.includes('OPTIONS') ? allowed : [...allowed, 'OPTIONS'];
}

function walk(node: RouteNode, segments: PathSegments, depth: number, values: string[]): number {
  if (depth === segments.length) return node[0];
  const segment = segments[depth]!;
  const raw = segments.raw?.[depth];
  const [, statics, mixed, parameter] = node;
  if (statics != null && (raw === undefined || raw === encodeSegment(segment))) {
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
      const isMatch = (raw === undefined || isSpelledAs(texts, raw)) && matchTexts(texts, segment, values);
      const found = isMatch ? walk(child, segments, depth + 1, values) : -1;
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
