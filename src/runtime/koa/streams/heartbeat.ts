/** How long an event stream can be quiet, in milliseconds: WHATWG HTML, 9.2.7. */
const QUIET = 15_000;
/** How long it can be quiet at first. The first comment opens it, so that a page can show that it is connected. */
const OPENING = 250;

/** Calls a function after each period of quiet, with one timer. */
export class Heartbeat {
  /** Whether the function has been called. */
  hasBeaten = false;
  readonly #beat: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #period = OPENING;
  #last = performance.now();

  constructor(beat: () => void) {
    this.#beat = beat;
    this.#wait(OPENING);
  }

  /** Starts a new period. */
  delay(): void {
    this.#period = QUIET;
    this.#last = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(time: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#last + this.#period - performance.now();
      if (left > 0) return this.#wait(left);
      this.delay();
      this.hasBeaten = true;
      this.#wait(QUIET);
      this.#beat();
    }, time);
  }
}
