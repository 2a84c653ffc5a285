import { quote } from '../../../database/orders.ts';
import type { OrderItem } from '../../../database/orders.ts';
import type { ShopContext } from '../../context.ts';
import { checkItems } from './_items.ts';

/**
 * What an order would cost. Nothing is ordered.
 *
 * @POST
 * @tags orders
 * @param-include items
 * @returns {Quote} The books with their prices, and the sum.
 * @returns-include refusedItems
 */
export const quoteOrder = async (ctx: ShopContext): Promise<{ items: OrderItem[]; total_cents: number }> => {
  const body = ctx.input.body as Record<string, unknown>;
  return quote(ctx.db, checkItems(body['items']));
};
