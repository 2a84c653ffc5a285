import type { OptionTable } from '../../../runtime/koa/option-table.ts';
import { checkOptions, FUNCTION } from '../../../runtime/koa/option-table.ts';
import type { Bucket } from './gcra.ts';
import { levelAt, passes, stateOf } from './gcra.ts';
import type { LimitRequest, LimitState, RateLimitStore } from './limit-store.ts';

/** Options of {@link memoryLimits}. */
export interface MemoryLimitsOptions {
  /** Maximum number of counters (default: 100,000, which take about 20 MB). Above it, one that refills soon makes room. */
  readonly maxKeys?: number;
  /** The current time, in milliseconds (default: `Date.now`). */
  readonly now?: () => number;
}

/** The rules of {@link MemoryLimitsOptions}. */
const OPTIONS: OptionTable<MemoryLimitsOptions> = {
  maxKeys: { expected: 'a positive integer', isValid: (count) => Number.isSafeInteger(count) && (count as number) > 0 },
  now: FUNCTION,
};

/** How many of the counters that were used longest ago are compared when one makes room. */
const COMPARED = 8;

/** A counter, and when it is empty. */
interface Counter extends Bucket {
  readonly emptyAt: number;
}

/** A store in memory, whose answers are immediate. */
export interface MemoryLimits extends RateLimitStore {
  take(requests: readonly LimitRequest[]): readonly LimitState[];
}

/**
 * Creates a store of counters in the memory of this process, for `createApp(operations, { rateLimits: memoryLimits() })`.
 *
 * Each process counts for itself.
 *
 * @throws {TypeError} If an option is invalid.
 * @example memoryLimits({ maxKeys: 10_000 })
 */
export function memoryLimits(options: MemoryLimitsOptions = {}): MemoryLimits {
  checkOptions('memoryLimits', options, OPTIONS);
  const { maxKeys = 100_000, now = Date.now } = options;
  // The one that was used longest ago comes first.
  const counters = new Map<string, Counter>();
  return {
    take(requests) {
      const time = now();
      const levels = requests.map((request) => levelAt(counters.get(request.key), request, time));
      const doPass = requests.map((request, i) => passes(levels[i]!, request));
      const isTaken = !doPass.includes(false);
      return requests.map((request, i) => {
        const { key, cost, quota, window } = request;
        const level = isTaken ? levels[i]! + cost * window : levels[i]!;
        if (isTaken) put(counters, key, { level, at: time, emptyAt: time + level / quota }, maxKeys);
        return stateOf(level, doPass[i]!, request);
      });
    },
  };
}

function put(counters: Map<string, Counter>, key: string, counter: Counter, maxKeys: number): void {
  if (!counters.delete(key)) makeRoom(counters, counter.at, maxKeys);
  counters.set(key, counter);
}

/** Removes counters that are empty, and one that is not if there is no room. */
function makeRoom(counters: Map<string, Counter>, now: number, maxKeys: number): void {
  let soonest: string | undefined;
  let emptyAt = Infinity;
  let compared = 0;
  for (const [key, counter] of counters) {
    if (counter.emptyAt <= now) counters.delete(key);
    else if (counter.emptyAt < emptyAt) [soonest, emptyAt] = [key, counter.emptyAt];
    if (++compared === COMPARED) break;
  }
  if (counters.size >= maxKeys && soonest !== undefined) counters.delete(soonest);
}
