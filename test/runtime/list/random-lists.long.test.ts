import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../../playground/build.ts';
import type { Cleanup } from '../../playground/build.ts';
import type { Changes, FindItems, ItemDatabase } from './databases.ts';
import { findInSql, hasKnex, openPostgres, openSqlite, sql } from './databases.ts';
import type { ItemList, Random } from './items.ts';
import { randomFrom, randomList } from './items.ts';
import type { Table } from './walk.ts';
import { fill, skip, walk } from './walk.ts';

/** How many lists each library finds. */
const LISTS = Number(process.env['RANDOM_LISTS'] ?? 40);
/** A table serves some lists. */
const TABLES = 8;

type Prepare = (list: ItemList) => ItemList;

/** Checks random lists, and returns what is wrong. */
async function checkLists(
  database: ItemDatabase,
  find: FindItems,
  { count = LISTS, prepare = (list) => list }: { readonly count?: number; readonly prepare?: Prepare } = {},
): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = 0; seed < TABLES; seed++) {
    const random = randomFrom(seed + 1);
    const table = await fill(database, random, 40);
    for (let i = seed; i < count; i += TABLES) {
      const list = randomList(random, table.items);
      const changed: FindItems = (asked) => find(prepare(asked));
      const difference = await findDifference(changed, list, table, random);
      if (difference !== undefined) wrong.push(`${difference}\n${JSON.stringify(list)}`);
    }
  }
  return wrong;
}

async function findDifference(
  find: FindItems,
  list: ItemList,
  table: Table,
  random: Random,
): Promise<string | undefined> {
  try {
    return (await walk(find, list, table, random)) ?? (await skip(find, list, table));
  } catch (error) {
    return String(error);
  }
}

const HOW: readonly (readonly [name: string, prepare: Prepare])[] = [
  [
    'the direction of a key',
    (list) => ({ ...list, order: list.order.map((key, i) => ({ ...key, desc: key.desc !== (i === 0) })) }),
  ],
  [
    'the last key',
    ({ order, cursor, ...list }) => ({
      ...list,
      order: order.length === 1 ? order : order.slice(0, -1),
      ...(cursor && { cursor: order.length === 1 ? cursor : cursor.slice(0, -1) }),
    }),
  ],
  ['nulls', (list) => ({ ...list, order: list.order.map(({ name, desc }) => ({ name, desc })) })],
];

const IN_SQL: readonly (readonly [name: string, changes: Changes])[] = [
  ['the table of a column', { select: "items.id, 'x' || items.id as title", columns: { title: sql`title` } }],
  [
    'the escape of a pattern',
    {
      statement: (text, values) => [
        text.replaceAll(/instr\((.+?), (\?|lower\(\?\))\) > 0/g, "$1 like '%' || $2 || '%'"),
        values.map((value) => (typeof value === 'string' ? value.replaceAll(/~(?=[%_])/g, '') : value)),
      ],
    },
  ],
];

function describeOn(title: string, open: (cleanup: Cleanup) => ItemDatabase | Promise<ItemDatabase>): void {
  describe(`random lists on ${title}`, () => {
    const cleanup = afterSuite();
    let database: ItemDatabase;
    beforeAll(async () => {
      database = await open(cleanup);
    });

    it.each(['sql', 'kysely', 'drizzle', ...(hasKnex ? ['knex'] : [])])(
      'finds the rows of random lists with %s, while rows come and go',
      async (name) => {
        expect(await checkLists(database, database.finders[name]!)).toEqual([]);
      },
    );

    it.each(HOW)('notices a list that forgets %s', async (_, prepare) => {
      expect(await checkLists(database, database.finders['sql']!, { count: 40, prepare })).not.toEqual([]);
    });

    it.each(IN_SQL)('notices a list that forgets %s', async (_, changes) => {
      expect(await checkLists(database, findInSql(database, changes), { count: 80 })).not.toEqual([]);
    });
  });
}

describeOn('SQLite', openSqlite);
describe.skipIf(!process.env['TEST_DATABASE_URL'])('needs TEST_DATABASE_URL', () => {
  describeOn('PostgreSQL', openPostgres);
});
