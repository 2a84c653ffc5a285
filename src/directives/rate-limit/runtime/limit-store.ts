/** The amount that a request takes from a counter. */
export interface LimitRequest {
  /** The name of the counter. It has no credentials. */
  readonly key: string;
  /** The amount that the request takes: a positive integer. */
  readonly cost: number;
  /** How much can be taken at once: a positive integer. */
  readonly quota: number;
  /** The time in which the whole quota is refilled, in milliseconds. */
  readonly window: number;
}

/** The state of a counter after a request. */
export interface LimitState {
  /** Whether the request passes this limit. */
  readonly passes: boolean;
  /** The amount that can still be taken: a non-negative integer. */
  readonly remaining: number;
  /** How long until `remaining` grows, or until the request passes if it does not, in milliseconds. */
  readonly resetAfter: number;
}

/**
 * Counts the requests of `@rate-limit`. Several processes need one store, such as Redis.
 *
 * A store refuses without counting: if one of the limits refuses a request, the request takes nothing from any of them.
 */
export interface RateLimitStore {
  /** How long a request waits for it unless the option `timeout` is set, in milliseconds (default: 50). */
  readonly timeout?: number;
  /**
   * Takes the cost of a request from all of its limits, or nothing if one of them refuses it. This must be atomic.
   *
   * The time is that of the store's own clock.
   *
   * @param requests At least one, all with different keys.
   * @returns The state of each, in the same order.
   */
  take(requests: readonly LimitRequest[]): readonly LimitState[] | PromiseLike<readonly LimitState[]>;
}
