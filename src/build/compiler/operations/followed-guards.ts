import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { parseAgain } from '../module/syntax.ts';
import type { ShownValue } from '../module/value.ts';
import { fieldReads } from './early-guards.ts';
import { finalValues } from './final-values.ts';
import type { Guard } from './guard-export.ts';
import { allowsAll } from './guard-export.ts';
import { isHarmless } from './harmless-middleware.ts';
import { readsInHelpers, receiversOf } from './helper-reads.ts';
import type { Modules } from './module-reader.ts';
import type { ParsedOperation } from './parse.ts';

/** A guard with what the code of the modules that it comes from shows. */
export function followGuard(guard: Guard | undefined, modules: Modules): Guard | undefined {
  if (guard?.value === undefined || guard.allowsAll === true) return guard;
  const { source } = guard.at;
  const values = finalValues({ source, value: guard.value }, modules);
  if (allowEveryone(values, modules)) return { ...guard, allowsAll: true };
  const taken = [
    ...values.filter((each) => each.source !== source).flatMap(readsIn),
    ...readsInHelpers(receiversOf(values), modules),
  ];
  return taken.length === 0 ? guard : { ...guard, fieldReads: [...guard.fieldReads, ...taken] };
}

/** Whether functions allow every caller, as far as the code shows it. */
export function allowEveryone(values: readonly ShownValue[], modules: Modules): boolean {
  return values.every(({ source, value }) => {
    const isOpen = value.endsInTrue === true && value.isWrapped !== true && value.mayChange !== true;
    return allowsAll(value) || (isOpen && isHarmless({ source, value }, modules, false));
  });
}

/** The reads of functions. Few are guards of other modules, so their files are read again for it. */
const known = new WeakMap<SourceText, Map<number, readonly Declared<string>[]>>();

function readsIn({ source, value }: ShownValue): readonly Declared<string>[] {
  const start = value.bodyAt?.start;
  if (start === undefined) return [];
  const reads = getOrAdd(known, source, () => new Map<number, readonly Declared<string>[]>());
  return getOrAdd(reads, start, () => findReads({ source, value }));
}

function findReads({ source, value }: ShownValue): readonly Declared<string>[] {
  const syntax = parseAgain(source);
  return syntax === undefined ? [] : fieldReads(source, syntax, value);
}

/** Whether two guards are the same, with the same reads. */
export function isSameGuardCode(one: Guard, other: Guard): boolean {
  return one.at === other.at && one.allowsAll === other.allowsAll && areSame(one.fieldReads, other.fieldReads);
}

function areSame(some: readonly Declared<string>[], others: readonly Declared<string>[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i]);
}

/** The operations with the reads of the functions that get their contexts, so that the same operation has the same one in the next run. */
const followed = new WeakMap<ParsedOperation, ParsedOperation>();

/** An operation with what the code shows of the functions that its handler gives the context. */
export function followHandler(operation: ParsedOperation, modules: Modules): ParsedOperation {
  const { handler } = operation;
  const { source } = handler.at;
  const taken = readsInHelpers(
    handler.receivers.map((value) => ({ source, value })),
    modules,
  );
  if (taken.length === 0) return operation;
  const reads = [...handler.fieldReads, ...taken];
  const last = followed.get(operation);
  if (last !== undefined && areSame(last.handler.fieldReads, reads)) return last;
  const made: ParsedOperation = { ...operation, handler: { ...handler, fieldReads: reads } };
  followed.set(operation, made);
  return made;
}
