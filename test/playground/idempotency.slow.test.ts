import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { idempotencyStore } from '../../playground/database/idempotency.ts';
import { openDatabase } from '../../playground/database/open.ts';
import type { Database } from '../../playground/database/schema.ts';
import type { IdempotencyStore, OperationContext, Reservation } from '../../src/runtime/koa/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { scratch } from '../support/build.ts';
import { createEmptyDatabase } from './database.ts';

/** A reservation for a minute. */
const by = (owner: string, lease = 60_000): Reservation => ({ owner, client: 'c', lease });

/** A clock for a store, which a test moves. */
function movable() {
  const clock = { now: Date.UTC(2026, 0, 1) };
  return {
    after: (time: number) => sql<string>`${new Date(clock.now + time).toISOString()}`,
    advance: (time: number) => void (clock.now += time),
  };
}

const onFile = (): Promise<Database> => openDatabase({ DATABASE_FILE: join(scratch(), 'shop.db') });

async function onServer(): Promise<Database> {
  const removals: (() => Promise<unknown>)[] = [];
  const url = await createEmptyDatabase((remove) => void removals.push(remove));
  // Runs after the database is closed.
  onTestFinished(async () => void (await Promise.all(removals.map((remove) => remove()))));
  return openDatabase({ DATABASE_URL: url });
}

describe.each([
  { name: 'libsql', connect: onFile, isPresent: true },
  { name: 'PostgreSQL (needs TEST_DATABASE_URL)', connect: onServer, isPresent: !!process.env['TEST_DATABASE_URL'] },
])('the bookshop’s store of idempotency keys on $name', ({ connect, isPresent }) => {
  const open = async () => {
    const db = await connect();
    onTestFinished(() => db.destroy());
    return db;
  };

  it.runIf(isPresent)('reserves a key for one of many', async () => {
    const db = await open();
    const stores = [idempotencyStore(db), idempotencyStore(db)];
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stores[i % 2]!.reserve('k', `f${i}`, by(`o${i}`))),
    );
    expect(found.filter((record) => record === undefined)).toHaveLength(1);
    const known = found.find((record) => record !== undefined);
    expect(found.filter((record) => record !== undefined)).toEqual(Array.from({ length: 19 }, () => known));
    expect(known).not.toHaveProperty('answer');
  });

  it.runIf(isPresent)('keeps a response for a day, and a reservation until its lease expires', async () => {
    const { after, advance } = movable();
    const store = idempotencyStore(await open(), after);
    await store.reserve('open', 'f', by('a'));
    await store.reserve('done', 'f', by('a'));
    await store.complete('done', '{}', 'a');
    advance(59_000);
    expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
    await store.renew!('open', 'a', 60_000);
    advance(59_000);
    expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
    advance(1000);
    expect(await store.reserve('open', 'g', by('b'))).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('done', 'g', by('b'))).toEqual({ fingerprint: 'f', answer: '{}' });
    advance(24 * 60 * 60 * 1000);
    expect(await store.reserve('done', 'g', by('b'))).toBe(undefined);
  });

  it.runIf(isPresent)('gives an expired lease to one of many, and its former owner changes nothing', async () => {
    const { after, advance } = movable();
    const store = idempotencyStore(await open(), after);
    await store.reserve('k', 'f', by('old'));
    advance(60_000);
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => store.reserve('k', 'f', by(`o${i}`))));
    expect(taken.filter((record) => record?.isRetry)).toHaveLength(1);
    expect(taken.filter((record) => record?.isRetry === undefined)).toEqual(
      Array.from({ length: 19 }, () => ({ fingerprint: 'f' })),
    );
    const owner = `o${taken.findIndex((record) => record?.isRetry)}`;
    await store.complete('k', 'old', 'old');
    await store.release('k', 'old', true);
    await store.release('k', 'old', false);
    await store.renew!('k', 'old', 1_000_000);
    advance(59_000);
    expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f' });
    await store.complete('k', 'new', owner);
    await store.release('k', owner, true);
    expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f', answer: 'new' });
  });

  it.runIf(isPresent)('frees a key that is released before its handler has run', async () => {
    const store = idempotencyStore(await open());
    await store.reserve('k', 'f', by('a'));
    await store.release('k', 'a', false);
    expect(await store.reserve('k', 'g', by('a'))).toBe(undefined);
  });

  it.runIf(isPresent)('remembers a key that is released after its handler has run', async () => {
    const store = idempotencyStore(await open());
    await store.reserve('k', 'f', by('a'));
    await store.release('k', 'a', true);
    expect(await store.reserve('k', 'g', by('b'))).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
    expect(await store.reserve('k', 'f', by('c'))).toEqual({ fingerprint: 'f' });
  });

  it.runIf(isPresent)('tells a handler that an earlier attempt may have taken effect', async () => {
    const store = idempotencyStore(await open());
    const retries: unknown[] = [];
    const handler = (ctx: OperationContext): unknown => {
      if (retries.push(ctx.idempotency?.isRetry) === 1) throw new Error('after the effect');
      return { run: retries.length };
    };
    const { operations, ...manifest } = await compileTree({
      'orders@post.js': '/**\n * @idempotent\n * @returns {{run: integer}} 201 - The order\n */',
    });
    const entries = operations.map((entry) => ({ ...entry, handler, input: entry.input, picks: entry.picks }));
    let completions = 0;
    const complete: IdempotencyStore['complete'] = (...response) =>
      ++completions === 1 ? Promise.reject(new Error('the connection was lost')) : store.complete(...response);
    const idempotency = { store: { ...store, complete }, clientOf: 'shared' } as const;
    const { ask } = await serve(createApp({ ...manifest, operations: entries }, { idempotency }) as never);
    const post = () => ask('POST /orders', { headers: { 'idempotency-key': 'k' } });
    expect((await post()).status).toBe(500);
    expect((await post()).json).toEqual({ run: 2 });
    expect((await post()).json).toEqual({ run: 3 });
    expect((await post()).json).toEqual({ run: 3 });
    expect(retries).toEqual([false, true, true]);
  });

  it.runIf(isPresent)('goes by the clock of the database, and not by that of a process', async () => {
    const store = idempotencyStore(await open());
    await store.reserve('k', 'f', by('a'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f' });
    await store.reserve('short', 'f', by('a', 1));
    await expect.poll(() => store.reserve('short', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
    await store.complete('k', '{}', 'a');
    vi.useRealTimers();
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', answer: '{}' });
  });
});
