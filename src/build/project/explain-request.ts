import { pathOfId } from '../compiler/operations/tree-files.ts';
import { routeTables } from '../codegen/manifest/routes.ts';
import type { Compilation } from '../compiler/compile.ts';
import type { AccessRules, ShownAccess } from '../compiler/operations/caller-access.ts';
import { accessOf, showAccess } from '../compiler/operations/caller-access.ts';
import { notesOf } from '../compiler/operations/contract-notes.ts';
import { encodeSegment, normalizeTarget } from '../../shared/contract/path-spelling.ts';
import type { Refusal } from '../../shared/contract/refusal.ts';
import { openedPath, pathToMatch, refuseRequest, refuseRest } from '../../shared/contract/refusal.ts';
import { matchSpelling } from '../../shared/contract/routes.ts';
import { didYouMeanPath, meantPath } from './meant-path.ts';

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
    /** The version of the API, if a header names it. */
    readonly version?: string;
    readonly parameters: { readonly [name: string]: string };
    /** The name of its tool for models. */
    readonly tool?: string;
    /** The events that it sends. */
    readonly fires?: readonly string[];
    /** The `_middleware` files whose contracts it inherits. */
    readonly inherits?: readonly string[];
    readonly access: ShownAccess;
    /** Limits of its bodies, and what its directives do to responses: `cached: private, max-age=60`. */
    readonly notes?: readonly string[];
  };
  /** The answer of the server if no operation handles it. */
  readonly status?: number;
  readonly reason?: string;
  /** The path that an unknown one may be a misspelling of. */
  readonly didYouMean?: string;
  /** The value of the answer's header `Allow`. */
  readonly allow?: string;
}

/**
 * Finds the operation that handles a request.
 *
 * @param target A path, or a whole URL.
 */
export function explainRequest(
  { operations, ...rules }: AccessRules & Pick<Compilation, 'operations'>,
  strict: boolean,
  method: string,
  target: string,
): Explanation {
  const routing = { operations, routes: routeTables(operations), strict };
  const upper = method.toUpperCase();
  const request = `${upper} ${target}`;
  const paths = { ...routing, operations: operations.map(({ contract }) => contract) };
  const path = toPath(target);
  const routed = pathToMatch(routing, openedPath(paths, upper, path));
  const match = routed === undefined ? undefined : matchSpelling(paths, upper, routed);
  if (match === undefined) {
    const refusal = refuseRequest(routing, upper, path) ?? refuseRest(routing, upper, path);
    const { status, allow } = refusal;
    const meant = status === 404 ? meantOf({ operations }, path) : undefined;
    return {
      request,
      status,
      reason: reasonOf(refusal),
      ...(meant !== undefined && { didYouMean: meant }),
      ...(allow !== undefined && { allow }),
    };
  }
  const found = operations.find((each) => each.contract === match.operation)!;
  const { contract, template, inherited } = found;
  const inherits = inherited?.contracts.map((outer) => outer.path) ?? [];
  const { operationId, id, tool, fires, version, versionHeader } = contract;
  const notes = notesOf(contract);
  const parameters = Object.fromEntries(template.names.map((name, i) => [name, String(match.values[i])]));
  return {
    request,
    operation: {
      method: contract.method,
      path: contract.path,
      ...(operationId !== undefined && { operationId }),
      id: pathOfId(id),
      ...(versionHeader !== undefined && { version: `${version} (${versionHeader.name})` }),
      parameters,
      ...(tool !== undefined && { tool: tool.name }),
      ...(fires !== undefined && { fires }),
      ...(inherits.length > 0 && { inherits }),
      access: showAccess(accessOf(found, rules)),
      ...(notes.length > 0 && { notes }),
    },
  };
}

/**
 * The path of an operation that an unknown path may be a misspelling of.
 *
 * @param path As it was sent, without its query.
 */
export function meantOf({ operations }: Pick<Compilation, 'operations'>, path: string): string | undefined {
  return meantPath(
    operations.map(({ contract }) => contract.path),
    path,
  );
}

/** Writes an explanation for a terminal. */
export function explanationText({ request, operation, status, reason, didYouMean }: Explanation): string {
  if (operation === undefined)
    return `${request}: ${status}, ${reason}${didYouMean === undefined ? '' : `.${didYouMeanPath(didYouMean)}`}`;
  const values = Object.entries(operation.parameters).map(([name, value]) => `\n  ${name} = ${value}`);
  const { inherits = [], access, tool, notes = [], fires = [] } = operation;
  const places = [...new Set(access.security.map(({ at }) => at))];
  const lines = [
    ...(operation.version === undefined ? [] : [`version ${operation.version}`]),
    ...(inherits.length > 0 ? [`inherits from ${inherits.join(', ')}`] : []),
    ...(access.wrappedBy.length > 0 ? [`wrapped by ${access.wrappedBy.join(', ')}`] : []),
    `access: ${access.who}${places.length > 0 ? ` (${places.join(', ')})` : ''}`,
    ...(access.authorizedBy.length > 0 ? [`authorized by ${access.authorizedBy.map(({ at }) => at).join(', ')}`] : []),
    ...(access.requires ?? []).map(({ texts, at }) => `requires ${texts.join(', ')} (${at.join(', ')})`),
    ...(access.limits === undefined ? [] : [`limited to ${access.limits.join(', ')}`]),
    ...notes,
    ...(tool === undefined ? [] : [`tool ${tool}`]),
    ...(fires.length === 0 ? [] : [`sends ${fires.join(', ')}`]),
  ];
  const shown = lines.map((line) => `\n  ${line}`);
  return `${request}: ${operation.method} ${operation.path}, ${operation.id}${values.join('')}${shown.join('')}`;
}

/** The path of a request as createApp reads it. A client sends other characters than ASCII as UTF-8. */
function toPath(target: string): string {
  const sent = target.replace(/[^\0-\x7f]+/g, (text) => encodeSegment(text) ?? text);
  return normalizeTarget(sent).replace(/[?#].*$/s, '');
}

function reasonOf({ status, allow }: Refusal): string {
  if (status === 400) return 'malformed path';
  if (status === 404) return 'unknown path';
  return status === 501 ? 'unknown method' : `allowed methods: ${allow}`;
}
