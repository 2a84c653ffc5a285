import type { OperationResult } from 'unplugin-operations/koa';
import { findList } from 'unplugin-operations/kysely';
import type { ShopContext } from '../../../../context.ts';
import { requireBook } from '../../_book.ts';

/**
 * Lists the reviews of a book, latest first.
 * @param-include filter (min_rating = rating gte), sort (created_at desc, id), paging
 * @returns {Page<Review>} The reviews.
 */
export default async function listReviews(ctx: ShopContext<'listReviews'>): Promise<OperationResult<'listReviews'>> {
  const { book_id: bookId } = ctx.input.path;
  await requireBook(ctx.db, bookId);
  const reviews = ctx.db.selectFrom('reviews').selectAll().where('book_id', '=', bookId);
  return findList(reviews, ctx.list, { table: 'reviews' });
}
