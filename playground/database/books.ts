import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

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

/** Selects the books with the names of their authors. Callers add conditions and an order. */
export function selectBooks(db: Database): SelectQueryBuilder<Tables, 'books' | 'authors', Book> {
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
