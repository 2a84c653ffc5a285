import { cancelOrder, findOrder } from '../../../../database/orders.ts';

/**
 * Cancels an open order and returns its books to the stock.
 *
 * @operationId cancelOrder
 * @returns {OrderDetails} The cancelled order.
 * @throws 409 - The order is already shipped or cancelled.
 */
export default async function _(ctx) {
  const id = ctx.input.path.order_id;
  await cancelOrder(ctx.db, id);
  return findOrder(ctx.db, id);
}
