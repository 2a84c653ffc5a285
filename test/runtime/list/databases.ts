import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import * as pgCore from 'drizzle-orm/pg-core';
import * as sqliteCore from 'drizzle-orm/sqlite-core';
import { drizzle as drizzleSqlite } from 'drizzle-orm/sqlite-proxy';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { Pool } from 'pg';
import { findList as findWithDrizzle } from '../../../src/runtime/drizzle/index.ts';
import { findList } from '../../../src/runtime/list/index.ts';
import type { DialectName } from '../../../src/runtime/list/index.ts';
import { findList as findWithKysely } from '../../../src/runtime/kysely/index.ts';
import type { Keyset } from '../../../src/shared/contract/cursor-position.ts';
import type { Cleanup } from '../../playground/build.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { DOCS } from '../../docs/examples.ts';
import type { Item, ItemList, ItemName } from './items.ts';

/** A database with a table of items. */
export interface ItemDatabase {
  readonly dialect: DialectName;
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Finds the rows of a list, by the name of the library. */
  readonly finders: Readonly<Record<string, FindItems>>;
}

/** Finds the rows of a list. */
export type FindItems = (list: ItemList) => Promise<Keyset<{ readonly id: number }>>;

const COLUMNS: readonly ItemName[] = ['id', 'serial', 'title', 'kind', 'rating', 'price', 'is_new', 'at', 'note'];

/** The columns of properties. */
export const ITEM_COLUMNS = Object.fromEntries(COLUMNS.map((name) => [name, `items.${name}`])) as unknown as {
  readonly [name in ItemName]: `items.${string}`;
};

