import type { Operation, Response, Schema, SecurityRequirement } from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { addedResponses } from '../../../directives/effects.ts';
import type { ProblemName } from '../../../directives/runtime-problems.ts';
import {
  isOfDirective,
  possibleProblems,
  PROBLEM_NAMES,
  PROBLEMS,
  UNEXPECTED,
} from '../../../directives/runtime-problems.ts';
import { problemHeaders } from './problem-components.ts';
import { findByStatus } from '../../../shared/contract/statuses.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import { isEqual } from '../../../shared/validation/values.ts';

/** The declared statuses, ranges included, to which the document adds a problem of the runtime for every operation. */
export const STATUSES_WITH_PROBLEM: ReadonlySet<string> = new Set([
  ...PROBLEM_NAMES.filter((name) => !isOfDirective(name)).map((name) => String(PROBLEMS[name].status)),
  String(UNEXPECTED),
  '4XX',
  '5XX',
  'default',
]);

/** The parts of a project that the responses of the runtime depend on. */
export interface ProblemContext {
  /** The `security` of the document, for operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** The `x-problem` of the document. */
  readonly format: ProblemFormat | undefined;
  /** Resolves references to schemas. */
  readonly resolve: Resolve;
}

/** Every response that can be sent for an operation. */
export interface SentResponses {
  /** The declared responses. Those that the runtime can answer too include its problem. */
  readonly declared: readonly Response[];
  /** The problems of the runtime whose statuses are not declared. */
  readonly added: readonly (readonly [status: string, name: ProblemName])[];
}

/**
 * Lists every response that can be sent for an operation: those that it declares, and the problems that the runtime itself can answer.
 *
 * @example sentResponses(operation, { security: [], format: undefined, resolve }).added // [['400', 'BadRequest']]
 */
export function sentResponses(operation: Operation, context: ProblemContext): SentResponses {
  const responses = addedResponses(operation).reduce(withAdded, operation.responses);
  const { mediaType = PROBLEM_TYPE, status: statuses = {} } = context.format ?? {};
  const declaredFor = (status: number): Response | undefined =>
    findByStatus(statuses[status] ?? status, (name) => responses.find((response) => response.status === name));
  const covered = new Map<Response | undefined, ProblemName[]>([[declaredFor(UNEXPECTED), []]]);
  const added = new Map<string, ProblemName>();
  for (const name of possibleProblems(operation, context)) {
    const { status } = PROBLEMS[name];
    const response = declaredFor(status);
    const sent = String(statuses[status] ?? status);
    covered.set(response, [...(covered.get(response) ?? []), name]);
    // If two problems share a status, the first one describes it.
    if (response === undefined && !added.has(sent)) added.set(sent, name);
  }
  const declared = responses.map((response) => {
    const names = covered.get(response);
    if (names === undefined) return response;
    return names.reduce(withHeaders, withProblem(response, mediaType, context.resolve));
  });
  return { declared, added: [...added] };
}

/** Adds a response of a directive after the successes, unless its status is declared. */
function withAdded(responses: readonly Response[], added: Response): readonly Response[] {
  if (responses.some(({ status }) => status === added.status)) return responses;
  const after = responses.findIndex(({ status }) => !/^[12]/.test(status));
  return after === -1 ? [...responses, added] : responses.toSpliced(after, 0, added);
}

/** Adds the runtime's problem to the content of a response, unless it is already there. */
function withProblem(response: Response, mediaType: string, resolve: Resolve): Response {
  const problem = referenceTo('Problem');
  const { content } = response;
  const same = content.find((one) => one.mediaType.toLowerCase() === mediaType.toLowerCase());
  if (same === undefined) return { ...response, content: [...content, { mediaType, schema: problem }] };
  const schema = withAlternative(same.schema, problem, resolve);
  return { ...response, content: content.map((one) => (one === same ? { ...one, schema } : one)) };
}

/** Adds an alternative to a schema: `anyOf`, because `oneOf` refuses a value that matches both, and a problem is open. */
function withAlternative(schema: Schema, alternative: Schema, resolve: Resolve): Schema {
  const { anyOf, oneOf } = schema as { anyOf?: readonly Schema[]; oneOf?: readonly Schema[] };
  const target = targetOf(alternative, resolve);
  const isListed = [schema, ...(anyOf ?? oneOf ?? [])].some((part) => isEqual(targetOf(part, resolve), target));
  // A schema without keywords accepts everything.
  if (isListed || Object.keys(schema).length === 0) return schema;
  const isUnion = anyOf !== undefined && Object.keys(schema).length === 1;
  return { anyOf: [...(isUnion ? anyOf : [schema]), alternative] };
}

/** Follows references that have no other keywords. */
function targetOf(schema: Schema, resolve: Resolve, open: readonly string[] = []): unknown {
  const { $ref } = schema as { $ref?: string };
  if ($ref === undefined || Object.keys(schema).length > 1 || open.includes($ref)) return schema;
  const target = resolve($ref);
  return typeof target === 'object' ? targetOf(target, resolve, [...open, $ref]) : schema;
}

/** Adds the headers of a problem that a response can be. */
function withHeaders(response: Response, name: ProblemName): Response {
  const { headers = [] } = response;
  const known = new Set(headers.map((header) => header.name.toLowerCase()));
  const added = problemHeaders(name, false).filter((header) => !known.has(header.name.toLowerCase()));
  return added.length === 0 ? response : { ...response, headers: [...headers, ...added] };
}
