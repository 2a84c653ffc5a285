import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import { causesOf } from '../state/causes.ts';
import { KEYS } from '../state/reserve-key.ts';
import { refuseTaken } from '../state/refuse-taken.ts';
import type { Sql } from '../state/sql-text.ts';
import { sql } from '../state/sql-text.ts';
import type { D1Database } from './run-in-d1.ts';
import { prepareIn } from './run-in-d1.ts';

/** The error of {@link setOwnAnswer} for a key that has another owner. */
const TAKEN = /NOT NULL constraint failed: operations_idempotency_keys\.owner/;

/**
 * Runs your statements in one transaction with the response of the request: all are committed, or none is.
 *
 * @param database The binding of {@link d1}.
 * @param statements Your statements, as those of `batch`.
 * @param idempotency `ctx.idempotency`. If it is undefined, because the request has no key, only your statements run.
 * @param result The result of your handler.
 * @returns The results of your statements.
 * @throws {Error} A 409 if another attempt has taken over the request: your statements are rolled back.
 * @example await completeWith(env.DB, [env.DB.prepare('insert into orders values (?)').bind(id)], ctx.idempotency, { id })
 */
export async function completeWith<Database extends D1Database>(
  database: Database,
  statements: Parameters<Database['batch']>[0],
  idempotency: Idempotency | undefined,
  result: unknown,
): Promise<Awaited<ReturnType<Database['batch']>>> {
  const own = idempotency === undefined ? [] : [prepareIn(database, setOwnAnswer(idempotency, result))];
  try {
    const results = await database.batch([...statements, ...own]);
    return results.slice(0, statements.length) as Awaited<ReturnType<Database['batch']>>;
  } catch (error) {
    for (const { message } of causesOf(error)) if (TAKEN.test(String(message))) throw refuseTaken();
    throw error;
  }
}

/** Stores a response. A batch can't check whether a row has changed, so the statement fails if the key is not held: its new owner would be null. */
function setOwnAnswer({ key, fingerprint, owner, encode }: Idempotency, result: unknown): Sql {
  const held = sql`(select owner from ${KEYS} where key = ${key} and owner = ${owner})`;
  return sql`insert into ${KEYS} (key, fingerprint, owner, leased_until, expires_at, answer)
    values (${key}, ${fingerprint}, ${held}, 0, 0, ${encode(result)})
    on conflict (key) do update set answer = excluded.answer`;
}
