import { Pulse } from './pulse.ts';

/** A task that others with its key wait for. */
interface Turn {
  readonly ended: Promise<unknown>;
  /** Undefined if nothing can drop the task. */
  readonly pulse: Pulse | undefined;
  /** The turn before it, which may not have ended if this one was dropped while it waited. */
  before: Turn | undefined;
}

/** Runs tasks with the same key one after another, in the order of their calls. */
export class Turns {
  readonly #last = new Map<string, Turn>();

  /**
   * Runs a task after the earlier ones with its key, whether they failed or not. A task that was dropped has no turn.
   *
   * @param isDroppable Whether the platform can drop the request that calls this.
   */
  run<T>(key: string, task: () => Promise<T>, isDroppable = false): Promise<T> {
    const before = this.#last.get(key);
    const pulse = isDroppable ? new Pulse() : undefined;
    const ended = before === undefined ? task() : over(before).then(task);
    const turn: Turn = { ended, pulse, before };
    this.#last.set(key, turn);
    const end = (): void => {
      pulse?.end();
      turn.before = undefined;
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    ended.then(end, end);
    return ended;
  }
}

/** Waits until a turn has ended. If it can't end any more, waits for the one before it. */
async function over({ ended, pulse, before }: Turn): Promise<void> {
  if (pulse === undefined) await ended.catch(() => {});
  else if ((await pulse.stopsBefore(ended)) && before !== undefined) await over(before);
}
