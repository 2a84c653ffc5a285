import Libsql from 'libsql';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { findList } from '../../../src/runtime/list/index.ts';
import type { KeyValue, ListRequest } from '../../../src/shared/contract/list-request.ts';
import type { Cleanup } from '../../playground/build.ts';
import { afterSuite } from '../../playground/build.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { sql, toText } from './databases.ts';

/** Runs a query, and returns its rows and what is read of the table but by an index, or sorted. */
type Explain = (text: string, values: readonly unknown[]) => Promise<{ rows: object[]; problems: string[] }>;

/** Rows in the table. */
const COUNT = 20_000;
/** Pages of the database that a query may read: an index has three levels, and rows are anywhere in the table. */
const MAX_BLOCKS = 60;

const SETUP = [
  'create table books (id integer primary key, year integer not null, rating integer, genre text COLLATION not null, title text COLLATION not null)',
  'create index by_year on books (year, id)',
  'create index by_year_down on books (year desc, id)',
  'create index by_rating on books (rating, id)',
  'create index by_genre on books (genre, id)',
  'create index by_title on books (title, id)',
];

/** The rows, in one statement. A tenth has no rating. */
const insertFrom = (numbers: string, text: string): string =>
  `insert into books select i, 1000 + i * 7 % 2000, case when i % 10 = 0 then null else i * 11 % 500 end, 'g' || (i % 40), ${text} from ${numbers}`;

const COLUMNS = {
  id: 'books.id',
  year: 'books.year',
  rating: 'books.rating',
  genre: 'books.genre',
  title: 'books.title',
} as const;

type BookList = Omit<ListRequest, 'order' | 'limit' | 'offset' | 'total' | 'words' | 'searched' | 'filters'> &
  Partial<Pick<ListRequest, 'filters'>> & { readonly order: string };

/** A list by the text of its order, such as `rating? desc, id`. */
function listOf({ order, ...rest }: BookList): ListRequest {
  const keys = order.split(', ').map((text) => {
    const [, name = '', mark, direction] = /^(\w+)(\??)( desc)?$/.exec(text)!;
    return { name, desc: direction !== undefined, ...(mark === '?' && { nullable: true as const }) };
  });
  return { limit: 20, offset: 0, total: false, words: [], searched: [], filters: [], order: keys, ...rest };
}

/** Finds a page and the next one. The second list starts anywhere. */
async function problemsOf(dialect: 'postgres' | 'sqlite', explain: Explain, list: ListRequest): Promise<string[]> {
  const problems: string[] = [];
  const find = (asked: ListRequest): ReturnType<typeof findList> =>
    findList(asked, {
      sql,
      dialect,
      columns: COLUMNS,
      async rows({ where, orderBy, limit, selectKeys }) {
        const values: unknown[] = [];
        const query = sql`select books.*${selectKeys} from books where ${where} order by ${orderBy} limit ${limit}`;
        const found = await explain(toText(query, dialect, values), values);
        problems.push(...found.problems);
        return found.rows;
      },
      count: () => 0,
    });
  const { rows, after } = await find(list);
  expect(rows).toHaveLength(21);
  const next = after === undefined ? undefined : await find({ ...list, cursor: after });
  expect((next ?? { rows }).rows).toHaveLength(21);
  return problems;
}

const FAST: readonly (readonly [name: string, list: BookList])[] = [
  ['keys of one direction', { order: 'year, id' }],
  ['keys of the other direction', { order: 'year desc, id desc' }],
  ['keys of mixed directions', { order: 'year desc, id' }],
  ['keys that can be null', { order: 'rating?, id' }],
  ['keys that can be null, in the other direction', { order: 'rating? desc, id desc' }],
  ['equality', { order: 'id', filters: [{ name: 'genre', op: 'eq', value: 'g7' }] }],
  [
    'a range',
    {
      order: 'year, id',
      filters: [
        { name: 'year', op: 'gte', value: 1950 },
        { name: 'year', op: 'lt', value: 1960 },
      ],
    },
  ],
  ['the start of a text', { order: 'title, id', filters: [{ name: 'title', op: 'starts', value: 'a%1' }] }],
  ['null', { order: 'id', filters: [{ name: 'rating', op: 'null', value: true }] }],
];

