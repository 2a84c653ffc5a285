import type { IdempotencyRecord } from '../../directives/idempotent/runtime/store.ts';
import type { Found } from './reserve-key.ts';

/**
 * Repeats an attempt that another process has prevented by a change at the same time.
 *
 * @param attempt Returns undefined if it was prevented.
 * @param prevented The cause in other processes, for the error: they do it "again and again".
 * @throws {Error} If no attempt succeeds.
 */
export async function tryAgain<Result>(
  attempts: number,
  attempt: () => Promise<Result | undefined>,
  prevented: string,
): Promise<Result> {
  for (let i = 0; i < attempts; i++) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Error(`Other processes ${prevented} again and again.`);
}

/** How often a key is reserved again. */
const RESERVATIONS = 5;

/** Reserves an idempotency key, again if another process has given it up or changed it at the same time. */
export async function reserveAgain(reserve: () => Promise<Found>): Promise<IdempotencyRecord | undefined> {
  return (await tryAgain(RESERVATIONS, reserve, 'reserve the idempotency key and give it up')).record;
}
