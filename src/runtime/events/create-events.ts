import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { EventSending, SendOptions } from '../../shared/contract/event.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { ANY, checkOptions, LIMIT, TEXT } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import { printWarning } from '../koa/warning.ts';
import type { SqlEvents } from '../state/sql-events.ts';
import type { Attempt, DeliveryOutcome } from './delivery-attempt.ts';
import { ATTEMPT_TIMEOUT, createDeliverer } from './deliver.ts';
import { sendChannel } from './delivery-channel.ts';
import { DISABLE_AFTER, RETRIES } from './delivery-plan.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import type { Endpoints } from './endpoints.ts';
import { checkTenant, createEndpoints } from './endpoints.ts';
import type { EventContracts } from './event-message.ts';
import { createMessage, entryOf } from './event-message.ts';
import type { EventOptions, OwnEndpoint } from './event-options.ts';
import { EVENT_OPTIONS } from './event-options.ts';
import type { DeliveryFilter, DeliveryRow, EventStore } from './event-store.ts';
import { runAttempt } from './run-attempt.ts';
import type { SecretSeal } from './seal-secret.ts';
import { createSeal } from './seal-secret.ts';
import { SettleTurns } from './settle-turns.ts';
import { sqlStore } from './sql-store.ts';

/** Which deliveries are sent again. */
export type ReplayFilter =
  | { readonly id: string; readonly endpoint?: string; readonly tenant?: string }
  | { readonly endpoint: string; readonly since?: Date; readonly tenant?: string }
  | { readonly since: Date; readonly tenant?: string };

/** Which deliveries are listed. */
export interface ListFilter extends DeliveryFilter {
  /** How many at most (default: 50). */
  readonly limit?: number;
}

/**
 * The events of an app.
 *
 * @typeParam Transaction A transaction of the app, or its database.
 */
export interface EventSender<Transaction> extends EventSending<Transaction> {
  /** Starts to deliver events, in this process. */
  start(): void;
  /** Stops, and waits for the attempts that run: 15 seconds at most by default. */
  stop(): Promise<void>;
  /**
   * Sends events again, with the same ID: one, which may have been delivered; or those of an endpoint or since a time whose last attempt has failed.
   *
   * @returns The number of deliveries.
   */
  replay(filter: ReplayFilter): Promise<number>;
  /** The latest deliveries first. */
  list(filter?: ListFilter): Promise<readonly DeliveryRow[]>;
  /** Makes one attempt with the options of `createEvents`, for jobs of a separate engine. */
  deliver(attempt: Attempt): Promise<DeliveryOutcome>;
  readonly endpoints: Endpoints;
}

/** The fields of a {@link ReplayFilter}. */
type Replayed = Omit<DeliveryFilter, 'state'>;

const DAY = 24 * 60 * 60 * 1000;

/** The time between two warnings, in milliseconds. */
const WARNING_PAUSE = 10_000;

/** How much longer a delivery belongs to a worker than its attempt takes, in milliseconds. */
const MARGIN = 15_000;

const SEND_OPTIONS: OptionTable<SendOptions> = { tenant: ANY };
const REPLAY_FILTER: OptionTable<Replayed> = {
  tenant: ANY,
  id: TEXT,
  endpoint: TEXT,
  since: { expected: 'a date', isValid: (value) => value instanceof Date && !Number.isNaN(value.getTime()) },
};
const LIST_FILTER: OptionTable<ListFilter> = {
  ...REPLAY_FILTER,
  state: ANY,
  limit: LIMIT,
};

/**
 * Creates the functions that send and deliver the events of `app/events`.
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} If an option is invalid.
 * @example const events = createEvents(operations, { store: postgres(pool).events, key: process.env.EVENTS_KEY });
 */
