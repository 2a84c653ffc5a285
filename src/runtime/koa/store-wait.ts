/** The error of a store that takes longer than its bound. */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';

  /** @param option The option with the store. */
  constructor(milliseconds: number, option: string) {
    super(`The store of the option ${option} took longer than ${milliseconds} ms (${option}.timeout).`);
  }
}

/** How long one response may wait for the store, in all its calls. */
export class StoreWait {
  readonly #timeout: number;
  readonly #option: string;
  #left: number;

  /**
   * @param timeout In milliseconds.
   * @param option The option with the store.
   */
  constructor(timeout: number, option: string) {
    this.#timeout = timeout;
    this.#option = option;
    this.#left = timeout;
  }

  /**
   * Waits for a call.
   *
   * @param call A promise, which goes on after its time is up.
   * @throws {StoreTimeout} If the time of the response is up.
   */
  async for<T>(call: PromiseLike<T>): Promise<T> {
    const start = performance.now();
    try {
      return await within(call, this.#left, () => new StoreTimeout(this.#timeout, this.#option));
    } finally {
      this.#left = Math.max(this.#left - (performance.now() - start), 0);
    }
  }
}

/**
 * Waits for a call up to a time, in milliseconds. The call goes on.
 *
 * @throws {Error} The error of the time, if it takes longer.
 */
export async function within<T>(call: PromiseLike<T>, milliseconds: number, errorOf: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    const fail = (): void => reject(errorOf());
    // If this process was busy, the result may have arrived: it is read before the next immediate.
    timer = setTimeout(() => setImmediate(fail), milliseconds);
  });
  try {
    return await Promise.race([call, end]);
  } finally {
    clearTimeout(timer);
  }
}
