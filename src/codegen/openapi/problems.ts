import type { Operation, SecurityRequirement } from '../../contract/operation.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import type { Reference, ResponseObject } from './document.ts';

const CHALLENGE = {
  description: 'How to authenticate (RFC 9110, 11.6.1).',
  required: true,
  schema: { type: 'string' },
} as const;

/** The problem responses of the runtime, by their names in `components.responses`. */
export const PROBLEM_RESPONSES: { readonly [name: string]: ResponseObject } = {
  BadRequest: problem('The request is invalid. `errors` lists each violation.'),
  Unauthorized: { ...problem('The credentials are missing or invalid.'), headers: { 'WWW-Authenticate': CHALLENGE } },
  Forbidden: problem('The credentials do not permit this operation.'),
  ContentTooLarge: problem('The request body is too large.'),
  UnsupportedMediaType: problem('The media type of the request body is not supported.'),
};

function problem(description: string): ResponseObject {
  return { description, content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } };
}

/**
 * The problems that the runtime can answer for an operation, as references by status.
 *
 * Statuses that the operation declares itself, also as `4XX` or `default`, are omitted.
 *
 * @param security The `security` of the document, for operations without their own.
 * @example problemResponses(operation, []) // { 400: { $ref: '#/components/responses/BadRequest' } }
 */
export function problemResponses(
  operation: Operation,
  security: readonly SecurityRequirement[],
): { [status: string]: Reference } {
  const { parameters, body, paging, responses } = operation;
  const hasInput = parameters.length > 0 || body !== undefined || paging !== undefined;
  const isSecured = isRequired(operation.security ?? security);
  const possible: [status: string, name: string, isPossible: boolean][] = [
    ['400', 'BadRequest', hasInput],
    ['401', 'Unauthorized', isSecured],
    ['403', 'Forbidden', isSecured],
    ['413', 'ContentTooLarge', body !== undefined],
    ['415', 'UnsupportedMediaType', body !== undefined],
  ];
  const declared = new Set(responses.map((response) => response.status));
  if (declared.has('4XX') || declared.has('default')) return {};
  const added = possible.filter(([status, , isPossible]) => isPossible && !declared.has(status));
  return Object.fromEntries(added.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** Whether a request needs credentials. An alternative without a scheme makes them optional. */
function isRequired(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}
