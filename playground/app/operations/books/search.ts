import type { OperationResult } from 'unplugin-operations/koa';
import { findBooks, selectBooks } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';
import { refusal } from '../../refusal.ts';

/**
 * Finds books whose title and author contain all words. Order, case and accents do not matter.
 * @GET
 * @tags books
 * @param-include search (title, author), sort (title, id), paging
 * @returns {Page<Book>} The books.
 */
export async function searchBooks({ db, list }: ShopContext<'searchBooks'>): Promise<OperationResult<'searchBooks'>> {
  if (list.words.length === 0) throw refusal(400, 'q must have a word to search for.');
  return findBooks(selectBooks(db), list);
}
