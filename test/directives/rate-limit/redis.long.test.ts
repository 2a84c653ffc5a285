import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { memoryLimits } from '../../../src/runtime/koa/index.ts';
import type { RedisClient } from '../../../src/runtime/redis/index.ts';
import { redis } from '../../../src/runtime/redis/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { RedisServer } from '../../restarts/redis.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { serve } from '../../runtime/koa/serve.ts';
import { scratch } from '../../support/build.ts';
import { RespClient } from './redis-client.ts';

// The gate of `.ci/full` installs Redis.

let server: RedisServer;
let port: number;

beforeAll(async () => {
  server = await RedisServer.start(scratch(afterAll));
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  server.signal('SIGCONT');
  await server.stop('SIGKILL');
});

async function connected(): Promise<RespClient> {
  const client = await RespClient.connect(port);
  onTestFinished(() => client.close());
  return client;
}

let tests = 0;
const storeOf = (client: RedisClient) => redis(client, { prefix: `test ${++tests}:` }).rateLimits;
/** So slow that nothing is refilled while a test runs. */
const SLOW = { quota: 10, window: 300 * 86_400_000 };

describe('limits in Redis', () => {
  it('take from all counters or from none, as those in memory do', async () => {
    const inRedis = storeOf(await connected());
    const inMemory = memoryLimits({ now: () => 0 });
    const costs = [1, 3, 1, 7, 2, 4, 1, 1, 9, 1];
    for (const [i, cost] of costs.entries()) {
      const requests = [
        { key: 'a', cost, ...SLOW },
        { key: `b${i % 3}`, cost: 2, ...SLOW, quota: 5 },
      ];
      const [states, expected] = [await inRedis.take(requests), inMemory.take(requests)];
      expect(states.map(({ passes, remaining }) => [passes, remaining])).toEqual(
        expected.map(({ passes, remaining }) => [passes, remaining]),
      );
      for (const [at, { resetAfter }] of states.entries())
        expect(Math.abs(resetAfter - expected[at]!.resetAfter)).toBeLessThan(600_000);
    }
  });

  it('pass no more than the quota and its refill, however many requests come at once', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, connected));
    const prefix = `rush ${++tests}:`;
    const stores = clients.map((client) => redis(client, { prefix }).rateLimits);
    const limit = { key: 'k', cost: 1, quota: 50, window: 1000 };
    const start = performance.now();
    let passed = 0;
    while (performance.now() - start < 1500) {
      const states = await Promise.all(
        stores.flatMap((store) => Array.from({ length: 10 }, () => store.take([limit]))),
      );
      passed += states.filter(([state]) => state!.passes).length;
      const elapsed = performance.now() - start;
      expect(passed).toBeLessThanOrEqual(50 + Math.ceil((elapsed * 50) / 1000) + 1);
    }
    expect(passed).toBeGreaterThanOrEqual(50);
  });

  it('keep their numbers exactly, and expire when they are empty', async () => {
    const client = await connected();
    const prefix = `exact ${++tests}:`;
    const { rateLimits } = redis(client, { prefix });
    const huge = { key: 'huge', cost: 1, quota: 1_000_003, window: 30 * 86_400_000 };
    const rest: number[] = [];
    for (let i = 1; i <= 5; i++) rest.push((await rateLimits.take([huge]))[0]!.remaining);
    expect(rest).toEqual([1, 2, 3, 4, 5].map((taken) => huge.quota - taken));
    await rateLimits.take([{ key: 'short', cost: 1, quota: 10, window: 10_000 }]);
    const left = Number(await client.call('PTTL', `${prefix}limit:short`));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(1000);
  });

  it('survive that Redis forgets scripts', async () => {
    const client = await connected();
    const store = storeOf(client);
    const limit = { key: 'k', cost: 1, ...SLOW };
    expect((await store.take([limit]))[0]!.remaining).toBe(9);
    await client.call('SCRIPT', 'FLUSH');
    expect((await store.take([limit]))[0]!.remaining).toBe(8);
  });

  it('work with a client that has the functions of the package redis', async () => {
    const client = await connected();
    const store = storeOf({ sendCommand: (args) => client.call(...args) });
    expect((await store.take([{ key: 'k', cost: 1, ...SLOW }]))[0]!.remaining).toBe(9);
  });

  it.skipIf(!existsSync(join(import.meta.dirname, '../../../docs/node_modules/ioredis')))(
    'work with ioredis',
    async () => {
      const { Redis } = createRequire(join(import.meta.dirname, '../../../docs/package.json'))('ioredis');
      const client = new Redis(server.url);
      onTestFinished(() => client.disconnect());
      expect((await storeOf(client).take([{ key: 'k', cost: 1, ...SLOW }]))[0]!.remaining).toBe(9);
    },
  );

  it('shares the limits between two servers', async () => {
    const manifest = await compileTree({ 'a.ts': '/** @rate-limit 10 per day per all */' });
    const prefix = `two ${++tests}:`;
    const serveOne = async () => serve(createApp(manifest, redis(await connected(), { prefix })));
    const servers = [await serveOne(), await serveOne()];
    const statuses: number[] = [];
    for (let i = 0; i < 14; i++) statuses.push((await servers[i % 2]!.ask('GET /a')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
  });
});

