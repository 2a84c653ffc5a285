import type { OptionTable } from '../../../runtime/koa/option-table.ts';
import { checkOptions, FUNCTION } from '../../../runtime/koa/option-table.ts';
import type { Bucket } from './gcra.ts';
import { levelAt, passes, stateOf } from './gcra.ts';
import type { LimitRequest, LimitState, RateLimitStore } from './limit-store.ts';

/** Options of {@link memoryLimits}. */
export interface MemoryLimitsOptions {
  /** Maximum number of counters (default: 100,000, which take about 20 MB). Above it, those that were not used for the longest time are dropped. */
  readonly maxKeys?: number;
  /** The current time, in milliseconds (default: `Date.now`). */
  readonly now?: () => number;
}

/** The rules of {@link MemoryLimitsOptions}. */
const OPTIONS: OptionTable<MemoryLimitsOptions> = {
  maxKeys: { expected: 'an integer above 1', isValid: (count) => Number.isSafeInteger(count) && (count as number) > 1 },
  now: FUNCTION,
};

/** A counter that is changed in place. */
interface Counter extends Bucket {
  level: number;
  at: number;
  /** When it is empty. */
  emptyAt: number;
  /** Whether at least half of the quota was taken. */
  isHalfFull: boolean;
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
  const counters = new Counters(maxKeys);
  return {
    take(requests) {
      const time = now();
      const levels: number[] = [];
      let isTaken = true;
      for (const request of requests) {
        const level = levelAt(counters.find(request.key), request, time);
        if (!passes(level, request)) isTaken = false;
        levels.push(level);
      }
      return requests.map((request, i) => {
        const level = levels[i]!;
        if (!isTaken) return stateOf(level, passes(level, request), request);
        const after = level + request.cost * request.window;
        counters.put(request, after, time);
        return stateOf(after, true, request);
      });
    },
  };
}

/** Counters in two generations. Those that are used stay, and when the younger one is full, the older one is dropped: nothing is sorted or searched. */
class Counters {
  readonly #half: number;
  #young = new Map<string, Counter>();
  #old = new Map<string, Counter>();

  constructor(maxKeys: number) {
    this.#half = maxKeys / 2;
  }

  find(key: string): Counter | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  put({ key, quota, window }: LimitRequest, level: number, at: number): void {
    const emptyAt = at + level / quota;
    const isHalfFull = level * 2 >= quota * window;
    const known = this.#young.get(key);
    if (known !== undefined) {
      known.level = level;
      known.at = at;
      known.emptyAt = emptyAt;
      known.isHalfFull = isHalfFull;
      return;
    }
    if (this.#young.size + 1 > this.#half) this.#age(at);
    this.#young.set(key, { level, at, emptyAt, isHalfFull });
  }

  /** Drops the older generation, except for counters that are half full: many requests with other keys must not reset them. */
  #age(now: number): void {
    const kept = new Map<string, Counter>();
    for (const [key, counter] of this.#old) {
      if (kept.size + 1 > this.#half / 2) break;
      if (counter.isHalfFull && counter.emptyAt > now && !this.#young.has(key)) kept.set(key, counter);
    }
    this.#old = this.#young;
    this.#young = kept;
  }
}
