import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../context.ts';

/**
 * Lists the latest deliveries of events.
 *
 * @param {'waiting'|'delivered'|'dead'} [state] - Only deliveries in this state.
 * @param {Text} [endpoint_id] (maxLength: 50) - Only deliveries to this endpoint.
 * @param {integer} [limit=20] (minimum: 1, maximum: 100) - The number of deliveries.
 * @returns {Delivery[]} The deliveries.
 */
export default async function listDeliveries(
  ctx: ShopContext<'listDeliveries'>,
): Promise<OperationResult<'listDeliveries'>> {
  const { state, endpoint_id: endpoint, limit } = ctx.input.query;
  const deliveries = await ctx.events.list({ state, endpoint, limit });
  return deliveries.map(({ id, type, endpoint: endpoint_id, state: now, attempts, error, sentAt }) => ({
    event_id: id,
    type,
    endpoint_id,
    state: now,
    attempts,
    ...(error !== undefined && { error }),
    sent_at: sentAt.toISOString(),
  }));
}
