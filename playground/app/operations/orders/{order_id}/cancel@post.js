import { cancelOrder, findOrder } from '../../../../database/orders.ts';

/**
 * Cancels an order that is still open; its books go back into the shop.
 *
 * @operationId cancelOrder
 * @tags orders
 * @param-include order
 * @returns {OrderDetails} The order, now cancelled.
 * @returns-include missingOrder
 * @throws 409 - The order is shipped, or was cancelled before.
 */
export default async function _(ctx) {
  const id = ctx.input.path.order_id;
  await cancelOrder(ctx.db, id);
  return findOrder(ctx.db, id);
}
