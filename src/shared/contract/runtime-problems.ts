import type { Operation, SecurityRequirement } from './operation.ts';
import type { ProblemFormat } from './problem.ts';
import { needsCredentials, securityOf } from './operation.ts';

/** The name of a problem that the runtime itself can answer for an operation. */
export type ProblemName =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'KeyInUse'
  | 'VersionMismatch'
  | 'ContentTooLarge'
  | 'UnsupportedMediaType'
  | 'KeyMismatch'
  | 'ConditionRequired';

/** The runtime's own status of each problem. */
export const PROBLEM_STATUSES: { readonly [name in ProblemName]: number } = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  KeyInUse: 409,
  VersionMismatch: 412,
  ContentTooLarge: 413,
  UnsupportedMediaType: 415,
  KeyMismatch: 422,
  ConditionRequired: 428,
};

/** The status of an unexpected error, which every operation can have. It is documented only if it is declared. */
export const UNEXPECTED = 500;

/** The status of a handler that is not written yet, as an import writes it. It is never part of a contract. */
const NOT_IMPLEMENTED = 501;

/** The problems that the runtime itself can answer for an operation. */
export function possibleProblems(
  operation: Operation,
  document: { readonly security?: readonly SecurityRequirement[] },
): ProblemName[] {
  const { parameters, body, paging, etag, conditional, idempotent, authorized } = operation;
  const takesKey = idempotent !== undefined;
  const takesCredentials = needsCredentials(securityOf(operation, document));
  const hasInput =
    parameters.length > 0 || body !== undefined || paging !== undefined || conditional === true || takesKey;
  return [
    ...(hasInput ? (['BadRequest'] as const) : []),
    ...(takesCredentials ? (['Unauthorized'] as const) : []),
    ...(takesCredentials || authorized ? (['Forbidden'] as const) : []),
    ...(takesKey ? (['KeyInUse'] as const) : []),
    ...(conditional || etag ? (['VersionMismatch'] as const) : []),
    ...(body === undefined ? [] : (['ContentTooLarge', 'UnsupportedMediaType'] as const)),
    ...(takesKey ? (['KeyMismatch'] as const) : []),
    ...(conditional ? (['ConditionRequired'] as const) : []),
  ];
}

/** The parts of openapi.yaml that the statuses of an operation depend on. */
interface StatusContext {
  readonly security?: readonly SecurityRequirement[];
  readonly 'x-problem'?: ProblemFormat;
}

/** The names of the statuses that an operation can answer: those that it declares, ranges and `default` included, and those of the runtime. */
export function answeredStatuses(operation: Operation, document: StatusContext): ReadonlySet<string> {
  const statuses = document['x-problem']?.status ?? {};
  const own = [...possibleProblems(operation, document).map((name) => PROBLEM_STATUSES[name]), UNEXPECTED];
  return new Set([
    ...operation.responses.map(({ status }) => status),
    ...own.map((status) => String(statuses[status] ?? status)),
    String(NOT_IMPLEMENTED),
  ]);
}
