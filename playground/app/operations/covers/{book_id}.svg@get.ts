import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../context.ts';
import { findBook } from '../books/_book.ts';
import { drawing } from './_drawing.ts';

/**
 * Draws a cover for a book from its title.
 *
 * @tags books
 * @cache public, max-age=600, stale-while-revalidate=86400
 * @param-include book
 * @returns {string} 200 image/svg+xml - The cover.
 * @returns-include missingBook
 */
export default async function drawCover(ctx: ShopContext<'drawCover'>): Promise<OperationResult<'drawCover'>> {
  return drawing(await findBook(ctx.db, ctx.input.path.book_id));
}
