import type { Operation } from '../../../shared/contract/operation.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { WEBHOOK_FIELD } from '../../../shared/contract/webhooks.ts';
import { addedExtensions, addedParagraphs } from '../../../directives/effects.ts';
import { parameterPart, requestBodyObject } from './content.ts';
import type { OperationObject, ParameterObject, Reference, RequestBodyObject, ResponseObject } from '../document.ts';
import type { ProblemName } from '../../../directives/runtime-problems.ts';
import type { ProblemContext } from '../server/sent-responses.ts';
import { sentResponses } from '../server/sent-responses.ts';
import { sentParameters } from '../server/sent-parameters.ts';
import { withProblemExample } from '../server/problem-example.ts';
import { responsePart } from './response.ts';
import type { Part, Shared } from './share.ts';

type Link = NonNullable<Operation['see']>[number];

/** The description of the response that an operation without responses has. */
export const NOT_DESCRIBED = 'Not described';

/** An operation whose shared parts are not yet known. */
export interface OperationDraft {
  readonly operation: Operation;
  readonly parameters: readonly Part<ParameterObject>[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: readonly (readonly [status: string, response: Part<ResponseObject>])[];
  /** The undeclared problems of the runtime. */
  readonly problems: readonly (readonly [status: string, name: ProblemName])[];
}

/** The shared parts that became components, by key. */
export interface SharedParts {
  readonly parameters: ReadonlyMap<string, Shared<ParameterObject>>;
  readonly responses: ReadonlyMap<string, Shared<ResponseObject>>;
  /** The names of the components of the runtime's problems. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The parts of a project that its operations are written with. */
interface DraftContext extends ProblemContext {
  /** Whether problems have examples: `Problem` is the built-in definition. */
  readonly hasExamples: boolean;
}

/**
 * Splits off the parts of an operation that may become components.
 *
 * @param version The version of OpenAPI.
 */
export function draftOperation(operation: Operation, context: DraftContext, version: string): OperationDraft {
  const { declared, added } = sentResponses(operation, context);
  const { resolve, format, hasExamples } = context;
  const streams = { hasItems: !version.startsWith('3.1'), problemType: format?.mediaType ?? PROBLEM_TYPE, resolve };
  return {
    operation,
    parameters: sentParameters(operation).map((parameter) => parameterPart(parameter, resolve)),
    ...(operation.body !== undefined && { requestBody: requestBodyObject(operation.body, resolve) }),
    responses: declared
      .map((response) => (hasExamples ? withProblemExample(response) : response))
      .map((response) => [response.status, responsePart(response, operation, streams)]),
    problems: added,
  };
}

/** Writes an operation: OpenAPI 3.1, Operation Object. */
export function operationObject(
  { operation, parameters, requestBody, responses, problems }: OperationDraft,
  shared: SharedParts,
): OperationObject {
  const { tags, summary, see, operationId, deprecated } = operation;
  const description = operationDescription(operation);
  const declared = responses.map(
    ([status, part]) => [status, orReference(part, shared.responses, 'responses')] as const,
  );
  const added = problems.map(
    ([status, name]) => [status, { $ref: `#/components/responses/${shared.problems[name]!}` }] as const,
  );
  // OpenAPI requires at least one response.
  const fallback = declared.length === 0 && { default: { description: NOT_DESCRIBED } };
  return {
    ...(tags !== undefined && { tags }),
    ...(summary !== undefined && { summary }),
    ...(description !== '' && { description }),
    ...(see?.[0] !== undefined && { externalDocs: externalDocs(see[0]) }),
    ...(operationId !== undefined && { operationId }),
    ...(parameters.length > 0 && {
      parameters: parameters.map((part) => orReference(part, shared.parameters, 'parameters')),
    }),
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...Object.fromEntries([...declared, ...added]), ...fallback },
    ...(deprecated !== undefined && { deprecated: true }),
    ...(operation.security !== undefined && { security: operation.security }),
    ...(operation.webhook !== undefined && { [WEBHOOK_FIELD]: operation.webhook }),
    ...addedExtensions(operation),
    ...operation.extensions,
  };
}

function externalDocs({ url, description }: Link): NonNullable<OperationObject['externalDocs']> {
  return { ...(description !== undefined && { description }), url };
}

/** The description, followed by contents without a field in OpenAPI. */
function operationDescription(operation: Operation): string {
  const { description } = operation;
  return [...(description === undefined ? [] : [description]), ...addedParagraphs(operation)].join('\n\n');
}

function orReference<T>(part: Part<T>, shared: ReadonlyMap<string, Shared<T>>, kind: string): T | Reference {
  const component = shared.get(part.key);
  return component === undefined ? part.value : { $ref: `#/components/${kind}/${component.name}` };
}
