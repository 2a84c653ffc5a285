import type { Method } from './operation.ts';
import type { OperationEntry, RouteData, RouteNode, Routes } from './manifest.ts';
import { METHODS } from './operation.ts';
import { encodeSegment, isPlain, markSpelling, normalizePath, unmarkSpelling } from './path-spelling.ts';
import { hasRest, matchTexts } from './path-template.ts';

/** A matched operation, with the decoded values of its path parameters in the order of `names`. */
export interface Match<T = OperationEntry> {
  readonly operation: T;
  readonly values: readonly string[];
}

/** Routing tables, and the operations that they refer to by index. */
export interface Routing<T = OperationEntry> {
  readonly routes: Routes;
  readonly operations: readonly T[];
}

const FULL_STOP = 46;
const SLASH = 47;
const PERCENT = 37;

/**
 * Checks the percent-encodings of a request's path, and removes a trailing slash.
 *
 * @param path The encoded path of the request, without its query.
 * @param strict Whether `/pets/` and `/pets` are different paths.
 * @returns The path for {@link matchOperation}; undefined if a percent-encoding is invalid.
 * @example routePath('/a%20b/c/', false) // '/a%20b/c'
 */
export function routePath(path: string, strict: boolean): string | undefined {
  if (path.includes('%') && decode(path) === undefined) return undefined;
  if (path === '') return '/';
  const end = path.length - 1;
  const isTrimmed = !strict && end > 0 && path.charCodeAt(end) === SLASH && path.charCodeAt(end - 1) !== SLASH;
  return isTrimmed ? path.slice(0, end) : path;
}

/**
 * Finds the operation of a method and path. HEAD falls back to GET: RFC 9110, 9.3.2.
 *
 * At each segment, literal text is tried first, then mixed segments, then parameters, then the rest of the path, with backtracking. The cost depends
 * on the length of the path, not on the number of operations.
 *
 * Literal text matches one spelling only, with no more percent-encodings than needed: middleware that guards a path by its text sees the same path.
 * A parameter is never `.` or `..` as a whole segment, in any spelling, and no segment of a rest is.
 *
 * @param path The result of {@link routePath}.
 * @example matchOperation(manifest, 'GET', '/pets/7')?.values // ['7']
 */
export function matchOperation<T>(routing: Routing<T>, method: string, path: string): Match<T> | undefined {
  const root = rootOf(routing.routes, method);
  const found: FoundRoute = { operation: -1, values: [] };
  if (root !== undefined && walk(root, path, 0, 0, found))
    return { operation: routing.operations[found.operation]!, values: found.values };
  return method === 'HEAD' ? matchOperation(routing, 'GET', path) : undefined;
}

/**
 * As {@link matchOperation}, for a path that may not be normalized, because other middleware has already seen it. It only matches the routes of its normalized
 * spelling: a parameter never takes another spelling of a literal text of any path and method, and no operation takes the path of another one.
 *
 * @example matchSpelling(manifest, 'GET', '/files/%70rivate') // undefined, if there is a `/files/private` or a `/private/{id}`
 */
export function matchSpelling<T extends { readonly path: string }>(
  routing: Routing<T>,
  method: string,
  path: string,
): Match<T> | undefined {
  const match = matchOperation(routing, method, path);
  if (match === undefined || isPlain(path)) return match;
  if (path.split('/').some((segment) => isDisguised(routing, segment))) return undefined;
  const normalized = matchOperation(routing, method, openRest(routing, method, normalizePath(path)));
  if (normalized?.operation !== match.operation) return undefined;
  const isSame = match.values.every((value, i) => value === normalized.values[i]);
  return isSame && !isPathOfOther(routing, method, match.operation, (_name, i) => match.values[i]!) ? match : undefined;
}

/**
 * Whether the path of an operation's values, with no more escapes than needed, is that of another operation, whose guards have not run: `%40staff` is the value
 * `@staff` of `/teams/{name}`, and the text of `/teams/@staff`.
 *
 * @param valueOf The value of a parameter, by its name or its place in the path.
 */
