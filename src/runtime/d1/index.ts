import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import { SQLITE } from '../sqlite/sqlite-dialect.ts';
import type { ReserveKey } from '../state/reserve-key.ts';
import { foundIn, stepsOf } from '../state/reserve-key.ts';
import { functionOf } from '../state/run-sql.ts';
import { sqlKeys } from '../state/sql-keys.ts';
import { SqlState } from '../state/sql-state.ts';
import { DAY, DURATION } from '../state/state-options.ts';
import type { D1Database } from './run-in-d1.ts';
import { runInD1, runTogether } from './run-in-d1.ts';

export { completeWith } from './complete-with.ts';
export type { D1Database } from './run-in-d1.ts';

/** Options of {@link d1}. */
export interface D1Options {
  /** How long responses of `@idempotent` are kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
}

/** The stores of an app in D1, by the names of its options. */
export interface D1Stores {
  /** Keeps the responses of `@idempotent`. */
  readonly idempotency: IdempotencyStore;
}

const OPTIONS: OptionTable<D1Options> = { ttl: DURATION };

/**
 * Creates the store of a Worker in Cloudflare D1. Its table comes from `operations migrations`.
 *
 * @param database The binding of your database.
 * @throws {TypeError} If the database or an option is invalid.
 * @example workersHandler(createApp(operations, { ...d1(env.DB) })) // with import { env } from 'cloudflare:workers'
 */
export function d1(database: D1Database, options: D1Options = {}): D1Stores {
  checkOptions('d1', options, OPTIONS);
  if (functionOf(database, 'prepare') === undefined || functionOf(database, 'batch') === undefined)
    throw usageError('d1 needs the binding of a D1 database, such as env.DB. Check d1_databases in wrangler.jsonc.');
  const { ttl = DAY } = options;
  const state = new SqlState(SQLITE, runInD1(database));
  return { idempotency: sqlKeys(state, reserveIn(database), ttl) };
}

/** Reserves keys in one round trip: the database can be on another continent. */
function reserveIn(database: D1Database): ReserveKey {
  return async ({ dialect }, request) => {
    const [added, taken, known] = await runTogether(database, stepsOf(dialect, request));
    return foundIn(request, added?.[0] ?? taken?.[0], known?.[0]);
  };
}
