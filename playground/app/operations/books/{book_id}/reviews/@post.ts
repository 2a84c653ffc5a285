import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../../context.ts';
import { requireBook } from '../../_book.ts';

/**
 * Adds a review of a book.
 *
 * The shop has no accounts, so its readers are told apart by their addresses.
 *
 * @rate-limit 60 per hour per address (name: reviews)
 * @param {integer} rating (minimum: 1, maximum: 5) - The rating in stars.
 * @param {Text} reviewer (minLength: 1, maxLength: 80, example: Zoë) - The reader's name.
 * @param {Text} [text=""] (maxLength: 5000, example: I read it twice.) - The text of the review.
 * @returns {Review} 201 - The stored review.
 */
export default async function addReview(ctx: ShopContext<'addReview'>): Promise<OperationResult<'addReview'>> {
  const { path, body } = ctx.input;
  await requireBook(ctx.db, path.book_id);
  const review = { ...body, ...path, created_at: new Date().toISOString() };
  return ctx.db.insertInto('reviews').values(review).returningAll().executeTakeFirstOrThrow();
}
