import type { Operation, SecurityRequirement } from '../../contract/operation.ts';
import type { ProblemFormat } from '../../contract/problem.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import type { Reference, ResponseObject } from './document.ts';

const CHALLENGE = {
  description: 'How to authenticate (RFC 9110, 11.6.1).',
  required: true,
  schema: { type: 'string' },
} as const;

/** The problem responses of the runtime: their names in `components.responses`, and their statuses. */
const PROBLEMS: {
  readonly [name: string]: { readonly status: number; readonly response: Omit<ResponseObject, 'content'> };
} = {
  BadRequest: { status: 400, response: { description: 'The request is invalid. `errors` lists each violation.' } },
  Unauthorized: {
    status: 401,
    response: { description: 'The credentials are missing or invalid.', headers: { 'WWW-Authenticate': CHALLENGE } },
  },
  Forbidden: { status: 403, response: { description: 'The credentials do not permit this operation.' } },
  ContentTooLarge: { status: 413, response: { description: 'The request body is too large.' } },
  UnsupportedMediaType: {
    status: 415,
    response: { description: 'The media type of the request body is not supported.' },
  },
};

/** The fields of the base document that problem responses depend on. */
export interface ProblemContext {
  /** The `security` of the document, for operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** Its `x-problem`. */
  readonly format: ProblemFormat | undefined;
}

/** The problem responses of the runtime, by their names in `components.responses`. */
export function problemComponents({ mediaType = PROBLEM_TYPE }: ProblemFormat = {}): {
  [name: string]: ResponseObject;
} {
  const content = { [mediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(Object.entries(PROBLEMS).map(([name, { response }]) => [name, { ...response, content }]));
}

/**
 * The problems that the runtime can answer for an operation, as references by status.
 *
 * Statuses that the operation declares itself, also as `4XX` or `default`, are omitted.
 *
 * @example problemResponses(operation, { security: [], format: undefined }) // { 400: { $ref: '#/components/responses/BadRequest' } }
 */
export function problemResponses(
  operation: Operation,
  { security, format }: ProblemContext,
): { [status: string]: Reference } {
  const { parameters, body, paging, responses } = operation;
  const hasInput = parameters.length > 0 || body !== undefined || paging !== undefined;
  const isSecured = isRequired(operation.security ?? security);
  const possible: { readonly [name: string]: boolean } = {
    BadRequest: hasInput,
    Unauthorized: isSecured,
    Forbidden: isSecured,
    ContentTooLarge: body !== undefined,
    UnsupportedMediaType: body !== undefined,
  };
  const declared = new Set(responses.map((response) => response.status));
  if (declared.has('4XX') || declared.has('default')) return {};
  const added = Object.entries(PROBLEMS).flatMap(([name, { status }]): [string, Reference][] => {
    const sent = String(format?.status?.[status] ?? status);
    const isAdded = possible[name] === true && !declared.has(sent);
    return isAdded ? [[sent, { $ref: `#/components/responses/${name}` }]] : [];
  });
  // If two problems share a status, the first one describes it.
  return Object.fromEntries(added.reverse());
}

/** Whether a request needs credentials. An alternative without a scheme makes them optional. */
function isRequired(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}
