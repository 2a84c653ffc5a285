import { isKeywords } from '../../shared/schema/json-types.ts';
import { prefixOf } from '../../shared/contract/path-spelling.ts';

/**
 * The path of the first server, which is part of every path.
 *
 * @example serverPath([{ url: 'https://example.com/v1/' }]) // '/v1'
 */
export function serverPath(servers: unknown): string {
  return pathsOf(servers)[0] ?? '';
}

/** Whether a server is the one that a document without servers has: OpenAPI 3.1, OpenAPI Object. */
export function isDefaultServer(server: unknown): boolean {
  return isKeywords(server) && server['url'] === '/' && Object.keys(server).length === 1;
}

/** The path of each server; empty for one that is not known. */
function pathsOf(servers: unknown): string[] {
  return (Array.isArray(servers) ? (servers as unknown[]) : []).map((server) => pathOfServer(server) ?? '');
}

/** Why the path of a server is not known; undefined if it is. */
export function serverFault(server: unknown): string | undefined {
  if (pathOfServer(server) !== undefined) return undefined;
  return urlOf(server).includes('{')
    ? 'a variable in the path of a server has a default'
    : 'the URL of a server begins with a scheme, a host or "/"';
}

/** The path of a server, whose variables have their defaults (OpenAPI 3.1, Server Object); undefined if it is not known. */
function pathOfServer(server: unknown): string | undefined {
  const url = urlOf(server);
  const { variables } = (isKeywords(server) ? server : {}) as { readonly variables?: unknown };
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (text, name: string) => {
    const value: unknown = Object(Object(variables)[name]).default;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : text;
  });
  // At the start, a variable has the scheme and the host.
  const isOrigin = /^\{[^{}]*\}(?:\/|$)/.test(url) && !/^(?:[a-z][a-z\d+.-]*:)?\//i.test(filled);
  const absolute = isOrigin ? `//${filled}` : filled;
  const [match, path = ''] = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*)?(\/[^?#]*)?(?:[?#].*)?$/is.exec(absolute) ?? [];
  if (match === undefined || path.includes('{')) return undefined;
  return decodePath(path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''));
}

function urlOf(server: unknown): string {
  return isKeywords(server) && typeof server['url'] === 'string' ? server['url'] : '/';
}

/** Decodes a percent-encoded path; one that is malformed stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

/** A path on a server: `/pets` on `/v1` is `/v1/pets`. */
export function pathOnServer(path: string, prefix: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}

/**
 * The prefix of a tree's paths that its document leaves out, because the path of every server ends in it; empty for none.
 *
 * @param base The prefix of every path of the tree, `/` for none.
 * @example baseOnServers([{ url: 'https://example.com/api/v3' }], '/v3') // '/v3'
 */
export function baseOnServers(servers: unknown, base: string): string {
  const prefix = prefixOf(base);
  const paths = pathsOf(servers);
  return paths.length > 0 && paths.every((path) => path.endsWith(prefix)) ? prefix : '';
}

/** A path without a prefix: `/api/pets` without `/api` is `/pets`. */
export function withoutPrefix(path: string, prefix: string): string {
  return path.slice(prefix.length) || '/';
}

/** The path that clients prefix to the paths of a tree: that of the first server, without the part that the paths have already. */
export function prefixOfTree(servers: unknown, base: string): string {
  const path = serverPath(servers);
  return path.slice(0, path.length - baseOnServers(servers, base).length);
}
