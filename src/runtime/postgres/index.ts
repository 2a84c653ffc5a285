import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import type { StateOptions } from '../state/state-options.ts';
import { resolveState } from '../state/state-options.ts';
import { reserveAtOnce } from '../state/reserve-key.ts';
import { completeKey, sqlKeys } from '../state/sql-keys.ts';
import { sqlLimits } from '../state/sql-limits.ts';
import { SqlState } from '../state/sql-state.ts';
import { SqlStores } from '../state/sql-stores.ts';
import { sql } from '../state/sql-text.ts';
import type { StateDialect } from '../state/state-dialect.ts';
import { surviveLostConnections } from './keep-alive.ts';
import type { PostgresDatabase } from './run-in-postgres.ts';
import { runInPostgres } from './run-in-postgres.ts';
import { takeInPostgres } from './take-in-postgres.ts';

export type { PostgresDatabase, StateOptions };

/** The stores of an app in PostgreSQL, by the names of its options. */
export type PostgresStores = SqlStores<PostgresDatabase>;

const DIALECT: StateDialect = {
  placeholder: (index) => `$${index}`,
  after: (milliseconds) =>
    milliseconds === 0
      ? sql`clock_timestamp()`
      : sql`clock_timestamp() + ${milliseconds}::float8 * interval '1 millisecond'`,
  at: (milliseconds) => sql`to_timestamp(${milliseconds}::float8 / 1000)`,
  millisecondsOf: (time) => sql`(extract(epoch from ${time}) * 1000)::float8`,
  skipLocked: sql`for update skip locked`,
  writesInWith: true,
  isFree: (table) => sql`pg_try_advisory_xact_lock(1869636978, ${table}::int4)`,
};

/**
 * Creates the stores of an app in PostgreSQL 12 or later. Their tables come from `operations migrations`.
 *
 * A lost connection of a pool of `pg` does not end the process then: its query fails.
 *
 * @param database Your pool of `pg`, or a database of postgres.js, Kysely or Drizzle. It is not closed.
 * @throws {TypeError} If the database or an option is invalid.
 * @example createApp(operations, { ...postgres(pool) })
 */
export function postgres(database: PostgresDatabase, options: StateOptions = {}): PostgresStores {
  const { ttl, timeout } = resolveState('postgres', options);
  const state = new SqlState(DIALECT, runInPostgres(database, timeout));
  surviveLostConnections(database);
  return new SqlStores<PostgresDatabase>(sqlKeys(state, reserveAtOnce, ttl), sqlLimits(state, takeInPostgres), {
    state,
    runIn: (transaction) => runInPostgres(transaction),
  });
}

/**
 * Stores the response of a request in the transaction of its effect: both are committed, or neither is.
 *
 * @param transaction A transaction in the database of {@link postgres}.
 * @param result The result of your handler.
 * @throws {Error} A 409 if another attempt has taken over the request, so that the transaction is rolled back.
 * @example if (ctx.idempotency) await completeIn(transaction, ctx.idempotency, order)
 */
export async function completeIn(
  transaction: PostgresDatabase,
  idempotency: Idempotency,
  result: unknown,
): Promise<void> {
  await completeKey(runInPostgres(transaction), DIALECT, idempotency, result);
}
