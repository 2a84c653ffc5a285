import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { StateUses } from '../calls/state-uses.ts';
import { ANY_FIELD, findStateUses } from '../calls/state-uses.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compare } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { parseAgain } from '../module/syntax.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { Modules } from './module-reader.ts';
import { findTaken } from './passed-from.ts';

/**
 * Leaves out the warnings of promises in fields of the context, such as `ctx.state.user`, unless code of the project tests the field and none may wait for it.
 *
 * @param uses It is only called if there are such warnings.
 */
export function settleStored(
  diagnostics: readonly Diagnostic[],
  uses: () => readonly StateUses[] | undefined,
): readonly Diagnostic[] {
  if (diagnostics.every(({ stored }) => stored === undefined)) return diagnostics;
  const all = uses() ?? [];
  const awaited = new Set(all.flatMap((each) => each.awaited));
  const tested = all.flatMap((each) => each.tested);
  return diagnostics.flatMap(({ stored, ...diagnostic }) => {
    if (stored === undefined) return [diagnostic];
    const test = tested.find(({ value }) => value === stored);
    const isAwaited = awaited.has(stored) || (stored.startsWith('state.') && awaited.has(ANY_FIELD));
    if (test === undefined || isAwaited) return [];
    return [{ ...diagnostic, notes: [{ message: 'tested here', at: test.at }] }];
  });
}

/** How some modules and all that they take use fields of the context; undefined if one has syntax errors. */
export function stateUsesOf(files: readonly (ModuleFacts | undefined)[], modules: Modules): StateUses[] | undefined {
  const found = files.flatMap((each) => each ?? []);
  if (found.length < files.length) return undefined;
  const all = new Map<string, StateUses>();
  const open = [...found];
  // The list grows while it is gone through.
  for (const facts of open) {
    if (all.has(facts.source.file)) continue;
    all.set(facts.source.file, usesIn(facts.source));
    open.push(...findTaken(facts, modules));
  }
  return [...all.keys()].sort(compare).map((file) => all.get(file)!);
}

/** The uses of files. Few projects keep a promise in a field, so the files are read again for it. */
const known = new WeakMap<SourceText, StateUses>();

function usesIn(source: SourceText): StateUses {
  return getOrAdd(known, source, () => {
    const syntax = parseAgain(source);
    return syntax === undefined ? { tested: [], awaited: [] } : findStateUses(source, syntax);
  });
}
