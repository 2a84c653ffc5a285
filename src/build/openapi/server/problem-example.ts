import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import type { Response } from '../../../shared/contract/operation.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { createProblem } from '../../../shared/contract/problem.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import { isEqual } from '../../../shared/validation/values.ts';

const REFERENCE = referenceTo('Problem');

/** Whether `Problem` is the built-in definition. The members of a project's own are unknown. */
export function isStandardProblem(resolve: Resolve): boolean {
  return isEqual(resolve(REFERENCE.$ref), PROBLEM);
}

/**
 * The problem of a status as the runtime writes it, whose titles are Node's reason phrases; undefined for ranges, `default` and statuses below 400.
 *
 * @example problemExample('404') // { type: 'about:blank', title: 'Not Found', status: 404 }
 */
export function problemExample(status: string): Problem | undefined {
  const reason = STATUS_CODES[status];
  return reason === undefined || Number(status) < 400 ? undefined : createProblem(Number(status), reason);
}

/** Adds the example of its status to each problem of a response that has none. */
export function withProblemExample(response: Response): Response {
  const example = problemExample(response.status);
  if (example === undefined) return response;
  const content = response.content.map((one) =>
    one.example === undefined && isEqual(one.schema, REFERENCE) ? { ...one, example } : one,
  );
  return { ...response, content };
}

/** Removes the examples that {@link withProblemExample} adds. */
export function withoutProblemExample(response: Response): Response {
  const problem = problemExample(response.status);
  const content = response.content.map((one) => {
    const { example, ...others } = one;
    const isAdded = one.otherExamples === undefined && isEqual(one.schema, REFERENCE) && isEqual(example, problem);
    return example !== undefined && isAdded ? others : one;
  });
  return { ...response, content };
}
