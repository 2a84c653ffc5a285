import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import type { CustomRow } from '../../directives/custom/custom-row.ts';
import { customUse } from '../../directives/custom/custom-row.ts';
import { problemResponse } from '../../build/openapi/server/problem-components.ts';
import { addParts } from '../../build/compiler/operations/custom-parts.ts';
import { PROBLEM_TYPE } from '../../shared/contract/problem.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isEqual } from '../../shared/validation/values.ts';

/**
 * Reads lines of custom directives back from their traces in the document of a tree. The packages are those of the project: a description names none.
 *
 * Only parts are taken that the document of the imported tree has again.
 */
export function withDocumentedCustom(
  operations: readonly Operation[],
  { rows }: CustomDirectives,
): readonly Operation[] {
  const all = [...rows.values()].filter(({ definition }) => definition.undocument && definition.write);
  return operations.map((operation) => all.reduce(readCustom, operation));
}

function readCustom(operation: Operation, row: CustomRow): Operation {
  const values = row.undocument(operation);
  const { method, path, operationId, custom = [] } = operation;
  const sent = row.sent(values, { method, path, ...(operationId !== undefined && { operationId }) });
  if (values.length === 0 || values.some((value) => row.write(value) === undefined) || !('value' in sent))
    return operation;
  const isGuard = row.protects === true;
  const added = addParts({ ...operation, ...NOTHING }, sent.value, isGuard, PROBLEM_TYPE);
  const own = without(operation, isGuard ? withForbidden(added) : added);
  return own === undefined ? operation : { ...own, custom: [...custom, customUse(row, values, [])] };
}

/** An operation without anything that a directive can add. */
const NOTHING = { parameters: [], responses: [], extensions: {} } as const;

/** The problem of a guard, which the document has without a line. */
function withForbidden(operation: Operation): Operation {
  return { ...operation, responses: [...operation.responses, problemResponse('Forbidden')] };
}

/** An operation without the additions of a directive; undefined if it has another extension. */
function without(operation: Operation, added: Operation): Operation | undefined {
  const { extensions = {}, parameters, responses, ...others } = operation;
  const names = Object.keys(added.extensions ?? {});
  if (!names.every((name) => isEqual(extensions[name], added.extensions![name]))) return undefined;
  const left = Object.entries(extensions).filter(([name]) => !names.includes(name));
  return {
    ...others,
    ...(left.length > 0 && { extensions: Object.fromEntries(left) }),
    parameters: parameters.filter((one) => !added.parameters.some((other) => isEqual(one, other))),
    responses: responses.filter((one) => !added.responses.some((other) => isEqual(one, other))),
  };
}

/** The lines of the custom directives of an operation. */
export function customLines({ custom = [] }: Operation, { rows }: CustomDirectives): string[] {
  return custom.flatMap(({ name, values }) =>
    values.map((value) => `@${name} ${rows.get(name)!.write(value)}`.trimEnd()),
  );
}
