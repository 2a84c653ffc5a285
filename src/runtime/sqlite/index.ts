import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import type { StateOptions } from '../state/state-options.ts';
import { resolveState } from '../state/state-options.ts';
import { reserveInSteps } from '../state/reserve-key.ts';
import { completeKey, sqlKeys } from '../state/sql-keys.ts';
import { LONGEST_WAIT, sqlLimits } from '../state/sql-limits.ts';
import { SqlState } from '../state/sql-state.ts';
import { SqlStores } from '../state/sql-stores.ts';
import type { AsyncSqlite, SqliteDatabase, SyncSqlite } from './run-in-sqlite.ts';
import { runInSqlite } from './run-in-sqlite.ts';
import { SQLITE } from './sqlite-dialect.ts';
import { takeInSqlite } from './take-in-sqlite.ts';
import { waitForTurn } from './wait-for-turn.ts';

export type { AsyncSqlite, SqliteDatabase, StateOptions, SyncSqlite };

/** The stores of an app in SQLite, by the names of its options. */
export type SqliteStores = SqlStores<SqliteDatabase>;

/**
 * Creates the stores of an app in SQLite 3.35 or later. Their tables come from `operations migrations`.
 *
 * @param database Your connection of libsql, better-sqlite3 or `node:sqlite`, or a database of Kysely, Drizzle or `@libsql/client`. It is not closed.
 * @throws {TypeError} If the database or an option is invalid.
 * @example createApp(operations, { ...sqlite(new Libsql('shop.db')) })
 */
export function sqlite(database: SqliteDatabase, options: StateOptions = {}): SqliteStores {
  const { ttl, timeout } = resolveState('sqlite', options);
  const run = runInSqlite(database);
  const stateOf = (wait: number): SqlState => new SqlState(SQLITE, waitForTurn(run, database, wait));
  const state = stateOf(timeout);
  const limits = sqlLimits(stateOf(Math.min(timeout, LONGEST_WAIT)), takeInSqlite);
  return new SqlStores<SqliteDatabase>(sqlKeys(state, reserveInSteps, ttl), limits, { state, runIn: runInSqlite });
}

/**
 * Stores the response of a request in the transaction of its effect: both are committed, or neither is.
 *
 * @param transaction A transaction in the database of {@link sqlite}. With a connection that runs statements at once, this function does so, too.
 * @param result The result of your handler.
 * @throws {Error} A 409 if another attempt has taken over the request, so that the transaction is rolled back.
 * @example if (ctx.idempotency) await completeIn(transaction, ctx.idempotency, order)
 */
export function completeIn(transaction: SyncSqlite, idempotency: Idempotency, result: unknown): void;
export function completeIn(transaction: AsyncSqlite, idempotency: Idempotency, result: unknown): Promise<void>;
export function completeIn(
  transaction: SqliteDatabase,
  idempotency: Idempotency,
  result: unknown,
): void | Promise<void> {
  return completeKey(runInSqlite(transaction), SQLITE, idempotency, result);
}
