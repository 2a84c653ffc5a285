import type { OperationResult } from 'unplugin-operations/koa';
import { selectBooks } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';
import { refusal } from '../../refusal.ts';
import { drawing } from './_drawing.ts';

/**
 * Draws a cover for a book from its title.
 *
 * @tags books
 * @param-include book
 * @returns {string} 200 image/svg+xml - The cover.
 * @returns-include missingBook
 */
export default async function drawCover(ctx: ShopContext<'drawCover'>): Promise<OperationResult<'drawCover'>> {
  const id = ctx.input.path.book_id;
  const book = await selectBooks(ctx.db).where('books.id', '=', id).executeTakeFirst();
  if (book === undefined) throw refusal(404, `There is no book ${id}.`);
  return drawing(book);
}
