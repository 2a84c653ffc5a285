import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../context.ts';

/**
 * Lists the endpoints, without their secrets.
 *
 * @returns {Endpoint[]} The endpoints.
 */
export default async function listEndpoints(
  ctx: ShopContext<'listEndpoints'>,
): Promise<OperationResult<'listEndpoints'>> {
  const endpoints = await ctx.events.endpoints.list();
  return endpoints.map(({ id, url = '', types, disabledReason }) => ({
    id,
    url,
    ...(types && { types: [...types] }),
    ...(disabledReason && { disabled_reason: disabledReason }),
  }));
}
