import type { Fault } from '../diagnostics/ineffective-messages.ts';
import type { Known, LostCall, Place } from './call-effects.ts';
import {
  BUILT_IN,
  delegates,
  effectOf,
  isAmong,
  MAX_STEPS,
  onlyReads,
  PROBLEMS,
  PROMISES,
  reaches,
  returnedBy,
} from './call-effects.ts';
import { isNamedAsGuard, isNamedAsPredicate } from './named-calls.ts';
import { THROW } from './returned-values.ts';

/** Finds out why a call is without effect; undefined if it may have one. */
export function faultOf(
  { callee, name, use, isWhole, isPart, tester }: LostCall,
  place: Place,
): Fault | 'late' | 'swallowed' | 'stored' | undefined {
  const getting = tester && effectOf(tester.value, place)?.effect;
  if (tester !== undefined && !isAmong(tester, use === 'dropped' ? getting?.drops : getting?.tests)) return undefined;
  if (callee === THROW) return use === 'named' ? 'named' : undefined;
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
  const isPromise = chain.some(({ effect }) => effect.isAsync);
  if (use === 'items') return isAlwaysPromise(chain) ? use : undefined;
  // It can be missing: `if (fetch)`.
  if (use === 'value') return BUILT_IN.has(called.effect) ? undefined : 'named';
  if (use === 'result' || use === 'truth') {
    const { makes, outcome } = chain.at(-1)!.effect;
    const isLost = use === 'truth' ? outcome === 'truth' : outcome !== 'problem';
    return makes && isLost ? 'unthrown' : undefined;
  }
  if (use === 'stored') return isAlwaysPromise(chain) ? use : undefined;
  if (use === 'condition' || use === 'tested') {
    if (isAlwaysPromise(chain)) return use === 'tested' ? 'tested' : 'promise';
    const isFunction = isWhole === true && called.effect.outcome === 'truth' && returnedBy(called, MAX_STEPS);
    return isFunction ? 'uncalled' : undefined;
  }
  if (use === 'swallowed') return reaches(chain, ({ refuses }) => refuses) && onlyReads(called) ? use : undefined;
  if (use === 'late' || use === 'beside') {
    const isLate = (use === 'late' || isPromise) && reaches(chain, ({ refuses }) => refuses);
    return isLate && !reaches(chain, ({ readsResult }) => readsResult) ? 'late' : undefined;
  }
  const mayRefuse = reaches(chain, ({ throws }) => throws);
  if (use === 'passed') {
    const isThrown = mayRefuse || chain.some(({ effect }) => effect.fails);
    return !isThrown && reaches(chain, ({ answers }) => answers) ? 'answered' : undefined;
  }
  const makes = chain.some(({ effect }) => effect.makes);
  if (use === 'dropped') {
    const isGuard = reaches(chain, ({ refuses }) => refuses) || isNamedAsGuard(name);
    return makes ? 'unthrown' : isPromise && mayRefuse && isGuard ? use : undefined;
  }
  if (use === 'listed' && isPromise && mayRefuse) return use;
  if (use === 'listed' || use === 'mapped') return makes ? 'unthrown' : undefined;
  if (use === 'callback') return mayRefuse ? 'unawaited' : undefined;
  if (use === 'chained' || use === 'kept') return isPromise && mayRefuse ? 'unawaited' : undefined;
  if (use === 'named') return makes || mayRefuse ? 'named' : undefined;
  if (makes) return 'unthrown';
  const returned = called.effect.acts ? undefined : returnedBy(called, MAX_STEPS);
  if (returned !== undefined && reaches([returned], ({ throws }) => throws)) return 'uncalled';
  if (mayRefuse) return use === 'unused' && isPromise ? 'unawaited' : undefined;
  if (chain.at(-1)!.effect.decides) return 'decided';
  return isNamedAsPredicate(name) && chain.every(({ effect }) => !effect.acts && !effect.fails) ? 'unused' : undefined;
}

function isAlwaysPromise(chain: readonly Known[]): boolean {
  const first = chain.find(({ effect }) => effect.isPromise || effect.isPartial);
  return first?.effect.isPromise === true;
}
