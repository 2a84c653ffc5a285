import { isOwnPackage } from '../module/entries.ts';
import type { Argument, Effect, Effects, Parameter } from './effect.ts';
import { isNamedForAccess } from './named-calls.ts';
import { CONSUME, GLOBAL } from './returned-values.ts';
import type { MemberOf, Value } from '../module/value.ts';
import { ALL, isModule, valuesAt } from '../module/value.ts';

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
  results: [],
};

const UNKNOWN: Value = { kind: 'computed', anchors: [] };

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
/** That of `setTimeout` of `node:timers/promises`. */
const WAITS: Effect = { ...PROMISES, reads: [] };

/** That of `crypto.subtle.verify`, and of the comparisons of `node:crypto`. */
const VERIFIED: Effect = { ...PROMISES, decides: true };
const COMPARES: Effect = { ...IDLE, decides: true, reads: [] };

/** The effects of functions that a platform can lack: `if (crypto.timingSafeEqual)`. */
export const BUILT_IN: ReadonlySet<Effect> = new Set([PROMISES, WAITS, VERIFIED, COMPARES]);

export interface Known {
  readonly effect: Effect;
  readonly place: Place;
  /** The function, and the name of it or that it is called by, if its code is known. */
  readonly value?: Value;
  readonly name?: string | undefined;
}

/** Which errors of functions count. */
export type Rule = (effect: Effect, call: Known) => boolean;

/** How many calls are followed from one function to the next, and how many values to the one that they are. */
export const MAX_CALLS = 200;
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
  if (isAnyMember(value))
    return steps === MAX_STEPS ? effectOfMember(value.memberOf.owner, place, steps - 1) : undefined;
  const isFound = value.kind === 'imported' || value.memberOf !== undefined;
  if (isFound && value.names?.at(-1) === VERIFY && isOwnPackage(value.from)) return { effect: VERIFIES, place };
  if (isFound && value.names?.at(-1) === PROBLEM && isOwnPackage(value.from)) return { effect: PROBLEMS, place };
  if (value === CONSUME) return { effect: CONSUMES, place };
  if (returnsPromise(value)) return { effect: effectOfBuiltIn(value), place };
  if (isComparison(value)) return { effect: COMPARES, place };
  const found = resolve(value, place, steps);
  const effect = found?.value.kind === 'function' && found.place.effects.get(found.value.bodyAt?.start ?? -1);
  if (!effect) return undefined;
  const name = found.value.name ?? value.memberOf?.name ?? value.names?.at(-1);
  return { effect, place: found.place, value: found.value, name };
}

/** Whether a value is a member whose name only the running program knows: `guards[name]`. */
export function isAnyMember(value: Value): value is Value & { readonly memberOf: MemberOf } {
  return value.memberOf?.name === ALL;
}

/** `Promise.all`, `fetch`, `crypto.subtle.verify`, and functions of such modules as `node:fs/promises`. */
function returnsPromise({ kind, from, names, memberOf }: Value): boolean {
  if (memberOf?.owner.names?.at(-1) === 'subtle' || memberOf?.owner.memberOf?.name === 'subtle') return true;
  const module = memberOf === undefined ? kind === 'imported' && from : memberOf.owner.from;
  const name = memberOf?.name ?? names?.at(-1) ?? '';
  return module === GLOBAL ? name !== 'withResolvers' : MODULES_OF_PROMISES.test(module || '') && !ITERATES.test(name);
}

function effectOfBuiltIn({ from, memberOf }: Value): Effect {
  if (memberOf?.name === 'verify') return VERIFIED;
  return /timers/.test((memberOf?.owner ?? { from }).from ?? '') ? WAITS : PROMISES;
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
  const items = membersIn(list, place, steps).flatMap((each) => effectOf(each.value, each.place, steps) ?? []);
  const pending = items.filter((each) => [each, ...delegates(each, steps)].some(({ effect }) => effect.isAsync));
  return pending.find((each) => reaches([each], throwsProblems, steps)) ?? pending[0] ?? items[0];
}

/** The effect of a function in an object whose name only the running program knows, if all that it can be return promises: `guards[name]`. */
function effectOfMember(owner: Value, place: Place, steps: number): Known | undefined {
  const all = membersIn(owner, place, steps)
    .filter(({ value }) => value.kind !== 'other' && value.returnsTrue !== true)
    .map((each) => effectOf(each.value, each.place, steps));
  const found = all.flatMap((each) => each ?? []);
  if (found.length === 0 || found.length < all.length || !found.every((each) => isAlwaysPromise(each, steps)))
    return undefined;
  const throws = found.some((each) => mayReject(each, steps));
  const refuses = reaches(found, throwsRefusals, steps);
  const fails = reaches(found, failsAtAll, steps);
  return { effect: { ...IDLE, isAsync: true, isPromise: true, acts: true, throws, refuses, fails }, place };
}

