import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../../context.ts';
import { refusal } from '../../../../refusal.ts';

/**
 * Deletes a review.
 *
 * @security staff
 * @rate-limit 60 per minute per address (name: sign-in, onStoreError: closed)
 * @rate-limit 100 per hour per user (name: removals)
 * @param {int32} review_id (example: 99) - The review's ID.
 * @returns {void} 204 - The review is deleted.
 * @throws 404 - The review does not exist.
 */
export default async function removeReview(ctx: ShopContext<'removeReview'>): Promise<OperationResult<'removeReview'>> {
  const { book_id: bookId, review_id: id } = ctx.input.path;
  const removed = await ctx.db
    .deleteFrom('reviews')
    .where('id', '=', id)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw refusal(404, `Book ${bookId} has no review ${id}.`);
}
