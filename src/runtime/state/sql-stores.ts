import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { SqlEvents } from './sql-events.ts';

/** The stores of an app in a database, by the names of its options. */
export class SqlStores<Transaction> {
  /** Keeps the responses of `@idempotent`. */
  readonly idempotency: IdempotencyStore;
  /** Counts the requests of `@rate-limit`. */
  readonly rateLimits: RateLimitStore;
  readonly #events: SqlEvents<Transaction>;

  constructor(idempotency: IdempotencyStore, rateLimits: RateLimitStore, events: SqlEvents<Transaction>) {
    this.idempotency = idempotency;
    this.rateLimits = rateLimits;
    this.#events = events;
  }

  /** Keeps events, for `createEvents`. An accessor is not spread into the options of `createApp`, whose `events` are another thing. */
  get events(): SqlEvents<Transaction> {
    return this.#events;
  }
}
