import type { OperationContext } from 'unplugin-operations/koa';

/**
 * A page, rendered by `ctx.render`.
 *
 * @GET
 * @returns {string} 200 text/html - The page
 */
export default async function getPage(ctx: OperationContext): Promise<void> {
  await (ctx['render'] as (name: string, data: object) => Promise<void>)('pet', { name: 'Ada' });
}
