import { RefusedWrite } from '../../../runtime/koa/refused-write.ts';
import type { IdempotencyRecord, IdempotencyStore, Reservation } from './store.ts';
import { StoreTimeout, type StoreWait } from '../../../runtime/koa/store-wait.ts';

/** The input for reserving a key. */
interface Reserving {
  readonly store: IdempotencyStore;
  readonly key: string;
  readonly fingerprint: string;
  readonly reservation: Reservation;
  /** Called with errors of the store. */
  readonly report: (error: unknown) => void;
}

/**
 * Reserves a key.
 *
 * @throws {RefusedWrite} A 503 if the store fails or takes too long, because an earlier request may have the key.
 */
export async function reserve(reserving: Reserving, wait: StoreWait): Promise<IdempotencyRecord | undefined> {
  const { store, key, fingerprint, reservation, report } = reserving;
  // An async function, because a store can also throw at once.
  const call = (async () => store.reserve(key, fingerprint, reservation))();
  try {
    return await wait.for(call);
  } catch (error) {
    report(error);
    void giveUp(reserving, call, error instanceof StoreTimeout);
    throw new RefusedWrite(503, "The idempotency key can't be checked at the moment. Send the request again later.", {
      'Retry-After': '1',
    });
  }
}

/**
 * Gives up the key of a request that has been refused, in case the store reserves it after all: a retry does not wait for the lease then.
 *
 * @param isLate Whether the call had not ended when the request was refused.
 */
async function giveUp(
  { store, key, reservation, report }: Reserving,
  call: Promise<IdempotencyRecord | undefined>,
  isLate: boolean,
): Promise<void> {
  // A call that failed can have taken the key of an attempt that has run.
  let hasRun = true;
  try {
    const record = await call;
    if (!isReserved(record)) return;
    hasRun = record !== undefined;
  } catch (error) {
    if (isLate) report(error);
  }
  try {
    await store.release(key, reservation.owner, hasRun);
  } catch (error) {
    report(error);
  }
}

/** Whether a key belongs to the request that has reserved it: it was free, or given up. */
export function isReserved(record: IdempotencyRecord | undefined): boolean {
  return record === undefined || (record.isRetry === true && record.answer === undefined);
}
