import type { OperationResult } from 'unplugin-operations/koa';
import { completeIn } from '../../../database/engine.ts';
import { placeOrder } from '../../../database/orders.ts';
import type { ShopContext } from '../../context.ts';
import { checkItems } from './_items.ts';

/**
 * Places an order for all of the books, or for none if one is out of stock.
 *
 * @idempotent
 * @fires order.placed, book.soldout
 * @param {Text} customer (minLength: 1, maxLength: 80, example: Renée) - The customer's name.
 * @param-include items
 * @returns {OrderDetails} 201 - The order.
 * @header {string} Location (format: uri-reference, example: /orders/42) - The path of the order.
 * @returns-include refusedItems
 * @throws 409 - There are not enough copies of a book.
 */
export default async function addOrder(ctx: ShopContext<'addOrder'>): Promise<OperationResult<'addOrder'>> {
  const { customer, items } = ctx.input.body;
  return placeOrder(ctx.db, customer, checkItems(items), async (transaction, order, soldOut) => {
    ctx.set('Location', `/orders/${order.id}`);
    await ctx.events.send(transaction, 'order.placed', order);
    for (const book of soldOut) await ctx.events.send(transaction, 'book.soldout', book);
    // A process that is killed cannot place the order and lose its response: a retry would place it again.
    if (ctx.idempotency) await completeIn(transaction, ctx.idempotency, order);
  });
}
