import { eq, or } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { mysqlTable, int } from 'drizzle-orm/mysql-core';
import { CamelCasePlugin, Kysely, MysqlDialect, SqliteDialect, expressionBuilder, sql as kyselySql } from 'kysely';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { findList as findWithDrizzle } from '../../../src/runtime/drizzle/index.ts';
import { findList as findWithKysely } from '../../../src/runtime/kysely/index.ts';
import type { ListOptions } from '../../../src/runtime/list/index.ts';
import { findList } from '../../../src/runtime/list/index.ts';
import { isKeyset } from '../../../src/runtime/koa/response/keyset.ts';
import type { ListFilter, ListRequest } from '../../../src/shared/contract/list-request.ts';
import type { Part } from './databases.ts';
import { sql, toText } from './databases.ts';

type BookList = ListRequest<ListFilter & { readonly name: 'year' }, 'year' | 'id', 'title'>;

const LIST: BookList = {
  limit: 2,
  offset: 0,
  total: false,
  filters: [],
  words: [],
  searched: ['title'],
  order: [
    { name: 'year', desc: true },
    { name: 'id', desc: true },
  ],
};
const COLUMNS = { id: 'books.id', year: 'books.year', title: 'books.title' } as const;

interface Tables {
  books: { id: number; year: number; title: string; author_id: number };
  authors: { id: number; name: string };
}

const database = new Libsql(':memory:');
database.exec('create table authors (id integer primary key, name text)');
database.exec(
  'create table books (id integer primary key, year integer, title text, title_key text, author_id integer)',
);
database.exec("insert into authors values (1, 'Ada'), (2, 'Bo')");
database.exec(
  "insert into books values (1, 1979, 'Émile', 'emile', 1), (2, 1971, 'Dust', 'dust', 1), (3, 1979, '100%', '100%', 2)",
);
const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });

const books = sqliteTable('books', {
  id: integer().primaryKey(),
  year: integer().notNull(),
  title: text().notNull(),
  author_id: integer().notNull(),
});
const authors = sqliteTable('authors', { id: integer().primaryKey(), name: text().notNull() });
const orm = drizzle(async (statement, values) => ({
  rows: database
    .prepare(statement)
    .raw()
    .all(...values),
}));

/** Finds a list without a database, and returns the statements. */
async function statementsOf(
  list: BookList,
  options: Partial<ListOptions<Part, object, string>> = {},
  found: readonly object[] = [],
): Promise<{ readonly texts: readonly string[]; readonly values: readonly unknown[] }> {
  const texts: string[] = [];
  const values: unknown[] = [];
  await findList<Part, object, ListRequest>(list, {
    sql,
    dialect: 'postgres',
    columns: COLUMNS,
    rows({ where, orderBy }) {
      texts.push(toText(sql`${where} order by ${orderBy}`, 'postgres', values));
      return found;
    },
    count(where) {
      texts.push(`count ${toText(where, 'postgres', values)}`);
      return '7';
    },
    ...options,
  });
  return { texts, values };
}