/** A part of a statement. */
export interface Part {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/** A tag of ten lines. */
export const sql = (texts: TemplateStringsArray, ...values: unknown[]): Part => ({ texts, values });

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'texts' in value;

/** Writes a statement with placeholders. */
export function toText(part: Part, dialect: DialectName, values: unknown[] = []): string {
  return part.texts.reduce((before, text, i) => {
    const value = part.values[i - 1];
    if (isPart(value)) return before + toText(value, dialect, values) + text;
    values.push(value);
    return `${before}${dialect === 'postgres' ? `$${values.length}` : '?'}${text}`;
  });
}

/** How a test changes what a finder runs. */
export interface Changes {
  readonly columns?: Partial<Record<ItemName, Part>>;
  readonly select?: string;
  readonly statement?: (text: string, values: unknown[]) => readonly [string, unknown[]];
}

/** Finds the rows of a list in plain SQL. */
export function findInSql({ dialect, run }: Pick<ItemDatabase, 'dialect' | 'run'>, changes: Changes = {}): FindItems {
  const { statement = (text, values) => [text, values] } = changes;
  const all = (part: Part): Promise<Record<string, unknown>[]> => {
    const values: unknown[] = [];
    return run(...statement(toText(part, dialect, values), values));
  };
  const selected = sql(Object.assign([changes.select ?? 'items.*'], { raw: [] }));
  return (list) =>
    findList(list, {
      sql,
      dialect,
      columns: { ...ITEM_COLUMNS, ...changes.columns },
      rows: ({ where, orderBy, limit, offset, selectKeys }) =>
        all(
          sql`select ${selected}${selectKeys} from items where ${where} order by ${orderBy} limit ${limit} offset ${offset}`,
        ) as Promise<{ id: number }[]>,
      count: async (where) =>
        (await all(sql`select count(*) as count from items where ${where}`))[0]!['count'] as number,
    });
}

/** What is used of Knex, which is a package of the docs. */
interface Knex {
  (table: string): KnexQuery;
  raw(text: string, values: readonly unknown[]): object;
  destroy(): Promise<void>;
}

interface KnexQuery extends PromiseLike<unknown> {
  select(...columns: unknown[]): KnexQuery;
  where(condition: object): KnexQuery;
  orderByRaw(order: object): KnexQuery;
  limit(limit: number): KnexQuery;
  offset(offset: number): KnexQuery;
  count(columns: Readonly<Record<string, string>>): KnexQuery;
}

/** Whether the packages of the docs are installed. */
export const hasKnex: boolean = existsSync(join(DOCS, 'node_modules/knex'));

const requireKnex = createRequire(join(DOCS, 'package.json'));
const makeKnex = hasKnex ? (requireKnex('knex') as (options: object) => Knex) : undefined;

/** Finds the rows of a list with Knex, whose `raw` is a tag in one line. */
function findInKnex(knex: Knex, dialect: DialectName): FindItems {
  const tag = (texts: TemplateStringsArray, ...values: unknown[]): object => knex.raw(texts.join('?'), values);
  return (list) =>
    findList(list, {
      sql: tag,
      dialect,
      columns: ITEM_COLUMNS,
      rows: async ({ where, orderBy, limit, offset, keys }) => {
        const query = knex('items').select(
          'items.*',
          ...keys.map(({ name, value }) => knex.raw('? as ??', [value, name])),
        );
        return (await query.where(where).orderByRaw(orderBy).limit(limit).offset(offset)) as { id: number }[];
      },
      count: async (where) => {
        const [row] = (await knex('items').where(where).count({ count: '*' })) as [{ count: number }];
        return row.count;
      },
    });
}

interface Tables {
  items: Item;
}

/** An SQLite database in memory. */
export function openSqlite(cleanup: Cleanup): ItemDatabase {
  const database = new Libsql(':memory:');
  database.exec(`create table items (
    id integer primary key, serial integer not null unique, title text not null, kind text, rating integer, price real not null,
    is_new integer not null, at text not null, note text)`);
  const run: ItemDatabase['run'] = async (text, values = []) => {
    const statement = database.prepare(text);
    if (statement.reader) return statement.all(...values) as Record<string, unknown>[];
    statement.run(...values);
    return [];
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  const { integer, real, sqliteTable, text } = sqliteCore;
  const items = sqliteTable('items', {
    id: integer().primaryKey(),
    serial: integer().notNull(),
    title: text().notNull(),
    kind: text(),
    rating: integer(),
    price: real().notNull(),
    is_new: integer({ mode: 'boolean' }).notNull(),
    at: text().notNull(),
    note: text(),
  });
  const proxy = drizzleSqlite(async (statement, values, method) => {
    const rows = database
      .prepare(statement)
      .raw()
      .all(...values);
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
  });
  const knex = makeKnex?.({
    client: sqliteClient(database),
    useNullAsDefault: true,
    connection: { filename: ':memory:' },
  });
  if (knex) cleanup(() => knex.destroy());
  return {
    dialect: 'sqlite',
    run,
    finders: {
      sql: findInSql({ dialect: 'sqlite', run }),
      kysely: (list) => findWithKysely(db.selectFrom('items').selectAll(), list, { table: 'items' }),
      drizzle: (list) => findWithDrizzle(proxy, list, { table: items }),
      ...(knex && { knex: findInKnex(knex, 'sqlite') }),
    },
  };
}

/** Knex's client for better-sqlite3, with the driver that has the same methods. */
function sqliteClient(database: Libsql.Database): unknown {
  const Client = requireKnex('knex/lib/dialects/better-sqlite3') as new () => object;
  return class extends Client {
    _driver(): unknown {
      return function open() {
        return database;
      };
    }
  };
}

/** An empty database on the PostgreSQL server. */
export async function openPostgres(cleanup: Cleanup): Promise<ItemDatabase> {
  const connectionString = await createEmptyDatabase(cleanup);
  const pool = new Pool({ connectionString, max: 2 }).on('error', () => {});
  await pool.query(`create table items (
    id integer primary key, serial bigint not null unique, title text collate "C" not null, kind text collate "C", rating integer,
    price double precision not null, is_new boolean not null, at timestamptz not null, note text collate "C")`);
  const run: ItemDatabase['run'] = async (text, values = []) => (await pool.query(text, [...values])).rows;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const { bigint, boolean, doublePrecision, integer, pgTable, text, timestamp } = pgCore;
  const items = pgTable('items', {
    id: integer().primaryKey(),
    serial: bigint({ mode: 'bigint' }).notNull(),
    title: text().notNull(),
    kind: text(),
    rating: integer(),
    price: doublePrecision().notNull(),
    is_new: boolean().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    note: text(),
  });
  const orm = drizzlePostgres({ client: pool });
  const knex = makeKnex?.({ client: 'pg', connection: connectionString });
  cleanup(() => pool.end());
  if (knex) cleanup(() => knex.destroy());
  return {
    dialect: 'postgres',
    run,
    finders: {
      sql: findInSql({ dialect: 'postgres', run }),
      kysely: (list) => findWithKysely(db.selectFrom('items').selectAll(), list, { table: 'items' }),
      drizzle: (list) => findWithDrizzle(orm, list, { table: items }),
      ...(knex && { knex: findInKnex(knex, 'postgres') }),
    },
  };
}

/** Adds rows. */
export async function addItems({ dialect, run }: ItemDatabase, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const values = COLUMNS.map((name) => {
      if (dialect === 'postgres') return item[name];
      return name === 'serial' ? BigInt(item.serial) : name === 'is_new' ? Number(item.is_new) : item[name];
    });
    const places = values.map((_, i) => (dialect === 'postgres' ? `$${i + 1}` : '?'));
    await run(`insert into items (${COLUMNS.join(', ')}) values (${places.join(', ')})`, values);
  }
}

/** Deletes a row. */
export async function deleteItem({ dialect, run }: ItemDatabase, id: number): Promise<void> {
  await run(`delete from items where id = ${dialect === 'postgres' ? '$1' : '?'}`, [id]);
}
