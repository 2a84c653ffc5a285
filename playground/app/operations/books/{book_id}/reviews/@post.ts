import type { Review } from '../../../../../database/books.ts';
import type { ShopContext } from '../../../../context.ts';
import { checkInteger, checkText, pathId } from '../../../_input.ts';
import { requireBook } from '../../_book.ts';

/**
 * Adds a review of a book.
 *
 * @tags reviews
 * @param-include book
 * @param {integer} rating (minimum: 1, maximum: 5) - Stars.
 * @param {string} reviewer (minLength: 1, maxLength: 80, example: Zoë) - The reader's name.
 * @param {string} [text=""] (maxLength: 5000, example: I read it twice.) - What the reader says.
 * @returns {Review} 201 - The review, as it was kept.
 * @returns-include missingBook
 */
export default async function addReview(ctx: ShopContext): Promise<Review> {
  const bookId = pathId(ctx, 'book_id');
  const body = ctx.input.body as Record<string, unknown>;
  const review = {
    book_id: bookId,
    rating: checkInteger(body['rating'], 'rating', 1, 5),
    reviewer: checkText(body['reviewer'], 'reviewer', 1, 80),
    text: checkText(body['text'] ?? '', 'text', 0, 5_000),
    created_at: new Date().toISOString(),
  };
  await requireBook(ctx.db, bookId);
  return ctx.db.insertInto('reviews').values(review).returningAll().executeTakeFirstOrThrow();
}
