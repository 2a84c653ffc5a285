import { findList } from 'unplugin-operations/kysely';

/**
 * Lists the orders, latest first.
 * @param-include filter (status), sort (id desc), paging
 * @returns {Page<Order>} The orders, without their books.
 */
export default function listOrders({ db, list }) {
  return findList(db.selectFrom('orders').selectAll(), list, { table: 'orders' });
}
