import type { OptionTable } from '../koa/option-table.ts';
import { FUNCTION, LIMIT, OBJECT, SECRET } from '../koa/option-table.ts';
import { DURATION } from '../state/state-options.ts';
import type { SqlEvents } from '../state/sql-events.ts';
import type { DeliverOptions } from './deliver.ts';
import { DELIVER_OPTIONS } from './deliver.ts';
import type { DeliveryState, EventStore } from './event-store.ts';

/** An endpoint that your app has itself. */
export interface OwnEndpoint {
  /** Identifies it in the deliveries. It must stay the same. */
  readonly id: string;
  readonly url: string;
  /** The secrets (`whsec_...`), the current one first. */
  readonly secrets: readonly string[];
}

/** The result of an attempt, for logs and metrics. */
export interface AttemptReport {
  /** The ID of the event. */
  readonly id: string;
  /** The name of the event. */
  readonly type: string;
  readonly tenant: string | undefined;
  readonly endpoint: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly state: DeliveryState;
  readonly status: number | undefined;
  /** Why it has failed. */
  readonly error: string | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

/** An endpoint that was disabled by its failures. */
export interface DisabledReport {
  readonly endpoint: string;
  readonly tenant: string | undefined;
  /** `gone` after a 410, `failing` if its attempts have failed for too long. */
  readonly reason: 'gone' | 'failing';
}

/** Options of `createEvents`. */
export interface EventOptions<Transaction> extends DeliverOptions {
  /** Keeps events and their deliveries: `postgres(pool).events`, `sqlite(db).events`, or `memoryEvents()` in tests. */
  readonly store: EventStore<Transaction> | SqlEvents<Transaction>;
  /**
   * Encrypts the secrets of endpoints in the store: 32 bytes in base64, from `openssl rand -base64 32`. Of several keys, the first one encrypts.
   * Keep it outside of the database. Without it, a store in memory has a random key. `undefined` is an error, as a missing variable of the environment is.
   */
  readonly key?: string | readonly string[] | undefined;
  /** The endpoints for an event, if they are in your own tables. With a transaction that runs statements at once, it must not return a promise. */
  readonly endpointsOf?: (
    tenant: string | undefined,
    type: string,
  ) => readonly OwnEndpoint[] | PromiseLike<readonly OwnEndpoint[]>;
  /** Called after each attempt. */
  readonly onAttempt?: (report: AttemptReport) => unknown;
  /** Called when failures have disabled an endpoint. Notify your customer here. */
  readonly onDisabled?: (report: DisabledReport) => unknown;
  /** Called with an error of the store or of a callback (default: prints a warning). The worker goes on. */
  readonly onError?: (error: unknown) => unknown;
  /** The pauses between attempts, in milliseconds (default: 5 seconds to 24 hours, in ten attempts). */
  readonly retries?: readonly number[];
  /** How long the attempts of an endpoint may fail before it is disabled, in milliseconds (default: five days). */
  readonly disableAfter?: number;
  /** How long an event is kept with its payload, in milliseconds (default: 30 days). It also ends deliveries that still wait. */
  readonly retention?: number;
  /** How many attempts a process makes at once (default: 1,000). At most half of them are for endpoints that fail. */
  readonly concurrency?: number;
  /** How often the worker looks for due deliveries, in milliseconds (default: 500). */
  readonly interval?: number;
}

/** The rules of {@link EventOptions}. */
export const EVENT_OPTIONS: OptionTable<EventOptions<never>> = {
  ...DELIVER_OPTIONS,
  store: OBJECT,
  key: SECRET,
  endpointsOf: FUNCTION,
  onAttempt: FUNCTION,
  onDisabled: FUNCTION,
  onError: FUNCTION,
  retries: {
    expected: 'a list of milliseconds',
    isValid: (value) => Array.isArray(value) && value.every((each) => typeof each === 'number' && each >= 0),
  },
  disableAfter: DURATION,
  retention: DURATION,
  concurrency: {
    expected: 'a positive integer',
    isValid: (value) => LIMIT.isValid(value) && value !== 0 && value !== Infinity,
  },
  interval: DURATION,
};
