import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { idempotencyStore } from '../../playground/database/idempotency.ts';
import { openDatabase } from '../../playground/database/open.ts';
import { scratch } from '../support/build.ts';

describe('the bookshop’s store of idempotency keys', () => {
  const open = async () => {
    const db = await openDatabase({ DATABASE_FILE: join(scratch(), 'shop.db') });
    onTestFinished(() => db.destroy());
    return db;
  };

  it('reserves a key for one of many', async () => {
    const db = await open();
    const stores = [idempotencyStore(db), idempotencyStore(db)];
    const found = await Promise.all(Array.from({ length: 20 }, (_, i) => stores[i % 2]!.reserve('k', `f${i}`)));
    expect(found.filter((record) => record === undefined)).toHaveLength(1);
    const known = found.find((record) => record !== undefined);
    expect(found.filter((record) => record !== undefined)).toEqual(Array.from({ length: 19 }, () => known));
    expect(known).not.toHaveProperty('answer');
  });

  it('keeps a response for a day, and a reservation for a minute', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = idempotencyStore(await open(), () => now);
    await store.reserve('open', 'f');
    await store.reserve('done', 'f');
    await store.complete('done', '{}');
    now += 60_000;
    expect(await store.reserve('open', 'g')).toBe(undefined);
    expect(await store.reserve('done', 'g')).toEqual({ fingerprint: 'f', answer: '{}' });
    now += 24 * 60 * 60 * 1000;
    expect(await store.reserve('done', 'g')).toBe(undefined);
  });

  it('frees a released key', async () => {
    const store = idempotencyStore(await open());
    await store.reserve('k', 'f');
    await store.release('k');
    expect(await store.reserve('k', 'g')).toBe(undefined);
  });
});
