/** Runs tasks with the same key one after another, in the order of their calls. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task after the earlier ones with its key, whether they failed or not. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before === undefined ? task() : before.then(task, task);
    this.#last.set(key, turn);
    const end = (): void => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(end, end);
    return turn;
  }
}
