import type { Page } from 'unplugin-operations/koa';
import { selectBooks } from '../../../database/books.ts';
import type { Book } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';
import { queryChoice, queryInteger, queryText } from '../_input.ts';
import { listPage } from '../_list.ts';

const ORDERS = {
  id: ['books.id', 'asc'],
  title: ['title_key', 'asc'],
  price: ['price_cents', 'asc'],
  newest: ['year', 'desc'],
} as const;

/**
 * The books of the shop, a page at a time.
 *
 * @tags books
 * @param {string} [genre] (maxLength: 100, example: poetry) - Only books of this genre.
 * @param {int32} [min_price] (minimum: 0, example: 500) - Only books that cost at least so many cents.
 * @param {int32} [max_price] (minimum: 0, example: 1500) - Only books that cost at most so many cents.
 * @param {int32} [in_stock] (minimum: 0) - Only books of which the shop has at least so many copies.
 * @param {'id'|'title'|'price'|'newest'} [sort=id] - What they are sorted by; the newest come first, else the least.
 * @param-include paging
 * @returns {Book[]} The books.
 */
export default function listBooks(ctx: ShopContext): Promise<Page<Book>> {
  const genre = queryText(ctx, 'genre');
  const lowest = queryInteger(ctx, 'min_price');
  const highest = queryInteger(ctx, 'max_price');
  const copies = queryInteger(ctx, 'in_stock');
  const [column, direction] = ORDERS[queryChoice(ctx, 'sort', ['id', 'title', 'price', 'newest']) ?? 'id'];
  const books = selectBooks(ctx.db)
    .$if(genre !== undefined, (query) => query.where('genre', '=', genre!))
    .$if(lowest !== undefined, (query) => query.where('price_cents', '>=', lowest!))
    .$if(highest !== undefined, (query) => query.where('price_cents', '<=', highest!))
    .$if(copies !== undefined, (query) => query.where('stock', '>=', copies!));
  return listPage(books.orderBy(column, direction).orderBy('books.id', direction), ctx.paging);
}
