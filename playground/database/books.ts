import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Keyset, ListFilter, ListRequest } from 'unplugin-operations/koa';
import { findList } from 'unplugin-operations/kysely';
import type { Database, Tables } from './schema.ts';
import { fold } from './text.ts';

/** A book of the API. */
export interface Book {
  id: number;
  title: string;
  author_id: number;
  author: string;
  genre: string;
  year: number;
  pages: number;
  price_cents: number;
  stock: number;
}

/** A query for books. */
type BookQuery = SelectQueryBuilder<Tables, 'books' | 'authors', Book>;

/** Selects the books with the names of their authors. Callers add conditions and an order. */
export function selectBooks(db: Database): BookQuery {
  return db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select([
      'books.id',
      'title',
      'author_id',
      'authors.name as author',
      'genre',
      'year',
      'pages',
      'price_cents',
      'stock',
    ]);
}

/** A list of books. Filters compare texts as they are, and so not those that are sorted and searched without case and accents. */
type BookList = ListRequest<
  ListFilter & { readonly name: Exclude<keyof Book, 'title' | 'author'> },
  keyof Book,
  keyof Book
>;

/** Finds the books of a list. */
export function findBooks(books: BookQuery, list: BookList): Promise<Keyset<Book>> {
  return findList(books, list, {
    table: 'books',
    columns: { title: 'books.title_key', author: 'authors.name_key' },
    search: { fold },
  });
}

/** Counts the reviews of a book and calculates their average, rounded to two decimals; null without reviews. */
export async function rate(db: Database, bookId: number): Promise<{ reviews: number; rating: number | null }> {
  const { count, sum } = await db
    .selectFrom('reviews')
    .where('book_id', '=', bookId)
    .select([countRows.as('count'), sql<number>`cast(coalesce(sum(rating), 0) as integer)`.as('sum')])
    .executeTakeFirstOrThrow();
  return { reviews: count, rating: count === 0 ? null : Math.round((100 * sum) / count) / 100 };
}

/** `count(*)` as a number. PostgreSQL's count has 64 bits, which the driver returns as text. */
export const countRows: RawBuilder<number> = sql<number>`cast(count(*) as integer)`;
