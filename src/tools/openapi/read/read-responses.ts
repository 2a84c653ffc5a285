import type { Content, Header, Operation, Response, Schema } from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { NOT_DESCRIBED } from '../../../build/openapi/write/operation.ts';
import { problemComponents, problemHeaders } from '../../../build/openapi/server/problem-components.ts';
import { isRuntimeHeader } from '../../../build/openapi/server/sent-headers.ts';
import { isStandardProblem, withoutProblemExample } from '../../../build/openapi/server/problem-example.ts';
import { hasNoBody, isStatusName } from '../../../shared/contract/statuses.ts';
import { phraseOf } from '../../../build/openapi/write/response.ts';
import { isOfDirective, PROBLEM_NAMES, PROBLEMS } from '../../../directives/runtime-problems.ts';
import type { ProblemContext } from '../../../build/openapi/server/sent-responses.ts';
import { sentResponses } from '../../../build/openapi/server/sent-responses.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { asSchema } from '../../../shared/schema/json-types.ts';
import { asComponent, componentOf } from '../../../shared/contract/component-name.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { Fields } from './document-fields.ts';
import { entries } from './document-fields.ts';
import { contentSchema, readContent, readDescription } from './read-content.ts';

/**
 * The responses of an operation, without the problems that the document adds to them.
 *
 * A response without a body that the runtime can answer is a problem, as in the document.
 *
 * @param operation Everything else of the operation.
 */
export function readResponses(raw: unknown, operation: Operation, context: ProblemContext): Response[] {
  const problems = problemsOf(context.format);
  const read = entries(raw).flatMap(([status, response]) => readResponse(status, response as Fields, problems));
  const described = isStandardProblem(context.resolve) ? read.map(withoutProblemExample) : read;
  const stripped = described.map((response) => withoutProblem(response, context.format?.mediaType ?? PROBLEM_TYPE));
  const sent = (responses: Response[]): readonly Response[] =>
    sentResponses({ ...operation, responses }, context).declared;
  const [asDescribed, asStripped] = [sent(described), sent(stripped)];
  return described.map((response, i) => {
    const own = isEqual(asStripped[i], asDescribed[i]) ? stripped[i]! : response;
    return own.content.length === 0 ? { ...own, content: asDescribed[i]!.content } : own;
  });
}

function readResponse(status: string, raw: Fields, problems: Problems): Response[] {
  const name = status.replaceAll('x', 'X');
  if (!isStatusName(name) || isAddedResponse(name, raw, problems)) return [];
  const { description = '' } = readDescription(raw);
  const headers = entries(raw['headers']).flatMap(([header, value]) => readHeader(header, value as Fields));
  const response: Response = {
    status: name,
    description: description.trim() === phraseOf(name) ? '' : description,
    content: hasNoBody(Number(name)) ? [] : readContent(raw['content']),
    ...(headers.length > 0 && { headers }),
  };
  return [asComponent(response, componentOf(raw))];
}

const PROBLEM = referenceTo('Problem');

/** The headers that the document adds to declared responses that can be problems. */
const PROBLEM_HEADERS = PROBLEM_NAMES.flatMap((name) => problemHeaders(name, false)).filter(
  (header) => !isRuntimeHeader(header),
);

/** Removes the problem, and its headers, that the document adds to a declared response. */
function withoutProblem({ headers = [], content, ...others }: Response, problemType: string): Response {
  const own = headers.filter((header) => !PROBLEM_HEADERS.some((added) => isEqual(header, added)));
  return { ...others, content: withoutProblemContent(content, problemType), ...(own.length > 0 && { headers: own }) };
}

function withoutProblemContent(content: readonly Content[], problemType: string): Content[] {
  return content.flatMap((one) => {
    if (one.mediaType !== problemType) return [one];
    if (isEqual(one.schema, PROBLEM)) return content.length > 1 ? [] : [one];
    const { anyOf } = one.schema as { anyOf?: Schema[] };
    if (anyOf === undefined || !isEqual(anyOf.at(-1), PROBLEM)) return [one];
    return [{ ...one, schema: anyOf.length === 2 ? anyOf[0]! : { anyOf: anyOf.slice(0, -1) } }];
  });
}

/** The problems of the runtime as documents have them, each with its status. */
type Problems = readonly (readonly [status: string, response: object])[];

function problemsOf(format: ProblemFormat | undefined): Problems {
  const { status: statuses = {} } = format ?? {};
  // Documents of a project with its own `Problem` have no examples.
  const components = [problemComponents(format), problemComponents(format, true)];
  return PROBLEM_NAMES.filter((name) => !isOfDirective(name)).flatMap((name) => {
    const { status } = PROBLEMS[name];
    return components.map((each) => [String(statuses[status] ?? status), each[name]!] as const);
  });
}

/** Whether a response is one that the document has anyway: a problem of the runtime, or the one of an operation without responses. */
function isAddedResponse(status: string, raw: Fields, problems: Problems): boolean {
  if (status === 'default' && isEqual(raw, { description: NOT_DESCRIBED })) return true;
  return problems.some(([own, response]) => own === status && isEqual(response, raw));
}

function readHeader(name: string, raw: Fields): Header[] {
  const { required, schema } = raw;
  return [
    {
      name,
      required: required === true,
      schema: schema === undefined ? contentSchema(raw['content']) : asSchema(schema as AnySchema),
      ...readDescription(raw),
    },
  ];
}
