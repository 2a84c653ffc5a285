import { isThenable } from '../../../runtime/koa/response/platform-bodies.ts';
import type { StoreWait } from '../../../runtime/koa/store-wait.ts';
import type { LimitRequest, LimitState, RateLimitStore } from './limit-store.ts';

/** How many failures in a row stop the calls. */
const MAX_FAILURES = 3;
/** How long they stop, in milliseconds. Then one request tries again. */
const PAUSE = 1000;

/** A store whose calls have a deadline and a breaker: while it fails, requests do not wait for it. */
export class GuardedStore {
  readonly #store: RateLimitStore;
  #failures = 0;
  #pausedUntil = 0;

  constructor(store: RateLimitStore) {
    this.#store = store;
  }

  /**
   * Takes from the limits of a request.
   *
   * @param wait How long the request may still wait.
   * @param report Called with an error of the store.
   * @returns Undefined if the store fails.
   */
  take(
    requests: readonly LimitRequest[],
    wait: () => StoreWait,
    report: (error: unknown) => void,
  ): readonly LimitState[] | undefined | Promise<readonly LimitState[] | undefined> {
    if (this.#isPaused()) return undefined;
    try {
      const result = this.#store.take(requests);
      return isThenable(result) ? this.#await(result, requests, wait(), report) : this.#check(result, requests);
    } catch (error) {
      return this.#fail(error, report);
    }
  }

  async #await(
    call: PromiseLike<readonly LimitState[]>,
    requests: readonly LimitRequest[],
    wait: StoreWait,
    report: (error: unknown) => void,
  ): Promise<readonly LimitState[] | undefined> {
    try {
      return this.#check(await wait.for(call), requests);
    } catch (error) {
      return this.#fail(error, report);
    }
  }

  /** @throws {TypeError} If the store has not answered for each limit. */
  #check(states: readonly LimitState[], requests: readonly LimitRequest[]): readonly LimitState[] {
    if (!Array.isArray(states) || states.length !== requests.length || !states.every(isState))
      throw new TypeError('The store of the option rateLimits must return the state of each limit, in their order.');
    this.#failures = 0;
    return states;
  }

  #fail(error: unknown, report: (error: unknown) => void): undefined {
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#pausedUntil = performance.now() + PAUSE;
    report(error);
    return undefined;
  }

  #isPaused(): boolean {
    if (this.#failures < MAX_FAILURES) return false;
    const now = performance.now();
    if (now < this.#pausedUntil) return true;
    // This request tries, and the others go on without the store.
    this.#pausedUntil = now + PAUSE;
    return false;
  }
}

function isState(state: unknown): boolean {
  return typeof (state as LimitState | undefined)?.passes === 'boolean';
}