describe('a server whose Redis fails', () => {
  /** Requests, one after the other: their statuses, and the time of the slowest one. */
  const askAll = async (ask: (target: string) => Promise<{ status: number }>, target: string, count: number) => {
    const statuses = new Set<number>();
    let slowest = 0;
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      statuses.add((await ask(target)).status);
      slowest = Math.max(slowest, performance.now() - start);
    }
    return { statuses: [...statuses], slowest };
  };
  const TREE = {
    'open.ts': '/** @rate-limit 1000 per minute per all */',
    'closed.ts': '/** @rate-limit 1000 per minute per all (onStoreError: closed) */',
  };
  /** Far above the deadline of 50 ms, for a busy machine, and far below what a client waits. */
  const BOUND = 2000;

  it('answers in time while it is frozen, passes what is open, and refuses what is closed', async () => {
    const own = await RedisServer.start(scratch());
    onTestFinished(() => own.stop('SIGKILL'));
    const client = await RespClient.connect(Number(new URL(own.url).port));
    onTestFinished(() => client.close());
    const { ask, errors } = await serve(createApp(await compileTree(TREE), redis(client)));
    expect((await ask('GET /open')).headers.ratelimit).toBe('"all-per-minute";r=999;t=1');
    own.signal('SIGSTOP');
    const open = await askAll(ask, 'GET /open', 40);
    expect(open.statuses).toEqual([200]);
    expect(open.slowest).toBeLessThan(BOUND);
    const closed = await askAll(ask, 'GET /closed', 40);
    expect(closed.statuses).toEqual([503]);
    expect(closed.slowest).toBeLessThan(BOUND);
    const stored = errors.filter(({ name }) => name === 'StoreTimeout');
    expect(stored[0]!.message).toBe('The store of the option rateLimits took longer than 50 ms (rateLimits.timeout).');
    // The breaker asks it once a second only.
    expect(stored.length).toBeLessThan(20);
    own.signal('SIGCONT');
    await expect.poll(async () => (await ask('GET /closed')).status).toBe(200);
  });

  it('answers in time while it is killed', async () => {
    const own = await RedisServer.start(scratch());
    const client = await RespClient.connect(Number(new URL(own.url).port));
    const { ask } = await serve(createApp(await compileTree(TREE), redis(client)));
    expect((await ask('GET /open')).status).toBe(200);
    await own.stop('SIGKILL');
    const open = await askAll(ask, 'GET /open', 40);
    expect([open.statuses, open.slowest < BOUND]).toEqual([[200], true]);
    const closed = await askAll(ask, 'GET /closed', 40);
    expect([closed.statuses, closed.slowest < BOUND]).toEqual([[503], true]);
  });
});
