import type { Layer } from '@koa/router';
import { printWarning } from './warning.ts';

const PATH_ADVICE =
  'Write the path of an operation, or the start of some, without a slash at the end. It includes the plugin\'s option "base", and not the prefix of this router.';

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
  if (isDev) printWarning(reason);
  else throw new TypeError(`createRouter: ${reason}`);
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
    // What a regular expression matches is unknown.
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
