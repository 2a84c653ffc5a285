import { refusal } from '../app/refusal.ts';
import type { Database, OrderStatus } from './schema.ts';

/** An order of the API. */
export interface Order {
  id: number;
  customer: string;
  status: OrderStatus;
  total_cents: number;
  created_at: string;
}

/** A book in an order. `price_cents` is the price of one copy. */
export interface OrderItem {
  book_id: number;
  title: string;
  quantity: number;
  price_cents: number;
}

/** An order with its books, sorted by book ID. */
export interface OrderWithItems extends Order {
  items: OrderItem[];
}

/** A book to order, and the number of copies. */
export interface Wanted {
  book_id: number;
  quantity: number;
}

/** Finds an order by its ID. */
export async function findOrder(db: Database, id: number): Promise<OrderWithItems | undefined> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (order === undefined) return undefined;
  const items = await db
    .selectFrom('order_items')
    .innerJoin('books', 'books.id', 'order_items.book_id')
    .select(['book_id', 'books.title', 'quantity', 'order_items.price_cents'])
    .where('order_id', '=', id)
    .orderBy('book_id')
    .execute();
  return { ...order, items };
}

/** Finds the latest orders, oldest first. */
export async function latestOrders(db: Database, count: number): Promise<Order[]> {
  const orders = await db.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(count).execute();
  return orders.toReversed();
}

/**
 * Finds the orders with a higher ID than the given one, at most 100.
 *
 * On PostgreSQL, an order whose transaction commits after that of a later order is missing: its ID is lower than the given one by then.
 * docs/guides/streams.md has the remedy, a lock, which this shop doesn't take because it would let one order through at a time.
 */
export function ordersAfter(db: Database, id: number): Promise<Order[]> {
  return db.selectFrom('orders').selectAll().where('id', '>', id).orderBy('id').limit(100).execute();
}

/**
 * Calculates the total price of books.
 *
 * @returns The items, sorted by book ID, and the total in cents.
 * @throws {Error} A 400 if a book does not exist.
 */
export async function quote(
  db: Database,
  wanted: readonly Wanted[],
): Promise<{ items: OrderItem[]; total_cents: number }> {
  const ids = wanted.map((item) => item.book_id);
  const books = await db.selectFrom('books').select(['id', 'title', 'price_cents']).where('id', 'in', ids).execute();
  const items = wanted
    .toSorted((a, b) => a.book_id - b.book_id)
    .map(({ book_id, quantity }) => {
      const book = books.find(({ id }) => id === book_id);
      if (book === undefined) throw refusal(400, `There is no book ${book_id}.`);
      return { book_id, title: book.title, quantity, price_cents: book.price_cents };
    });
  return { items, total_cents: items.reduce((sum, item) => sum + item.quantity * item.price_cents, 0) };
}

/**
 * Places an order and takes its books out of stock: all of them, or none.
 *
 * @param complete Runs last in the transaction, with the order and the books whose last copies it takes.
 * @throws {Error} A 400 if a book does not exist, or a 409 if there are not enough copies.
 */
export function placeOrder(
  db: Database,
  customer: string,
  wanted: readonly Wanted[],
  complete: (transaction: Database, order: OrderWithItems, soldOut: OrderItem[]) => Promise<void>,
): Promise<OrderWithItems> {
  return db.transaction().execute(async (transaction) => {
    const { items, total_cents } = await quote(transaction, wanted);
    const order = { customer, status: 'open' as const, total_cents, created_at: new Date().toISOString() };
    const { id } = await transaction.insertInto('orders').values(order).returning('id').executeTakeFirstOrThrow();
    const soldOut: OrderItem[] = [];
    // Lock the rows in the order of their IDs, so that two orders of the same books cannot deadlock.
    for (const item of items) {
      const { book_id, title, quantity, price_cents } = item;
      const book = await transaction
        .updateTable('books')
        .set((eb) => ({ stock: eb('stock', '-', quantity) }))
        .where('id', '=', book_id)
        .where('stock', '>=', quantity)
        .returning('stock')
        .executeTakeFirst();
      if (book === undefined) throw refusal(409, `There are not ${quantity} copies of book ${book_id}, ${title}.`);
      if (book.stock === 0) soldOut.push(item);
      await transaction.insertInto('order_items').values({ order_id: id, book_id, quantity, price_cents }).execute();
    }
    const placed = { id, ...order, items };
    await complete(transaction, placed, soldOut);
    return placed;
  });
}

/**
 * Cancels an open order and puts its books back into stock.
 *
 * @throws {Error} A 404 if the order does not exist, or a 409 if it is not open.
 */
export function cancelOrder(db: Database, id: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .executeTakeFirst();
    const order = await findOrder(transaction, id);
    if (order === undefined) throw refusal(404, `There is no order ${id}.`);
    if (cancelled.numUpdatedRows === 0n) throw refusal(409, `Order ${id} is ${order.status}.`);
    for (const { book_id, quantity } of order.items) {
      await transaction
        .updateTable('books')
        .set((eb) => ({ stock: eb('stock', '+', quantity) }))
        .where('id', '=', book_id)
        .execute();
    }
  });
}
