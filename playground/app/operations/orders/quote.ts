import type { OperationResult } from 'unplugin-operations/koa';
import { quote } from '../../../database/orders.ts';
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
export const quoteOrder = (ctx: ShopContext<'quoteOrder'>): Promise<OperationResult<'quoteOrder'>> =>
  quote(ctx.db, checkItems(ctx.input.body.items));
