import type { Idempotency } from './context-key.ts';
import type { Keys } from './idempotency-options.ts';
import type { StoredResponse } from './stored-response.ts';
import { StoreWait } from '../../../runtime/koa/store-wait.ts';

/** How a handler has ended. */
export interface HandlerOutcome {
  /** The response to keep; undefined if repetitions do not get it. */
  readonly stored: StoredResponse | undefined;
  /** Whether the handler returned. */
  readonly isDone: boolean;
  /** Whether the handler may have taken effect. */
  readonly hasRun: boolean;
}

/** One run of a handler under a reserved key. */
export class Attempt {
  readonly #keys: Keys;
  readonly #reserved: Omit<Idempotency, 'encode'>;
  readonly #report: (error: unknown) => void;
  #renewal: ReturnType<typeof setInterval> | undefined;
  #isRenewing = false;
  #isEncoded = false;

  /** @param report Called with errors of the store. */
  constructor(keys: Keys, reserved: Omit<Idempotency, 'encode'>, report: (error: unknown) => void) {
    this.#keys = keys;
    this.#reserved = reserved;
    this.#report = report;
  }

  /** Renews the lease until {@link end}. */
  begin(toStored: (result: unknown) => StoredResponse | undefined): Idempotency {
    const { store, lease } = this.#keys;
    if (store.renew !== undefined) {
      this.#renewal = setInterval(() => void this.#renew(), lease / 3);
      // A number on Workers.
      (this.#renewal as Partial<NodeJS.Timeout>).unref?.();
    }
    const encode = (result: unknown): string => {
      const stored = toStored(result);
      if (stored === undefined) throw new TypeError('The response has a status that is not kept for repetitions.');
      this.#isEncoded = true;
      return JSON.stringify(stored);
    };
    return { ...this.#reserved, encode };
  }

  /** Stores the response or gives up the key. If the store takes longer than the response may wait, it goes on, and the lease expires if it fails. */
  async end(outcome: HandlerOutcome, wait: StoreWait): Promise<void> {
    clearInterval(this.#renewal);
    if (outcome.isDone && this.#isEncoded) return;
    await this.#try(() => wait.for(this.#settle(outcome)));
  }

  async #settle({ stored, hasRun }: HandlerOutcome): Promise<void> {
    const { store } = this.#keys;
    const { key, owner, isRetry } = this.#reserved;
    if (stored !== undefined && (await this.#try(() => store.complete(key, JSON.stringify(stored), owner)))) return;
    // If this attempt was refused, an earlier one may still have taken effect.
    await this.#try(() => store.release(key, owner, hasRun || isRetry));
  }

  /** Calls do not pile up in a store that hangs. */
  async #renew(): Promise<void> {
    const { store, lease, timeout } = this.#keys;
    const { key, owner } = this.#reserved;
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    await this.#try(() => new StoreWait(timeout, 'idempotency').for(store.renew!(key, owner, lease)));
    this.#isRenewing = false;
  }

  /** Whether a call of the store succeeded. */
  async #try(call: () => PromiseLike<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }
}
