import type { LimitState } from '../../../src/directives/rate-limit/runtime/limit-store.ts';
import { causesOf } from '../../../src/runtime/state/causes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StateDatabase } from './databases.ts';
import { DATABASES } from './databases.ts';

/** A request that has passed: when it was sent, and when its state came. The database counted it in between. */
interface Passed {
  readonly sent: number;
  readonly known: number;
}

/** How many pass at most in a span of time, in milliseconds. */
const allowed = (quota: number, window: number, span: number): number => quota + (span * quota) / window;

/** A statement that waited too long for a counter has taken nothing: the process then counts alone. */
function refuseIfLocked(error: unknown): readonly LimitState[] {
  for (const { code } of causesOf(error)) if (code === '55P03') return [{ passes: false, remaining: 0, resetAfter: 0 }];
  throw error;
}

describe.each(DATABASES)('limits in $name', ({ create, isPresent }) => {
  let database: StateDatabase;
  const cleanups: (() => unknown)[] = [];
  beforeAll(async () => {
    if (isPresent) database = await create((cleanup) => void cleanups.push(cleanup));
  });
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  it.runIf(isPresent)(
    'pass no more than the quota and its refill in any window, however many requests come at once',
    async () => {
      const stores = Array.from({ length: 4 }, () => database.open().rateLimits);
      const [quota, window] = [50, 1000];
      const passed: Passed[] = [];
      let refused = 0;
      const end = performance.now() + 3_000;
      const ask = async (i: number): Promise<void> => {
        while (performance.now() < end) {
          const sent = performance.now();
          // Some share only one counter, so their statements wait for each other.
          const limits = [
            { key: 'all', cost: 1, quota, window },
            { key: `own ${i % 5}`, cost: 1, quota, window },
          ];
          const states = await Promise.resolve(stores[i % 4]!.take(limits)).catch(refuseIfLocked);
          if (states.every(({ passes }) => passes)) passed.push({ sent, known: performance.now() });
          else refused++;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i)));
      for (const { sent } of passed) {
        const later = passed.filter((other) => other.sent >= sent).sort((a, b) => a.known - b.known);
        for (const [i, { known }] of later.entries())
          expect(i + 1).toBeLessThanOrEqual(allowed(quota, window, known - sent) + 1);
      }
      expect(passed.length).toBeGreaterThanOrEqual(quota);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
