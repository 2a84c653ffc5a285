/** The error of a store that takes longer than its bound. */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';

  constructor(milliseconds: number) {
    super(`The store of idempotency keys took longer than ${milliseconds} ms (idempotency.timeout).`);
  }
}

/** How long one response may wait for the store, in all its calls. */
export class StoreWait {
  readonly #timeout: number;
  #left: number;

  /** @param timeout In milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreTimeout(this.#timeout)), this.#left);
    });
    try {
      return await Promise.race([call, end]);
    } finally {
      clearTimeout(timer);
      this.#left = Math.max(this.#left - (performance.now() - start), 0);
    }
  }
}
