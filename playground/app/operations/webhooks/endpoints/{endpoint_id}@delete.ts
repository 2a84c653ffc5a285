import type { ShopContext } from '../../../context.ts';
import { refusal } from '../../../refusal.ts';

/**
 * Removes an endpoint with its deliveries.
 *
 * @param {Text} endpoint_id (maxLength: 50, example: ep_0192f2a1b3c4) - The endpoint's ID.
 * @returns {void} 204 - The endpoint is removed.
 * @throws 404 - The endpoint does not exist.
 */
export default async function removeEndpoint(ctx: ShopContext<'removeEndpoint'>): Promise<void> {
  const id = ctx.input.path.endpoint_id;
  if (!(await ctx.events.endpoints.remove(id))) throw refusal(404, `There is no endpoint ${id}.`);
}
