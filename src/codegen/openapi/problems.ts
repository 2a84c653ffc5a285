import type { Operation, SecurityRequirement } from '../../contract/operation.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import type { Reference, ResponseObject } from './document.ts';

const CHALLENGE = {
  description: 'How to authenticate (RFC 9110, 11.6.1).',
  required: true,
  schema: { type: 'string' },
} as const;

/** The problems the runtime can answer with beside what operations declare, by their names among the document's responses. */
export const PROBLEM_RESPONSES: { readonly [name: string]: ResponseObject } = {
  BadRequest: problem('The input breaks the contract; `errors` lists all that is wrong with it.'),
  Unauthorized: { ...problem('There are no valid credentials.'), headers: { 'WWW-Authenticate': CHALLENGE } },
  Forbidden: problem('The credentials do not allow this.'),
  ContentTooLarge: problem('The body is larger than the server takes.'),
  UnsupportedMediaType: problem('The body has a media type that is not taken here.'),
};

function problem(description: string): ResponseObject {
  return { description, content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } };
}

/**
 * The problems the runtime can answer an operation's request with, as references by their statuses; none that the operation itself declares,
 * by its status, its class (`4XX`) or `default`.
 *
 * @param security That of the document, for operations without their own.
 * @example problemResponses(operation, []) // { 400: { $ref: '#/components/responses/BadRequest' } }
 */
export function problemResponses(
  operation: Operation,
  security: readonly SecurityRequirement[],
): { [status: string]: Reference } {
  const { parameters, body, paging, responses } = operation;
  const hasInput = parameters.length > 0 || body !== undefined || paging !== undefined;
  const isSecured = isRequired(operation.security ?? security);
  const possible: [status: string, name: string, can: boolean][] = [
    ['400', 'BadRequest', hasInput],
    ['401', 'Unauthorized', isSecured],
    ['403', 'Forbidden', isSecured],
    ['413', 'ContentTooLarge', body !== undefined],
    ['415', 'UnsupportedMediaType', body !== undefined],
  ];
  const declared = new Set(responses.map((response) => response.status));
  if (declared.has('4XX') || declared.has('default')) return {};
  const added = possible.filter(([status, , can]) => can && !declared.has(status));
  return Object.fromEntries(added.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** Whether a request needs credentials: one alternative without a scheme lets all pass. */
function isRequired(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}
