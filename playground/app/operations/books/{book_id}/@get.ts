import type { OperationResult } from 'unplugin-operations/koa';
import { rate } from '../../../../database/books.ts';
import type { ShopContext } from '../../../context.ts';
import { findBook } from '../_book.ts';

/**
 * Gets a book with its average rating.
 *
 * @since v1
 * @tags books
 * @returns {BookDetails} The book, with the number and the average of its reviews.
 */
export default async function getBook(ctx: ShopContext<'getBook'>): Promise<OperationResult<'getBook'>> {
  const id = ctx.input.path.book_id;
  const book = await findBook(ctx.db, id);
  return { ...book, ...(await rate(ctx.db, id)) };
}
