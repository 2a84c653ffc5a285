import type { OperationResult } from 'unplugin-operations/koa';
import { selectBooks } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';
import { listPage } from '../_list.ts';

const ORDERS = {
  id: ['books.id', 'asc'],
  title: ['title_key', 'asc'],
  price: ['price_cents', 'asc'],
  newest: ['year', 'desc'],
} as const;

/**
 * Lists the books of the shop.
 *
 * @tags books
 * @param {string} [genre] (maxLength: 100, pattern: "^[^\\x00]*$", example: poetry) - Only books of this genre.
 * @param {int32} [min_price] (minimum: 0, example: 500) - The minimum price, in cents.
 * @param {int32} [max_price] (minimum: 0, example: 1500) - The maximum price, in cents.
 * @param {int32} [in_stock] (minimum: 0) - The minimum number of copies in stock.
 * @param {'id'|'title'|'price'|'newest'} [sort=id] - The sort key. `newest` is descending, all others are ascending.
 * @param-include paging
 * @returns {Book[]} The books.
 */
export default function listBooks(ctx: ShopContext<'listBooks'>): Promise<OperationResult<'listBooks'>> {
  const { genre, min_price: lowest, max_price: highest, in_stock: copies, sort } = ctx.input.query;
  const [column, direction] = ORDERS[sort];
  const books = selectBooks(ctx.db)
    .$if(genre !== undefined, (query) => query.where('genre', '=', genre!))
    .$if(lowest !== undefined, (query) => query.where('price_cents', '>=', lowest!))
    .$if(highest !== undefined, (query) => query.where('price_cents', '<=', highest!))
    .$if(copies !== undefined, (query) => query.where('stock', '>=', copies!));
  return listPage(books.orderBy(column, direction).orderBy('books.id', direction), ctx.paging);
}
