import { listPage } from '../_list.ts';

/**
 * Lists the orders, latest first.
 *
 * @param {OrderStatus} [status] - Only orders with this status.
 * @param-include paging
 * @returns {Page<Order>} The orders, without their books.
 */
export default function listOrders(ctx) {
  const { status } = ctx.input.query;
  const orders = ctx.db.selectFrom('orders').selectAll();
  const chosen = status === undefined ? orders : orders.where('status', '=', status);
  return listPage(chosen.orderBy('id', 'desc'), ctx.paging);
}