/** The values in an object, a list or a module. Some of them are unknown if it has those of another one that is. */
function membersIn(owner: Value, place: Place, steps: number): Found[] {
  const found = resolve(owner, place, steps);
  if (found === undefined) return [{ value: UNKNOWN, place }];
  const { items, members = [], bases = [], made, from } = found.value;
  if (from !== undefined) {
    const module = found.place.find(from, ALL);
    return module === undefined ? [{ value: UNKNOWN, place }] : membersIn(module.value, module.place, steps - 1);
  }
  const own = items ?? members.flatMap(({ name, value }) => (name === 'constructor' ? [] : value));
  const inherited = made === undefined ? bases : [...bases, made];
  return [
    ...own.slice(0, MAX_CALLS).map((value) => ({ value, place: found.place })),
    ...inherited.flatMap((each) => membersIn(each, found.place, steps - 1)),
  ];
}

/** The getter that a property has its values by: `user` of `session.user`. */
export function getterOf({ memberOf }: Value, place: Place): Known | undefined {
  const found = memberOf && resolve(memberOf.owner, place, MAX_STEPS);
  const [value] = found === undefined ? [] : valuesAt(found.value, [memberOf!.name]);
  return value?.isGotten === true ? effectOf(value.called!, found!.place) : undefined;
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

/**
 * The functions whose results a function can return as its own.
 *
 * @param orHandled Whether these can also be promises whose errors it handles.
 */
export function resultMakers(call: Known, steps: number = MAX_STEPS, orHandled = false): Known[] {
  const found = [call];
  // The list grows while it is gone through.
  for (const { effect, place } of found)
    for (const { called, isHandled } of effect.results) {
      const maker = called !== undefined && (orHandled || !isHandled) ? effectOf(called, place, steps) : undefined;
      if (maker !== undefined && found.length < MAX_CALLS && found.every((each) => each.effect !== maker.effect))
        found.push(maker);
    }
  return found.slice(1);
}

/** Whether a call always gives a promise, also that of another function. */
export function isAlwaysPromise(call: Known, steps: number = MAX_STEPS): boolean {
  const found = [call];
  // The list grows while it is gone through.
  for (const { effect, place } of found) {
    if (effect.isPromise) continue;
    if (effect.isPartial || effect.results.length === 0 || found.length > MAX_CALLS) return false;
    for (const { called } of effect.results) {
      const maker = called && effectOf(called, place, steps);
      if (maker === undefined) return false;
      if (found.every((each) => each.effect !== maker.effect)) found.push(maker);
    }
  }
  // A function that only calls itself gives nothing.
  return found.some(({ effect }) => effect.isPromise);
}

/** Whether a function throws anything. */
export const failsAtAll: Rule = ({ fails, throws }) => fails || throws;

/** Whether a function throws a problem, or anything if it has the name of a guard. */
export const throwsProblems: Rule = (effect, call) => effect.throws || isGuardByName(call, failsAtAll);

/** Whether a function throws a refusal, or anything if it has the name of a guard. */
export const throwsRefusals: Rule = (effect, call) => effect.refuses || isGuardByName(call, failsWithoutStatus);

/** A status shows by itself whether it keeps a client out. */
const failsWithoutStatus: Rule = ({ fails, throws }) => fails && !throws;

function isGuardByName(call: Known, rule: Rule): boolean {
  return isNamedForAccess(call.name ?? '') && reaches([call, ...resultMakers(call)], rule);
}

/** Whether a call may give a promise that an error rejects. */
export function mayReject(call: Known, steps: number = MAX_STEPS, rule: Rule = throwsProblems): boolean {
  const pending = [call, ...resultMakers(call, steps)].filter(({ effect }) => effect.isAsync);
  return reaches(
    pending.flatMap((each) => [each, ...resultMakers(each, steps)]),
    rule,
    steps,
  );
}

/** Whether some functions, or some that they call, have an effect. */
export function reaches(from: readonly Known[], test: Rule, steps: number = MAX_STEPS): boolean {
  const found = [...from];
  const seen = new Set(found.map(({ effect }) => effect));
  let left = MAX_CALLS;
  // The list grows while it is gone through.
  for (const each of found) {
    const { effect, place } = each;
    if (!effect.isGenerator && test(effect, each)) return true;
    for (const value of effect.calls) {
      const called = left-- > 0 ? effectOf(value, place, steps) : undefined;
      if (called === undefined || seen.has(called.effect)) continue;
      seen.add(called.effect);
      found.push(called);
    }
  }
  return false;
}
