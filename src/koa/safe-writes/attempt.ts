import type { Idempotency } from './context-key.ts';
import type { Keys } from './idempotency-options.ts';
import type { StoredResponse } from './stored-response.ts';

/** One run of a handler under a reserved key. */
export class Attempt {
  readonly #keys: Keys;
  readonly #reserved: Omit<Idempotency, 'encode'>;
  readonly #report: (error: unknown) => void;
  #renewal: ReturnType<typeof setInterval> | undefined;
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
    const { key, owner } = this.#reserved;
    if (store.renew !== undefined) {
      const renew = (): void => void this.#try(() => store.renew!(key, owner, lease));
      this.#renewal = setInterval(renew, lease / 3);
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

  /**
   * Stores the response, or frees the key.
   *
   * @param isDone Whether the handler returned.
   */
  async end(stored: StoredResponse | undefined, isDone: boolean): Promise<void> {
    clearInterval(this.#renewal);
    const { store } = this.#keys;
    const { key, owner } = this.#reserved;
    if (isDone && this.#isEncoded) return;
    if (stored !== undefined && (await this.#try(() => store.complete(key, JSON.stringify(stored), owner)))) return;
    await this.#try(() => store.release(key, owner));
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
