import { join } from 'node:path';
import send from 'koa-send';
import type { OperationContext } from 'unplugin-operations/koa';
import { problem } from 'unplugin-operations/koa';

const root = join(import.meta.dirname, '../../../public');

/**
 * A file of a directory, sent by a handler.
 *
 * @param {string} path - Its path
 * @returns {file} 200 any - The file
 * @throws 404 - Unknown
 */
export default async function getFile(ctx: OperationContext): Promise<void> {
  // koa-send decodes it again.
  if (!(await send(ctx, encodeURIComponent(ctx.params['path']!), { root }))) throw problem(404);
}
