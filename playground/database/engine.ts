import { CompiledQuery, PostgresAdapter, PostgresDialect, SqliteDialect, SqliteDriver, sql } from 'kysely';
import type {
  ColumnDataType,
  ColumnDefinitionBuilder,
  DatabaseConnection,
  Dialect,
  Driver,
  RawBuilder,
  SqliteDialectConfig,
} from 'kysely';
import { Pool } from 'pg';
import type { SqlEvents } from 'unplugin-operations/events';
import type { Idempotency, IdempotencyStore, RateLimitOptions } from 'unplugin-operations/koa';
import { completeIn as completeInPostgres, postgres as postgresStores } from 'unplugin-operations/postgres';
import { completeIn as completeInSqlite, sqlite as sqliteStores } from 'unplugin-operations/sqlite';
import * as keysOnPostgres from './migrations/001-operations-idempotency-keys-postgres.ts';
import * as keysOnSqlite from './migrations/002-operations-idempotency-keys-sqlite.ts';
import * as limitsOnPostgres from './migrations/003-operations-rate-limits-postgres.ts';
import * as limitsOnSqlite from './migrations/004-operations-rate-limits-sqlite.ts';
import * as eventsOnPostgres from './migrations/005-operations-events-postgres.ts';
import * as eventsOnSqlite from './migrations/006-operations-events-sqlite.ts';
import type { Database } from './schema.ts';

/** What the app keeps in its database. */
export interface Stores {
  readonly idempotency: IdempotencyStore;
  /** Where requests are counted. */
  readonly rateLimits: Pick<RateLimitOptions, 'store' | 'timeout'>;
  readonly events: SqlEvents<Database>;
}

/** A database system, with the few operations that differ between the two. */
export interface Engine {
  readonly dialect: Dialect;
  /** The stores of the app in a database. */
  stores(db: Database): Stores;
  /** Creates the tables of the stores. */
  createStores(transaction: Database): Promise<void>;
  /** The type of a text column with binary comparison. */
  readonly text: ColumnDataType | RawBuilder<string>;
  /** The type of a column of bytes. */
  readonly bytes: ColumnDataType;
  /** Makes a column auto-incrementing. */
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Blocks other processes that set up this database until the transaction ends. */
  lock(transaction: Database): Promise<void>;
  /** Continues auto-increment after the largest ID in a table. */
  continueIds(transaction: Database, table: 'authors' | 'books' | 'reviews' | 'orders'): Promise<void>;
}

/** Stores the response of a request in the transaction of its effect. */
export function completeIn(transaction: Database, key: Idempotency, result: unknown): Promise<void> {
  const isPostgres = transaction.getExecutor().adapter instanceof PostgresAdapter;
  return isPostgres ? completeInPostgres(transaction, key, result) : completeInSqlite(transaction, key, result);
}

/** PostgreSQL through a connection pool. `failed` receives errors of idle connections. */
export function postgres(connectionString: string, failed: (error: Error) => void): Engine {
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 5_000 });
  pool.on('error', failed);
  return {
    dialect: new PostgresDialect({ pool }),
    stores: () => {
      const { idempotency, rateLimits: store, events } = postgresStores(pool);
      // While orders use all connections, requests wait for one to be counted.
      return { idempotency, rateLimits: { store, timeout: 2_000 }, events };
    },
    async createStores(transaction) {
      await keysOnPostgres.up(transaction);
      await limitsOnPostgres.up(transaction);
      await eventsOnPostgres.up(transaction);
    },
    text: sql`text collate "C"`,
    bytes: 'bytea',
    identity: (column) => column.generatedByDefaultAsIdentity(),
    async lock(transaction) {
      await sql`select pg_advisory_xact_lock(1112493899)`.execute(transaction);
    },
    async continueIds(transaction, table) {
      const largest = sql`(select max(id) from ${sql.table(table)})`;
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${largest})`.execute(transaction);
    },
  };
}

/** SQLite in a file, which is created if it is missing. */
export async function sqlite(file: string): Promise<Engine> {
  // A native addon outside of the bundle. It need not be installed if you use PostgreSQL.
  const { default: Libsql } = await import('libsql');
  // How long a statement waits for another process to write, in milliseconds.
  const connection = new Libsql(file, { timeout: 10_000 });
  connection.pragma('foreign_keys = on');
  return {
    dialect: new ImmediateSqliteDialect({ database: connection }),
    // Keys and events go through Kysely, whose transactions have the connection for themselves. Requests are counted in memory: one process uses the file, and
    // they would wait for orders that are written.
    stores: (db) => {
      const { idempotency, events } = sqliteStores(db);
      return { idempotency, rateLimits: {}, events };
    },
    async createStores(transaction) {
      await keysOnSqlite.up(transaction);
      await limitsOnSqlite.up(transaction);
      await eventsOnSqlite.up(transaction);
    },
    text: 'text',
    bytes: 'blob',
    identity: (column) => column.autoIncrement(),
    // An immediate transaction already locks out other writers, and autoincrement respects existing IDs.
    lock: async () => {},
    continueIds: async () => {},
  };
}

/** Starts transactions with the write lock. A transaction that reads before it writes would otherwise fail instead of waiting. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}