export function isPathOfOther<T extends { readonly path: string }>(
  routing: Routing<T>,
  method: string,
  operation: T,
  valueOf: (name: string, place: number) => string,
): boolean {
  let place = 0;
  const path = operation.path.replaceAll(/\{([^{}]+?)(\.{3})?\}|[^{}/]+/g, (part, name?: string, rest?: string) => {
    const value = name === undefined ? part : valueOf(name, place++);
    // The slashes of a rest are between its segments.
    return (rest === undefined ? [value] : value.split('/')).map((each) => encodeSegment(each) ?? '').join('/');
  });
  const found = matchOperation(routing, method, path)?.operation;
  return found !== undefined && found !== operation;
}

/** An escaped slash, in a normalized path. */
const ESCAPED_SLASH = '%2F';

/** Parts that a valid rest can't have, in a normalized path: an empty segment, `.` or `..`. */
const ODD_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Unescapes the slashes in the rest of a path: clients of OpenAPI escape them, and `/files/a%2Fb` is `/files/a/b`. Guards by prefix then see the
 * segments, and a more specific operation answers. A rest that is invalid stays as it is.
 *
 * @param path The result of {@link routePath} for a normalized path.
 * @example openRest(manifest, 'GET', '/files/a%2Fb') // '/files/a/b', if there is a `/files/{path...}`
 */
export function openRest<T extends { readonly path: string }>(
  routing: Routing<T>,
  method: string,
  path: string,
): string {
  if (!path.includes(ESCAPED_SLASH)) return path;
  // Middleware can change the method to that of another operation.
  const own = matchOperation(routing, method, path)?.operation;
  const found = own === undefined ? [...operationsAt(routing, path).values()] : [own];
  const template = found.find((each) => hasRest(each.path))?.path;
  if (template === undefined) return path;
  const parts = path.split('/');
  const before = template.split('/').length - 1;
  const rest = parts.slice(before).join('/').replaceAll(ESCAPED_SLASH, '/');
  return ODD_SEGMENT.test(rest) ? path : [...parts.slice(0, before), rest].join('/');
}

/** The segments of all paths that are not only a parameter. */
interface LiteralTexts {
  /** Those that are only text, encoded. */
  readonly whole: ReadonlySet<string>;
  /** The texts of the others, as {@link matchTexts} takes them; decoded. */
  readonly mixed: readonly (readonly string[])[];
}

const literalTexts = new WeakMap<Routes, LiteralTexts>();

function literalTextsOf({ routes, operations }: Routing<{ readonly path: string }>): LiteralTexts {
  let texts = literalTexts.get(routes);
  if (texts === undefined) {
    const segments = [...new Set(operations.flatMap(({ path }) => path.split('/')))].map((each) =>
      each.split(/\{[^{}]*\}/),
    );
    const whole = segments
      .filter((each) => each.length === 1 && each[0] !== '')
      .flatMap(([text]) => encodeSegment(text!) ?? []);
    const mixed = segments.filter((each) => each.length > 1 && each.join('') !== '');
    literalTexts.set(routes, (texts = { whole: new Set(whole), mixed }));
  }
  return texts;
}

/** Whether a segment is another spelling of a text that is literal in any path: a guard that compares texts does not see it. */
function isDisguised(routing: Routing<{ readonly path: string }>, segment: string): boolean {
  const normalized = normalizePath(segment);
  if (normalized === segment) return false;
  const { whole, mixed } = literalTextsOf(routing);
  if (whole.has(normalized)) return true;
  const [given, meant] = [markSpelling(segment), markSpelling(normalized)];
  return mixed.some((texts) => matchTexts(texts, meant, []) && !matchTexts(texts, given, []));
}

/** The operations of a path by method, in the order of {@link METHODS}: each method's table is walked once. Empty for an unknown path. */
export function operationsAt<T>(routing: Routing<T>, path: string): ReadonlyMap<string, T> {
  const operations = new Map<string, T>();
  const found: FoundRoute = { operation: -1, values: [] };
  for (const method of METHODS) {
    const root = rootOf(routing.routes, method);
    if (root !== undefined && walk(root, path, 0, 0, found))
      operations.set(method, routing.operations[found.operation]!);
    else if (method === 'HEAD' && operations.has('GET')) operations.set(method, operations.get('GET')!);
  }
  return operations;
}

