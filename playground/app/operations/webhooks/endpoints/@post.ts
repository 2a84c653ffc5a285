import type { OperationResult } from 'unplugin-operations/koa';
import type { ShopContext } from '../../../context.ts';

/**
 * Adds an endpoint, and sends it the event `endpoint.added` as a test.
 *
 * The secret is in this response alone. The endpoint stays if the test fails.
 *
 * @param {Text} url (format: uri, maxLength: 2000, example: "https://example.com/hooks") - The address. It must be public.
 * @param {ShopEvent[]} [types] (minItems: 1, uniqueItems: true) - The events that it gets (default: all).
 * @returns {NewEndpoint} 201 - The endpoint with its secret.
 * @throws 400 - The input is invalid, or the address is not public.
 */
export default async function addEndpoint(ctx: ShopContext<'addEndpoint'>): Promise<OperationResult<'addEndpoint'>> {
  const { url, types } = ctx.input.body;
  const { id, secret } = await ctx.events.endpoints.add({ url, types });
  const { ok, error } = await ctx.events.test({ id, url, secret });
  return { id, url, secret, test: { delivered: ok, ...(error !== undefined && { error }) } };
}
