import type { ShopContext } from '../../../../context.ts';
import { refusal } from '../../../../refusal.ts';

/**
 * Sends an event again, with the same ID.
 *
 * @param {Text} path.event_id (maxLength: 50, example: msg_0192f2a1b3c4) - The event's ID.
 * @param {Text} endpoint_id (maxLength: 50, example: ep_0192f2a1b3c4) - The endpoint that gets it.
 * @returns {void} 202 - The event will be sent.
 * @throws 404 - There is no such delivery, or it is still waiting.
 */
export default async function replayDelivery(ctx: ShopContext<'replayDelivery'>): Promise<void> {
  const { path, body } = ctx.input;
  const replayed = await ctx.events.replay({ id: path.event_id, endpoint: body.endpoint_id });
  if (replayed === 0) throw refusal(404, `Event ${path.event_id} has no delivery that has ended.`);
}
