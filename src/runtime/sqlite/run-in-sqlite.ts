import { usageError } from '../koa/usage-error.ts';
import type { KyselyDatabase, Rows, RunSql } from '../state/run-sql.ts';
import { drizzleQuery, functionOf, runInKysely } from '../state/run-sql.ts';

/** A connection of `node:sqlite`, libsql or better-sqlite3, which runs statements at once. */
export interface SqliteConnection {
  // eslint-disable-next-line typescript/no-explicit-any -- each driver has its own types of values and rows
  prepare(text: string): { all(...values: any[]): any[] };
  exec(text: string): unknown;
}

/** A database of Drizzle with a driver that runs statements at once, or a transaction in it. */
interface SyncDrizzle {
  // eslint-disable-next-line typescript/no-explicit-any -- a part of SQL, without importing its type
  all(query: any): any[];
}

/** A database of Drizzle, or a transaction in it. */
interface AsyncDrizzle {
  // eslint-disable-next-line typescript/no-explicit-any -- a part of SQL, without importing its type
  all(query: any): PromiseLike<any[]>;
}

/** A client of `@libsql/client`, or a transaction of it. */
interface LibsqlClient {
  // eslint-disable-next-line typescript/no-explicit-any -- the client has its own types of values
  execute(statement: any): Promise<{ readonly rows: readonly any[] }>;
}

/** A connection that runs statements at once: a connection of `node:sqlite`, libsql or better-sqlite3, or Drizzle with one. */
export type SyncSqlite = SqliteConnection | SyncDrizzle;

/** A connection that runs statements later: Kysely, Drizzle or `@libsql/client`; or a function that runs a statement and returns its rows. */
export type AsyncSqlite =
  | KyselyDatabase
  | AsyncDrizzle
  | LibsqlClient
  | ((text: string, values: readonly unknown[]) => PromiseLike<readonly object[]>);

/** A database or a transaction in SQLite. */
export type SqliteDatabase = SyncSqlite | AsyncSqlite;

/**
 * Runs statements in a database or a transaction.
 *
 * @throws {TypeError} If it runs no SQL.
 */
export function runInSqlite(database: SqliteDatabase): RunSql {
  if (typeof database === 'function') return database as RunSql;
  const kysely = functionOf(database, 'executeQuery');
  if (kysely !== undefined) return runInKysely(kysely);
  const prepare = functionOf(database, 'prepare') as SqliteConnection['prepare'] | undefined;
  if (prepare !== undefined) return (text, values) => prepare(text).all(...values) as Rows;
  const all = functionOf(database, 'all');
  if (all !== undefined) return (text, values) => all(drizzleQuery(text, values)) as Rows | PromiseLike<Rows>;
  const execute = functionOf(database, 'execute');
  if (execute !== undefined)
    return async (text, values) => ((await execute({ sql: text, args: values })) as { readonly rows: Rows }).rows;
  throw usageError(
    'A database or transaction of node:sqlite, libsql, better-sqlite3, @libsql/client, Kysely or Drizzle is expected, or a function.',
  );
}
