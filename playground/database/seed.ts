import type { Insertable } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database, Tables } from './schema.ts';
import { fold } from './text.ts';
import { ADJECTIVES, COUNTRIES, FIRST_NAMES, GENRES, LAST_NAMES, NOUNS, OPINIONS, PLACES } from './words.ts';

/** The number of generated rows. */
export const SEEDED = { authors: 300, books: 5_000, reviews: 8_000, orders: 500 } as const;

/** Rows per INSERT. A statement has at most 32,766 parameters in SQLite, and 65,535 in PostgreSQL. */
const BATCH = 500;

/** Fills empty tables with the same rows on every run and every database. Tables that have rows are unchanged. */
export async function seed(db: Database, engine: Engine): Promise<void> {
  const row = await db.selectFrom('authors').select('id').limit(1).executeTakeFirst();
  if (row !== undefined) return;
  const random = randomNumbers(20_240_229);
  const books = makeBooks(random);
  const { orders, items } = makeOrders(random, books);
  await insert(db, 'authors', makeAuthors(random));
  await insert(db, 'books', books);
  await insert(db, 'reviews', makeReviews(random));
  await insert(db, 'orders', orders);
  await insert(db, 'order_items', items);
  for (const table of ['authors', 'books', 'reviews', 'orders'] as const) await engine.continueIds(db, table);
}

async function insert<T extends keyof Tables>(db: Database, table: T, rows: Insertable<Tables[T]>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + BATCH))
      .execute();
  }
}

/** Returns the next integer from 0 up to, but not including, a bound. */
type Random = (bound: number) => number;

/** The minimal standard generator of Park and Miller. Every product is exact in a double, so all machines generate the same numbers. */
function randomNumbers(start: number): Random {
  let state = start;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;

function pickGenre(random: Random): string {
  let left = random(GENRES.reduce((sum, [, share]) => sum + share, 0));
  return GENRES.find(([, share]) => (left -= share) < 0)![0];
}

function makeAuthors(random: Random): Insertable<Tables['authors']>[] {
  return Array.from({ length: SEEDED.authors }, (_, index) => {
    // 7 and the number of pairs are coprime, so no pair repeats.
    const pair = (index * 7) % (FIRST_NAMES.length * LAST_NAMES.length);
    const name = `${FIRST_NAMES[pair % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(pair / FIRST_NAMES.length)]}`;
    return { id: index + 1, name, name_key: fold(name), country: pick(random, COUNTRIES), born: 1850 + random(150) };
  });
}

function makeTitle(random: Random): string {
  const thing = `${pick(random, ADJECTIVES)} ${pick(random, NOUNS)}`;
  return [`The ${thing}`, `${thing} of ${pick(random, PLACES)}`, `A ${thing} in ${pick(random, PLACES)}`][random(3)]!;
}

function makeBooks(random: Random): Insertable<Tables['books']>[] {
  return Array.from({ length: SEEDED.books }, (_, index) => {
    const title = makeTitle(random);
    return {
      id: index + 1,
      title,
      title_key: fold(title),
      author_id: 1 + random(SEEDED.authors),
      genre: pickGenre(random),
      year: 1900 + random(125),
      pages: 40 + random(900),
      price_cents: 499 + 50 * random(90),
      stock: random(30),
    };
  });
}

function makeReviews(random: Random): Insertable<Tables['reviews']>[] {
  return Array.from({ length: SEEDED.reviews }, (_, index) => ({
    id: index + 1,
    // The lower of two numbers: some books get many reviews, and many get none.
    book_id: 1 + Math.min(random(SEEDED.books), random(SEEDED.books)),
    rating: 5 - Math.min(random(5), random(5)),
    reviewer: `${pick(random, FIRST_NAMES)} ${pick(random, LAST_NAMES).charAt(0)}.`,
    text: pick(random, OPINIONS),
    created_at: moment(random(SEEDED.reviews)),
  }));
}

type Orders = { orders: Insertable<Tables['orders']>[]; items: Insertable<Tables['order_items']>[] };

function makeOrders(random: Random, books: readonly Insertable<Tables['books']>[]): Orders {
  const all: Orders = { orders: [], items: [] };
  for (let id = 1; id <= SEEDED.orders; id++) {
    const first = random(SEEDED.books - 4);
    const chosen = books.slice(first, first + 1 + random(4));
    const items = chosen.map((book) => ({
      order_id: id,
      book_id: first + 1 + chosen.indexOf(book),
      quantity: 1 + random(3),
      price_cents: book.price_cents,
    }));
    all.items.push(...items);
    all.orders.push({
      id,
      customer: `${pick(random, FIRST_NAMES)} ${pick(random, LAST_NAMES)}`,
      status: pick(random, ['open', 'shipped', 'shipped', 'shipped', 'cancelled'] as const),
      total_cents: items.reduce((sum, item) => sum + item.quantity * item.price_cents, 0),
      created_at: moment(id * 16),
    });
  }
  return all;
}

/** A time, in hours after the start of 2024. */
function moment(hours: number): string {
  return new Date(Date.UTC(2024, 0, 1, hours)).toISOString();
}
