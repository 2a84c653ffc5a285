import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import { refuseTaken } from './refuse-taken.ts';
import type { ReserveKey } from './reserve-key.ts';
import { KEYS, isOver } from './reserve-key.ts';
import type { Rows, RunSql } from './run-sql.ts';
import type { SqlState } from './sql-state.ts';
import type { Sql } from './sql-text.ts';
import { sql, writeSql } from './sql-text.ts';
import type { StateDialect } from './state-dialect.ts';
import { sweeperOf } from './sweeper.ts';
import { reserveAgain } from './try-again.ts';

/**
 * Keeps idempotency keys in a table of a database. A key belongs to its owner until its lease is over and another attempt has taken it.
 *
 * Reservations and renewals don't wait for a transaction that holds a key: its process may have stopped.
 *
 * @param reserve Reserves a key, as this database can.
 * @param ttl How long a response is kept, in milliseconds.
 */
export function sqlKeys(state: SqlState, reserve: ReserveKey, ttl: number): IdempotencyStore {
  const { dialect, rows } = state;
  const { after, skipLocked } = dialect;
  const sweep = sweeperOf(state, { number: 1, name: KEYS, isExpired: isOver(dialect) });
  return {
    reserve(key, fingerprint, reservation) {
      sweep();
      return reserveAgain(() => reserve(state, { key, fingerprint, reservation, ttl }));
    },
    async renew(key, owner, lease) {
      const held = sql`select key from ${KEYS} where key = ${key} and owner = ${owner} and answer is null ${skipLocked}`;
      await rows(sql`update ${KEYS} set leased_until = ${after(lease)} where key in (${held}) returning 1 as held`);
    },
    async complete(key, answer, owner) {
      await rows(setAnswer(key, answer, owner));
    },
    async release(key, owner, hasRun) {
      const held = sql`where key = ${key} and owner = ${owner} and answer is null returning 1 as held`;
      // The handler may have taken effect: the next attempt learns it from the row.
      if (hasRun) await rows(sql`update ${KEYS} set leased_until = ${after(0)} ${held}`);
      else await rows(sql`delete from ${KEYS} ${held}`);
    },
  };
}

function setAnswer(key: string, answer: string, owner: string): Sql {
  return sql`update ${KEYS} set answer = ${answer} where key = ${key} and owner = ${owner} returning 1 as held`;
}

/**
 * Stores a response in a transaction.
 *
 * @returns A promise unless the driver runs statements at once. Such a driver rolls back if this throws, and would not wait for a promise.
 * @throws {RefusedWrite} A 409 if another attempt has taken over the key.
 */
export function completeKey(
  run: RunSql,
  { placeholder }: StateDialect,
  { key, owner, encode }: Idempotency,
  result: unknown,
): void | Promise<void> {
  const { text, values } = writeSql(setAnswer(key, encode(result), owner), placeholder);
  const rows = run(text, values);
  if ('then' in rows) return Promise.resolve(rows).then(checkHeld);
  return checkHeld(rows);
}

function checkHeld({ length }: Rows): void {
  if (length !== 1) throw refuseTaken();
}
