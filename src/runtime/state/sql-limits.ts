import { passes, stateOf } from '../../directives/rate-limit/runtime/gcra.ts';
import type { LimitRequest, LimitState, RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { SqlState } from './sql-state.ts';
import type { Sql } from './sql-text.ts';
import { sql } from './sql-text.ts';
import { sweeperOf } from './sweeper.ts';
import { tryAgain } from './try-again.ts';

/** The table of the counters of limits. */
export const LIMITS: Sql = sql`operations_rate_limits`;

/** The longest wait for a counter that other requests are taking from, in milliseconds. A connection is in use for that time. */
export const LONGEST_WAIT = 250;

/** How long a request waits by default, in milliseconds. Opening a connection alone can take 50. */
const TIMEOUT = 500;

/** How often requests are counted again after others have changed their counters at the same time. */
const ATTEMPTS = 10;

/** The amounts that equal requests have taken from their limits. */
export interface Taken {
  /** How many of them pass. */
  readonly granted: number;
  /** The level of each limit before it, by its key: see directives/rate-limit/runtime/gcra.ts. */
  readonly levels: ReadonlyMap<unknown, number>;
}

/**
 * Takes from all limits of equal requests, for as many requests as pass all of them.
 *
 * @returns Undefined if nothing was taken, because another process has changed a counter in the meantime.
 */
export type TakeLimits = (
  state: SqlState,
  requests: readonly LimitRequest[],
  count: number,
) => Promise<Taken | undefined>;

/** Requests that wait for the statement of an equal one. */
type Batch = ((states: Promise<Taken>, index: number) => void)[];

/**
 * Counts the requests of `@rate-limit` in a table of a database: one statement for all limits of a request, by the clock of the database.
 *
 * A client can send many requests at once. Equal ones that come while a statement runs share the next one, so they use one connection.
 */
export function sqlLimits(state: SqlState, take: TakeLimits): RateLimitStore {
  const { dialect } = state;
  const sweep = sweeperOf(state, { number: 2, name: LIMITS, isExpired: sql`expires_at <= ${dialect.after(0)}` });
  const waiting = new Map<string, Batch>();
  const run = async (key: string, requests: readonly LimitRequest[]): Promise<void> => {
    for (let batch = waiting.get(key)!; batch.length > 0; batch = waiting.get(key)!) {
      waiting.set(key, []);
      const { length } = batch;
      const taken = tryAgain(ATTEMPTS, () => take(state, requests, length), 'change the counters of @rate-limit');
      for (const [i, settle] of batch.entries()) settle(taken, i);
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await taken.catch(() => {});
    }
    waiting.delete(key);
  };
  return {
    timeout: TIMEOUT,
    take(requests) {
      sweep();
      const key = JSON.stringify(requests);
      return new Promise((resolve) => {
        const settle: Batch[number] = (taken, i) => resolve(taken.then((known) => statesOf(requests, known, i)));
        const batch = waiting.get(key);
        if (batch !== undefined) return void batch.push(settle);
        waiting.set(key, [settle]);
        void run(key, requests);
      });
    },
  };
}

/** The states of the limits after one of the equal requests. */
function statesOf(requests: readonly LimitRequest[], { granted, levels }: Taken, index: number): LimitState[] {
  const isGranted = index < granted;
  return requests.map((request) => {
    const { key, cost, window } = request;
    const level = levels.get(key)! + Math.min(index + 1, granted) * cost * window;
    return stateOf(level, isGranted || passes(level, request), request);
  });
}
