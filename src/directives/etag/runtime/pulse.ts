/** How often a pulse beats and is felt, in milliseconds. */
const INTERVAL = 500;
/** The number of intervals without a beat after which a request can't run any more. Its own timers are as late as those of the one that counts. */
const MISSED = 10;

/** Shows whether a platform still runs a request: when it drops the request, it drops its timers. */
export class Pulse {
  #beats = 0;
  readonly #beating = setInterval(() => void (this.#beats += 1), INTERVAL);

  /** The request does not need its pulse any more. */
  end(): void {
    clearInterval(this.#beating);
  }

  /** Whether the pulse stops before a promise is settled. It is called by another request, whose timers it uses. */
  async stopsBefore(promise: Promise<unknown>): Promise<boolean> {
    let feeling: ReturnType<typeof setInterval> | undefined;
    const stop = new Promise<boolean>((resolve) => {
      let [seen, missed] = [this.#beats, 0];
      feeling = setInterval(() => {
        missed = this.#beats === seen ? missed + 1 : 0;
        seen = this.#beats;
        if (missed >= MISSED) resolve(true);
      }, INTERVAL);
    });
    try {
      return await Promise.race([promise.then(no, no), stop]);
    } finally {
      clearInterval(feeling);
    }
  }
}

const no = (): boolean => false;
