import type { FieldRead } from '../calls/context-uses.ts';
import { isOfBody } from '../calls/context-uses.ts';
import { WHOLE } from '../calls/early-uses.ts';
import type { ShownValue } from '../module/value.ts';
import { contextReads, functionsAt } from './context-reads.ts';
import { finalValues } from './final-values.ts';
import type { Guard } from './guard-export.ts';
import { allowsAll } from './guard-export.ts';
import { isHarmless } from './harmless-middleware.ts';
import type { Modules } from './module-reader.ts';
import type { ParsedOperation } from './parse.ts';

/** A guard with what the code of the modules that it comes from shows. */
export function followGuard(guard: Guard | undefined, modules: Modules): Guard | undefined {
  if (guard?.value === undefined || guard.allowsAll === true) return guard;
  const { source } = guard.at;
  const values = finalValues({ source, value: guard.value }, modules);
  if (allowEveryone(values, modules)) return { ...guard, allowsAll: true };
  const fieldReads = namedReads(values, modules);
  return areSame(fieldReads, guard.fieldReads) ? guard : { ...guard, fieldReads };
}

/** The reads of fields by their names in functions, and in those that get the context from them. */
function namedReads(functions: Parameters<typeof contextReads>[0], modules: Modules): FieldRead[] {
  return contextReads(functions, modules).filter((each) => !isOfBody(each));
}

/** The parameters that middleware reads by their names, also in functions of other modules. */
export function parameterReads(middleware: ShownValue, modules: Modules): FieldRead[] {
  const functions = functionsAt(middleware, modules);
  return contextReads(functions, modules).filter(({ value }) => value.startsWith('params.'));
}

/** Whether functions allow every caller, as far as the code shows it. */
export function allowEveryone(values: readonly ShownValue[], modules: Modules): boolean {
  return values.every(({ source, value }) => {
    const isOpen = value.endsInTrue === true && value.isWrapped !== true && value.mayChange !== true;
    return allowsAll(value) || (isOpen && isHarmless({ source, value }, modules, false));
  });
}

/** Whether two guards are the same, with the same reads. */
export function isSameGuardCode(one: Guard, other: Guard): boolean {
  return one.at === other.at && one.allowsAll === other.allowsAll && areSame(one.fieldReads, other.fieldReads);
}

function areSame(some: readonly FieldRead[], others: readonly FieldRead[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i]);
}

/** The operations with the reads of the functions that get their contexts, so that the same operation has the same one in the next run. */
const followed = new WeakMap<ParsedOperation, ParsedOperation>();

/** An operation with what the code shows of the functions that its handler gives the context. */
export function followHandler(operation: ParsedOperation, modules: Modules): ParsedOperation {
  const { handler } = operation;
  const { source } = handler.at;
  const values = finalValues({ source, value: handler.value }, modules);
  // A function of another file can be for several operations.
  const reads = namedReads(
    values.map((each) => (each.source.file === source.file ? each : { ...each, taking: WHOLE })),
    modules,
  );
  if (areSame(reads, handler.fieldReads)) return operation;
  const last = followed.get(operation);
  if (last !== undefined && areSame(last.handler.fieldReads, reads)) return last;
  const made: ParsedOperation = { ...operation, handler: { ...handler, fieldReads: reads } };
  followed.set(operation, made);
  return made;
}
