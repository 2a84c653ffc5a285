/** How long an event stream can be quiet, in milliseconds: WHATWG HTML, 9.2.7. */
const QUIET = 15_000;

/** Calls a function after each period of quiet, with one timer. */
export class Heartbeat {
  /** Whether the function has been called. */
  hasBeaten = false;
  readonly #beat: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = performance.now();

  constructor(beat: () => void) {
    this.#beat = beat;
    this.#wait(QUIET);
  }

  /** Starts a new period. */
  delay(): void {
    this.#last = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(time: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#last + QUIET - performance.now();
      if (left > 0) return this.#wait(left);
      this.#last = performance.now();
      this.hasBeaten = true;
      this.#wait(QUIET);
      this.#beat();
    }, time);
  }
}
