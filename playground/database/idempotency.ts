import type { Idempotency, IdempotencyStore } from 'unplugin-operations/koa';
import { type Clock, clockOf } from './engine.ts';
import { refusal } from '../app/refusal.ts';
import type { Database } from './schema.ts';

/** How long a response is kept, in milliseconds. */
const KEPT_FOR = 24 * 60 * 60 * 1000;

/** Keeps the responses of requests with an idempotency key in the database, so that all processes of the shop know them. */
export function idempotencyStore(db: Database, after: Clock = clockOf(db)): IdempotencyStore {
  return {
    async reserve(key, fingerprint, { owner, lease }) {
      await db.deleteFrom('idempotency_keys').where('expires_at', '<=', after(0)).execute();
      const reserved = { owner, leased_until: after(lease), expires_at: after(KEPT_FOR) };
      const inserted = await db
        .insertInto('idempotency_keys')
        .values({ key, fingerprint, answer: null, ...reserved })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
      // The key of an attempt that has failed, or of a process that was killed.
      const taken = await db
        .updateTable('idempotency_keys')
        .set(reserved)
        .where('key', '=', key)
        .where('fingerprint', '=', fingerprint)
        .where('answer', 'is', null)
        .where('leased_until', '<=', after(0))
        .executeTakeFirst();
      if (taken.numUpdatedRows === 1n) return { fingerprint, isRetry: true };
      const known = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
      // Another process has released the key in between.
      if (known === undefined) return this.reserve(key, fingerprint, { owner, lease, client: '' });
      return { fingerprint: known.fingerprint, ...(known.answer !== null && { answer: known.answer }) };
    },
    async renew(key, owner, lease) {
      const row = { leased_until: after(lease) };
      await db.updateTable('idempotency_keys').set(row).where('key', '=', key).where('owner', '=', owner).execute();
    },
    async complete(key, answer, owner) {
      const row = { answer, expires_at: after(KEPT_FOR) };
      await db.updateTable('idempotency_keys').set(row).where('key', '=', key).where('owner', '=', owner).execute();
    },
    async release(key, owner, hasRun) {
      if (!hasRun) {
        const held = db.deleteFrom('idempotency_keys').where('key', '=', key).where('owner', '=', owner);
        await held.where('answer', 'is', null).execute();
        return;
      }
      const ended = db.updateTable('idempotency_keys').set({ leased_until: after(0) });
      await ended.where('key', '=', key).where('owner', '=', owner).where('answer', 'is', null).execute();
    },
  };
}

/**
 * Stores the response of a request in the transaction of its effect: both are committed, or neither is.
 *
 * @throws {Error} A 409 if another process has taken over the key, so that the transaction is rolled back.
 */
export async function completeIn(
  transaction: Database,
  { key, owner, encode }: Idempotency,
  result: unknown,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('idempotency_keys')
    .set({ answer: encode(result), expires_at: clockOf(transaction)(KEPT_FOR) })
    .where('key', '=', key)
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refusal(409, 'Another process has taken over this request.');
}
