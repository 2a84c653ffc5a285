import type { Layer } from '@koa/router';
import type Koa from 'koa';
import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import { isPlain, normalizePath } from '../../shared/contract/path-spelling.ts';
import { getOrAdd } from '../../shared/contract/get-or-add.ts';
import { openedPath } from '../../shared/contract/refusal.ts';
import { hasRest } from '../../shared/contract/path-template.ts';
import type { Match } from '../../shared/contract/routes.ts';
import { nameValues } from './find-operation.ts';
import { encodeRoute } from './route-path.ts';
import type { SelectedManifest } from './runtime.ts';

/** Lets a route with a rest make its URL, which @koa/router cannot: the slashes of the rest are escaped, which is the same path. */
export function addRestUrl(layer: Layer): void {
  if (/\/\*[^/]*$/.test(String(layer.path))) layer.url = restUrl;
}

function restUrl(this: Layer, ...args: Parameters<Layer['url']>): ReturnType<Layer['url']> {
  const single = Object.create(this, { path: { value: String(this.path).replace(/\*(?=[^/]*$)/, ':') } }) as Layer;
  return (Object.getPrototypeOf(this) as Layer).url.apply(single, args);
}

/** Lets middleware without a path run for every letter case of a prefix, as its routes do. In @koa/router, only its own spelling matches. */
export function ignoreCase(layer: Layer): void {
  const { pathAsRegExp, sensitive } = layer.opts;
  // Its path is then the text of a regular expression. One that was given stays as it is.
  if (pathAsRegExp === true && typeof layer.path === 'string' && sensitive !== true) layer.match = matchAnyCase;
}

/** The same regular expressions for every letter case. A layer gets another one with a prefix. */
const anyCase = new WeakMap<RegExp, RegExp>();

function matchAnyCase(this: Layer, path: string): boolean {
  return getOrAdd(anyCase, this.regexp, () => new RegExp(this.regexp.source, 'i')).test(path);
}

/**
 * Where the path of an operation begins in a request's segments, which have the prefixes of outer routers before it: from the end, or for a rest from
 * the beginning.
 */
export function countBefore(ctx: Koa.ParameterizedContext, { path }: OperationEntry): number {
  const own = path.split('/').length - 1;
  if (!hasRest(path)) return -own;
  return String(ctx['_matchedRoute']).split('/').length - own;
}

/**
 * Whether middleware or a route of a router has the path of a request, but not as the request spells it: a guard would not run.
 *
 * @param normalized The path as guards have to see it.
 */
export function isHidden(layers: readonly Layer[], path: string, normalized: string): boolean {
  if (layers.length === 0 || isPlain(path)) return false;
  return layers.some((layer) => layer.match(normalized) && !layer.match(path));
}

/** A path or the paths of a route, percent-encoded. Regular expressions and middleware stay. */
export function encodeRoutes<T>(path: T): T {
  return (Array.isArray(path) ? path.map(encodeOne) : encodeOne(path)) as T;
}

function encodeOne(path: unknown): unknown {
  return typeof path === 'string' ? encodeRoute(path) : path;
}

/** The path of a request as guards have to see it. The part of a router is at its end. */
export function spell(path: string, own: string, method: string, manifest: Manifest): string {
  const [whole, end] = [normalizePath(path), normalizePath(own)];
  return `${whole.slice(0, whole.length - end.length)}${openedPath(manifest, method, end)}`;
}

/** Whether an operation belongs to another version than the one that a request names. */
export function isOfOther({ version }: OperationEntry, { selected }: SelectedManifest): boolean {
  return selected !== undefined && version !== undefined && version !== selected;
}

/** The parameters of a path, by name. */
export type Params = Record<string, string>;

/** A layer for one request. Its parameters come from the routing tables, which match every percent-encoded spelling of a path. */
export function bindLayer(layer: Layer, match: Match, prefixParams: Params): Layer {
  return Object.assign(Object.create(layer) as Layer, {
    captures: (path: string) => {
      const captures = layer.captures(path);
      return captures.length > 0 ? captures : match.values.map(encodeURIComponent);
    },
    params: (_path: string, _captures: string[], others?: Params) => {
      return { ...others, ...prefixParams, ...nameValues(match.operation.names, match.values) };
    },
  });
}
