import { addedParameters } from '../../../directives/effects.ts';
import { versionParameters } from '../../../shared/contract/versions.ts';
import type { Operation, Parameter } from '../../../shared/contract/operation.ts';

/** Every parameter of an operation: those that it declares, and the headers that the runtime itself reads. */
export function sentParameters(operation: Operation): readonly Parameter[] {
  return withAdded(operation.parameters, [...addedParameters(operation), ...versionParameters(operation)]);
}

/** Those of them that callers choose. The header with the version belongs to the client. */
export function chosenParameters(operation: Operation): readonly Parameter[] {
  return withAdded(operation.parameters, addedParameters(operation));
}

function withAdded(parameters: readonly Parameter[], headers: readonly Parameter[]): readonly Parameter[] {
  const names = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()));
  const added = headers.filter(({ name }) => !names.has(name.toLowerCase()));
  return added.length === 0 ? parameters : [...parameters, ...added];
}
