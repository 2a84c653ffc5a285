import type { SqlState } from './sql-state.ts';
import type { Sql } from './sql-text.ts';
import { sql } from './sql-text.ts';

/** How many rows a step deletes at most. */
const STEP = 500;
/** The time between two steps that find little, in milliseconds. */
const PAUSE = 60_000;

/** A table with rows that expire. */
export interface ExpiringTable {
  /** Identifies the table in locks. */
  readonly number: number;
  readonly name: Sql;
  /** Whether a row has expired. */
  readonly isExpired: Sql;
}

/**
 * Deletes expired rows, a few at a time, while requests come in. There is no timer: an idle process does nothing.
 *
 * @returns A function that starts a step if it is time. It doesn't wait for it.
 */
export function sweeperOf(state: SqlState, { number, name, isExpired }: ExpiringTable): () => void {
  const { dialect } = state;
  const expired = sql`select key from ${name}, turn where is_free and ${isExpired} limit ${STEP} ${dialect.skipLocked}`;
  const statement = sql`with turn as materialized (select ${dialect.isFree(number)} as is_free)
    delete from ${name} where key in (${expired}) returning 1 as deleted`;
  let next = 0;
  const step = async (): Promise<void> => {
    // Workers can drop a step with its request: the next one doesn't wait for it.
    next = performance.now() + PAUSE;
    try {
      // The rest of a full step is deleted with the next request.
      if ((await state.rows(statement)).length === STEP) next = 0;
    } catch {
      // The statements of requests report the same error.
    }
  };
  return () => {
    if (performance.now() >= next) void step();
  };
}
