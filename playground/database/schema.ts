import type { Generated, Kysely } from 'kysely';

/** The tables of the bookshop. Money is in cents, times are ISO 8601 in UTC. Columns have the names of the API. */
export interface Tables {
  authors: AuthorsTable;
  books: BooksTable;
  covers: CoversTable;
  reviews: ReviewsTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
}

/** The bookshop's database, or a transaction in it. */
export type Database = Kysely<Tables>;

interface AuthorsTable {
  id: Generated<number>;
  name: string;
  /** The result of `fold` for the name, to search by. */
  name_key: string;
  /** ISO 3166-1, two letters. */
  country: string;
  born: number;
}

interface BooksTable {
  id: Generated<number>;
  title: string;
  /** The result of `fold` for the title, to search and sort by. */
  title_key: string;
  author_id: number;
  genre: string;
  year: number;
  pages: number;
  price_cents: number;
  /** The number of copies in stock. */
  stock: number;
}

/** The covers that the staff has set: one row per book at most. */
interface CoversTable {
  book_id: number;
  /** The media type of the image. */
  type: string;
  image: Uint8Array;
}

interface ReviewsTable {
  id: Generated<number>;
  book_id: number;
  /** From 1 to 5. */
  rating: number;
  reviewer: string;
  text: string;
  created_at: string;
}

/** An order is open until it is shipped or cancelled. */
export type OrderStatus = 'open' | 'shipped' | 'cancelled';

interface OrdersTable {
  id: Generated<number>;
  customer: string;
  status: OrderStatus;
  total_cents: number;
  created_at: string;
}

interface OrderItemsTable {
  order_id: number;
  book_id: number;
  quantity: number;
  /** The price of one copy at the time of the order. */
  price_cents: number;
}
