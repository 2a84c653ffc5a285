import { join } from 'node:path';
import send from 'koa-send';
import type { OperationContext } from 'unplugin-operations/koa';

/**
 * A file, sent by a handler.
 *
 * @GET
 * @returns {file} 200 image/svg+xml - The logo
 */
export default async function getLogo(ctx: OperationContext): Promise<void> {
  await send(ctx, 'logo.svg', { root: join(import.meta.dirname, '../../public') });
}
