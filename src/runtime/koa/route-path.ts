import type { OperationEntry } from '../../shared/contract/manifest.ts';

/**
 * Converts a path template to the route syntax of @koa/router (path-to-regexp 8), with percent-encoded text.
 *
 * @example toRoutePath('/pets/{id}') // '/pets/:id'
 * @example toRoutePath('/{sha}.diff/{na-me}') // '/:sha.diff/:"na-me"'
 */
export function toRoutePath(path: string): string {
  const piece = /\{([^{}]+)\}(?=([\w$])?)|[^{}]+/g;
  return path.replaceAll(piece, (text, name?: string, following?: string) =>
    name === undefined ? escapeText(text) : printName(name, following !== undefined),
  );
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
function printName(name: string, runsOn: boolean): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !runsOn ? `:${name}` : `:"${name.replace(/["\\]/g, String.raw`\$&`)}"`;
}
