/** How many results are recorded at once. More of them would only wait in the pool of the app, and its requests behind them. */
const AT_ONCE = 4;

/** Records results a few at a time, those of successful deliveries first. */
export class SettleTurns {
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  /** Waits for a turn, and runs a function in it. */
  async run<T>(isUrgent: boolean, note: () => Promise<T>): Promise<T> {
    if (this.#running === AT_ONCE)
      await new Promise<void>((resolve) => (isUrgent ? this.#urgent : this.#others).push(resolve));
    else this.#running++;
    try {
      return await note();
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift();
      // The next one has the same turn.
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
