import type { OperationResult } from 'unplugin-operations/koa';
import { findList } from 'unplugin-operations/kysely';
import type { ShopContext } from '../context.ts';

type Reviews = OperationResult<'listLatestReviews'>;

/**
 * Lists the reviews of all books, latest first.
 * @tags reviews
 * @param-include filter (min_rating = rating gte), cursor (created_at desc, id desc)
 * @returns {Review[]} The reviews.
 */
export default function listLatestReviews({ db, list }: ShopContext<'listLatestReviews'>): Promise<Reviews> {
  return findList(db.selectFrom('reviews').selectAll(), list, { table: 'reviews' });
}
