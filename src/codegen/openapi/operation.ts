import type { Operation, SecurityRequirement } from '../../contract/operation.ts';
import type { Resolve } from '../../schema/types.ts';
import { parameterPart, requestBodyObject } from './content.ts';
import type { OperationObject, ParameterObject, Reference, ResponseObject } from './document.ts';
import { problemResponses } from './problems.ts';
import { responsePart } from './response.ts';
import type { Part, Shared } from './share.ts';

type Link = NonNullable<Operation['see']>[number];

/** An operation before it is known which of its parts others have too. */
export interface Draft {
  readonly operation: Operation;
  readonly parameters: readonly Part<ParameterObject>[];
  readonly responses: readonly (readonly [status: string, response: Part<ResponseObject>])[];
}

/** The parts that are components, by their keys. */
export interface SharedParts {
  readonly parameters: ReadonlyMap<string, Shared<ParameterObject>>;
  readonly responses: ReadonlyMap<string, Shared<ResponseObject>>;
}

/** Takes an operation apart into what may be a component and the rest. */
export function draftOperation(operation: Operation, resolve: Resolve): Draft {
  return {
    operation,
    parameters: operation.parameters.map((parameter) => parameterPart(parameter, resolve)),
    responses: operation.responses.map((response) => [response.status, responsePart(response, operation)]),
  };
}

/**
 * Writes an operation: OpenAPI 3.1, Operation Object.
 *
 * @param security That of the document.
 */
export function operationObject(
  { operation, parameters, responses }: Draft,
  shared: SharedParts,
  security: readonly SecurityRequirement[],
): OperationObject {
  const { tags, summary, see, operationId, body, deprecated } = operation;
  const description = describe(operation);
  const declared = responses.map(
    ([status, part]) => [status, orReference(part, shared.responses, 'responses')] as const,
  );
  // A contract that says nothing of responses is still to be a valid document.
  const fallback = declared.length === 0 && { default: { description: 'Not described' } };
  return {
    ...(tags !== undefined && { tags }),
    ...(summary !== undefined && { summary }),
    ...(description !== '' && { description }),
    ...(see?.[0] !== undefined && { externalDocs: externalDocs(see[0]) }),
    ...(operationId !== undefined && { operationId }),
    ...(parameters.length > 0 && {
      parameters: parameters.map((part) => orReference(part, shared.parameters, 'parameters')),
    }),
    ...(body !== undefined && { requestBody: requestBodyObject(body) }),
    responses: { ...Object.fromEntries(declared), ...problemResponses(operation, security), ...fallback },
    ...(deprecated !== undefined && { deprecated: true }),
    ...(operation.security !== undefined && { security: operation.security }),
    ...operation.extensions,
  };
}

function externalDocs({ url, description }: Link): NonNullable<OperationObject['externalDocs']> {
  return { ...(description !== undefined && { description }), url };
}

/** The description, and under it what OpenAPI has no field for. */
function describe({ description, deprecated, see = [] }: Operation): string {
  const links = see.slice(1).map((link) => `See [${link.description ?? link.url}](${link.url}).`);
  const parts = [description, typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined, ...links];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function orReference<T>(part: Part<T>, shared: ReadonlyMap<string, Shared<T>>, kind: string): T | Reference {
  const component = shared.get(part.key);
  return component === undefined ? part.value : { $ref: `#/components/${kind}/${component.name}` };
}