function rootOf(routes: Routes, method: string): RouteNode | undefined {
  if (!Object.hasOwn(routes, method)) return undefined;
  const table = routes[method as Method];
  return typeof table === 'string' ? (routes[method as Method] = createNode(JSON.parse(table) as RouteData)) : table;
}

function createNode([text, operation, literals, mixed, parameter, rest = -1]: RouteData): RouteNode {
  const children: RouteNode[] = [];
  for (const child of literals ?? []) children[child[0].charCodeAt(0)] = createNode(child);
  return {
    text,
    operation,
    literals: children,
    mixed: (mixed ?? []).map(([texts, child]) => [texts, createNode(child)] as const),
    parameter: parameter == null ? undefined : createNode(parameter),
    rest,
  };
}

/** Receives a match: the operation at the end of the path, then its values from the last to the first. */
interface FoundRoute {
  operation: number;
  values: string[];
}

/** Matches the rest of a path, which begins behind the node's text and `count` values. */
function walk(node: RouteNode, path: string, at: number, count: number, found: FoundRoute): boolean {
  if (at === path.length) {
    if (node.operation === -1) return false;
    found.operation = node.operation;
    // oxlint-disable-next-line unicorn/no-new-array -- every other way doubles the time of a match
    if (count > 0) found.values = new Array<string>(count);
    return true;
  }
  const { literals } = node;
  const code = path.charCodeAt(at);
  const child = code < literals.length ? literals[code] : undefined;
  if (child !== undefined) {
    const { text } = child;
    // The first character is the same. For short texts, a loop is faster than startsWith.
    let i = 1;
    while (i < text.length && text.charCodeAt(i) === path.charCodeAt(at + i)) i++;
    if (i === text.length && walk(child, path, at + i, count, found)) return true;
  }
  if ((node.parameter !== undefined || node.mixed.length > 0) && walkSegment(node, path, at, count, found)) return true;
  return node.rest !== -1 && takeRest(node, path, at, count, found);
}

/** A segment `.` or `..`, in any spelling. */
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;

/** Matches all segments that are left. Checks of the input refuse invalid decoded texts: `REST_PATTERN`. */
function takeRest({ rest }: RouteNode, path: string, at: number, count: number, found: FoundRoute): boolean {
  const text = path.slice(at);
  if (DOTS.test(text)) return false;
  found.operation = rest;
  found.values = [];
  found.values[count] = decode(text)!;
  return true;
}

/** Matches the segment that begins at an offset with the parameters of a node, then the rest. */
function walkSegment(node: RouteNode, path: string, at: number, count: number, found: FoundRoute): boolean {
  let end = path.indexOf('/', at);
  if (end === -1) end = path.length;
  if (end === at || isDots(path, at, end)) return false;
  if (node.mixed.length > 0 && walkMixed(node, path, at, end, count, found)) return true;
  if (node.parameter === undefined || !walk(node.parameter, path, end, count + 1, found)) return false;
  found.values[count] = decode(path.slice(at, end))!;
  return true;
}

function walkMixed(
  { mixed }: RouteNode,
  path: string,
  at: number,
  end: number,
  count: number,
  found: FoundRoute,
): boolean {
  const raw = path.slice(at, end);
  const hasOneSpelling = isPlain(raw);
  const segment = hasOneSpelling ? raw : markSpelling(raw);
  for (const [texts, child] of mixed) {
    const values: string[] = [];
    if (!matchTexts(texts, segment, values) || !walk(child, path, end, count + values.length, found)) continue;
    for (const [i, value] of values.entries()) found.values[count + i] = hasOneSpelling ? value : unmarkSpelling(value);
    return true;
  }
  return false;
}

/** Whether a segment is `.` or `..`, in any spelling: RFC 3986, 3.3. */
function isDots(path: string, at: number, end: number): boolean {
  const first = path.charCodeAt(at);
  return (first === FULL_STOP || first === PERCENT) && /^(?:\.|%2e){1,2}$/i.test(path.slice(at, end));
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
