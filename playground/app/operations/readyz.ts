import { setTimeout } from 'node:timers/promises';
import { isStopping } from 'unplugin-operations/koa';
import type { ShopContext } from '../context.ts';
import { refusal } from '../refusal.ts';

/** How long to wait for the database, in milliseconds. */
const DEADLINE = 1_000;

/**
 * Checks whether the server can handle requests: it is not about to stop, and the database responds.
 *
 * @tags shop
 * @returns {{status: 'ready'}} The server is ready.
 * @throws 503 - The server is stopping, or the database is unavailable.
 */
export default async function checkReadiness(ctx: ShopContext<'checkReadiness'>): Promise<{ status: 'ready' }> {
  if (isStopping(ctx)) throw refusal(503, 'The server is stopping.');
  const timer = new AbortController();
  const query = ctx.db.selectFrom('books').select('id').limit(1).execute();
  try {
    const timeout = setTimeout(DEADLINE, undefined, timer).then(() => {
      throw new Error(`The database did not respond within ${DEADLINE} ms.`);
    });
    await Promise.race([query, timeout]);
  } catch (error) {
    // Log the cause, but do not expose it to the client.
    ctx.app.emit('error', error, ctx);
    throw refusal(503, 'The database is unavailable.');
  } finally {
    timer.abort();
  }
  return { status: 'ready' };
}