describe('findList', () => {
  it('returns the result of a handler: one row more than the limit, the total, and the keys of the last row of the page', async () => {
    const result = await findWithKysely(
      db.selectFrom('books').selectAll(),
      { ...LIST, total: true },
      { table: 'books' },
    );
    expect(isKeyset(result)).toBe(true);
    expect(result.rows.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(Object.keys(result.rows[0]!)).toEqual(['id', 'year', 'title', 'title_key', 'author_id']);
    expect(result).toMatchObject({ total: 3, after: [1979, 1] });
  });

  it('counts only if the request needs the total, and the page does not show it', async () => {
    const counted = async (list: Partial<BookList>, rows: number): Promise<boolean> => {
      const found = Array.from({ length: rows }, () => ({ listkey0: '1', listkey1: '1' }));
      const { texts } = await statementsOf({ ...LIST, ...list }, {}, found);
      return texts.some((one) => one.startsWith('count'));
    };
    expect(await counted({}, 3)).toBe(false);
    expect(await counted({ total: true }, 3)).toBe(true);
    expect(await counted({ total: true }, 1)).toBe(false);
    expect(await counted({ total: true, offset: 4 }, 1)).toBe(false);
    expect(await counted({ total: true, offset: 4 }, 0)).toBe(true);
    expect(await counted({ total: true, cursor: ['1', '1'] }, 1)).toBe(true);
    expect(await counted({ total: true, limit: 0 }, 0)).toBe(true);
  });

  it('counts all rows that meet the filters, without the cursor', async () => {
    const filters = [{ name: 'year', op: 'gte', value: 1970 }] as const;
    const { texts } = await statementsOf({ ...LIST, filters, cursor: ['1979', '3'], total: true });
    expect(texts).toEqual([
      '("books"."year" >= $1::bigint and ("books"."year", "books"."id") < ($2, $3)) order by "books"."year" desc, "books"."id" desc',
      'count ("books"."year" >= $4::bigint)',
    ]);
  });

  it('refuses a column without a table, which could mean an alias', async () => {
    const message = 'The column "year" must have a table, such as "books.year"';
    // @ts-expect-error -- a type error, too
    await expect(findList(LIST, { ...OPTIONS, columns: { ...COLUMNS, year: 'year' } })).rejects.toThrow(message);
    const query = db.selectFrom('books').selectAll();
    const withColumn = (year: never): unknown => findWithKysely(query, LIST, { table: 'books', columns: { year } });
    expect(() => withColumn('year' as never)).toThrow(message);
    expect(() => withColumn(kyselySql.ref('year') as never)).toThrow(message);
    expect(() => withColumn(expressionBuilder<Tables, 'books'>().ref('year') as never)).toThrow(message);
  });

  it('refuses a list with a property that has no column', async () => {
    const { year: _, ...columns } = COLUMNS;
    const message = 'columns must have "year"';
    // @ts-expect-error -- a type error, too
    await expect(findList(LIST, { ...OPTIONS, columns })).rejects.toThrow(message);
    const { year: column, ...rest } = books;
    expect(column.name).toBe('year');
    const others = sqliteTable('books', { id: integer().primaryKey(), title: text() });
    // @ts-expect-error -- the table has no column of this name
    await expect(async () => findWithDrizzle(orm, LIST, { table: others })).rejects.toThrow(message);
    // @ts-expect-error -- the table has no columns of these names
    expect(await failureOf(findWithKysely(db.selectFrom('authors').selectAll(), LIST, { table: 'authors' }))).toMatch(
      /no such column/,
    );
    expect(rest.id.name).toBe('id');
  });

  it('refuses names that every object has', async () => {
    const filters = [{ name: 'constructor', op: 'eq', value: 1 }] as unknown as BookList['filters'];
    await expect(statementsOf({ ...LIST, filters })).rejects.toThrow('columns must have "constructor"');
    await expect(async () => findWithDrizzle(orm, { ...LIST, filters }, { table: books })).rejects.toThrow(
      'columns must have "constructor"',
    );
  });

  it('refuses rows without the columns of the cursor, and null where the contract has none', async () => {
    const rows = (row: object): object[] => [row, row, row];
    await expect(statementsOf(LIST, {}, rows({ id: 1 }))).rejects.toThrow('Rows must have the columns of keys');
    await expect(statementsOf(LIST, {}, rows({ listkey0: null, listkey1: '1' }))).rejects.toThrow(
      '"year" is null, but not in the contract',
    );
    await expect(statementsOf(LIST, {}, rows({ listkey0: new Date(), listkey1: '1' }))).rejects.toThrow(
      `A list can't be ordered by "year"`,
    );
  });

  it('finds no row for a text with U+0000 in PostgreSQL, which would refuse the query', async () => {
    const filter = (op: ListFilter['op'], value: ListFilter['value']): BookList => ({
      ...LIST,
      order: [],
      filters: [{ name: 'year', op, value }],
    });
    const where = async (list: BookList): Promise<unknown> => (await statementsOf(list)).texts;
    for (const op of ['eq', 'gt', 'starts', 'contains'] as const)
      expect(await where(filter(op, 'a\0'))).toEqual(['(1 = 0) order by (select 1)']);
    expect(await where(filter('ne', 'a\0'))).toEqual(['(1 = 1) order by (select 1)']);
    expect(await where(filter('in', ['a\0']))).toEqual(['(1 = 0) order by (select 1)']);
    expect(await where(filter('in', ['a\0', 'b']))).toEqual(['("books"."year" in ($1)) order by (select 1)']);
    expect(await where({ ...LIST, order: [], words: ['\0'] })).toEqual(['(1 = 0) order by (select 1)']);
  });

  it('finds words without letter case, or in columns that have none', async () => {
    const find = (words: readonly string[], options: object = {}): Promise<number[]> =>
      findWithDrizzle(orm, { ...LIST, words }, { table: books, ...options }).then(({ rows }) =>
        rows.map(({ id }) => id),
      );
    expect(await find(['DUST'])).toEqual([2]);
    expect(await find(['%'])).toEqual([3]);
    expect(await find(['emile'])).toEqual([]);
    const fold = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    const key = kyselySql.ref('books.title_key');
    const search = { fold, columns: { title: key } };
    const query = db.selectFrom('books').selectAll();
    const { rows } = await findWithKysely(query, { ...LIST, words: ['ÉMI', 'le'] }, { table: 'books', search });
    expect(rows.map(({ id }) => id)).toEqual([1]);
  });
});

const OPTIONS = { sql, dialect: 'sqlite', rows: () => [], count: () => 0 } as const;

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => String(error),
  );
}

