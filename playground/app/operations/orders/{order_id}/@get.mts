import type { OperationResult } from 'unplugin-operations/koa';
import { findOrder } from '../../../../database/orders.ts';
import type { ShopContext } from '../../../context.ts';
import { refusal } from '../../../refusal.ts';

/**
 * Gets an order with its books.
 *
 * @returns {OrderDetails} The order.
 */
export default async function getOrder(ctx: ShopContext<'getOrder'>): Promise<OperationResult<'getOrder'>> {
  const id = ctx.input.path.order_id;
  const order = await findOrder(ctx.db, id);
  if (order === undefined) throw refusal(404, `There is no order ${id}.`);
  return order;
}
