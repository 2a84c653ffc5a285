import type { Layer, Router } from '@koa/router';
import type { OperationEntry } from '../../shared/contract/manifest.ts';
import { sharedId } from '../../shared/contract/versions.ts';
import { usageError } from './usage-error.ts';
import { printWarning } from './warning.ts';

const PATH_ADVICE =
  'Write the path of an operation, or the start of some, without a slash at the end. It includes the plugin\'s option "base", and not the prefix of this router.';

const checked = new WeakSet<Router>();

/**
 * Checks a router of @koa/router around that of operations, or one next to it that a request has passed, or that an app has: warns once of middleware with a path that none of its routes
 * has, or if it has no routes. Its routes, which include those of the routers in it, are known when it gets a request.
 *
 * @param isOwn Whether it is a router of operations, which has been checked.
 * @param isBeside Whether it only passed the request on.
 * @throws {TypeError} If it runs an operation and is exclusive: it runs no middleware then.
 */
export function checkAround(router: unknown, isOwn: boolean, isBeside = false): void {
  if (!isRouter(router)) return;
  if (!isBeside && router.exclusive && (isOwn || router.stack.some(isMiddleware)))
    throw usageError(
      'A router with "exclusive: true" runs no middleware of router.use, so its guards would be skipped. Remove the option.',
    );
  if (isOwn || checked.has(router)) return;
  checked.add(router);
  const { stack } = router;
  if (stack.length > 0 && stack.every(isMiddleware))
    printWarning(
      'The middleware of a router without routes never runs. Pass it to app.use, or to router.use of the router of operations.',
    );
  else checkReached(stack.filter(isMiddleware), () => stack.filter((layer) => !isMiddleware(layer)), true);
}

/** Whether a value is a router of @koa/router. Apps without routers don't import the package, and a router of operations makes its stack when it's read. */
function isRouter(value: unknown): value is Router {
  return value instanceof Object && 'stack' in value && 'routes' in value;
}

/** Whether a layer is of `router.use`: a route has methods. */
export function isMiddleware({ methods }: Layer): boolean {
  return methods.length === 0;
}

/**
 * Refuses middleware with a path that no route can have, because it would never run: a router runs middleware only for a route.
 *
 * @param layers Those of middleware with a path.
 * @param routes The layers of all routes, created as needed.
 * @param isDev Whether to warn instead: while a file has a mistake, its operation is missing.
 * @throws {TypeError} If there is one.
 */
export function checkReached(layers: readonly Layer[], routes: () => Iterable<Layer>, isDev: boolean): void {
  const path = findUnreached(layers, routes);
  if (path === undefined) return;
  const reason = `the middleware of router.use(${JSON.stringify(path)}) would never run, because no operation or route has a path there. ${PATH_ADVICE}`;
  refuseMiddleware(reason, isDev);
}

/**
 * Refuses middleware of `router.param` for a parameter that no route has.
 *
 * @param isDev Whether to warn instead, as for {@link checkReached}.
 * @throws {TypeError} If there is such middleware.
 */
export function checkParameters(names: readonly string[], routes: () => Iterable<Layer>, isDev: boolean): void {
  if (names.length === 0) return;
  const known = new Set([...routes()].flatMap(({ paramNames }) => paramNames.map((each) => each.name)));
  const lost = names.find((name) => !known.has(name));
  if (lost === undefined) return;
  const reason = `the middleware of router.param(${JSON.stringify(lost)}) would never run, because no operation or route has such a parameter. Write the name of a parameter in a path.`;
  refuseMiddleware(reason, isDev);
}

/**
 * Refuses middleware with a path that runs for an operation of one version, but not for the same one of another version, whose path has a prefix: a guard of
 * `/admin` leaves `/v1/admin` open. Middleware for all of a version is intended.
 *
 * @param layers All middleware with a path.
 * @param isDev Whether to warn instead, as for {@link checkReached}.
 * @throws {TypeError} If there is such middleware.
 */
export function checkVersions(
  layers: readonly Layer[],
  operations: readonly OperationEntry[],
  layerOf: (entry: OperationEntry) => Layer,
  isDev: boolean,
): void {
  const own = layers.filter((layer) => !layer.opts.pathAsRegExp && layerPath(layer) !== undefined);
  if (own.length === 0 || operations.every(({ version }) => version === undefined)) return;
  const missed = findMissed(own, groupsOf(operations), layerOf);
  if (missed === undefined) return;
  const { path, entry, other } = missed;
  const reason = `the middleware of router.use(${JSON.stringify(path)}) runs for ${entry.method} ${entry.path}, but not for ${other.method} ${other.path} of version "${other.version}". Write the paths of all versions: router.use([...]). Or move the middleware to a _middleware file, which runs for all versions and has ctx.version.`;
  refuseMiddleware(reason, isDev);
}

