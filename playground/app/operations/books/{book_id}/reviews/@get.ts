import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../../context.ts';
import { listPage } from '../../../_list.ts';
import { requireBook } from '../../_book.ts';

/**
 * Lists the reviews of a book, latest first.
 *
 * @param-include paging
 * @param {integer} [min_rating=1] (minimum: 1, maximum: 5) - The minimum rating, in stars.
 * @returns {Page<Review>} The reviews.
 */
export default async function listReviews(ctx: ShopContext<'listReviews'>): Promise<OperationResult<'listReviews'>> {
  const { book_id: bookId } = ctx.input.path;
  await requireBook(ctx.db, bookId);
  const reviews = ctx.db
    .selectFrom('reviews')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('rating', '>=', ctx.input.query.min_rating)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return listPage(reviews, ctx.paging);
}
