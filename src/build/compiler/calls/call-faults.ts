import type { Fault } from '../diagnostics/ineffective-messages.ts';
import type { Known, Place, Rule } from './call-effects.ts';
import {
  BUILT_IN,
  delegates,
  effectOf,
  failsAtAll,
  getterOf,
  isAlwaysPromise,
  isAmong,
  isAnyMember,
  MAX_CALLS,
  MAX_STEPS,
  mayReject,
  PROBLEMS,
  PROMISES,
  reaches,
  resultMakers,
  returnedBy,
  throwsProblems,
  throwsRefusals,
} from './call-effects.ts';
import type { LostCall } from './lost-call.ts';
import { isNamedAsGuard, isNamedAsPredicate } from './named-calls.ts';
import { THROW } from './returned-values.ts';

/** The errors that count: those of a problem, and those that keep a client out. */
export interface Rules {
  readonly problem: Rule;
  readonly refusal: Rule;
}

const ORDINARY: Rules = { problem: throwsProblems, refusal: throwsRefusals };

/** In a verifier and in `authorize`, any error refuses the request. */
export const IN_GUARD: Rules = { problem: failsAtAll, refusal: failsAtAll };

/** Finds out why a call is without effect; undefined if it may have one. */
export function faultOf(
  { callee, name, use, isWhole, isPart, tester }: LostCall,
  place: Place,
  { problem, refusal }: Rules = ORDINARY,
): Fault | 'late' | 'swallowed' | 'stored' | undefined {
  const getting = tester && effectOf(tester.value, place)?.effect;
  if (tester !== undefined && !isAmong(tester, use === 'dropped' ? getting?.drops : getting?.tests)) return undefined;
  if (callee === THROW) return use === 'named' ? 'named' : undefined;
  const getter = use === 'value' && isWhole === true ? getterOf(callee, place) : undefined;
  if (getter !== undefined) return isAlwaysPromise(getter) ? 'promise' : undefined;
  const called = effectOf(callee, place);
  if (called === undefined) return undefined;
  if (called.effect === PROBLEMS) return use === 'named' ? 'named' : isPart === true ? 'instead' : undefined;
  if (use === 'list') return called.effect === PROMISES ? 'list' : undefined;
  const { isGenerator, throws: mayThrow } = called.effect;
  if (isGenerator) {
    const isIdle = use === 'condition' ? isWhole === true : mayThrow && /^(?:unused|awaited|dropped)$/.test(use);
    return isIdle ? 'generator' : undefined;
  }
  // A function that only returns the result of another one is like that one.
  const chain = [called, ...delegates(called)];
  const all = [called, ...resultMakers(called)];
  if (use === 'items') return isAlwaysPromise(called) ? use : undefined;
  // It can be missing: `if (fetch)`, `if (!guards[name])`.
  if (use === 'value') return BUILT_IN.has(called.effect) || isAnyMember(callee) ? undefined : 'named';
  if (use === 'result' || use === 'truth') {
    const { makes, outcome } = chain.at(-1)!.effect;
    const isLost = use === 'truth' ? outcome === 'truth' : outcome !== 'problem';
    return makes && isLost ? 'unthrown' : undefined;
  }
  if (use === 'stored') return isAlwaysPromise(called) ? use : undefined;
  if (use === 'tested') return isAlwaysPromise(called) ? use : undefined;
  if (use === 'condition') return conditionFault(called, isWhole === true, isPart === true);
  if (use === 'swallowed') return reaches(all, refusal) && onlyReads(called) ? use : undefined;
  if (use === 'late' || use === 'beside') {
    const isLate = (use === 'late' || all.some(({ effect }) => effect.isAsync)) && reaches(all, refusal);
    return isLate && !reaches(all, ({ readsResult }) => readsResult) ? 'late' : undefined;
  }
  const mayRefuse = reaches(all, problem);
  const isPending = (): boolean => mayReject(called, MAX_STEPS, problem);
  if (use === 'passed') {
    const isThrown = mayRefuse || all.some(({ effect }) => effect.fails);
    return !isThrown && reaches(all, ({ answers }) => answers) ? 'answered' : undefined;
  }
  const makes = all.some(({ effect }) => effect.makes);
  if (use === 'dropped') {
    const isGuard = reaches(all, refusal) || isNamedAsGuard(name);
    return makes ? 'unthrown' : isPending() && isGuard ? use : undefined;
  }
  if (use === 'listed' && isPending()) return use;
  if (use === 'listed' || use === 'mapped') return makes ? 'unthrown' : undefined;
  if (use === 'callback') return mayRefuse ? 'unawaited' : undefined;
  if (use === 'chained' || use === 'kept') return isPending() ? 'unawaited' : undefined;
  if (use === 'named') return makes || mayRefuse ? 'named' : undefined;
  if (makes) return 'unthrown';
  const returned = called.effect.acts ? undefined : returnedBy(called, MAX_STEPS);
  if (returned !== undefined && reaches([returned], problem)) return 'uncalled';
  if (mayRefuse) return use === 'unused' && isPending() ? 'unawaited' : undefined;
  if (chain.at(-1)!.effect.decides) return 'decided';
  return isNamedAsPredicate(name) && all.every(({ effect }) => !effect.acts && !effect.fails) ? 'unused' : undefined;
}

function conditionFault(called: Known, isWhole: boolean, isPart: boolean): Fault | undefined {
  if (isAlwaysPromise(called)) return 'promise';
  if (!isWhole) return undefined;
  // Nothing else can wait for a promise that only the condition gets.
  if (!isPart && resultMakers(called, MAX_STEPS, true).some(({ effect }) => effect.isPromise)) return 'promise';
  return called.effect.outcome === 'truth' && returnedBy(called, MAX_STEPS) ? 'uncalled' : undefined;
}

/** Whether a call changes nothing, so that all it can do is to fail. */
function onlyReads(call: Known): boolean {
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
