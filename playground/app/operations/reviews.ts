import type { OperationResult } from 'unplugin-operations/koa';
import { keyset } from 'unplugin-operations/koa';
import type { ShopContext } from '../context.ts';

/**
 * Lists the reviews of all books, latest first.
 *
 * @param-include cursor (created_at desc, id desc)
 * @param {integer} [min_rating=1] (minimum: 1, maximum: 5) - The minimum rating, in stars.
 * @returns {Review[]} The reviews.
 * @tags reviews
 */
export default async function listLatestReviews(
  ctx: ShopContext<'listLatestReviews'>,
): Promise<OperationResult<'listLatestReviews'>> {
  const { limit, after } = ctx.cursor;
  let reviews = ctx.db.selectFrom('reviews').selectAll().where('rating', '>=', ctx.input.query.min_rating);
  if (after !== undefined) {
    const { created_at, id } = after;
    reviews = reviews.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(created_at, id)));
  }
  const rows = await reviews
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return keyset(rows);
}
