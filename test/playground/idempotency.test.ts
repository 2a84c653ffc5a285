import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { idempotencyStore } from '../../playground/database/idempotency.ts';
import { openDatabase } from '../../playground/database/open.ts';
import type { Reservation } from '../../src/koa/index.ts';
import { scratch } from '../support/build.ts';

/** A reservation for a minute. */
const by = (owner: string): Reservation => ({ owner, client: 'c', lease: 60_000 });

describe('the bookshop’s store of idempotency keys', () => {
  const open = async () => {
    const db = await openDatabase({ DATABASE_FILE: join(scratch(), 'shop.db') });
    onTestFinished(() => db.destroy());
    return db;
  };

  it('reserves a key for one of many', async () => {
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

  it('keeps a response for a day, and a reservation until its lease expires', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = idempotencyStore(await open(), () => now);
    await store.reserve('open', 'f', by('a'));
    await store.reserve('done', 'f', by('a'));
    await store.complete('done', '{}', 'a');
    now += 59_000;
    expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
    await store.renew!('open', 'a', 60_000);
    now += 59_000;
    expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
    now += 1000;
    expect(await store.reserve('open', 'g', by('b'))).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('done', 'g', by('b'))).toEqual({ fingerprint: 'f', answer: '{}' });
    now += 24 * 60 * 60 * 1000;
    expect(await store.reserve('done', 'g', by('b'))).toBe(undefined);
  });

  it('gives an expired lease to one of many, and its former owner changes nothing', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = idempotencyStore(await open(), () => now);
    await store.reserve('k', 'f', by('old'));
    now += 60_000;
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => store.reserve('k', 'f', by(`o${i}`))));
    expect(taken.filter((record) => record?.isRetry)).toHaveLength(1);
    expect(taken.filter((record) => record?.isRetry === undefined)).toEqual(
      Array.from({ length: 19 }, () => ({ fingerprint: 'f' })),
    );
    const owner = `o${taken.findIndex((record) => record?.isRetry)}`;
    await store.complete('k', 'old', 'old');
    await store.release('k', 'old');
    await store.renew!('k', 'old', 1_000_000);
    now += 60_000;
    await store.renew!('k', owner, 60_000);
    expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f' });
    await store.complete('k', 'new', owner);
    await store.release('k', owner);
    expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f', answer: 'new' });
  });

  it('frees a released key', async () => {
    const store = idempotencyStore(await open());
    await store.reserve('k', 'f', by('a'));
    await store.release('k', 'a');
    expect(await store.reserve('k', 'g', by('a'))).toBe(undefined);
  });
});
