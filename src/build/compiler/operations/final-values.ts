import type { SourceText } from '../diagnostics/source.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { valuesAt } from '../module/value.ts';
import type { Modules } from './module-reader.ts';
import { originsOf } from './passed-from.ts';

/**
 * The values that a value is in the end: what another module of the project exports, what is in an object, and the function that a call of a function makes. A
 * value that cannot be followed is one itself.
 *
 * @param seen The values that lead to it.
 */
export function finalValues(shown: ShownValue, modules: Modules, seen: ReadonlySet<Value> = new Set()): ShownValue[] {
  if (seen.has(shown.value)) return [shown];
  const path = new Set([...seen, shown.value]);
  const next = nextValues(shown, modules, path);
  return next.length === 0 ? [shown] : next.flatMap((each) => finalValues(each, modules, path));
}

function nextValues({ source, value }: ShownValue, modules: Modules, seen: ReadonlySet<Value>): ShownValue[] {
  const { from, names, called, memberOf } = value;
  if (called !== undefined) {
    const makers = finalValues({ source, value: called }, modules, seen);
    const made = makers.flatMap((each) => shownIn(each.source, madeBy(each.value)));
    return made.length === makers.length ? made : [];
  }
  if (!isTaken(value)) return [];
  if (from === undefined)
    return memberOf === undefined ? [] : shownIn(source, valuesAt(memberOf.owner, [memberOf.name]));
  const origins = originsOf({ from, names, at: { source } }, modules);
  const { found, values = [] } = origins.find((each) => each.values.length > 0) ?? {};
  return found === undefined || found === 'package' ? [] : shownIn(found.facts!.source, values);
}

/** Whether a value is what another module exports or what is in an object, and not made of it. */
function isTaken({ kind, memberOf, mayChange, functions }: Value): boolean {
  if (mayChange === true || functions !== undefined || memberOf?.owner.called !== undefined) return false;
  return kind === 'imported' || kind === 'computed';
}

/** The function that a function makes, unless it can be another one. */
function madeBy({ returned, isWrapped, mayChange }: Value): Value[] {
  return returned === undefined || isWrapped === true || mayChange === true ? [] : [returned];
}

function shownIn(source: SourceText, values: readonly Value[]): ShownValue[] {
  return values.map((value) => ({ source, value }));
}
