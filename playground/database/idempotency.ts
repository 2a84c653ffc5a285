import type { IdempotencyStore } from 'unplugin-operations/koa';
import type { Database } from './schema.ts';

/** How long a key is reserved for a request that never ends, in milliseconds. */
const RESERVED_FOR = 60_000;
/** How long a response is kept, in milliseconds. */
const KEPT_FOR = 24 * 60 * 60 * 1000;

/** Keeps the responses of requests with an idempotency key in the database, so that all processes of the shop know them. */
export function idempotencyStore(db: Database, now: () => number = Date.now): IdempotencyStore {
  const expiry = (time: number): string => new Date(now() + time).toISOString();
  return {
    async reserve(key, fingerprint) {
      await db.deleteFrom('idempotency_keys').where('expires_at', '<=', expiry(0)).execute();
      const row = { key, fingerprint, answer: null, expires_at: expiry(RESERVED_FOR) };
      const inserted = await db
        .insertInto('idempotency_keys')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
      const known = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
      // Another process has released the key in between.
      if (known === undefined) return this.reserve(key, fingerprint);
      return { fingerprint: known.fingerprint, ...(known.answer !== null && { answer: known.answer }) };
    },
    async complete(key, answer) {
      const row = { answer, expires_at: expiry(KEPT_FOR) };
      await db.updateTable('idempotency_keys').set(row).where('key', '=', key).execute();
    },
    async release(key) {
      await db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
    },
  };
}