describe('findList with Kysely', () => {
  it('keeps joins, conditions and columns of the query', async () => {
    const query = db
      .selectFrom('books as b')
      .innerJoin('authors', 'authors.id', 'b.author_id')
      .select(['b.id', 'authors.name as author', 'b.id as year'])
      .where((eb) => eb.or([eb('authors.name', '=', 'Ada'), eb('b.id', '=', 9)]));
    const { rows, total } = await findWithKysely(query, { ...LIST, limit: 1, total: true }, { table: 'b' });
    expect([rows, total]).toEqual([
      [
        { id: 1, author: 'Ada', year: 1 },
        { id: 2, author: 'Ada', year: 2 },
      ],
      2,
    ]);
    const byAuthor = { ...LIST, order: [{ name: 'author', desc: true }, ...LIST.order] } as const;
    // @ts-expect-error -- the table has no column of this name
    void (() => findWithKysely(query, byAuthor, { table: 'b' }));
    const found = await findWithKysely(query, byAuthor, { table: 'b', columns: { author: 'authors.name' } });
    expect(found.rows.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('keeps the order of the query only if the list has none', async () => {
    const query = db.selectFrom('books').selectAll().orderBy('books.title');
    const { rows, after } = await findWithKysely(query, { ...LIST, order: [] }, { table: 'books' });
    expect(rows.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(after).toBe(undefined);
    expect(() => findWithKysely(query, LIST, { table: 'books' })).toThrow('remove orderBy, or use a subquery');
  });

  it('takes lists without types, as before there is an operations.d.ts', async () => {
    // eslint-disable-next-line typescript/no-explicit-any -- as ctx.list is then
    const list: any = LIST;
    const { rows } = await findWithKysely(db.selectFrom('books').selectAll(), list, { table: 'books' });
    const found = await findWithDrizzle(orm, list, { table: books });
    expect(found.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('refuses clauses that change what a page or the total is', () => {
    const query = db.selectFrom('books').selectAll();
    for (const wrong of [
      query.limit(1),
      query.offset(1),
      query.groupBy('books.id'),
      query.distinct(),
      query.union(query),
    ])
      expect(() => findWithKysely(wrong, LIST, { table: 'books' })).toThrow(
        'findList adds order, limit and offset itself',
      );
  });

  it('works with a plugin that renames columns', async () => {
    const camel = new Kysely<{ books: { id: number; year: number; titleKey: string } }>({
      dialect: new SqliteDialect({ database }),
      plugins: [new CamelCasePlugin()],
    });
    const list = { ...LIST, searched: [], order: [{ name: 'titleKey', desc: false }] } as const;
    const { rows, after } = await findWithKysely(camel.selectFrom('books').select(['id', 'titleKey']), list, {
      table: 'books',
    });
    expect([rows, after]).toEqual([
      [
        { id: 3, titleKey: '100%' },
        { id: 2, titleKey: 'dust' },
        { id: 1, titleKey: 'emile' },
      ],
      ["'dust"],
    ]);
  });

  it('refuses databases whose SQL differs', () => {
    const mysql = new Kysely<Tables>({ dialect: new MysqlDialect({ pool: {} as never }) });
    expect(() => findWithKysely(mysql.selectFrom('books').selectAll(), LIST, { table: 'books' })).toThrow(
      'findList supports PostgreSQL and SQLite',
    );
  });
});

describe('findList with Drizzle', () => {
  it('keeps a condition, and adds joins and fields', async () => {
    const options = {
      table: books,
      fields: { id: books.id, author: authors.name },
      where: eq(authors.name, 'Ada'),
      join: (query) => query.innerJoin(authors, eq(authors.id, books.author_id)),
    } satisfies Parameters<
      typeof findWithDrizzle<typeof books, BookList, { id: typeof books.id; author: typeof authors.name }>
    >[2];
    const { rows, total } = await findWithDrizzle(orm, { ...LIST, limit: 1, total: true }, options);
    const typed: readonly { id: number; author: string }[] = rows;
    expect([typed, total]).toEqual([
      [
        { id: 1, author: 'Ada' },
        { id: 2, author: 'Ada' },
      ],
      2,
    ]);
  });

  it('refuses databases whose SQL differs', async () => {
    const table = mysqlTable('books', { id: int(), year: int(), title: int() });
    await expect(async () => findWithDrizzle(orm, LIST, { table })).rejects.toThrow(
      'findList supports PostgreSQL and SQLite, not a MySqlTable',
    );
  });
});

describe('An unknown option is an error, because it could be the condition of a tenant', () => {
  it.each<[string, () => unknown, string]>([
    [
      'Kysely',
      () =>
        findWithKysely(db.selectFrom('books').selectAll(), LIST, { table: 'books', where: ['id', '=', 1] } as never),
      'Unknown option "where" of findList of unplugin-operations/kysely. The options are: table, columns, search.',
    ],
    [
      'Drizzle',
      () => findWithDrizzle(orm as never, LIST, { table: books, were: eq(books.id, 1) } as never),
      'Unknown option "were" of findList of unplugin-operations/drizzle. Did you mean "where"?',
    ],
    [
      'Drizzle without a condition',
      () => findWithDrizzle(orm as never, LIST, { table: books, where: or()! }),
      'The option where of findList of unplugin-operations/drizzle must be a condition, not undefined. For no restriction, remove the option.',
    ],
    [
      'Drizzle with a lost condition',
      () =>
        findWithDrizzle(orm as never, LIST, {
          table: books,
          join: (query) => (query as unknown as { where(condition: unknown): typeof query }).where(eq(books.id, 1)),
        }),
      'The option join has called where, which would get lost. Pass your condition as the option where.',
    ],
    [
      'Your own tag',
      () => statementsOf(LIST, { where: sql`1 = 1` } as never),
      'Unknown option "where" of findList. The options are: sql, dialect, columns, search, rows, count.',
    ],
    [
      'Search',
      () => statementsOf(LIST, { search: { fold: String, colums: {} } } as never),
      'Unknown option "search.colums" of findList. Did you mean "search.columns"?',
    ],
  ])('%s', async (_library, find, message) => {
    await expect(async () => find()).rejects.toThrow(new TypeError(message));
  });
});
