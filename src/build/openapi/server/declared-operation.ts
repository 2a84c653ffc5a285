import { DIRECTIVE_RESPONSES } from '../../../directives/effects.ts';
import { isOfDirective, PROBLEM_NAMES } from '../../../directives/runtime-problems.ts';
import type { Header, Operation, Response } from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import { problemResponse } from './problem-components.ts';
import { isRuntimeHeader } from './sent-headers.ts';

/**
 * Removes the headers and responses that directives add to the document, so that an operation of a document compares with
 * one of a tree.
 *
 * Only parts that are exactly as the document has them are removed.
 */
export function withoutServerParts(operation: Operation, format: ProblemFormat | undefined): Operation {
  const problems = PROBLEM_NAMES.filter(isOfDirective).map((name) => problemResponse(name, format));
  const added = [...DIRECTIVE_RESPONSES, ...problems].map(withoutHeaders);
  const responses = operation.responses
    .map(withoutHeaders)
    .filter((response) => !added.some((one) => isEqual(one, response)));
  return { ...operation, responses };
}

function withoutHeaders({ headers, ...response }: Response): Response {
  const own = headers?.filter((header: Header) => !isRuntimeHeader(header)) ?? [];
  return own.length === 0 ? response : { ...response, headers: own };
}