export function createEvents<Transaction>(
  operations: EventContracts,
  options: EventOptions<Transaction>,
): EventSender<Transaction> {
  checkOptions('createEvents', options, EVENT_OPTIONS);
  if (options.store === undefined) throw usageError('The option store of createEvents is missing.');
  if ('key' in options && options.key === undefined)
    throw usageError('The option key of createEvents is undefined. Is an environment variable missing?');
  const store = storeOf(options.store);
  const seal = sealOf(options);
  const { deliver, close } = createDeliverer(pickDelivery(options));
  const worker = workerOf(store, seal, options, deliver);
  store.onAdd = () => worker.wake();
  return {
    send(transaction, name, payload, given = {}) {
      const { tenant } = checkTenant('events.send', given, SEND_OPTIONS);
      const { id, type, body } = createMessage(operations, name, payload);
      const { isInternal } = entryOf(operations, name);
      const event = { id, type, tenant: tenant ?? '', body };
      const retention = options.retention ?? 30 * DAY;
      const add = (endpoints?: readonly string[]): number | Promise<number> =>
        store.add(transaction, event, { retention, endpoints, isInternal });
      const added = addWithOwn(options.endpointsOf?.(tenant, name), add, () => store.runsAtOnce(transaction));
      sendChannel.publish({ id, type, tenant });
      // Not an async function: a transaction that runs statements at once gets the thrown error.
      return Promise.resolve(added).then((deliveries) => ({ id, deliveries }));
    },
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      close();
    },
    replay: async (filter) => store.replay(checkReplay(checkTenant<Replayed>('events.replay', filter, REPLAY_FILTER))),
    list: async (given = {}) => {
      const { limit = 50, ...filter } = checkTenant('events.list', given, LIST_FILTER);
      return store.list(filter, limit);
    },
    deliver,
    endpoints: createEndpoints(operations, store.endpoints, seal, options),
  };
}

function storeOf<Transaction>(store: EventStore<Transaction> | SqlEvents<Transaction>): EventStore<Transaction> {
  return 'state' in store ? sqlStore(store) : store;
}

/** The seal of an app. A store in memory is gone with its key. */
function sealOf({ key, store }: EventOptions<never>): SecretSeal | undefined {
  if (key !== undefined) return createSeal([key].flat());
  return 'state' in store ? undefined : createSeal([Buffer.from(randomBytes(32)).toString('base64')]);
}

function pickDelivery({ timeout, userAgent, http, allowHosts, agent, lookup }: EventOptions<never>) {
  const given = { timeout, userAgent, http, allowHosts, agent, lookup };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<typeof given>;
}

function workerOf(
  store: EventStore<never>,
  seal: SecretSeal | undefined,
  options: EventOptions<never>,
  deliver: (attempt: Attempt) => Promise<DeliveryOutcome>,
): DeliveryWorker {
  const { timeout = ATTEMPT_TIMEOUT, concurrency = 1000, interval = 500 } = options;
  const { retries = RETRIES, disableAfter = DISABLE_AFTER } = options;
  const lease = timeout + MARGIN;
  const onError = options.onError ?? printSometimes();
  const settings = {
    store,
    deliverer: { deliver },
    turns: new SettleTurns(),
    seal,
    options,
    onError,
    retries,
    disableAfter,
    lease,
  };
  const attempt = (delivery: Parameters<typeof runAttempt>[1]): Promise<void> => runAttempt(settings, delivery);
  return new DeliveryWorker({ store, attempt, onError, concurrency, interval, lease });
}

/** Prints errors as warnings, but not each of many. */
function printSometimes(): (error: unknown) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + WARNING_PAUSE;
    printWarning(`Events are not delivered: ${String(error)}`);
  };
}

/** Adds an event to the endpoints that the app returns: now, or later if the transaction waits for that. */
function addWithOwn(
  own: readonly OwnEndpoint[] | PromiseLike<readonly OwnEndpoint[]> | undefined,
  add: (endpoints?: readonly string[]) => number | Promise<number>,
  runsAtOnce: () => boolean,
): number | Promise<number> {
  if (own === undefined) return add();
  if (!('then' in own)) return add(own.map(({ id }) => id));
  if (runsAtOnce())
    throw usageError(
      'The option endpointsOf of createEvents returns a promise, which a transaction that runs statements at once cannot wait for.',
    );
  return Promise.resolve(own).then((endpoints) => add(endpoints.map(({ id }) => id)));
}

/** One event is sent again in any case, and others if they are dead. */
function checkReplay({ id, endpoint, since, tenant }: Replayed): DeliveryFilter {
  // A variable that is not set would send everything again.
  if (id === undefined && endpoint === undefined && since === undefined)
    throw usageError('replay needs an id, an endpoint or since.');
  return { id, endpoint, since, tenant, ...(id === undefined && { state: 'dead' as const }) };
}
