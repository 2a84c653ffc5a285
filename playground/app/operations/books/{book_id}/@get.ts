import type { OperationResult } from 'unplugin-operations/koa';
import { rate, selectBooks } from '../../../../database/books.ts';
import type { ShopContext } from '../../../context.ts';
import { refusal } from '../../../refusal.ts';

/**
 * Gets a book with its average rating.
 *
 * @tags books
 * @returns {BookDetails} The book, with the number and the average of its reviews.
 */
export default async function getBook(ctx: ShopContext<'getBook'>): Promise<OperationResult<'getBook'>> {
  const id = ctx.input.path.book_id;
  const book = await selectBooks(ctx.db).where('books.id', '=', id).executeTakeFirst();
  if (book === undefined) throw refusal(404, `There is no book ${id}.`);
  return { ...book, ...(await rate(ctx.db, id)) };
}
