import type { CustomEntry } from '../../../shared/contract/custom-directive.ts';
import { customKey } from '../../../shared/contract/custom-directive.ts';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import type { RuntimeOptions } from '../../../runtime/koa/options.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import type { DirectiveRuntime, DirectiveSteps } from './directive-steps.ts';

/** The modules with the steps of custom directives, by their keys. */
export type DirectiveModules = Readonly<Record<string, unknown>>;

/** Makes the steps of an operation, in the order of its directives. */
export type StepsOf = (operation: OperationEntry) => readonly DirectiveSteps[];

const NAMES: readonly string[] = ['enter', 'admit', 'around', 'finish'];

/**
 * Makes the steps of all operations, so that a mistake in them is found when the app starts.
 *
 * @throws {TypeError} If a module, its steps or an option is invalid, a guard has no step that admits, or another directive has one.
 */
export function makeSteps(modules: DirectiveModules, manifest: Manifest, options: RuntimeOptions): StepsOf {
  const given = (options.directives ?? {}) as Readonly<Record<string, unknown>>;
  const entries = manifest.operations.flatMap(({ custom = [] }) => custom);
  const runtimes = new Map(
    [...new Map(entries.map((entry) => [customKey(entry), entry]))].map(([key, entry]) => {
      const make = modules[key];
      if (typeof make !== 'function')
        throw usageError(
          `The default export of the module with the steps of "@${entry.name}" of ${entry.from} must be a function, not ${typeof make}.`,
        );
      const app = { isDev: manifest.isDev === true };
      return [key, (make as DirectiveRuntime<unknown, unknown>)(given[entry.name], app)] as const;
    }),
  );
  const known = new WeakMap<readonly CustomEntry[], readonly DirectiveSteps[]>();
  const stepsOf: StepsOf = (operation) => {
    const { custom = [], id, method, path, operationId } = operation;
    const made = known.get(custom);
    if (made !== undefined) return made;
    const served = { id, method, path, ...(operationId !== undefined && { operationId }) };
    const steps = custom.map((entry) => checkSteps(runtimes.get(customKey(entry))!(entry.values, served), entry, id));
    known.set(custom, steps);
    return steps;
  };
  for (const operation of manifest.operations) stepsOf(operation);
  return stepsOf;
}

/** Takes the four steps by their names. Other members of an object have no effect. */
function checkSteps(given: unknown, { name, from, guards }: CustomEntry, id: string): DirectiveSteps {
  const what = `The steps of "@${name}" of ${from} for ${id}`;
  if (typeof given !== 'object' || given === null) throw usageError(`${what} must be an object, not ${typeof given}.`);
  const unknown = Object.keys(given).find((key) => !NAMES.includes(key));
  if (unknown !== undefined)
    throw usageError(`${what} have an unknown step "${unknown}". The steps are: ${NAMES.join(', ')}.`);
  const { enter, admit, around, finish } = given as DirectiveSteps;
  for (const [key, step] of Object.entries({ enter, admit, around, finish }))
    if (step !== undefined && typeof step !== 'function')
      throw usageError(`${what} must be functions, but "${key}" is not.`);
  if (guards === true && admit === undefined) throw usageError(`${what} lack "admit", so they would let everyone in.`);
  if (guards === undefined && admit !== undefined)
    throw usageError(
      `${what} have "admit", but the directive does not define "guards". Set "guards: true" if it refuses callers, or else "guards: false".`,
    );
  return {
    ...(enter && { enter }),
    ...(admit && { admit }),
    ...(around && { around }),
    ...(finish && { finish }),
  };
}
