import { setTimeout } from 'node:timers/promises';
import type { ShopContext } from '../context.ts';
import { refusal } from '../refusal.ts';

/** How long the database has to answer, in milliseconds. */
const DEADLINE = 1_000;

/**
 * Whether requests can be answered: whether the database answers.
 *
 * @tags shop
 * @returns {{status: 'ready'}} They can.
 * @throws 503 - They cannot just now.
 * @returns-include oversized
 */
export default async function checkReadiness(ctx: ShopContext<'checkReadiness'>): Promise<{ status: 'ready' }> {
  const late = new AbortController();
  const asked = ctx.db.selectFrom('books').select('id').limit(1).execute();
  try {
    const waited = setTimeout(DEADLINE, undefined, late).then(() => {
      throw new Error(`The database has not answered for ${DEADLINE} ms.`);
    });
    await Promise.race([asked, waited]);
  } catch (error) {
    // The client is told no more than that; the log is.
    ctx.app.emit('error', error, ctx);
    throw refusal(503, 'The database does not answer.');
  } finally {
    late.abort();
  }
  return { status: 'ready' };
}
