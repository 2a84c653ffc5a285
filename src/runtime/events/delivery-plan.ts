import type { DeliveryOutcome } from './delivery-attempt.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses between the attempts, in milliseconds: the example of Standard Webhooks, 5 seconds to 24 hours. */
export const RETRIES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** How long the attempts of an endpoint can fail before it is disabled, in milliseconds: five days. */
export const DISABLE_AFTER: number = 5 * 24 * HOUR;

/** How long deliveries pause if an endpoint is overloaded and doesn't send `Retry-After`. */
const LONGEST_PAUSE = MINUTE;

/** The receiver is overloaded, or a proxy in front of it can't reach it. */
const OVERLOADED: ReadonlySet<number | undefined> = new Set([429, 502, 504]);

/** The consequences of an attempt. */
export interface DeliveryPlan {
  readonly state: 'delivered' | 'waiting' | 'dead';
  /** The time until the next attempt, in milliseconds; 0 if there is none. */
  readonly delay: number;
  /** How long all deliveries of the endpoint pause, in milliseconds. */
  readonly pause: number;
  /** Whether the receiver has unsubscribed: a 410. */
  readonly isGone: boolean;
}

/**
 * Decides the consequences of an attempt.
 *
 * @param failures How many attempts have failed before.
 * @param retries The pauses between attempts, in milliseconds.
 * @param random From 0 to 1. It adds a tenth of the pause at most, so that deliveries do not come all at once.
 */
export function planDelivery(
  { ok, status, retryAfter = 0 }: Pick<DeliveryOutcome, 'ok' | 'status' | 'retryAfter'>,
  failures: number,
  retries: readonly number[],
  random: number,
): DeliveryPlan {
  if (ok) return { state: 'delivered', delay: 0, pause: 0, isGone: false };
  const isGone = status === 410;
  const wait = retries[failures];
  const isLast = isGone || wait === undefined;
  const delay = isLast ? 0 : Math.max(wait * (1 + random / 10), retryAfter);
  const pause = OVERLOADED.has(status) ? Math.max(Math.min(wait ?? LONGEST_PAUSE, LONGEST_PAUSE), retryAfter) : 0;
  return { state: isLast ? 'dead' : 'waiting', delay, pause, isGone };
}
