import type { KeyValue } from '../../../src/shared/contract/list-request.ts';
import type { FindItems, ItemDatabase } from './databases.ts';
import { addItems, deleteItem } from './databases.ts';
import type { Item, ItemList, Random } from './items.ts';
import { compareItems, expectedItems, randomItem } from './items.ts';

/** A table, and the same rows in memory. */
export interface Table {
  readonly database: ItemDatabase;
  items: Item[];
  lastId: number;
}

/** Fills a table. */
export async function fill(database: ItemDatabase, random: Random, count: number): Promise<Table> {
  const items = Array.from({ length: count }, (_, i) => randomItem(random, i + 1));
  await database.run('delete from items');
  await addItems(database, items);
  return { database, items, lastId: count };
}

/** Adds and deletes rows. There are about as many as before. */
async function change(table: Table, random: Random): Promise<void> {
  const added = Array.from({ length: random(3) }, () => randomItem(random, ++table.lastId));
  const isFull = table.items.length + added.length > MAX_ITEMS;
  const gone = new Set(Array.from({ length: isFull ? 3 : random(3) }, () => table.items[random(table.items.length)]!));
  await addItems(table.database, added);
  for (const { id } of gone) await deleteItem(table.database, id);
  table.items = [...table.items.filter((item) => !gone.has(item)), ...added];
}

const MAX_ITEMS = 45;
const MAX_PAGES = 100;
const CHANGES = 30;

/**
 * Walks through a list by cursors, while rows come and go.
 *
 * @returns The first difference to the list in memory; undefined if there is none.
 */
export async function walk(find: FindItems, list: ItemList, table: Table, random: Random): Promise<string | undefined> {
  let cursor: readonly KeyValue[] | undefined;
  let last: Item | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const all = expectedItems(list, table.items);
    const expected = all.filter((item) => last === undefined || compareItems(list, item, last) > 0);
    const { rows, total, after } = await find(cursor === undefined ? list : { ...list, cursor });
    const found = rows.slice(0, list.limit).map(({ id }) => id);
    const wanted = expected.slice(0, list.limit);
    const describe = (): string => `page ${page}: ${JSON.stringify({ found, wanted: wanted.map(({ id }) => id) })}`;
    if (found.join() !== wanted.map(({ id }) => id).join()) return describe();
    if (list.total && total !== all.length) return `the total is ${total}, not ${all.length}`;
    if (rows.length > list.limit !== expected.length > list.limit) return `${describe()}, and the end is wrong`;
    if (rows.some((row) => 'listkey0' in row)) return 'a row has a key of the cursor';
    if (after === undefined) return rows.length > list.limit ? 'there is no cursor' : undefined;
    // As it comes back from the client.
    cursor = JSON.parse(JSON.stringify(after)) as KeyValue[];
    last = wanted.at(-1);
    // A list in the order in which rows are added has no end while they come.
    if (page < CHANGES) await change(table, random);
  }
  return `there are more than ${MAX_PAGES} pages`;
}

/** Reads a list by offsets. */
export async function skip(find: FindItems, list: ItemList, table: Table): Promise<string | undefined> {
  const expected = expectedItems(list, table.items);
  for (let offset = 0; offset <= expected.length; offset += list.limit) {
    const { rows, total } = await find({ ...list, offset });
    const found = rows.slice(0, list.limit).map(({ id }) => id);
    const wanted = expected.slice(offset, offset + list.limit).map(({ id }) => id);
    if (found.join() !== wanted.join()) return `offset ${offset}: ${JSON.stringify({ found, wanted })}`;
    if (list.total && total !== expected.length) return `the total is ${total}, not ${expected.length}`;
  }
  return undefined;
}
