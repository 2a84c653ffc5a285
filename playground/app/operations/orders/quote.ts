import type { OperationResult } from 'unplugin-operations/koa';
import { quote } from '../../../database/orders.ts';
import type { ShopContext } from '../../context.ts';
import { checkItems } from './_items.ts';

/**
 * Calculates the price of an order without placing it.
 *
 * @POST
 * @param-include items
 * @returns {Quote} The books with their prices, and the total.
 * @returns-include refusedItems
 */
export const quoteOrder = (ctx: ShopContext<'quoteOrder'>): Promise<OperationResult<'quoteOrder'>> =>
  quote(ctx.db, checkItems(ctx.input.body.items));
