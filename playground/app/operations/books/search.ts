import type { OperationResult } from 'unplugin-operations/koa';
import { sql } from 'kysely';
import { selectBooks } from '../../../database/books.ts';
import { containing, fold } from '../../../database/text.ts';
import type { ShopContext } from '../../context.ts';
import { refusal } from '../../refusal.ts';
import { listPage } from '../_list.ts';

/**
 * Finds books whose title and author contain all words. Order, case and accents do not matter.
 *
 * @GET
 * @tags books
 * @param {string} q (maxLength: 100, pattern: "^[^\\x00]*[^\\x00\\s][^\\x00]*$", example: lighthouse north) - The words, or parts of words.
 * @param-include paging
 * @returns {Page<Book>} The books, sorted by title.
 */
export async function searchBooks(ctx: ShopContext<'searchBooks'>): Promise<OperationResult<'searchBooks'>> {
  const words = fold(ctx.input.query.q)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) throw refusal(400, 'q must have a word to search for.');
  let books = selectBooks(ctx.db);
  for (const word of words) {
    books = books.where(sql<boolean>`title_key || ' ' || name_key like ${containing(word)} escape '\\'`);
  }
  return listPage(books.orderBy('title_key').orderBy('books.id'), ctx.paging);
}
