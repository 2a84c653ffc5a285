import type { FilterValue, ListFilter, ListRequest } from '../../../src/shared/contract/list-request.ts';

/** A row of the table that random lists are of. */
export interface Item {
  id: number;
  /** An integer beyond 2^53, as text. */
  serial: string;
  title: string;
  kind: string | null;
  rating: number | null;
  price: number;
  is_new: boolean;
  /** With microseconds, in UTC. */
  at: string;
  note: string | null;
}

export type ItemName = Exclude<keyof Item, never>;
export type ItemList = ListRequest<ListFilter & { readonly name: ItemName }, ItemName, 'title' | 'note'>;

/** Returns an integer from 0 up to, but not including, a bound. */
export type Random = (bound: number) => number;

/** The minimal standard generator of Park and Miller. */
export function randomFrom(seed: number): Random {
  let state = ((seed * 7919) % 2_147_483_646) + 1;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * bound);
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;

/** Characters with a meaning in patterns, strings, parameters or identifiers, and some that differ in UTF-8 and UTF-16. */
const CHARACTERS = [...String.raw`ab%_~\'"?$:Z. `, 'é', '\uFFFD', '\u{1F600}', '\uD7FF', '\u{10FFFF}'];
const KINDS = ['a', 'b', 'c', '100%', ''];

const textOf = (random: Random, most: number): string =>
  Array.from({ length: random(most + 1) }, () => pick(random, CHARACTERS)).join('');

export function randomItem(random: Random, id: number): Item {
  const micros = String(random(4)).padStart(6, '0');
  return {
    id,
    serial: String(9_007_199_254_740_990n + BigInt(id)),
    title: textOf(random, 3),
    kind: random(3) === 0 ? null : pick(random, KINDS),
    rating: random(3) === 0 ? null : random(4) - 1,
    price: pick(random, [0.1, 0.2, 0.1 + 0.2, -1.5, 1e21, 3, 1 / 3]),
    is_new: random(2) === 0,
    at: `2026-01-0${1 + random(2)}T00:00:00.${micros}Z`,
    note: random(2) === 0 ? null : textOf(random, 2),
  };
}

const NULLABLE: readonly ItemName[] = ['kind', 'rating', 'note'];
const NAMES: readonly ItemName[] = ['title', 'kind', 'rating', 'price', 'is_new', 'at', 'note'];
const OPERATORS = {
  eq: NAMES,
  ne: NAMES,
  in: ['title', 'kind', 'rating', 'price', 'at', 'note', 'id', 'serial'],
  gt: ['rating', 'price', 'at', 'title', 'id', 'serial'],
  gte: ['rating', 'price', 'at', 'title', 'id', 'serial'],
  lt: ['rating', 'price', 'at', 'title', 'id', 'serial'],
  lte: ['rating', 'price', 'at', 'title', 'id', 'serial'],
  null: NULLABLE,
  starts: ['title', 'note', 'kind'],
  contains: ['title', 'note', 'kind'],
} satisfies Record<ListFilter['op'], readonly ItemName[]>;

function randomFilter(random: Random, items: readonly Item[]): ItemList['filters'][number] {
  const op = pick(random, Object.keys(OPERATORS) as ListFilter['op'][]);
  const name: ItemName = pick(random, OPERATORS[op]);
  const one = (): FilterValue => pick(random, items)[name] ?? (name === 'rating' ? 5_000_000_000 : 'a');
  if (op === 'in') return { name, op, value: Array.from({ length: 1 + random(4) }, one) };
  if (op === 'null') return { name, op, value: random(2) === 0 };
  const value = one();
  if (op !== 'starts' && op !== 'contains') return { name, op, value };
  return { name, op, value: Array.from(String(value)).slice(0, random(3)).join('') };
}

/** A list with up to two filters, up to two words, and one to six keys. */
export function randomList(random: Random, items: readonly Item[]): ItemList {
  const names = new Set(Array.from({ length: random(6) }, () => pick(random, NAMES)));
  const keys: ItemName[] = [...names, pick(random, ['id', 'serial'])];
  const isReversed = random(3) === 0;
  return {
    limit: 1 + random(7),
    offset: 0,
    total: random(3) === 0,
    filters: Array.from({ length: random(3) }, () => randomFilter(random, items)),
    words: random(4) > 0 ? [] : Array.from({ length: 1 + random(2) }, () => pick(random, CHARACTERS)),
    searched: ['title', 'note'],
    order: keys.map((name) => ({
      name,
      desc: isReversed || random(2) === 0,
      ...(NULLABLE.includes(name) && { nullable: true as const }),
    })),
  };
}

/** The rows that a list is to have, without its limit, offset and cursor. */
export function expectedItems(list: ItemList, items: readonly Item[]): Item[] {
  const meets = (item: Item): boolean =>
    list.filters.every((filter) => meetsFilter(item, filter)) &&
    list.words.every((word) => list.searched.some((name) => fold(item[name] ?? '').includes(fold(word))));
  return items.filter(meets).sort((a, b) => compareItems(list, a, b));
}

/** Only the letters of ASCII, as SQLite. */
const fold = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function meetsFilter(item: Item, { name, op, value }: ItemList['filters'][number]): boolean {
  const own = item[name];
  if (op === 'null') return (own === null) === value;
  if (op === 'ne') return own !== value;
  if (own === null) return false;
  if (op === 'in') return (value as readonly unknown[]).includes(own);
  if (op === 'starts') return String(own).startsWith(String(value));
  if (op === 'contains') return String(own).includes(String(value));
  const order = compareValues(name, own, value as FilterValue);
  return { eq: order === 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op];
}

/** The order of two rows in a list. */
export function compareItems({ order }: ItemList, a: Item, b: Item): number {
  for (const { name, desc } of order) {
    const [x, y] = [a[name], b[name]];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    const result = compareValues(name, x, y);
    if (result !== 0) return desc ? -result : result;
  }
  return 0;
}

function compareValues(name: ItemName, a: FilterValue, b: FilterValue): number {
  if (name === 'serial') return Number(BigInt(a) - BigInt(b));
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
