import { prefixOf } from '../../shared/contract/path-spelling.ts';

/** The path of a request target, without its query. */
export function requestPath(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/**
 * Whether a path is a directory or below it.
 *
 * @example isBelow('/apis', '/api') // false
 */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

/** The option `base` as it is written in paths of requests; empty for none. */
export function baseOf(base: string): string {
  return encodeURI(prefixOf(base));
}
