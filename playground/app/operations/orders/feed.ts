import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerSentEvent } from 'unplugin-operations/koa';
import { event } from 'unplugin-operations/koa';
import type { Order } from '../../../database/orders.ts';
import { latestOrders, ordersAfter } from '../../../database/orders.ts';
import type { ShopContext } from '../../context.ts';
import { refusal } from '../../refusal.ts';

/** How long the feed waits before it asks the database again, in milliseconds. Other processes of the shop take orders, too. */
const PAUSE = 500;

/**
 * Follows the orders: sends the latest ones, then each new order.
 *
 * A client that reconnects gets the orders after the last one that it received.
 *
 * @tool none
 * @param {int32} [latest=5] (minimum: 0, maximum: 100) - The number of orders to start with.
 * @param {boolean} [follow=true] - If false, the feed ends instead of waiting for new orders.
 * @returns {Stream<ServerSentEvent<'order', Order>>} 200 text/event-stream - The orders, without their books.
 */
export default async function* followOrders(
  ctx: ShopContext<'followOrders'>,
): AsyncGenerator<ServerSentEvent<'order', Order>> {
  const { latest, follow } = ctx.input.query;
  const received = receivedOrder(ctx.lastEventId);
  let orders = received === undefined ? await latestOrders(ctx.db, latest) : await ordersAfter(ctx.db, received);
  let last = received ?? 0;
  for (;;) {
    for (const order of orders) {
      yield event('order', order, { id: order.id });
      last = order.id;
    }
    if (!follow) return;
    // The signal ends the pause when the client leaves, and the server with it.
    await sleep(PAUSE, undefined, { signal: ctx.signal });
    orders = await ordersAfter(ctx.db, last);
  }
}

/** The ID of the last order that a client received before it reconnected. */
function receivedOrder(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined) return undefined;
  if (!/^\d{1,9}$/.test(lastEventId)) throw refusal(400, 'Last-Event-ID must be the ID of an order.');
  return Number(lastEventId);
}
