import type { OperationEntry } from '../contract/operation.ts';
import { parsePathTemplate } from '../contract/path-template.ts';

/**
 * Converts a path template to the route syntax of @koa/router (path-to-regexp 8), with percent-encoded text.
 *
 * @example toRoutePath('/pets/{id}') // '/pets/:id'
 * @example toRoutePath('/{sha}.diff/{na-me}') // '/:sha.diff/:"na-me"'
 */
export function toRoutePath(path: string): string {
  const { segments } = parsePathTemplate(path).template;
  const parts = segments.map((segment) =>
    segment.map((piece, i) => (typeof piece === 'string' ? escapeText(piece) : printName(piece.name, segment[i + 1]))),
  );
  return `/${parts.map((part) => part.join('')).join('/')}`;
}

const routePaths = new WeakMap<OperationEntry, string>();

/** The path of an operation as @koa/router writes it. It is converted once. */
export function routePathOf(operation: OperationEntry): string {
  let path = routePaths.get(operation);
  if (path === undefined) routePaths.set(operation, (path = toRoutePath(operation.path)));
  return path;
}

function escapeText(text: string): string {
  return encodeURI(text).replace(/[()+?!:*]/g, String.raw`\$&`);
}

/** Quotes a name that is not an identifier, or that is followed by an identifier character. */
function printName(name: string, following: unknown): string {
  const runsOn = typeof following === 'string' && /^[\w$]/.test(following);
  return /^[A-Za-z_$][\w$]*$/.test(name) && !runsOn ? `:${name}` : `:"${name.replace(/["\\]/g, String.raw`\$&`)}"`;
}
