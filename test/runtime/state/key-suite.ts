import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Idempotency, IdempotencyStore, OperationContext, Reservation } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';
import type { DatabaseKind, StateDatabase } from './databases.ts';

/** A reservation for a minute. */
const by = (owner: string, lease = 60_000): Reservation => ({ owner, client: 'c', lease, isRenewed: true });

/** The key of a handler. */
const held = (key: string, owner: string): Idempotency => ({
  key,
  owner,
  fingerprint: 'f',
  isRetry: false,
  encode: (result) => JSON.stringify({ value: result }),
});

const DAY = 24 * 60 * 60 * 1000;

/** Tests the keys of databases. */
export function testKeys(kinds: readonly DatabaseKind[]): void {
  describe.each(kinds)(
    'idempotency keys in $name',
    ({ create, isPresent, hasTables = false, lag = 0 }: DatabaseKind) => {
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

      it.runIf(isPresent)('reserves a key for one of many', async () => {
        const stores = [database.open().idempotency, database.open().idempotency];
        const reserve = (i: number) => stores[i % 2]!.reserve('k', `f${i}`, by(`o${i}`));
        const found = await Promise.all(Array.from({ length: 20 }, (_, i) => reserve(i)));
        expect(found.filter((record) => record === undefined)).toHaveLength(1);
        const known = found.find((record) => record !== undefined);
        expect(found.filter((record) => record !== undefined)).toEqual(Array.from({ length: 19 }, () => known));
        expect(known).not.toHaveProperty('answer');
      });

      it.runIf(isPresent)('keeps a response for a day, and a reservation until its lease ends', async () => {
        const { open, pass } = database;
        const store = open().idempotency;
        await store.reserve('open', 'f', by('a'));
        await store.reserve('done', 'f', by('a'));
        await store.complete('done', '{"json": "{}"}', 'a');
        await pass(40_000);
        expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
        await store.renew!('open', 'a', 60_000);
        await pass(40_000);
        expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f' });
        await pass(20_000 + lag);
        expect(await store.reserve('open', 'g', by('b'))).toEqual({ fingerprint: 'f' });
        expect(await store.reserve('open', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
        expect(await store.reserve('done', 'g', by('b'))).toEqual({ fingerprint: 'f', answer: '{"json": "{}"}' });
        await pass(DAY + lag);
        expect(await store.reserve('done', 'g', by('b'))).toBe(undefined);
        expect(await store.reserve('done', 'g', by('c'))).toEqual({ fingerprint: 'g' });
      });

      it.runIf(isPresent)('keeps the key of a handler that runs for longer than responses are kept', async () => {
        const { open, pass } = database;
        const store = open({ ttl: 1000 }).idempotency;
        await store.reserve('k', 'f', by('a'));
        await pass(2000);
        expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f' });
      });

      it.runIf(isPresent)('gives an expired lease to one of many, and its former owner changes nothing', async () => {
        const { open, pass } = database;
        const stores = [open().idempotency, open().idempotency];
        const store = stores[0]!;
        await store.reserve('k', 'f', by('old'));
        await pass(60_000 + lag);
        const take = (i: number) => stores[i % 2]!.reserve('k', 'f', by(`o${i}`));
        const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => take(i)));
        expect(taken.filter((record) => record?.isRetry)).toHaveLength(1);
        expect(taken.filter((record) => record?.isRetry === undefined)).toEqual(
          Array.from({ length: 19 }, () => ({ fingerprint: 'f' })),
        );
        const owner = `o${taken.findIndex((record) => record?.isRetry)}`;
        await store.complete('k', 'old', 'old');
        await store.release('k', 'old', true);
        await store.release('k', 'old', false);
        await store.renew!('k', 'old', 1_000_000);
        await pass(40_000);
        expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f' });
        await store.complete('k', 'new', owner);
        await store.release('k', owner, true);
        expect(await store.reserve('k', 'f', by('x'))).toEqual({ fingerprint: 'f', answer: 'new' });
      });

      it.runIf(isPresent && hasTables)('commits an effect and its response together', async () => {
        const { open, effect, run } = database;
        const store = open().idempotency;
        await store.reserve('k', 'f', by('a'));
        await effect('order', held('k', 'a'), { text: 'é \u0000 "' });
        expect(await run('select * from effects')).toEqual([{ name: 'order' }]);
        const answer = JSON.stringify({ value: { text: 'é \u0000 "' } });
        expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', answer });
      });

      it.runIf(isPresent && hasTables)('rolls back the effect of an attempt that has lost its key', async () => {
        const { open, effect, run } = database;
        await open().idempotency.reserve('k', 'f', by('a'));
        await expect(effect('old', held('k', 'old'), 1)).rejects.toMatchObject({ status: 409 });
        expect(await run('select * from effects')).toEqual([]);
      });

      it.runIf(isPresent)('frees a key that is released before its handler has run', async () => {
        const store = database.open().idempotency;
        await store.reserve('k', 'f', by('a'));
        await store.release('k', 'a', false);
        expect(await store.reserve('k', 'g', by('a'))).toBe(undefined);
      });

      it.runIf(isPresent)('remembers a key that is released after its handler has run', async () => {
        const store = database.open().idempotency;
        await store.reserve('k', 'f', by('a'));
        await store.release('k', 'a', true);
        expect(await store.reserve('k', 'g', by('b'))).toEqual({ fingerprint: 'f' });
        expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
        expect(await store.reserve('k', 'f', by('c'))).toEqual({ fingerprint: 'f' });
      });

      it.runIf(isPresent)('informs a handler that an earlier attempt may have taken effect', async () => {
        const store = database.open().idempotency;
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
        const store = database.open().idempotency;
        await store.reserve('k', 'f', by('a'));
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY });
        onTestFinished(() => void vi.useRealTimers());
        expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f' });
        await store.reserve('short', 'f', by('a', 1.5));
        await expect.poll(() => store.reserve('short', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
      });

      it.runIf(isPresent && hasTables)('deletes rows that have expired, with the next request, in steps', async () => {
        const { open, pass, run } = database;
        const store = open().idempotency;
        const count = async () =>
          Number((await run('select count(*) as count from operations_idempotency_keys'))[0]!['count']);
        await store.reserve('k', 'f', by('a'));
        const numbers =
          'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1199) select i from n';
        const columns = 'fingerprint, owner, leased_until, expires_at';
        await run(
          `insert into operations_idempotency_keys (key, ${columns}) select 'k' || i, ${columns} from operations_idempotency_keys, (${numbers}) as n`,
        );
        await pass(2 * DAY);
        // Another process, whose first step is due.
        const other = open().idempotency;
        await other.reserve('new', 'f', by('a'));
        await expect.poll(count).toBe(701);
        // A request that comes before the store knows of a step's end deletes nothing.
        const counts = new Set<number>();
        const next = async () => {
          await other.reserve('new', 'f', by('a'));
          const left = await count();
          counts.add(left);
          return left;
        };
        await expect.poll(next).toBe(1);
        expect([701, 201, 1]).toEqual(expect.arrayContaining([...counts]));
      });

      it.runIf(isPresent && hasTables)('explains a missing table', async () => {
        const { open, run } = database;
        await run('drop table operations_idempotency_keys');
        const reserved = open().idempotency.reserve('k', 'f', by('a'));
        await expect(reserved).rejects.toThrow(/Run "npx operations migrations"/);
      });
    },
  );
}
