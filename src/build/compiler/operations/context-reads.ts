import type { FieldRead, ContextUses } from '../calls/context-uses.ts';
import { contextUses, isOfParser } from '../calls/context-uses.ts';
import type { Taking } from '../calls/early-uses.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { formatLocation } from '../diagnostics/source.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { finalValues } from './final-values.ts';
import type { Modules } from './module-reader.ts';
import { mayParseBody } from './used-packages.ts';

/** The functions that a value is in the end, also in lists of middleware. */
export function functionsAt(shown: ShownValue, modules: Modules, seen: ReadonlySet<Value> = new Set()): ShownValue[] {
  return finalValues(shown, modules).flatMap((each) => {
    const { source, value } = each;
    if (value.items === undefined) return [each];
    const lists = new Set([...seen, value]);
    return seen.has(value) ? [] : value.items.flatMap((item) => functionsAt({ source, value: item }, modules, lists));
  });
}

/** A function that gets the context, and its parameter if it can be for others too. */
export type Using = ShownValue & { readonly taking?: Taking };

/** The reads of fields of the context in functions, and in those that get the context from them, also in other modules. */
export function contextReads(functions: readonly Using[], modules: Modules, fields?: readonly string[]): FieldRead[] {
  const found = new Set<ContextUses>();
  const add = (shown: ShownValue, taking?: Taking): void => {
    const uses = contextUses(shown, taking, undefined, fields);
    if (found.has(uses)) return;
    found.add(uses);
    for (const receiver of uses.receivers)
      for (const each of finalValues({ source: shown.source, value: receiver.value }, modules)) add(each, receiver);
  };
  for (const each of functions) add(each, each.taking);
  return [...found].flatMap(({ reads }) => reads);
}

/**
 * Reports reads of the body that only a parser sets, in functions and in those that get the context from them. Nothing is reported if a module that has been read
 * may parse it: see also `forPackages`.
 *
 * @param functions Those of the files that are checked. The middleware of the modules that have been read is checked too.
 */
export function checkParsedBodies(functions: readonly Using[], modules: Modules, report: Report): void {
  const using: readonly Using[] = [...modules.facts].flatMap((each) => each.using);
  const roots = [...functions, ...using].flatMap(({ taking, ...shown }) =>
    functionsAt(shown, modules).map((each) => (taking === undefined ? each : { ...each, taking })),
  );
  const reads = contextReads(roots, modules).filter(isOfParser);
  if (reads.length === 0 || [...modules.facts].some(({ source }) => mayParseBody(source.text))) return;
  const byPlace = new Map(reads.map((read) => [formatLocation(read.at), read]));
  for (const { value, at } of byPlace.values()) report(messages.unsetBody(at, value));
}
