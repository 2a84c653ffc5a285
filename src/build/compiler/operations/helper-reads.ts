import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { findAuthTests } from '../calls/auth-tests.ts';
import { GIVES_NAME, receiversIn } from '../calls/context-receivers.ts';
import { functionAt } from '../calls/early-reads.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { parseAgain } from '../module/syntax.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { finalValues } from './final-values.ts';
import type { Modules } from './module-reader.ts';

/** How a function uses its context. It is plain data, without the syntax tree. */
interface ContextUses {
  /** Its tests whether there is a `ctx.auth`. */
  readonly tests: readonly Declared<string>[];
  /** The functions that get the whole context from it. */
  readonly receivers: readonly Value[];
}

/**
 * The tests whether there is a `ctx.auth` in functions that get the context, and in those that get it from them. Other reads are right in a function that is for
 * several operations.
 */
export function readsInHelpers(receivers: readonly ShownValue[], modules: Modules): Declared<string>[] {
  const found = new Set<ContextUses>();
  const follow = (receiver: ShownValue): void => {
    for (const each of finalValues(receiver, modules)) {
      const uses = usesOf(each);
      if (found.has(uses)) continue;
      found.add(uses);
      for (const value of uses.receivers) follow({ source: each.source, value });
    }
  };
  receivers.forEach(follow);
  return [...found].flatMap(({ tests }) => tests);
}

/** The functions that some functions give their context. */
export function receiversOf(functions: readonly ShownValue[]): ShownValue[] {
  return functions.flatMap((each) => usesOf(each).receivers.map((value) => ({ source: each.source, value })));
}

const NOTHING: ContextUses = { tests: [], receivers: [] };

/** Few functions need it, so their files are parsed again. */
const known = new WeakMap<SourceText, Map<number, ContextUses>>();

function usesOf({ source, value }: ShownValue): ContextUses {
  if (value.bodyAt === undefined) return NOTHING;
  const { start, end } = value.bodyAt;
  const text = source.text.slice(start, end);
  if (!/\bauth\b/.test(text) && !GIVES_NAME.test(text)) return NOTHING;
  const uses = getOrAdd(known, source, () => new Map<number, ContextUses>());
  return getOrAdd(uses, start, () => findUses({ source, value }));
}

function findUses({ source, value }: ShownValue): ContextUses {
  const syntax = parseAgain(source);
  const found = syntax && functionAt(syntax.program, value);
  if (found === undefined) return NOTHING;
  const tests = findAuthTests(source.text, syntax!.program, found);
  return {
    tests: tests.map((span) => ({ value: 'auth', at: { source, span } })),
    receivers: receiversIn(source, syntax!, value),
  };
}
