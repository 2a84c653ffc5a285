import { findCover } from '../../../../database/covers.ts';
import type { ShopContext } from '../../../context.ts';
import { drawing } from '../../covers/_drawing.ts';
import { findBook } from '../_book.ts';

/**
 * Gets the cover of a book: the image that the staff has set, or a drawing.
 *
 * @tool none
 * @tags books
 * @returns {file} 200 image/svg+xml, image/png, image/jpeg, image/webp - The cover.
 */
export default async function getCover(ctx: ShopContext<'getCover'>): Promise<Buffer> {
  const id = ctx.input.path.book_id;
  const cover = await findCover(ctx.db, id);
  if (cover !== undefined) {
    ctx.type = cover.type;
    return cover.image;
  }
  return Buffer.from(drawing(await findBook(ctx.db, id)));
}
