import type { OperationEntry } from '../../shared/contract/manifest.ts';
import { encodeSegment, normalizePath } from '../../shared/contract/path-spelling.ts';

/**
 * Converts a path template to the route syntax of @koa/router (path-to-regexp 8), with percent-encoded text.
 *
 * @example toRoutePath('/pets/{id}') // '/pets/:id'
 * @example toRoutePath('/{sha}.diff/{na-me}') // '/:sha.diff/:"na-me"'
 * @example toRoutePath('/files/{path...}') // '/files/*path'
 */
export function toRoutePath(path: string): string {
  const piece = /\{([^{}]+)\}(?=([\w$])?)|[^{}]+/g;
  return path.replaceAll(piece, (text, name?: string, following?: string) => {
    if (name === undefined) return escapeText(text);
    const single = name.replace(/\.\.\.$/, '');
    return `${single === name ? ':' : '*'}${printName(single, following !== undefined)}`;
  });
}

const routePaths = new WeakMap<OperationEntry, string>();

/** The path of an operation as @koa/router writes it. It is converted once. */
export function routePathOf(operation: OperationEntry): string {
  let path = routePaths.get(operation);
  if (path === undefined) routePaths.set(operation, (path = toRoutePath(operation.path)));
  return path;
}

/** The pieces of a route of path-to-regexp 8: an escaped character, a parameter, a percent-encoding, and text that requests encode. */
const ROUTE_PIECE =
  /\\(.)|[:*](?:"(?:\\.|[^"\\])*"|[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|%[\da-f]{2}|[^\x21-\x7e]+|[<>^`|]/gisu;

/**
 * Percent-encodes the text of a route as requests do, because @koa/router compares it with the encoded path of a request.
 *
 * @example encodeRoute('/öffi/:größe') // '/%C3%B6ffi/:größe'
 */
export function encodeRoute(route: string): string {
  // An unescaped parenthesis is a regular expression of @koa/router itself.
  if (/(?<!\\)\(/.test(route)) return route;
  return route.replaceAll(ROUTE_PIECE, (piece, escaped?: string) => {
    if (/^[:*]/.test(piece)) return piece;
    const text = escaped ?? piece;
    const encoded = text.startsWith('%') ? normalizePath(text) : normalizePath(encodeSegment(text) ?? text);
    return encoded === escaped ? piece : encoded;
  });
}

function escapeText(text: string): string {
  return encodeURI(text).replace(/[()+?!:*]/g, String.raw`\$&`);
}

/** Quotes a name that is not an identifier, or that is followed by an identifier character. */
function printName(name: string, runsOn: boolean): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !runsOn ? name : `"${name.replace(/["\\]/g, String.raw`\$&`)}"`;
}
