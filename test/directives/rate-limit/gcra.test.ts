import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryLimits } from '../../../src/directives/rate-limit/runtime/memory-limits.ts';

/** A limit, and requests: when each comes after the one before it, in milliseconds, and what it costs. */
const runs = fc.record({
  quota: fc.integer({ min: 1, max: 40 }),
  window: fc.integer({ min: 1, max: 200 }).map((tens) => tens * 10),
  requests: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 4 })), { maxLength: 150 }),
});

/** The requests of a run, each with its time and its state. */
function run({ quota, window, requests }: (typeof runs extends fc.Arbitrary<infer Run> ? Run : never) & object) {
  let now = 1_700_000_000_000;
  const store = memoryLimits({ now: () => now });
  return requests.map(([pause, cost]) => {
    now += pause;
    const [state] = store.take([{ key: 'k', cost, quota, window }]);
    return { now, cost, state: state! };
  });
}

describe('the counters in memory', () => {
  it('let no more than the quota and its refill pass in any window of time', () => {
    fc.assert(
      fc.property(runs, (given) => {
        const passed = run(given).filter(({ state }) => state.passes);
        for (const [i, { now: start }] of passed.entries()) {
          let taken = 0;
          for (const { now, cost } of passed.slice(i)) {
            taken += cost;
            // In integers: taken <= quota + (now - start) * quota / window.
            expect(taken * given.window).toBeLessThanOrEqual(given.quota * (given.window + now - start));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('refuse no request that the quota and its refill allow in exact fractions', () => {
    fc.assert(
      fc.property(runs, (given) => {
        const { quota, window } = given;
        // The rest of the quota times the window.
        let rest = BigInt(quota) * BigInt(window);
        let last: number | undefined;
        for (const { now, cost, state } of run(given)) {
          const full = BigInt(quota) * BigInt(window);
          rest += BigInt(now - (last ?? now)) * BigInt(quota);
          if (rest > full) rest = full;
          last = now;
          const need = BigInt(cost) * BigInt(window);
          expect(state.passes).toBe(need <= rest);
          if (state.passes) rest -= need;
          expect(state.remaining).toBe(Number(rest / BigInt(window)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('report the exact time to wait: a refused request passes then, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(runs, ({ quota, window, requests }) => {
        let now = 0;
        const store = memoryLimits({ now: () => now });
        for (const [pause, cost] of requests) {
          now += pause;
          const request = { key: 'k', cost, quota, window };
          const [state] = store.take([request]);
          if (state!.passes || cost > quota) continue;
          now += state!.resetAfter - 1;
          expect(store.take([request])[0]!.passes).toBe(false);
          now += 1;
          expect(store.take([request])[0]!.passes).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('let the whole quota pass again after a window, for quotas that do not divide it', () => {
    let now = 0;
    const store = memoryLimits({ now: () => now });
    const passes = (): boolean => store.take([{ key: 'k', cost: 1, quota: 7, window: 1000 }])[0]!.passes;
    for (let round = 0; round < 50; round++) {
      expect(Array.from({ length: 9 }, passes)).toEqual([...Array(7).fill(true), false, false]);
      now += 1000;
    }
  });

  it('refill nothing if the clock goes back, and go on from there', () => {
    let now = 10_000_000;
    const store = memoryLimits({ now: () => now });
    const take = () => store.take([{ key: 'k', cost: 1, quota: 1, window: 1000 }])[0]!;
    expect(take().passes).toBe(true);
    now -= 5_000_000;
    expect(take().passes).toBe(false);
  });

  it('take nothing from any limit if one refuses the request', () => {
    const store = memoryLimits({ now: () => 0 });
    const wide = { key: 'wide', cost: 1, quota: 10, window: 1000 };
    const narrow = { key: 'narrow', cost: 1, quota: 1, window: 1000 };
    expect(store.take([wide, narrow]).map(({ remaining }) => remaining)).toEqual([9, 0]);
    for (let i = 0; i < 5; i++) expect(store.take([wide, narrow]).map(({ passes }) => passes)).toEqual([true, false]);
    expect(store.take([wide])[0]!.remaining).toBe(8);
  });

  it('drops counters if too many others are used, but not those that are half full', () => {
    const store = memoryLimits({ maxKeys: 100, now: () => 0 });
    const take = (key: string, cost = 1) => store.take([{ key, cost, quota: 10, window: 60_000 }])[0]!;
    take('abuser', 10);
    for (let i = 0; i < 10_000; i++) take(`other ${i}`);
    expect(take('abuser').passes).toBe(false);
    expect(take('other 0').remaining).toBe(9);
    expect(take('other 9999').remaining).toBe(8);
  });

  it('stay while they are used', () => {
    const store = memoryLimits({ maxKeys: 100, now: () => 0 });
    const take = (key: string) => store.take([{ key, cost: 1, quota: 1000, window: 60_000 }])[0]!;
    for (let i = 0; i < 400; i++) {
      take('used');
      take(`other ${i}`);
    }
    expect(take('used').remaining).toBe(1000 - 401);
  });

  it('bounds the memory of the counters', () => {
    const store = memoryLimits({ maxKeys: 1000, now: () => 0 });
    const take = (key: string, cost: number) => store.take([{ key, cost, quota: 10, window: 60_000 }])[0]!;
    // All of them are full.
    for (let i = 0; i < 20_000; i++) take(`k${i}`, 10);
    let kept = 0;
    for (let i = 0; i < 20_000; i++) if (!take(`k${i}`, 1).passes) kept += 1;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(1000);
  });
});
