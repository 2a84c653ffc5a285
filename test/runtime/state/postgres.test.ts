import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Reservation } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { completeIn, postgres } from '../../../src/runtime/postgres/index.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';
import { tableStatements } from './tables.ts';
import { createEmptyDatabase } from '../../playground/database.ts';

const by = (owner: string, lease = 60_000): Reservation => ({ owner, client: 'c', lease, isRenewed: true });

async function openDatabase(): Promise<string> {
  const removals: (() => Promise<void>)[] = [];
  const url = await createEmptyDatabase((remove) => void removals.push(remove));
  onTestFinished(async () => void (await Promise.all(removals.map((remove) => remove()))));
  return url;
}

function openPool(connectionString: string, max = 4): Pool {
  const pool = new Pool({ connectionString, max });
  onTestFinished(() => pool.end());
  return pool;
}

describe.skipIf(!process.env['TEST_DATABASE_URL'])('postgres (needs TEST_DATABASE_URL)', () => {
  const open = async () => {
    const url = await openDatabase();
    const pool = openPool(url);
    const { idempotency: store } = postgres(pool);
    for (const text of tableStatements('postgres')) await pool.query(text);
    return { url, pool, store };
  };

  it('skips a transaction that holds a key, such as one of a process that has stopped', async () => {
    const { pool, store } = await open();
    await store.reserve('k', 'f', by('a', 1));
    const client = await pool.connect();
    await client.query('begin');
    const key = { key: 'k', owner: 'a', fingerprint: 'f', isRetry: false, encode: () => '{}' };
    await completeIn(client, key, 1);
    await sleep(10);
    const found = await Promise.resolve(store.reserve('k', 'f', by('b'))).catch(String);
    const renewed = await Promise.resolve(store.renew!('k', 'a', 60_000)).catch(String);
    await client.query('commit');
    client.release();
    expect([found, renewed]).toEqual([{ fingerprint: 'f' }, undefined]);
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', answer: '{}' });
  });

  it('counts equal requests that come at once in two statements', async () => {
    const { pool } = await open();
    const texts: string[] = [];
    const { rateLimits } = postgres(async (text, values) => {
      texts.push(text);
      return (await pool.query(text, [...values])).rows;
    });
    const limit = { key: 'k', cost: 1, quota: 150, window: 86_400_000 };
    const states = await Promise.all(Array.from({ length: 200 }, () => rateLimits.take([limit])));
    expect(states.filter(([state]) => state!.passes)).toHaveLength(150);
    expect(texts.filter((text) => text.includes('granted'))).toHaveLength(2);
  });

  it('gives up on a counter that a stopped process holds, and counts with the others', async () => {
    const { pool } = await open();
    const { rateLimits } = postgres(pool);
    const ask = (key: string) => rateLimits.take([{ key, cost: 1, quota: 9, window: 86_400_000 }]);
    await ask('held');
    const client = await pool.connect();
    await client.query("begin; update operations_rate_limits set level = level where key = 'held'");
    await client.query("insert into operations_rate_limits values ('new', 0, 0, now())");
    const failed = await Promise.allSettled([ask('held'), ask('new'), ask('held'), ask('free')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    for (const { reason } of failed.slice(0, 3) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: '55P03' });
    await client.query('rollback');
    client.release();
    const states = await Promise.all(['held', 'new', 'free'].map(ask));
    expect(states.map(([state]) => state!.remaining)).toEqual([7, 8, 7]);
  });

  it('answers in time while a counter is held, passes what is open, and refuses what is closed', async () => {
    const { pool } = await open();
    const tree = {
      'open.ts': '/** @rate-limit 1000 per minute per all */',
      'closed.ts': '/** @rate-limit 1000 per minute per all (onStoreError: closed) */',
    };
    const rateLimits = { store: postgres(pool).rateLimits, timeout: 50 };
    const { ask, errors } = await serve(createApp(await compileTree(tree), { rateLimits }));
    const askBoth = () => Promise.all(['/open', '/closed'].map(async (path) => (await ask(`GET ${path}`)).status));
    await expect.poll(askBoth).toEqual([200, 200]);
    const client = await pool.connect();
    await client.query('begin; update operations_rate_limits set level = level');
    const start = performance.now();
    for (let i = 0; i < 20; i++) expect(await askBoth()).toEqual([200, 503]);
    // Far above 3 times 50 ms, for a busy machine, and far below 20 times.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(errors.filter(({ name }) => name === 'StoreTimeout').length).toBeGreaterThan(0);
    await client.query('rollback');
    client.release();
    await expect.poll(askBoth, { timeout: 5_000 }).toEqual([200, 200]);
  });

  it('gives up a statement that takes too long, and its connection', async () => {
    const { url, pool, store } = await open();
    await store.reserve('k', 'f', by('a'));
    const client = await pool.connect();
    await client.query('begin; update operations_idempotency_keys set owner = owner');
    const bounded = openPool(url, 1);
    const { idempotency: other } = postgres(bounded, { timeout: 50 });
    await expect(other.complete('k', '{}', 'a')).rejects.toThrow('timeout');
    expect(await other.reserve('new', 'f', by('a'))).toBe(undefined);
    await client.query('rollback');
    client.release();
  });

  it('survives the loss of idle connections and of those in use, opened before it and after', async () => {
    const url = await openDatabase();
    const pool = openPool(url);
    for (const text of tableStatements('postgres')) await pool.query(text);
    const { idempotency: store } = postgres(pool);
    postgres(pool);
    const clients = [await pool.connect(), await pool.connect()];
    await Promise.all(clients.map((client) => client.query('begin')));
    const [idle] = clients.splice(1);
    idle!.release();
    const other = openPool(url, 1);
    other.on('error', () => {});
    const ended = new Promise((resolve) => clients[0]!.once('end', resolve));
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await ended;
    await expect(clients[0]!.query('select 1')).rejects.toThrow(/not queryable|terminated|terminating/);
    clients[0]!.release(true);
    await expect.poll(() => Promise.resolve(store.reserve('k', 'f', by('a'))).catch(() => 'lost')).toBe(undefined);
    expect(pool.listenerCount('error')).toBe(1);
  });

  it('lets one of many processes delete expired rows at a time', async () => {
    const { pool, store } = await open();
    await pool.query(
      "insert into operations_idempotency_keys select 'old' || i, 'f', 'o', 1, now() - interval '2 days', now() - interval '1 day' from generate_series(1, 700) i",
    );
    const client = await pool.connect();
    await client.query('begin; select pg_advisory_xact_lock(1869636978, 1)');
    const count = async () =>
      Number((await pool.query('select count(*) from operations_idempotency_keys')).rows[0].count);
    await store.reserve('a', 'f', by('a'));
    await sleep(100);
    expect(await count()).toBe(701);
    await client.query('commit');
    client.release();
    await postgres(pool).idempotency.reserve('b', 'f', by('a'));
    await expect.poll(count).toBe(202);
  });

  it('creates its tables once if many processes do it at the same time', async () => {
    const url = await openDatabase();
    const pools = Array.from({ length: 8 }, () => openPool(url, 1));
    for (const text of tableStatements('postgres')) await Promise.all(pools.map((pool) => pool.query(text)));
    await expect(postgres(pools[0]!).idempotency.reserve('k', 'f', by('a'))).resolves.toBe(undefined);
  });

  it('refuses what runs no SQL', () => {
    expect(() => postgres({} as never)).toThrow('"pg"');
    expect(() => postgres(new Pool(), { tll: 1 } as never)).toThrow(
      'Unknown option "tll" of postgres. Did you mean "ttl"?',
    );
  });
});
