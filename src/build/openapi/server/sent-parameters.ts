import { addedParameters } from '../../../directives/effects.ts';
import type { Operation, Parameter } from '../../../shared/contract/operation.ts';

/** Every parameter of an operation: those that it declares, and the headers that the runtime itself reads. */
export function sentParameters(operation: Operation): readonly Parameter[] {
  const { parameters } = operation;
  const names = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()));
  const added = addedParameters(operation).filter(({ name }) => !names.has(name.toLowerCase()));
  return added.length === 0 ? parameters : [...parameters, ...added];
}
