import { routeTables } from '../codegen/manifest/routes.ts';
import type { Compilation } from '../compiler/compile.ts';
import { toMethod } from '../contract/operation.ts';
import { normalizePath } from '../contract/path-spelling.ts';
import { allowedMethods, matchOperation, routePath } from '../contract/routes.ts';

/** The answer to the question which operation handles a request. */
export interface Explanation {
  /** `GET /pets/1`. */
  readonly request: string;
  /** Absent if no operation handles it. */
  readonly operation?: {
    readonly method: string;
    readonly path: string;
    readonly operationId?: string;
    readonly id: string;
    readonly parameters: { readonly [name: string]: string };
    /** The `_middleware` files whose contracts it inherits. */
    readonly inherits?: readonly string[];
  };
  /** The answer of the server if no operation handles it. */
  readonly status?: number;
  readonly reason?: string;
}

/**
 * Finds the operation that handles a request.
 *
 * @param path A path, or a whole URL.
 */
export function explainRequest(
  { operations }: Pick<Compilation, 'operations'>,
  strict: boolean,
  method: string,
  path: string,
): Explanation {
  const routing = { operations, routes: routeTables(operations) };
  const request = `${method.toUpperCase()} ${path}`;
  const routed = routePath(normalizePath(path.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')), strict);
  if (routed === undefined) return { request, status: 400, reason: 'malformed percent-encoding' };
  const match = matchOperation(routing, method.toUpperCase(), routed);
  if (match === undefined) return { request, ...refusal(method, allowedMethods(routing, routed)) };
  const { contract, template, inherited } = match.operation;
  const inherits = inherited?.contracts.map((outer) => outer.path) ?? [];
  const { operationId, id } = contract;
  const parameters = Object.fromEntries(template.names.map((name, i) => [name, String(match.values[i])]));
  return {
    request,
    operation: {
      method: contract.method,
      path: contract.path,
      ...(operationId !== undefined && { operationId }),
      id,
      parameters,
      ...(inherits.length > 0 && { inherits }),
    },
  };
}

/** Writes an explanation for a terminal. */
export function explanationText({ request, operation, status, reason }: Explanation): string {
  if (operation === undefined) return `${request}: ${status}, ${reason}`;
  const values = Object.entries(operation.parameters).map(([name, value]) => `\n  ${name} = ${value}`);
  const { inherits = [] } = operation;
  const source = inherits.length === 0 ? '' : `\n  inherits from ${inherits.join(', ')}`;
  return `${request}: ${operation.method} ${operation.path}, ${operation.id}${values.join('')}${source}`;
}

/** The status that the server sends if no operation handles a request. */
function refusal(method: string, allowed: readonly string[]): Required<Pick<Explanation, 'status' | 'reason'>> {
  if (allowed.length === 0) return { status: 404, reason: 'unknown path' };
  const known = toMethod(method);
  if (known === undefined) return { status: 501, reason: 'unknown method' };
  return { status: known === 'OPTIONS' ? 204 : 405, reason: `allowed methods: ${allowed.join(', ')}` };
}
