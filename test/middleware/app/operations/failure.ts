import type { OperationContext } from 'unplugin-operations/koa';

/**
 * An error.
 *
 * @GET
 * @throws 409
 */
export default (ctx: OperationContext) => ctx.throw(409, 'sold out');
