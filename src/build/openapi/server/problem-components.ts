import type { Response } from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { ProblemName } from '../../../shared/contract/runtime-problems.ts';
import { PROBLEM_STATUSES } from '../../../shared/contract/runtime-problems.ts';
import { problemExample } from './problem-example.ts';
import { CHALLENGE } from './sent-responses.ts';
import type { ResponseObject } from '../document.ts';

/** The problem responses of the runtime, by their names in `components.responses`. */
const PROBLEMS: { readonly [name in ProblemName]: Omit<ResponseObject, 'content'> } = {
  BadRequest: { description: 'The request is invalid. `errors` lists each violation.' },
  Unauthorized: {
    description: 'The credentials are missing or invalid.',
    headers: {
      'WWW-Authenticate': { description: CHALLENGE.description, required: true, schema: CHALLENGE.schema },
    },
  },
  Forbidden: { description: 'The credentials do not permit this operation.' },
  KeyInUse: { description: 'A request with this idempotency key is being processed.' },
  VersionMismatch: { description: 'The resource is not in the version that the request expects.' },
  ContentTooLarge: { description: 'The request body is too large.' },
  UnsupportedMediaType: { description: 'The media type of the request body is not supported.' },
  KeyMismatch: { description: 'This idempotency key belongs to another request.' },
  ConditionRequired: { description: 'The request needs a condition, such as `If-Match`.' },
};

/**
 * The problem responses of the runtime with their content, by their names in `components.responses`.
 *
 * @param hasExamples Whether each one has an example, which only the built-in `Problem` has.
 */
export function problemComponents(
  { mediaType = PROBLEM_TYPE, status: statuses = {} }: ProblemFormat = {},
  hasExamples = false,
): { [name: string]: ResponseObject } {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([name, response]) => {
      const status = PROBLEM_STATUSES[name as ProblemName];
      const example = hasExamples ? problemExample(String(statuses[status] ?? status)) : undefined;
      const media = { schema: referenceTo('Problem'), ...(example !== undefined && { example }) };
      return [name, { ...response, content: { [mediaType]: media } }];
    }),
  );
}

/** The same problem as a response of a contract. */
export function problemResponse(name: ProblemName, format: ProblemFormat = {}): Response {
  const { mediaType = PROBLEM_TYPE, status: statuses = {} } = format;
  const status = PROBLEM_STATUSES[name];
  return {
    status: String(statuses[status] ?? status),
    description: PROBLEMS[name].description,
    content: [{ mediaType, schema: referenceTo('Problem') }],
  };
}
