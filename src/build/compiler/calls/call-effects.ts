import { isOwnPackage } from '../module/entries.ts';
import type { Outcome } from './returned-outcome.ts';
import { CONSUME, GLOBAL } from './returned-values.ts';
import type { MemberOf, Value } from '../module/value.ts';
import { isModule, valuesAt } from '../module/value.ts';

/** The arguments that a parameter has: several if it is a rest parameter. */
export interface Parameter {
  readonly first: number;
  readonly last: number;
  /** The name of the property, if only that of an object is taken. */
  readonly member?: string | undefined;
}

/** A function among the arguments of a call, or in one of them. */
export interface Argument {
  readonly index: number;
  /** Its name, if it is in an object. */
  readonly member?: string | undefined;
}

/** The effect of a function on requests, as far as its text shows. It is plain data, without the syntax tree. */
export interface Effect {
  readonly isAsync: boolean;
  /** Whether it always returns a promise, although what it throws may be thrown at once. */
  readonly isPromise: boolean;
  /** Whether it may return nothing. */
  readonly isPartial: boolean;
  /** Whether a call of it runs none of its code. */
  readonly isGenerator: boolean;
  /** Whether its code throws a problem. */
  readonly throws: boolean;
  /** Whether it keeps clients out by a status 401 or 403. */
  readonly refuses: boolean;
  /** Whether it reads what the operation has answered. */
  readonly readsResult: boolean;
  /** Whether its code throws anything. */
  readonly fails: boolean;
  /** Whether it returns a problem that it makes. */
  readonly makes: boolean;
  /** The kind of value that every way through it returns. */
  readonly outcome: Outcome | undefined;
  /** Whether it has statements that do something, besides what it returns. */
  readonly acts: boolean;
  /** Whether it answers requests by itself, such as with `ctx.status = 403`. */
  readonly answers: boolean;
  /** The parameters that are functions whose results are conditions of it, or of a function that it returns. */
  readonly tests: readonly Parameter[];
  /** Those whose results nothing uses or waits for. */
  readonly drops: readonly Parameter[];
  /** Whether all it does is to return a boolean, also if it reads something before. */
  readonly decides: boolean;
  /** The functions that it calls, and that must only read if it does: it changes nothing itself. undefined if it may change something. */
  readonly reads: readonly { readonly value: Value; readonly mayOnlyRead: boolean }[] | undefined;
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
 * for, or whose failures nothing sees; `mapped`: a list that code waits for calls it, and nothing uses the results; `kept`: code keeps it and waits for it nowhere; `named`: the function is not called; `value`: it is a condition itself; `passed`: middleware goes on to the
 * operation after it; `swallowed`: its error is handled as if there was none; `late`: the operation has run before it; `callback`: it is in `.then(...)`, which nothing waits for; `beside`: the operation runs while its promise is pending;
 * `tested`: another function gets it, and its result is a condition there; `dropped`: the same, and nothing uses its result there; `result`: it is used as a value, and nothing tests whether it is a problem; `truth`: a
 * condition only tests whether there is a result; `list`: the condition is a list of results; `items`: a condition tests the items of a list of results.
 */
export type Use =
  | 'unused'
  | 'awaited'
  | 'condition'
  | 'chained'
  | 'listed'
  | 'mapped'
  | 'kept'
  | 'stored'
  | 'named'
  | 'value'
  | 'tested'
  | 'dropped'
  | 'passed'
  | 'swallowed'
  | 'late'
  | 'beside'
  | 'callback'
  | 'result'
  | 'truth'
  | 'list'
  | 'items';

/** A call whose result nothing uses, or whose result is a condition. */
export interface LostCall {
  readonly callee: Value;
  /** The name that it is called by, such as `isAdmin` of `guards.isAdmin`; empty if it has none. */
  readonly name: string;
  readonly use: Use;
  /** Whether it is a whole condition, and not a part of a comparison, or kept before. */
  readonly isWhole?: boolean;
  /** Whether the value is another one in some cases: `find(ctx) ?? problem(401)`. */
  readonly isPart?: boolean | undefined;
  /** The field of the context that gets the result. */
  readonly field?: string | undefined;
  /** The function that gets it, and which of the arguments it is, or the property of which it is in that one. */
  readonly tester?: { readonly value: Value } & Argument;
}

/** The function of this package that throws a problem with status 401. */
export const VERIFY = 'verifyWebhook';

/** The effect of a call that does nothing. */
export const IDLE: Effect = {
  isAsync: false,
  isPromise: false,
  isPartial: false,
  isGenerator: false,
  throws: false,
  refuses: false,
  readsResult: false,
  fails: false,
  makes: false,
  outcome: undefined,
  acts: false,
  answers: false,
  tests: [],
  drops: [],
  decides: false,
  reads: undefined,
  calls: [],
  returned: undefined,
};

const VERIFIES: Effect = { ...IDLE, throws: true, refuses: true, fails: true, acts: true, reads: [] };

/** The function of this package that makes a problem, and its effect. */
const PROBLEM = 'problem';
export const PROBLEMS: Effect = { ...IDLE, makes: true, outcome: 'problem', reads: [] };

/** The effect of `ctx.rateLimits.consume`. */
const CONSUMES: Effect = { ...VERIFIES, isAsync: true, isPromise: true };

const MODULES_OF_PROMISES = /^(?:node:)?(?:fs|timers)\/promises$/;
/** Their functions that return no promise. */
const ITERATES = /^(?:watch|setInterval|constants)$/;

/** The effect of functions of Node.js and of globals that return promises. */
export const PROMISES: Effect = { ...IDLE, isPromise: true };

/** That of `crypto.subtle.verify`, and of the comparisons of `node:crypto`. */
const VERIFIED: Effect = { ...PROMISES, decides: true };
const COMPARES: Effect = { ...IDLE, decides: true, reads: [] };

/** The effects of functions that a platform can lack: `if (crypto.timingSafeEqual)`. */
export const BUILT_IN: ReadonlySet<Effect> = new Set([PROMISES, VERIFIED, COMPARES]);

export interface Known {
  readonly effect: Effect;
  readonly place: Place;
}

/** How many calls are followed from one function to the next, and how many values to the one that they are. */
const MAX_CALLS = 200;
export const MAX_STEPS: number = 8;

/** Whether a function gets an argument as one of some parameters. Of an object, a parameter can also be each item. */
export function isAmong({ index, member }: Argument, parameters: readonly Parameter[] = []): boolean {
  return parameters.some(
    (each) => each.first <= index && index <= each.last && (each.member === undefined || each.member === member),
  );
}

/** The effect of calls of a value, if it is known for certain. */
export function effectOf(value: Value, place: Place, steps: number = MAX_STEPS): Known | undefined {
  // Items of lists in lists would take exponential time.
  if (value.itemOf !== undefined) return steps === MAX_STEPS ? effectOfItem(value.itemOf, place, steps - 1) : undefined;
  const isFound = value.kind === 'imported' || value.memberOf !== undefined;
  if (isFound && value.names?.at(-1) === VERIFY && isOwnPackage(value.from)) return { effect: VERIFIES, place };
  if (isFound && value.names?.at(-1) === PROBLEM && isOwnPackage(value.from)) return { effect: PROBLEMS, place };
  if (value === CONSUME) return { effect: CONSUMES, place };
  if (returnsPromise(value)) return { effect: value.memberOf?.name === 'verify' ? VERIFIED : PROMISES, place };
  if (isComparison(value)) return { effect: COMPARES, place };
  const found = resolve(value, place, steps);
  const effect = found?.value.kind === 'function' && found.place.effects.get(found.value.bodyAt?.start ?? -1);
  return effect ? { effect, place: found.place } : undefined;
}

/** `Promise.all`, `fetch`, `crypto.subtle.verify`, and functions of such modules as `node:fs/promises`. */
function returnsPromise({ kind, from, names, memberOf }: Value): boolean {
  if (memberOf?.owner.names?.at(-1) === 'subtle' || memberOf?.owner.memberOf?.name === 'subtle') return true;
  const module = memberOf === undefined ? kind === 'imported' && from : memberOf.owner.from;
  const name = memberOf?.name ?? names?.at(-1) ?? '';
  return module === GLOBAL ? name !== 'withResolvers' : MODULES_OF_PROMISES.test(module || '') && !ITERATES.test(name);
}

/** `timingSafeEqual` and `verify` of `node:crypto`. */
function isComparison({ kind, from, names, memberOf }: Value): boolean {
  const module = memberOf === undefined ? (kind === 'imported' ? from : undefined) : memberOf.owner.from;
  return (
    /^(?:node:)?crypto$/.test(module ?? '') &&
    /^(?:timingSafeEqual|verify)$/.test(memberOf?.name ?? names?.at(-1) ?? '')
  );
}

/** The effect of that item of a list which can do most harm if nothing waits for it. */
function effectOfItem(list: Value, place: Place, steps: number): Known | undefined {
  const found = resolve(list, place, steps);
  const { items: listed, members = [] } = found?.value ?? {};
  const items = (listed ?? members.map(({ value }) => value))
    .slice(0, MAX_CALLS)
    .flatMap((each) => effectOf(each, found!.place, steps) ?? []);
  const pending = items.filter((each) => [each, ...delegates(each, steps)].some(({ effect }) => effect.isAsync));
  return pending.find((each) => reaches([each], ({ throws }) => throws, steps)) ?? pending[0] ?? items[0];
}

/** The function that a value is, if it is known for certain. */
export function functionOf(value: Value, place: Place): Found | undefined {
  const found = resolve(value, place, MAX_STEPS);
  return found?.value.kind === 'function' ? found : undefined;
}

/** The values in an object by their names, also those of objects that are spread in it, if the object is known for certain. */
export function membersOf(value: Value, place: Place, steps: number = MAX_STEPS): ReadonlyMap<string, Found> {
  const found = resolve(value, place, steps);
  const { members = [], bases = [] } = found?.value ?? {};
  return new Map([
    ...bases.flatMap((each) => [...membersOf(each, found!.place, steps - 1)]),
    ...members.map((each): [string, Found] => [each.name, { value: each.value, place: found!.place }]),
  ]);
}

/** The function, the object, the list or the class that a value is, if it is known for certain. */
function resolve(value: Value, place: Place, steps: number): Found | undefined {
  if (steps === 0 || value.mayChange === true || value.isWrapped === true) return undefined;
  if (isModule(value)) return { value, place };
  if (value.memberOf !== undefined) return resolveMember(value.memberOf, place, steps - 1);
  if (value.kind === 'imported') return resolveExport(value.from, value.names, place, steps - 1);
  if (value.made !== undefined) {
    const found = resolve(value.made, place, steps - 1);
    // It makes an object, and not itself.
    return found?.value.kind === 'function' ? undefined : found;
  }
  if (value.kind === 'function' || (value.members ?? value.items) !== undefined) return { value, place };
  const maker = value.called && effectOf(value.called, place, steps - 1);
  return maker && resultOf(maker, steps - 1);
}

function resolveMember({ owner, name }: MemberOf, place: Place, steps: number): Found | undefined {
  const found = resolve(owner, place, steps);
  if (found?.value.kind === 'function' && /^(?:call|apply)$/.test(name)) return found;
  const [value, other] = found === undefined ? [] : valuesAt(found.value, [name]);
  return value === undefined || other !== undefined ? undefined : resolve(value, found!.place, steps);
}

function resolveExport(
  from: string | undefined,
  names: readonly string[] | undefined,
  place: Place,
  steps: number,
): Found | undefined {
  const [name, ...inner] = names ?? [];
  const found = from === undefined ? undefined : place.find(from, name);
  const [value, other] = found === undefined ? [] : valuesAt(found.value, inner);
  return value === undefined || other !== undefined ? undefined : resolve(value, found!.place, steps);
}

/** The value that a call returns. */
function resultOf({ effect, place }: Known, steps: number): Found | undefined {
  return effect.isAsync || effect.returned === undefined ? undefined : resolve(effect.returned, place, steps);
}

/** The effect of the function that a call returns. */
export function returnedBy(maker: Known, steps: number): Known | undefined {
  const found = resultOf(maker, steps);
  return found && effectOf(found.value, found.place, steps);
}

/** The functions whose results a function returns as its own. */
export function delegates({ effect, place }: Known, steps: number = MAX_STEPS): Known[] {
  const called = steps > 0 && effect.returned?.called && effectOf(effect.returned.called, place, steps);
  return called ? [called, ...delegates(called, steps - 1)] : [];
}

/** Whether some functions, or some that they call, have an effect. */
export function reaches(from: readonly Known[], test: (effect: Effect) => boolean, steps: number = MAX_STEPS): boolean {
  const found = [...from];
  const seen = new Set(found.map(({ effect }) => effect));
  let left = MAX_CALLS;
  // The list grows while it is gone through.
  for (const { effect, place } of found) {
    if (!effect.isGenerator && test(effect)) return true;
    for (const value of effect.calls) {
      const called = left-- > 0 ? effectOf(value, place, steps) : undefined;
      if (called === undefined || seen.has(called.effect)) continue;
      seen.add(called.effect);
      found.push(called);
    }
  }
  return false;
}

/** Whether a call changes nothing, so that all it can do is to fail. */
export function onlyReads(call: Known): boolean {
  const found = [call];
  const seen = new Set([call.effect]);
  // The list grows while it is gone through.
  for (const { effect, place } of found) {
    if (effect.reads === undefined || found.length > MAX_CALLS) return false;
    for (const { value, mayOnlyRead } of effect.reads) {
      const called = effectOf(value, place);
      // A package verifies a token, or finds a user.
      if (called === undefined && mayOnlyRead) continue;
      if (called === undefined) return false;
      if (seen.has(called.effect)) continue;
      seen.add(called.effect);
      found.push(called);
    }
  }
  return true;
}
