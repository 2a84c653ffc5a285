import type { Operation, SecurityRequirement } from '../shared/contract/operation.ts';
import { needsCredentials, securityOf } from '../shared/contract/operation.ts';
import { isGuarded } from '../shared/contract/custom-directive.ts';
import type { ProblemFormat } from '../shared/contract/problem.ts';
import type { AddedProblem } from './directive-description.ts';
import type { DirectiveProblem } from './effects.ts';
import { addedParameters, DIRECTIVE_PROBLEMS } from './effects.ts';

/** How to authenticate, which every response to missing or invalid credentials has. */
export const CHALLENGE = {
  description: 'How to authenticate (RFC 9110, 11.6.1).',
  schema: { type: 'string' },
} as const;

/** The problems that operations can have without a directive. */
const OWN = {
  BadRequest: {
    status: 400,
    description: 'The request is invalid. `errors` lists each violation.',
    isOf: (operation) => hasInput(operation),
  },
  Unauthorized: {
    status: 401,
    description: 'The credentials are missing or invalid.',
    headers: { 'WWW-Authenticate': { ...CHALLENGE, required: true } },
    isOf: (operation, document) => needsCredentials(securityOf(operation, document)),
  },
  Forbidden: {
    status: 403,
    description: 'The credentials do not permit this operation.',
    isOf: (operation, document) => isGuarded(operation) || needsCredentials(securityOf(operation, document)),
  },
  ContentTooLarge: {
    status: 413,
    description: 'The request body is too large.',
    isOf: ({ body }) => body !== undefined,
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The media type of the request body is not supported.',
    isOf: ({ body }) => body !== undefined,
  },
} as const satisfies Readonly<Record<string, AddedProblem>>;

/** The name of a problem that the runtime itself can answer for an operation. */
export type ProblemName = keyof typeof OWN | DirectiveProblem;

/** The problems that the runtime itself can answer, by the names of their components, sorted by status. */
export const PROBLEMS: Readonly<Record<ProblemName, AddedProblem>> = sorted({ ...OWN, ...DIRECTIVE_PROBLEMS });

/** The names of all problems, in the order of {@link PROBLEMS}. */
export const PROBLEM_NAMES: readonly ProblemName[] = Object.keys(PROBLEMS) as ProblemName[];

/** Whether only operations with a directive can have a problem. */
export function isOfDirective(name: ProblemName): boolean {
  return Object.hasOwn(DIRECTIVE_PROBLEMS, name);
}

function sorted<Problems extends Readonly<Record<string, AddedProblem>>>(problems: Problems): Problems {
  const entries = Object.entries(problems).toSorted(([, a], [, b]) => a.status - b.status);
  return Object.fromEntries(entries) as Problems;
}

/** Whether a request can have input that is invalid. A header that takes any text cannot. */
function hasInput(operation: Operation): boolean {
  const { parameters, body, paging, versionHeader } = operation;
  const canBeInvalid = addedParameters(operation).some(
    ({ required, schema }) => required || Object.keys(schema).length > 1,
  );
  const isChosen = versionHeader !== undefined;
  return parameters.length > 0 || body !== undefined || paging !== undefined || canBeInvalid || isChosen;
}

/** The status of an unexpected error, which every operation can have. It is documented only if it is declared. */
export const UNEXPECTED = 500;

/** The status of a handler that is not written yet, as an import writes it. It is never part of a contract. */
const NOT_IMPLEMENTED = 501;

/** The problems that the runtime itself can answer for an operation. */
export function possibleProblems(
  operation: Operation,
  document: { readonly security?: readonly SecurityRequirement[] },
): ProblemName[] {
  return PROBLEM_NAMES.filter((name) => PROBLEMS[name].isOf(operation, document));
}

/** The parts of openapi.yaml that the statuses of an operation depend on. */
interface StatusContext {
  readonly security?: readonly SecurityRequirement[];
  readonly 'x-problem'?: ProblemFormat;
}

/** The names of the statuses that an operation can answer: those that it declares, ranges and `default` included, and those of the runtime. */
export function answeredStatuses(operation: Operation, document: StatusContext): ReadonlySet<string> {
  const statuses = document['x-problem']?.status ?? {};
  const own = [...possibleProblems(operation, document).map((name) => PROBLEMS[name].status), UNEXPECTED];
  return new Set([
    ...operation.responses.map(({ status }) => status),
    ...own.map((status) => String(statuses[status] ?? status)),
    String(NOT_IMPLEMENTED),
  ]);
}
