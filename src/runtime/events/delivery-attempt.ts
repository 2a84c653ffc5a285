/** An event for one endpoint: all that an attempt to deliver it needs. */
export interface Attempt {
  /** The ID of the event, which is the same in all attempts. */
  readonly id: string;
  /** The name of the event. */
  readonly type: string;
  readonly url: string;
  /** The secrets of the endpoint, each of which signs. */
  readonly secrets: readonly string[];
  /** The body as it is sent: the JSON text of `{ type, timestamp, data }`. */
  readonly body: string;
  /** The ID of the endpoint, for `onAttempt` and traces. */
  readonly endpoint?: string | undefined;
  readonly tenant?: string | undefined;
  /** The number of the attempt, from 1. */
  readonly number?: number | undefined;
}

/** How an attempt has ended. */
export interface DeliveryOutcome {
  /** Whether the receiver has answered with a 2xx. */
  readonly ok: boolean;
  /** The status of the response; undefined without one. */
  readonly status: number | undefined;
  /** Why the attempt has failed; undefined if it hasn't. */
  readonly error: string | undefined;
  /** How long to wait at the request of the receiver, in milliseconds: `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** How long the attempt has taken, in milliseconds. */
  readonly duration: number;
}