/** Pages in the middle of the list, by the values of the last row before. */
const DEEP: readonly (readonly [order: string, cursor: readonly KeyValue[]])[] = [
  ['year, id', [1960, 9000]],
  ['year desc, id desc', [1960, 9000]],
  ['year desc, id', [1960, 9000]],
  ['rating?, id', [250, 9000]],
  ['rating? desc, id desc', [250, 9000]],
  ['rating?, id', [null, 9000]],
];

function describeOn(title: string, dialect: 'postgres' | 'sqlite', open: (cleanup: Cleanup) => Promise<Explain>): void {
  describe(`the plans of ${title}`, () => {
    const cleanup = afterSuite();
    let explain: Explain;
    beforeAll(async () => {
      explain = await open(cleanup);
    });

    it.each(FAST)('use an index for %s', async (_, list) => {
      expect(await problemsOf(dialect, explain, listOf(list))).toEqual([]);
    });

    it.each(DEEP)('use an index for a page in the middle, by %s after %j', async (order, cursor) => {
      expect(await problemsOf(dialect, explain, { ...listOf({ order }), cursor })).toEqual([]);
    });

    it('finds plans that read the whole table, as the docs explain', async () => {
      const contains: BookList = { order: 'id', filters: [{ name: 'title', op: 'contains', value: '%1' }] };
      const offset = (list: ListRequest): ListRequest => ({ ...list, offset: COUNT - 40 });
      expect(await problemsOf(dialect, explain, listOf({ ...contains, order: 'genre, rating?, id' }))).not.toEqual([]);
      expect(await problemsOf(dialect, explain, offset(listOf({ order: 'rating? desc, id' })))).not.toEqual([]);
    });
  });
}

async function openSqlite(): Promise<Explain> {
  const database = new Libsql(':memory:');
  for (const text of SETUP) database.exec(text.replaceAll('COLLATION', ''));
  const numbers = `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${COUNT}) select i from n)`;
  database.exec(insertFrom(numbers, "'a%' || i"));
  database.exec('analyze');
  return async (text, values) => {
    const plan = database.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
    const steps = plan.map(({ detail }) => detail);
    return {
      rows: database.prepare(text).all(...values) as object[],
      problems: steps.filter((step) => /TEMP B-TREE/.test(step) || /^SCAN (?!.*USING)/.test(step)),
    };
  };
}

async function openPostgres(cleanup: Cleanup): Promise<Explain> {
  const client = new Client(await createEmptyDatabase(cleanup));
  await client.connect();
  cleanup(() => client.end());
  for (const text of SETUP) await client.query(text.replaceAll('COLLATION', 'collate "C"'));
  await client.query(insertFrom(`generate_series(1, ${COUNT}) i`, "'a%' || i"));
  await client.query('vacuum analyze books');
  return async (text, values) => {
    const { rows } = await client.query(`explain (analyze, buffers, timing off, costs off) ${text}`, [...values]);
    const plan = rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']);
    const [, blocks = '0'] = /Buffers: shared (?:hit=(\d+))?/.exec(plan.join('\n')) ?? [];
    const found = await client.query(text, [...values]);
    return {
      rows: found.rows as object[],
      problems: [
        ...plan.filter((step) => /Seq Scan|Sort/.test(step)),
        ...(Number(blocks) > MAX_BLOCKS ? [`${blocks} blocks`] : []),
      ],
    };
  };
}

describeOn('SQLite', 'sqlite', openSqlite);
describe.skipIf(!process.env['TEST_DATABASE_URL'])('needs TEST_DATABASE_URL', () => {
  describeOn('PostgreSQL', 'postgres', openPostgres);
});
