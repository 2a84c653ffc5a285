import type { Header, Response } from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { ProblemName } from '../../../directives/runtime-problems.ts';
import { PROBLEM_NAMES, PROBLEMS } from '../../../directives/runtime-problems.ts';
import { problemExample } from './problem-example.ts';
import type { ResponseObject } from '../document.ts';

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
    PROBLEM_NAMES.map((name) => {
      const { status, description, headers } = PROBLEMS[name];
      const example = hasExamples ? problemExample(String(statuses[status] ?? status)) : undefined;
      const media = { schema: referenceTo('Problem'), ...(example !== undefined && { example }) };
      return [name, { description, ...(headers && { headers }), content: { [mediaType]: media } }];
    }),
  );
}

/** The same problem as a response of a contract. */
export function problemResponse(name: ProblemName, format: ProblemFormat = {}): Response {
  const { mediaType = PROBLEM_TYPE, status: statuses = {} } = format;
  const { status, description } = PROBLEMS[name];
  const headers = problemHeaders(name, true);
  return {
    status: String(statuses[status] ?? status),
    description,
    content: [{ mediaType, schema: referenceTo('Problem') }],
    ...(headers.length > 0 && { headers }),
  };
}

/**
 * The headers of a problem, as a contract has them.
 *
 * @param isAlone Whether the response is always this problem, so that it always has the required ones.
 */
export function problemHeaders(name: ProblemName, isAlone: boolean): Header[] {
  return Object.entries(PROBLEMS[name].headers ?? {}).map(([header, { required, description, schema }]) => ({
    name: header,
    required: isAlone && required === true,
    schema,
    description,
  }));
}
