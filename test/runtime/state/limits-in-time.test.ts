import * as fc from 'fast-check';
import Libsql from 'libsql';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LimitRequest, RateLimitStore } from '../../../src/runtime/koa/index.ts';
import { memoryLimits } from '../../../src/runtime/koa/index.ts';
import { postgres } from '../../../src/runtime/postgres/index.ts';
import { sqlite } from '../../../src/runtime/sqlite/index.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { tableStatements } from './tables.ts';

// The time is that of the database, so these tests write a time of their own in its place.

const START = 1_700_000_000_000;

/** A store whose database has the time of the test, and how its counters are removed. */
interface Timed {
  readonly store: RateLimitStore;
  readonly clear: () => Promise<unknown>;
}

/** Replaces the clock in a statement. */
function withTime(text: string, clock: string, time: string): string {
  if (text.includes('min(') && !text.includes(clock)) throw new Error(`The statement has no ${clock}`);
  return text.replaceAll(clock, time);
}

async function onSqlite(now: () => number): Promise<Timed> {
  const database = new Libsql(':memory:');
  onTestFinished(() => void database.close());
  for (const text of tableStatements('sqlite')) database.exec(text);
  const clock = "cast((julianday('now') - 2440587.5) * 86400000 as integer)";
  const run = async (text: string, values: readonly unknown[]) =>
    database.prepare(withTime(text, clock, String(now()))).all(...values) as object[];
  return { store: sqlite(run).rateLimits, clear: async () => database.exec('delete from operations_rate_limits') };
}

async function onPostgres(now: () => number): Promise<Timed> {
  const pool = new Pool({ connectionString: await createEmptyDatabase((remove) => onTestFinished(remove)), max: 3 });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  for (const text of tableStatements('postgres')) await pool.query(text);
  const run = async (text: string, values: readonly unknown[]) =>
    (await pool.query(withTime(text, 'clock_timestamp()', `to_timestamp(${now() / 1000})`), [...values])).rows;
  return { store: postgres(run).rateLimits, clear: () => pool.query('delete from operations_rate_limits') };
}

const limits = fc.record({ quota: fc.integer({ min: 1, max: 40 }), window: fc.integer({ min: 1, max: 200 }) });
/** Two limits, and requests: when each comes after the one before it, and what it costs. Some come at the same time. */
const runs = fc.record({
  limits: fc.tuple(limits, limits),
  requests: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 4 }), fc.nat(3)), {
    maxLength: 40,
  }),
});
type Run = typeof runs extends fc.Arbitrary<infer Value> ? Value : never;

/** The requests of a run. */
function requestsOf({ limits: [a, b] }: Run, cost: number): LimitRequest[] {
  return [
    { key: 'a', cost, quota: a.quota, window: a.window * 10 },
    { key: 'b', cost: 1, quota: b.quota, window: b.window * 10 },
  ];
}

describe.each([
  ['SQLite', onSqlite, true],
  ['PostgreSQL (needs TEST_DATABASE_URL)', onPostgres, !!process.env['TEST_DATABASE_URL']],
] as const)('the counters in %s', (_, open, isPresent) => {
  it.runIf(isPresent)('the counters agree with those in memory, at any time', { timeout: 120_000 }, async () => {
    let now = START;
    const { store, clear } = await open(() => now);
    await fc.assert(
      fc
        .asyncProperty(runs, async (given) => {
          now += 1_000_000;
          const model = memoryLimits({ now: () => now });
          for (const [pause, cost, others] of given.requests) {
            now += pause;
            const requests = requestsOf(given, cost);
            const all = Array.from({ length: 1 + others }, () => requests);
            const states = await Promise.all(all.map((one) => store.take(one)));
            expect(states).toEqual(all.map((one) => model.take(one)));
          }
        })
        .afterEach(clear),
      { numRuns: 25 },
    );
  });

  it.runIf(isPresent)(
    'let no more than the quota and its refill pass in any window of time',
    { timeout: 120_000 },
    async () => {
      let now = START;
      const { store, clear } = await open(() => now);
      await fc.assert(
        fc
          .asyncProperty(runs, async (given) => {
            now += 1_000_000;
            const passed: { readonly at: number; readonly cost: number }[] = [];
            for (const [pause, cost, others] of given.requests) {
              now += pause;
              const asked = Array.from({ length: 1 + others }, () => store.take(requestsOf(given, cost)));
              for (const states of await Promise.all(asked))
                if (states.every(({ passes }) => passes)) passed.push({ at: now, cost });
            }
            const [{ quota, window }] = requestsOf(given, 1) as [LimitRequest];
            for (const [i, { at: start }] of passed.entries()) {
              let taken = 0;
              for (const { at, cost } of passed.slice(i)) {
                taken += cost;
                // In integers: taken <= quota + (at - start) * quota / window.
                expect(taken * window).toBeLessThanOrEqual(quota * (window + at - start));
              }
            }
          })
          .afterEach(clear),
        { numRuns: 25 },
      );
    },
  );

  it.runIf(isPresent)('refill nothing if the clock goes back, and go on from there', async () => {
    let now = START;
    const { store } = await open(() => now);
    const take = async () => (await store.take([{ key: 'k', cost: 1, quota: 2, window: 1000 }]))[0]!.passes;
    expect([await take(), await take()]).toEqual([true, true]);
    now -= 5_000_000;
    expect(await take()).toBe(false);
  });
});
