import { usageError } from '../koa/usage-error.ts';
import type { KyselyDatabase, Rows, RunSql } from '../state/run-sql.ts';
import { drizzleQuery, functionOf, runInKysely } from '../state/run-sql.ts';

/** A pool or a client of `pg`. */
interface PgDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- the types of `pg` have an overload for each kind of query
  query(query: any): Promise<{ readonly rows: readonly any[] }>;
}

/** A `sql` of postgres.js, or a transaction of it. */
interface PostgresJsDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- each library has its own types of values
  unsafe(text: string, values?: any[]): PromiseLike<readonly any[]>;
}

/** A database of Drizzle, or a transaction in it. */
interface DrizzleDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- a part of SQL, without importing its type
  execute(query: any): PromiseLike<any>;
}

/**
 * A database or a transaction of `pg`, postgres.js, Kysely or Drizzle; or a function that runs a statement and returns its rows.
 *
 * @example (text, values) => transaction.$queryRawUnsafe(text, ...values)
 */
export type PostgresDatabase =
  | PgDatabase
  | PostgresJsDatabase
  | KyselyDatabase
  | DrizzleDatabase
  | ((text: string, values: readonly unknown[]) => PromiseLike<readonly object[]>);

/**
 * Runs statements in a database or a transaction.
 *
 * @param timeout How long a statement of a pool of `pg` may take, in milliseconds. Others have their own bounds.
 * @throws {TypeError} If it runs no SQL.
 */
export function runInPostgres(database: PostgresDatabase, timeout?: number): RunSql {
  const unsafe = functionOf(database, 'unsafe');
  if (unsafe !== undefined) return (text, values) => unsafe(text, values) as PromiseLike<Rows>;
  if (typeof database === 'function') return database as RunSql;
  const kysely = functionOf(database, 'executeQuery');
  if (kysely !== undefined) return runInKysely(kysely);
  const query = functionOf(database, 'query');
  const bound = timeout === undefined ? {} : { query_timeout: timeout };
  if (query !== undefined) return async (text, values) => queryRows(await query({ text, values, ...bound }));
  const execute = functionOf(database, 'execute');
  if (execute !== undefined) return async (text, values) => queryRows(await execute(drizzleQuery(text, values)));
  throw usageError('A database or transaction of "pg", postgres.js, Kysely or Drizzle is expected, or a function.');
}

/** Drizzle returns the result of its driver. */
function queryRows(result: unknown): Rows {
  return Array.isArray(result) ? (result as Rows) : (result as { readonly rows: Rows }).rows;
}
