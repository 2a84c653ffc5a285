import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isOfHarmlessPackage } from '../calls/harmless-calls.ts';
import type { Passing, PassingCall } from '../calls/passing-functions.ts';
import { passingIn } from '../calls/passing-functions.ts';
import { parseAgain } from '../module/syntax.ts';
import type { ShownValue, Value } from '../module/value.ts';
import { finalValues } from './final-values.ts';
import { isGuardFunction } from './guard-names.ts';
import { REFUSES_ACCESS } from './helper-middleware.ts';
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

/**
 * Whether middleware is known to keep clients out: it answers 401 or 403, it doesn't go on with some requests, or it is or calls a guard by its name. Unknown code
 * may do so, but nothing shows it.
 */
export function isKnownGuard(shown: ShownValue, modules: Modules, seen: ReadonlySet<Value> = new Set()): boolean {
  if (seen.has(shown.value)) return false;
  const all = new Set([...seen, shown.value]);
  return finalValues(shown, modules).some(({ source, value }) => {
    if (value.kind === 'function') return keepsOut({ source, value }, modules);
    const within = value.items ?? value.functions ?? [];
    return isNamedGuard(value) || within.some((each) => isKnownGuard({ source, value: each }, modules, all));
  });
}

/**
 * Whether the text of a function, and of those that it calls, shows that it keeps out no client.
 *
 * @param isMiddleware Whether it gets `next`, and must go on with every request.
 */
export function isHarmless(shown: ShownValue, modules: Modules, isMiddleware = true): boolean {
  for (const { source, value, isNext, isKnown } of calledFrom(shown, modules, isMiddleware)) {
    if (value?.kind !== 'function') {
      if (isKnown || (value !== undefined && isOfHarmlessPackage(value))) continue;
      return false;
    }
    const passing = passingOf({ source, value });
    if (passing === undefined || passing.refuses || (isNext && !passing.goesOn)) return false;
  }
  return true;
}

/** Whether the same text shows that it keeps clients out. */
function keepsOut(middleware: ShownValue, modules: Modules): boolean {
  for (const { source, value, names, isNext, isKnown } of calledFrom(middleware, modules)) {
    if (!isKnown && names.some(isGuardFunction)) return true;
    if (value?.kind !== 'function') {
      if (value !== undefined && isNamedGuard(value)) return true;
      continue;
    }
    const passing = passingOf({ source, value });
    const body = source.text.slice(value.bodyAt?.start, value.bodyAt?.end);
    if (REFUSES_ACCESS.test(body) || (isNext && passing?.goesOn === false && !passing.answers)) return true;
  }
  return false;
}

interface Called extends Omit<PassingCall, 'value'> {
  readonly source: SourceText;
  readonly value: Value | undefined;
}

/** A function of a context and `next`, and those that it calls. Too many of them end with an unknown one. */
function* calledFrom(shown: ShownValue, modules: Modules, isNext = true): Generator<Called> {
  const all: Called[] = [{ ...shown, names: [], isNext, isKnown: false }];
  const seen = new Set<Passing>();
  // The list grows while it is gone through.
  for (const each of all) {
    yield each;
    const { source, value } = each;
    const passing = value === undefined ? undefined : passingOf({ source, value });
    if (passing === undefined || seen.has(passing)) continue;
    if (seen.add(passing).size > MAX_FUNCTIONS) return yield { ...each, value: undefined, isKnown: false };
    for (const call of passing.calls) {
      const found = call.value === undefined ? [] : finalValues({ source, value: call.value }, modules);
      if (found.length === 0) all.push({ ...call, source });
      for (const one of found) all.push({ ...call, ...one });
    }
  }
}

/** Packages that sign clients in, or let in some of them. */
const GUARDS = /^(?!\.).*(?:auth|guard|jwt|passport|oidc|casbin|permission)/i;

/** Whether a value of another module has the name of a guard. */
function isNamedGuard({ name, from, names = [], called, made, memberOf }: Value): boolean {
  const maker = called ?? made ?? memberOf?.owner;
  const all = [name ?? '', ...names, memberOf?.name ?? ''];
  if (all.some(isGuardFunction) || (from !== undefined && GUARDS.test(from))) return true;
  return maker !== undefined && isNamedGuard(maker);
}

/** The functions of files. Few have middleware, so they are read again for it. */
const known = new WeakMap<SourceText, ReadonlyMap<number, Passing>>();

function passingOf({ source, value: { bodyAt, isWrapped, mayChange } }: ShownValue): Passing | undefined {
  if (bodyAt === undefined || isWrapped === true || mayChange === true) return undefined;
  return getOrAdd(known, source, () => readPassing(source)).get(bodyAt.start);
}

function readPassing(source: SourceText): ReadonlyMap<number, Passing> {
  const syntax = parseAgain(source);
  return syntax === undefined ? new Map() : passingIn(syntax);
}