function refuseMiddleware(reason: string, isDev: boolean): void {
  if (isDev) printWarning(reason);
  else throw new TypeError(`createRouter: ${reason}`);
}

/** The operations of all versions of the same file, whose name and parameters can be written in several ways. */
function groupsOf(operations: readonly OperationEntry[]): ReadonlyMap<string, readonly OperationEntry[]> {
  const groups = new Map<string, OperationEntry[]>();
  for (const entry of operations) {
    const path = sharedId(entry.id).replace(/\/?(?:@\w+)?\.[cm]?[jt]sx?$/, '');
    const key = `${entry.method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}

/** An operation for which the middleware of a path runs, and the same one of another version for which nothing does. */
interface Missed {
  readonly path: string;
  readonly entry: OperationEntry;
  readonly other: OperationEntry;
}

function findMissed(
  layers: readonly Layer[],
  groups: ReadonlyMap<string, readonly OperationEntry[]>,
  layerOf: (entry: OperationEntry) => Layer,
): Missed | undefined {
  const isReached = (layer: Layer, entry: OperationEntry): boolean => {
    const route = layerOf(entry);
    return reaches(layer, layerPath(layer)!, route, layerPath(route)!);
  };
  for (const entries of groups.values()) {
    const others = entries.filter((entry) => !layers.some((layer) => isReached(layer, entry)));
    if (others.length === 0 || others.length === entries.length) continue;
    for (const entry of entries)
      for (const layer of layers) {
        const path = layerPath(layer)!;
        const other = others.find((one) => !isWholeVersion(path, layerPath(layerOf(entry))!, layerPath(layerOf(one))!));
        if (other !== undefined && isReached(layer, entry)) return { path, entry, other };
      }
  }
  return undefined;
}

/** Whether middleware has the path of a version or a shorter one: the part of a route before the rest that it shares with that of another version. */
function isWholeVersion(path: string, route: string, other: string): boolean {
  const [own, theirs] = [route.split('/'), other.split('/')];
  let shared = 0;
  while (shared < own.length - 1 && isSameSegment(own.at(-1 - shared)!, theirs.at(-1 - shared))) shared++;
  const prefix = own.slice(0, own.length - shared).join('/');
  return prefix === path || prefix.startsWith(`${path}/`);
}

/** Parameters can have another name in each version. */
function isSameSegment(one: string, other = ''): boolean {
  return one === other || (/^[:*]/.test(one) && one[0] === other[0]);
}

/** The path of a layer, if it is a text. */
function layerPath({ path }: Layer): string | undefined {
  return typeof path === 'string' ? path : undefined;
}

function findUnreached(middleware: readonly Layer[], routes: () => Iterable<Layer>): string | undefined {
  for (const layer of middleware) {
    const path = layer.opts.pathAsRegExp ? undefined : layerPath(layer);
    if (path === undefined || reachesAny(layer, path, routes())) continue;
    return path;
  }
  return undefined;
}

function reachesAny(layer: Layer, path: string, routes: Iterable<Layer>): boolean {
  for (const route of routes) {
    const text = layerPath(route);
    // The matches of a regular expression are unknown.
    if (text === undefined || reaches(layer, path, route, text)) return true;
  }
  return false;
}

/** Whether a request for a route can match middleware: the parameters of the route can have the texts of the other path. */
function reaches(layer: Layer, path: string, route: Layer, text: string): boolean {
  const given = path.split('/');
  const segments = text.split('/').map((segment, i) => {
    if (!hasParameter(segment)) return literalOf(segment);
    const other = given[i];
    return other === undefined || other === '' || hasParameter(other) ? sampleOf(segment) : literalOf(other);
  });
  const request = segments.join('/');
  const sample = text.split('/').map(sampleOf).join('/');
  return [request, sample].some((one) => route.match(one) && layer.match(one));
}

/** A parameter, a wildcard, an optional part or a regular expression, which no backslash escapes. */
const PARAMETER = /(?<!\\)[:*{(]/;

function hasParameter(segment: string): boolean {
  return PARAMETER.test(segment);
}

function literalOf(segment: string): string {
  return segment.replaceAll(/\\(.)/g, '$1');
}

/** A text of a segment, with parameters and without its optional parts. */
function sampleOf(segment: string): string {
  return literalOf(segment.replaceAll(/(?<!\\)[:*](?:"(?:\\.|[^"\\])*"|[\p{ID_Continue}$]+)/gu, 'x'));
}
