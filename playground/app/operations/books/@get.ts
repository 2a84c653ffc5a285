import type { OperationResult } from 'unplugin-operations/koa';
import { findBooks, selectBooks } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';

/**
 * Lists the books of the shop.
 * @tags books
 * @param-include filter (genre, min_price = price_cents gte, max_price = price_cents lte, min_stock = stock gte)
 * @param-include sort (year desc, title, price_cents, id), paging
 * @returns {Book[]} The books.
 */
export default function listBooks({ db, list }: ShopContext<'listBooks'>): Promise<OperationResult<'listBooks'>> {
  return findBooks(selectBooks(db), list);
}
