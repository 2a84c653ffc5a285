import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { Kysely, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { findList as findWithDrizzle } from '../../../src/runtime/drizzle/index.ts';
import { findList as findWithKysely } from '../../../src/runtime/kysely/index.ts';
import { scratch } from '../../support/build.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';

// ctx.list of a comment, found in SQLite.

const database = new Libsql(':memory:');
database.exec('create table books (id integer primary key, title text not null, genre text not null, year integer)');
const insert = database.prepare('insert into books values (?, ?, ?, ?)');
for (let id = 1; id <= 25; id++)
  insert.run(
    id,
    id % 5 === 0 ? `100% ${id}` : `Book ${id}`,
    id % 3 === 0 ? 'novel' : 'poetry',
    id % 4 === 0 ? null : 1990 + (id % 6),
  );

const db = new Kysely<{ books: { id: number; title: string; genre: string; year: number | null } }>({
  dialect: new SqliteDialect({ database }),
});
const books = sqliteTable('books', {
  id: integer().primaryKey(),
  title: text().notNull(),
  genre: text().notNull(),
  year: integer(),
});
const orm = drizzle(async (statement, values) => ({
  rows: database
    .prepare(statement)
    .raw()
    .all(...values),
}));

const shared = globalThis as { findBooks?: Record<string, unknown> };
shared.findBooks = {
  kysely: (list: never) => findWithKysely(db.selectFrom('books').selectAll(), list, { table: 'books' }),
  drizzle: (list: never) => findWithDrizzle(orm, list, { table: books }),
};

const operation = (library: string): string => `/**
 * @param-include filter (genre in, year gte null, title contains)
 * @param-include search (title), sort (year desc, title, id), paging, cursor
 * @returns {Book[]} The books
 */
export default ({ list }) => globalThis.findBooks.${library}(list);`;

const DEFINITIONS = {
  'Book.ts': 'export interface Book { id: number; title: string; genre: string; year: number | null }',
};

const root = scratch(afterAll);

describe.each(['kysely', 'drizzle'])('a list that is found with %s', (library) => {
  const start = async () => {
    const manifest = await compileTree(
      { 'books.js': operation(library) },
      { definitions: DEFINITIONS, responses: true, root, isFresh: true },
    );
    return serve(createApp(manifest));
  };
  const idsOf = (json: unknown): number[] => (json as { id: number }[]).map(({ id }) => id);

  it.each([
    ['', 'year is null, year desc, id desc'],
    ['sort=-year&', 'year is null, year desc, id desc'],
    ['sort=year&genre=novel&', 'year is null, year, id'],
    ['sort=title&q=100%25&', 'title, id'],
    ['sort=-id&year_null=false&year_gte=1993&', 'id desc'],
  ])('lists the rows of the query ?%s on its pages, each once', async (query, order) => {
    const { ask, errors } = await start();
    const found: number[] = [];
    let target: string | undefined = `/books?${query}page_size=4`;
    const pages: number[] = [];
    while (target !== undefined && pages.length < 20) {
      const { status, json, headers } = await ask(`GET ${target}`);
      expect([status, errors.map(String)]).toEqual([200, []]);
      pages.push(idsOf(json).length);
      found.push(...idsOf(json));
      target = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
    }
    const rows = database.prepare(`select * from books order by ${order}`).all() as {
      id: number;
      title: string;
      genre: string;
      year: number | null;
    }[];
    const expected = rows.filter(
      ({ title, genre, year }) =>
        (!query.includes('novel') || genre === 'novel') &&
        (!query.includes('q=') || title.includes('100%')) &&
        (!query.includes('year_gte') || (year !== null && year >= 1993)),
    );
    expect(found).toEqual(expected.map(({ id }) => id));
    expect(pages.length).toBe(Math.ceil(expected.length / 4));
  });

  it('counts, and skips', async () => {
    const { ask } = await start();
    const { json, headers } = await ask('GET /books?sort=id&page=3&page_size=4&total=1');
    expect([idsOf(json), headers['x-total-count']]).toEqual([[9, 10, 11, 12], '25']);
  });
});
