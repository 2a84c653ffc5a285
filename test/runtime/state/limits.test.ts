import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LimitRequest } from '../../../src/runtime/koa/index.ts';
import { createApp, memoryLimits } from '../../../src/runtime/koa/index.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';
import type { DatabaseKind, StateDatabase } from './databases.ts';
import { DATABASES } from './databases.ts';

const DAY = 24 * 60 * 60 * 1000;
/** So slow that nothing is refilled while a test runs. */
const SLOW = { quota: 10, window: 300 * DAY };
const one = (key: string, limit: Partial<LimitRequest> = {}): LimitRequest => ({ key, cost: 1, ...SLOW, ...limit });

describe.each(DATABASES)('limits in $name', ({ create, isPresent }: DatabaseKind) => {
  let database: StateDatabase;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    if (isPresent) database = await create((cleanup) => void cleanups.push(cleanup));
  });
  beforeEach(async () => {
    if (isPresent) await database.clear();
  });
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  it.runIf(isPresent)('take from all counters or from none, as those in memory do', async () => {
    const store = database.open().rateLimits;
    const inMemory = memoryLimits({ now: () => 0 });
    for (const [i, cost] of [1, 3, 1, 7, 2, 4, 1, 1, 9, 1].entries()) {
      const requests = [one('a', { cost }), one(`b${i % 3}`, { cost: 2, quota: 5 }), one(`c${i % 2}`, { quota: 4 })];
      const [states, expected] = [await store.take(requests), inMemory.take(requests)];
      expect(states.map(({ passes, remaining }) => [passes, remaining])).toEqual(
        expected.map(({ passes, remaining }) => [passes, remaining]),
      );
      for (const [at, { resetAfter }] of states.entries())
        expect(Math.abs(resetAfter - expected[at]!.resetAfter)).toBeLessThan(600_000);
    }
  });

  it.runIf(isPresent)('let exactly the quota pass if many requests use several stores at once', async () => {
    const stores = [database.open().rateLimits, database.open().rateLimits, database.open().rateLimits];
    // Each request has a counter that it shares with all others, and one with some of them.
    const ask = (i: number) => stores[i % 3]!.take([one(`some ${i % 4}`, { quota: 50 }), one('all', { quota: 25 })]);
    const states = await Promise.all(Array.from({ length: 120 }, (_, i) => ask(i)));
    expect(states.filter(([some, all]) => some!.passes && all!.passes)).toHaveLength(25);
    // What was refused has taken nothing from the counters of some.
    const rest = await Promise.all([0, 1, 2, 3].map((i) => stores[0]!.take([one(`some ${i}`, { quota: 50 })])));
    expect(rest.reduce((sum, [state]) => sum + 50 - 1 - state!.remaining, 0)).toBe(25);
  });

  it.runIf(isPresent)('return each of many equal requests its own state', async () => {
    const store = database.open().rateLimits;
    const states = await Promise.all(Array.from({ length: 14 }, () => store.take([one('k')])));
    expect(states.map(([state]) => [state!.passes, state!.remaining])).toEqual([
      ...Array.from({ length: 10 }, (_, i) => [true, 9 - i]),
      ...Array.from({ length: 4 }, () => [false, 0]),
    ]);
  });

  it.runIf(isPresent)('refill with the time of the database, and not with that of a process', async () => {
    const store = database.open().rateLimits;
    const limit = { quota: 10, window: 10 * DAY };
    expect((await store.take([one('k', { ...limit, cost: 10 })]))[0]).toMatchObject({ passes: true, remaining: 0 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY });
    onTestFinished(() => void vi.useRealTimers());
    expect((await store.take([one('k', limit)]))[0]!.passes).toBe(false);
    await database.pass(3.5 * DAY);
    const states = [];
    for (let i = 0; i < 4; i++) states.push((await store.take([one('k', limit)]))[0]!.passes);
    expect(states).toEqual([true, true, true, false]);
  });

  it.runIf(isPresent)('keep large numbers exactly', async () => {
    const store = database.open().rateLimits;
    const huge = one('huge', { quota: 1_000_003, window: 30 * DAY });
    const rest: number[] = [];
    for (let i = 0; i < 5; i++) rest.push((await store.take([huge]))[0]!.remaining);
    expect(rest).toEqual([1, 2, 3, 4, 5].map((taken) => huge.quota - taken));
  });

  it.runIf(isPresent)('follow a quota that changes, and refuse what costs more than it', async () => {
    const store = database.open().rateLimits;
    await store.take([one('k', { cost: 8 })]);
    expect((await store.take([one('k', { quota: 5 })]))[0]!.passes).toBe(false);
    expect((await store.take([one('k', { quota: 20 })]))[0]).toMatchObject({ passes: true });
    expect((await store.take([one('new', { cost: 11 })]))[0]).toMatchObject({ passes: false, remaining: 10 });
  });

  it.runIf(isPresent)('delete rows that have expired, with the next request, in steps', async () => {
    const { open, pass, run } = database;
    const count = async () => Number((await run('select count(*) as count from operations_rate_limits'))[0]!['count']);
    await open().rateLimits.take([one('k', { window: DAY })]);
    const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 699) select i from n';
    await run(
      `insert into operations_rate_limits select 'k' || i, level, at, expires_at from operations_rate_limits, (${numbers}) as n`,
    );
    await pass(2 * DAY);
    const other = open().rateLimits;
    await other.take([one('new')]);
    await expect.poll(count).toBe(201);
    // A request that comes before the store knows of the step's end deletes nothing.
    const next = async () => {
      await other.take([one('new')]);
      return count();
    };
    await expect.poll(next).toBe(1);
  });

  it.runIf(isPresent)('two servers share the limits', async () => {
    const manifest = await compileTree({ 'a.ts': '/** @rate-limit 10 per day per all */' });
    const serveOne = () =>
      serve(createApp(manifest, { rateLimits: { store: database.open().rateLimits, timeout: 10_000 } }));
    const servers = [await serveOne(), await serveOne()];
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async (_, i) => (await servers[i % 2]!.ask('GET /a')).status),
    );
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
  });

  it.runIf(isPresent)('explain a missing table, which only they need', async () => {
    const { open, run } = database;
    await run('drop table operations_rate_limits');
    await expect(open().rateLimits.take([one('k')])).rejects.toThrow(/Run "npx operations migrations"/);
    const reserved = open().idempotency.reserve('k', 'f', { owner: 'a', client: 'c', lease: 1000 });
    expect(await reserved).toBe(undefined);
  });
});
