import type { Fault } from '../diagnostics/guard-messages.ts';
import { isNamedAsPredicate } from './named-calls.ts';
import type { Value } from './static-values.ts';
import { memberOf } from './static-values.ts';

/** The effect of a function on requests, as far as its text shows. It is plain data, without the syntax tree. */
export interface Effect {
  readonly isAsync: boolean;
  /** Whether its code throws a problem with status 401 or 403. */
  readonly throws: boolean;
  /** Whether its code throws anything. */
  readonly fails: boolean;
  /** Whether it returns a problem that it makes. */
  readonly makes: boolean;
  /** Whether it has statements that do something, besides what it returns. */
  readonly acts: boolean;
  /** The functions that it calls, and whose errors it passes on. */
  readonly calls: readonly Value[];
  /** The value that it returns, if it is the only one. */
  readonly returned: Value | undefined;
}

/** The effects of a module's functions, by the start of their bodies. */
export type Effects = ReadonlyMap<number, Effect>;

/** A module, and how the exports of others are found from it. */
export interface Place {
  readonly effects: Effects;
  readonly find: (from: string, name: string | undefined) => Found | undefined;
}

/** A value of another module. */
export interface Found {
  readonly value: Value;
  readonly place: Place;
}

/**
 * How the result of a call is lost. `chained`: nothing waits for what follows it, as in `guard().then(...)`; `listed`: it is in a list that nothing waits
 * for, or whose failures nothing sees.
 */
export type Use = 'unused' | 'awaited' | 'condition' | 'chained' | 'listed';

/** A call whose result nothing uses, or whose result is a condition. */
export interface LostCall {
  readonly callee: Value;
  /** The name that it is called by, such as `isAdmin` of `guards.isAdmin`; empty if it has none. */
  readonly name: string;
  readonly use: Use;
}

interface Known {
  readonly effect: Effect;
  readonly place: Place;
}

/** How many calls are followed from one function to the next. */
const MAX_DEPTH = 5;

/** Finds out why a call is without effect; undefined if it may have one. */
export function faultOf({ callee, name, use }: LostCall, place: Place): Fault | undefined {
  const called = effectOf(callee, place, MAX_DEPTH);
  if (called === undefined) return undefined;
  // A function that only returns the result of another one is like that one.
  const chain = [called, ...delegates(called)];
  const isPromise = chain.some(({ effect }) => effect.isAsync);
  if (use === 'condition') return isPromise ? 'promise' : undefined;
  const mayRefuse = chain.some((each) => refuses(each, MAX_DEPTH));
  if (use === 'listed') return isPromise && mayRefuse ? 'listed' : undefined;
  if (use === 'chained') return isPromise && mayRefuse ? 'unawaited' : undefined;
  if (chain.some(({ effect }) => effect.makes)) return 'unthrown';
  const returned = called.effect.acts ? undefined : returnedBy(called, MAX_DEPTH);
  if (returned !== undefined && refuses(returned, MAX_DEPTH)) return 'uncalled';
  if (mayRefuse) return use === 'unused' && isPromise ? 'unawaited' : undefined;
  return isNamedAsPredicate(name) && chain.every(({ effect }) => !effect.acts && !effect.fails) ? 'unused' : undefined;
}

/** The effect of calls of a value, if it is known for certain. */
function effectOf(value: Value, place: Place, depth: number): Known | undefined {
  if (depth === 0 || value.mayChange === true || value.isWrapped === true || value.isGenerator === true)
    return undefined;
  if (value.kind === 'function') {
    const effect = place.effects.get(value.bodyAt?.start ?? -1);
    return effect && { effect, place };
  }
  if (value.kind === 'imported') {
    const found = value.from === undefined ? undefined : place.find(value.from, value.imported);
    const named = value.member === undefined ? found?.value : found && memberOf(found.value, value.member);
    return found && named && effectOf(named, found.place, depth - 1);
  }
  const maker = value.called && effectOf(value.called, place, depth - 1);
  return maker && returnedBy(maker, depth - 1);
}

/** The effect of the function that a call returns. */
function returnedBy({ effect, place }: Known, depth: number): Known | undefined {
  return effect.isAsync || effect.returned === undefined ? undefined : effectOf(effect.returned, place, depth - 1);
}

/** The functions whose results a function returns as its own. */
function delegates({ effect, place }: Known, depth = MAX_DEPTH): Known[] {
  const called = effect.returned?.called && effectOf(effect.returned.called, place, depth - 1);
  return called === undefined ? [] : [called, ...delegates(called, depth - 1)];
}

function refuses({ effect, place }: Known, depth: number): boolean {
  return (
    effect.throws ||
    effect.calls.some((value) => {
      const called = effectOf(value, place, depth - 1);
      return called !== undefined && refuses(called, depth - 1);
    })
  );
}
