import { CompiledQuery, PostgresDialect, SqliteDialect, SqliteDriver, sql } from 'kysely';
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
import type { Database } from './schema.ts';

/** A database system, and the few things the two of them say differently. */
export interface Engine {
  readonly dialect: Dialect;
  /** The type of a text column that is compared and sorted by its bytes. */
  readonly text: ColumnDataType | RawBuilder<string>;
  /** Makes a column one that numbers its own rows. */
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Makes other processes that want to set up this database wait for the end of the transaction. */
  lock(transaction: Database): Promise<void>;
  /** Makes a table number its rows on from the largest id in it. */
  continueIds(transaction: Database, table: 'authors' | 'books' | 'reviews' | 'orders'): Promise<void>;
}

/** PostgreSQL at a connection string, through a pool of connections; `failed` hears of idle ones that break. */
export function postgres(connectionString: string, failed: (error: Error) => void): Engine {
  const pool = new Pool({ connectionString });
  pool.on('error', failed);
  return {
    dialect: new PostgresDialect({ pool }),
    text: sql`text collate "C"`,
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

/** SQLite in a file, which is made where it is missing. */
export async function sqlite(file: string): Promise<Engine> {
  // A native addon: it stays outside the bundle, and with PostgreSQL it need not be there at all.
  const { default: Libsql } = await import('libsql');
  // In milliseconds: how long a statement waits while another process writes.
  const connection = new Libsql(file, { timeout: 10_000 });
  connection.pragma('foreign_keys = on');
  return {
    dialect: new ImmediateSqliteDialect({ database: connection }),
    text: 'text',
    identity: (column) => column.autoIncrement(),
    // A transaction that begins as a writer already keeps the others out, and autoincrement looks at the ids that are there.
    lock: async () => {},
    continueIds: async () => {},
  };
}

/** Transactions that take the write lock when they begin: one that reads first and then writes would fail instead of waiting its turn. */
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
