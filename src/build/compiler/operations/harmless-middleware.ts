import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isOfHarmlessPackage } from '../calls/harmless-calls.ts';
import type { Passing } from '../calls/passing-functions.ts';
import { passingIn } from '../calls/passing-functions.ts';
import { parseSyntax } from '../module/syntax.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { finalValues } from './final-values.ts';
import type { Modules } from './module-reader.ts';

/** How many functions are followed from middleware to those that it calls. */
const MAX_FUNCTIONS = 200;

/** Code that adds to a list. */
const FILLS = /\.(?:push|unshift|splice)\s*\(/;

/**
 * How many functions of middleware can refuse a client. Others only set headers, measure or log. Unknown code, and that of most packages, can do anything.
 */
export function countRefusing(shown: ShownValue, modules: Modules, seen: ReadonlySet<Value> = new Set()): number {
  const counts = finalValues(shown, modules).map((one) => {
    const { source, value } = one;
    const { items = [], isEmpty } = value;
    if (isEmpty === true) return FILLS.test(source.text) ? 1 : 0;
    if (items.length === 0) return isHarmless(one, modules) ? 0 : 1;
    const lists = new Set([...seen, value]);
    return seen.has(value)
      ? 0
      : items.reduce((sum, each) => sum + countRefusing({ source, value: each }, modules, lists), 0);
  });
  return Math.max(...counts);
}

/** Whether the text of a function of a context and `next`, and of those that it calls, shows that it goes on with every request. */
function isHarmless(middleware: ShownValue, modules: Modules): boolean {
  const all = [{ ...middleware, isNext: true, isKnown: false }];
  const seen = new Set<Passing>();
  // The list grows while it is gone through.
  for (const { source, value, isNext, isKnown } of all) {
    if (value.kind !== 'function') {
      if (isKnown || isOfHarmlessPackage(value)) continue;
      return false;
    }
    const passing = passingOf({ source, value });
    if (passing === undefined || passing.refuses || (isNext && !passing.goesOn)) return false;
    if (seen.has(passing)) continue;
    if (seen.add(passing).size > MAX_FUNCTIONS) return false;
    for (const call of passing.calls)
      for (const found of finalValues({ source, value: call.value }, modules)) all.push({ ...call, ...found });
  }
  return true;
}

/** The functions of files. Few have middleware, so they are read again for it. */
const known = new WeakMap<SourceText, ReadonlyMap<number, Passing>>();

function passingOf({ source, value: { bodyAt, isWrapped, mayChange } }: ShownValue): Passing | undefined {
  if (bodyAt === undefined || isWrapped === true || mayChange === true) return undefined;
  return getOrAdd(known, source, () => readPassing(source)).get(bodyAt.start);
}

function readPassing(source: SourceText): ReadonlyMap<number, Passing> {
  const syntax = parseSyntax(source, () => {});
  return syntax === undefined ? new Map() : passingIn(syntax);
}
