import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleSqlite } from 'drizzle-orm/sqlite-proxy';
import { CamelCasePlugin, Kysely, ParseJSONResultsPlugin, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { Pool } from 'pg';
import type { PostgresDatabase } from '../../../src/runtime/postgres/index.ts';
import * as onPostgres from '../../../src/runtime/postgres/index.ts';
import type { SqliteDatabase } from '../../../src/runtime/sqlite/index.ts';
import * as onSqlite from '../../../src/runtime/sqlite/index.ts';
import type { Idempotency, IdempotencyStore, RateLimitStore } from '../../../src/runtime/koa/index.ts';
import type { SqlEvents } from '../../../src/runtime/state/sql-events.ts';
import type { StateOptions } from '../../../src/runtime/state/state-options.ts';
import { tableStatements } from './tables.ts';
import { DOCS } from '../../docs/examples.ts';
import type { Cleanup } from '../../playground/build.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { scratch } from '../../support/build.ts';

type Row = Record<string, unknown>;

/** A database with the tables of the entries, and a table of effects. */
export interface StateDatabase {
  /** The store of another process with the same database. */
  open(options?: Pick<StateOptions, 'ttl'>): {
    readonly idempotency: IdempotencyStore;
    readonly rateLimits: RateLimitStore;
  };
  /** Runs a statement in the database itself. */
  run(text: string): Promise<Row[]>;
  /** Removes all keys, counters and effects. */
  clear(): Promise<unknown>;
  /** Lets time pass: all times in the tables of keys and counters are earlier by some milliseconds. */
  pass(milliseconds: number): Promise<unknown>;
  /** Adds an effect and completes a key in one transaction. */
  effect(name: string, key: Idempotency, result: unknown): Promise<void>;
  /** Keeps events in the database; only with tables. */
  events?(): SqlEvents<never>;
  /** Runs a function in a transaction, which is rolled back if that throws. */
  transaction?(run: (transaction: never) => unknown): Promise<void>;
}

/** A way to use a database, and whether this machine has it. */
export interface DatabaseKind {
  readonly name: string;
  readonly create: (cleanup: Cleanup) => Promise<StateDatabase>;
  readonly isPresent: boolean;
  /** Whether keys are in tables, beside effects. */
  readonly hasTables?: boolean;
  /** How much later a lease may end, in milliseconds. */
  readonly lag?: number;
}

const EFFECTS = 'create table effects (name text not null)';
const CLEAR = 'delete from effects; delete from operations_idempotency_keys; delete from operations_rate_limits';
const addEffect = (name: string): string => `insert into effects (name) values ('${name}')`;

const requireDocs = createRequire(join(DOCS, 'package.json'));
const hasPackage = (name: string): boolean => existsSync(join(DOCS, 'node_modules', name));

/** What is used of postgres.js. */
interface PostgresJs {
  unsafe(text: string, values?: unknown[]): Promise<Row[]>;
  begin<T>(run: (transaction: PostgresJs) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

type UsePool = (pool: Pool, url: string, cleanup: Cleanup) => PostgresUser;

/** The users of a database of PostgreSQL: what has it, and how a transaction is made. */
interface PostgresUser {
  readonly database: PostgresDatabase;
  transaction(
    run: (transaction: PostgresDatabase, execute: (text: string) => Promise<unknown>) => Promise<void>,
  ): Promise<void>;
}

async function createPostgres(use: UsePool, cleanup: Cleanup): Promise<StateDatabase> {
  const removals: (() => unknown)[] = [];
  const closing: (() => unknown)[] = [];
  const url = await createEmptyDatabase((remove) => void removals.push(remove));
  const pool = new Pool({ connectionString: url, max: 4 }).on('connect', (client) => client.on('error', () => {}));
  // The database is removed while the last connections end.
  pool.on('error', () => {});
  cleanup(async () => {
    await Promise.all(closing.map((close) => close()));
    await pool.end();
    await Promise.all(removals.map((remove) => remove()));
  });
  for (const text of tableStatements('postgres')) await pool.query(text);
  await pool.query(EFFECTS);
  const { database, transaction } = use(pool, url, (remove) => void closing.push(remove));
  return {
    open: (options) => onPostgres.postgres(database, options),
    run: async (text) => (await pool.query(text)).rows as Row[],
    clear: () => pool.query(CLEAR),
    pass: (time) =>
      pool.query(
        `update operations_idempotency_keys set leased_until = leased_until - interval '${time} ms', expires_at = expires_at - interval '${time} ms';
         update operations_rate_limits set at = at - ${time}, expires_at = expires_at - interval '${time} ms'`,
      ),
    effect: (name, key, result) =>
      transaction(async (inner, execute) => {
        await execute(addEffect(name));
        await onPostgres.completeIn(inner, key, result);
      }),
    events: () => onPostgres.postgres(database).events,
    transaction: (run) => transaction(async (inner) => void (await run(inner as never))),
  };
}

function withPool(pool: Pool): PostgresUser {
  return {
    database: pool,
    async transaction(run) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await run(client, (text) => client.query(text));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

function withKysely(pool: Pool): PostgresUser {
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin(), new ParseJSONResultsPlugin()],
  });
  return {
    database: db,
    transaction: (run) =>
      db.transaction().execute((inner) => run(inner, (text) => inner.executeQuery(rawKysely(text)))),
  };
}

const rawKysely = (text: string): never =>
  ({ sql: text, parameters: [], query: { kind: 'RawNode', sqlFragments: [text], parameters: [] } }) as never;

function withDrizzle(pool: Pool): PostgresUser {
  const db = drizzlePostgres({ client: pool });
  return {
    database: db,
    transaction: (run) => db.transaction((inner) => run(inner, async (text) => inner.execute(text))),
  };
}

function withPostgresJs(_pool: Pool, url: string, cleanup: Cleanup): PostgresUser {
  const connect = requireDocs('postgres') as (address: string, options: object) => PostgresJs;
  const db = connect(url, { max: 4 });
  cleanup(() => db.end());
  return {
    database: db,
    transaction: (run) => db.begin((inner) => run(inner, (text) => inner.unsafe(text))),
  };
}

function withFunction(pool: Pool): PostgresUser {
  const { transaction } = withPool(pool);
  const adapt =
    (client: { query: Pool['query'] }): PostgresDatabase =>
    async (text, values) =>
      (await client.query(text, [...values])).rows as Row[];
  return {
    database: adapt(pool),
    transaction: (run) => transaction((inner, execute) => run(adapt(inner as Pool), execute)),
  };
}

type UseConnection = (connection: Libsql.Database, file: string, cleanup: Cleanup) => SqliteUser;

/** The users of a database of SQLite. */
interface SqliteUser {
  readonly database: SqliteDatabase;
  transaction(run: RunInSqlite): Promise<void> | void;
}

/** What runs in a transaction: at once if that runs statements at once. */
type RunInSqlite = (transaction: SqliteDatabase, execute: (text: string) => unknown) => unknown;

async function createSqlite(use: UseConnection, cleanup: Cleanup): Promise<StateDatabase> {
  const file = join(scratch(cleanup), 'state.db');
  const connection = new Libsql(file, { timeout: 5_000 });
  connection.pragma('journal_mode = WAL');
  cleanup(async () => void connection.close());
  for (const text of tableStatements('sqlite')) connection.exec(text);
  connection.exec(EFFECTS);
  const { database, transaction } = use(connection, file, cleanup);
  return {
    open: (options) => onSqlite.sqlite(database, options),
    run: async (text) => {
      const statement = connection.prepare(text);
      return statement.reader ? (statement.all() as Row[]) : (statement.run(), []);
    },
    clear: async () => connection.exec(CLEAR),
    pass: async (time) =>
      connection.exec(
        `update operations_idempotency_keys set leased_until = leased_until - ${time}, expires_at = expires_at - ${time};
         update operations_rate_limits set at = at - ${time}, expires_at = expires_at - ${time}`,
      ),
    effect: async (name, key, result) =>
      transaction((inner, execute) => {
        const added = execute(addEffect(name));
        const complete = (): unknown => onSqlite.completeIn(inner as never, key, result);
        return added instanceof Promise ? added.then(complete) : complete();
      }),
    events: () => onSqlite.sqlite(database).events,
    transaction: async (run) => transaction((inner) => run(inner as never)),
  };
}

function withLibsql(connection: Libsql.Database): SqliteUser {
  return {
    database: connection,
    transaction(run) {
      connection.transaction(() => void run(connection, (text) => connection.exec(text)))();
    },
  };
}

function withKyselyOnSqlite(connection: Libsql.Database): SqliteUser {
  const db = new Kysely<object>({
    dialect: new SqliteDialect({ database: connection }),
    plugins: [new CamelCasePlugin(), new ParseJSONResultsPlugin()],
  });
  return {
    database: db,
    transaction: (run) =>
      db.transaction().execute(async (inner) => void (await run(inner, (text) => inner.executeQuery(rawKysely(text))))),
  };
}

function withDrizzleOnSqlite(connection: Libsql.Database): SqliteUser {
  const db = drizzleSqlite(async (text, values, method) => {
    const statement = connection.prepare(text);
    if (!statement.reader) return (statement.run(...values), { rows: [] });
    const rows = statement.raw().all(...values);
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
  });
  return {
    database: db,
    transaction: (run) => db.transaction(async (inner) => void (await run(inner, async (text) => inner.run(text)))),
  };
}

/** What is used of `@libsql/client`. */
interface LibsqlClient {
  execute(statement: unknown): Promise<{ rows: readonly Row[] }>;
  transaction(mode: 'write'): Promise<LibsqlClient & { commit(): Promise<void>; rollback(): Promise<void> }>;
  close(): void;
}

function withLibsqlClient(_connection: Libsql.Database, file: string, cleanup: Cleanup): SqliteUser {
  const { createClient } = requireDocs('@libsql/client') as { createClient(options: object): LibsqlClient };
  const client = createClient({ url: `file:${file}` });
  cleanup(async () => client.close());
  return {
    database: client,
    async transaction(run) {
      const transaction = await client.transaction('write');
      try {
        await run(transaction, (text) => transaction.execute(text));
        await transaction.commit();
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    },
  };
}

/** What is used of `node:sqlite`. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => {
    exec(text: string): void;
    prepare(text: string): { all(...values: never[]): never[] };
    close(): void;
  };
}

const nodeSqlite = (process as unknown as { getBuiltinModule?: (id: string) => unknown }).getBuiltinModule?.(
  'node:sqlite',
) as NodeSqlite | undefined;

function withNodeSqlite(_connection: Libsql.Database, file: string, cleanup: Cleanup): SqliteUser {
  const connection = new nodeSqlite!.DatabaseSync(file);
  cleanup(async () => connection.close());
  return {
    database: connection,
    transaction(run) {
      connection.exec('begin immediate');
      try {
        run(connection, (text) => connection.exec(text));
        connection.exec('commit');
      } catch (error) {
        connection.exec('rollback');
        throw error;
      }
    },
  };
}

const isServed = !!process.env['TEST_DATABASE_URL'];
const onServer = (name: string, use: UsePool, isPresent = true): DatabaseKind => ({
  name: `PostgreSQL with ${name} (needs TEST_DATABASE_URL)`,
  create: (cleanup) => createPostgres(use, cleanup),
  isPresent: isPresent && isServed,
  hasTables: true,
});
const onFile = (name: string, use: UseConnection, isPresent = true): DatabaseKind => ({
  name: `SQLite with ${name}`,
  create: (cleanup) => createSqlite(use, cleanup),
  isPresent,
  hasTables: true,
});

/** The ways to use the entries. */
export const DATABASES: readonly DatabaseKind[] = [
  onServer('pg', withPool),
  onServer('Kysely', withKysely),
  onServer('Drizzle', withDrizzle),
  onServer('postgres.js (a package of docs)', withPostgresJs, hasPackage('postgres')),
  onServer('a function', withFunction),
  onFile('libsql', withLibsql),
  onFile('Kysely', withKyselyOnSqlite),
  onFile('Drizzle', withDrizzleOnSqlite),
  onFile('@libsql/client (a package of docs)', withLibsqlClient, hasPackage('@libsql/client')),
  onFile('node:sqlite (needs Node 22.16)', withNodeSqlite, nodeSqlite !== undefined),
];
