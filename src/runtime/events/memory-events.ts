import type {
  DeliveryFilter,
  DeliveryRow,
  DeliveryState,
  EndpointRow,
  EventStore,
  Settled,
  Settlement,
  StoredEvent,
  TakenDelivery,
  TakeRequest,
} from './event-store.ts';
import { PER_ENDPOINT } from './event-store.ts';
import { memoryEndpoints } from './memory-endpoints.ts';

/** An event that was sent, for the assertions of a test. */
export interface MemoryEvent {
  readonly id: string;
  readonly type: string;
  readonly tenant: string | undefined;
  /** The payload as it is delivered. */
  readonly data: unknown;
}

/** A store of events in memory, for tests. It knows no transactions. */
export interface MemoryEvents<Transaction = undefined> extends EventStore<Transaction> {
  /** The events that were sent, first to last. */
  sent(): readonly MemoryEvent[];
  /** Forgets all events and their deliveries. */
  clear(): void;
}

/** A delivery in memory. */
interface Delivery {
  readonly event: StoredEvent;
  readonly endpoint: string;
  readonly sentAt: number;
  state: DeliveryState;
  attempt: number;
  failures: number;
  dueAt: number;
  status: number | undefined;
  error: string | undefined;
}

/**
 * Creates a store in memory, for tests: what a process keeps so is lost when it ends.
 *
 * @typeParam Transaction What your code passes to `send` as transaction. It is ignored.
 * @example expect(store.sent()).toMatchObject([{ type: 'invoice.paid', data: { id: 7 } }])
 */
export function memoryEvents<Transaction = undefined>(): MemoryEvents<Transaction> {
  const events: { readonly event: StoredEvent; readonly expiresAt: number }[] = [];
  let deliveries: Delivery[] = [];
  const endpoints = memoryEndpoints((id) => {
    deliveries = deliveries.filter(({ endpoint }) => endpoint !== id);
  });
  const matching = (filter: DeliveryFilter): Delivery[] => deliveries.filter((delivery) => matches(delivery, filter));
  const store: MemoryEvents<Transaction> = {
    endpoints,
    onAdd: undefined,
    add(_, event, { retention, endpoints: own }) {
      const now = Date.now();
      events.push({ event, expiresAt: now + retention });
      if (own !== undefined) for (const id of own) endpoints.ensure(id, event.tenant);
      const targets = own === undefined ? endpoints.targetsOf(event) : own.filter((id) => endpoints.isOpen(id));
      for (const endpoint of targets)
        deliveries.push({
          ...{ event, endpoint, sentAt: now, dueAt: now, state: 'waiting', attempt: 0, failures: 0 },
          ...{ status: undefined, error: undefined },
        });
      store.onAdd?.();
      return targets.length;
    },
    runsAtOnce: () => false,
    // oxlint-disable-next-line require-await -- the promise of a store
    async take(request) {
      const now = Date.now();
      const due = deliveries
        .filter(({ state, dueAt, endpoint }) => state === 'waiting' && dueAt <= now && endpoints.isOpen(endpoint, now))
        .sort((a, b) => a.dueAt - b.dueAt);
      return choose(due, request, (id) => endpoints.rows.get(id)!).map((delivery) => {
        delivery.attempt++;
        delivery.dueAt = now + request.lease;
        return takenOf(delivery, endpoints.rows.get(delivery.endpoint)!);
      });
    },
    // oxlint-disable-next-line require-await -- the promise of a store
    async settle({ event, endpoint, attempt }, settlement) {
      const delivery = deliveries.find((each) => each.event.id === event.id && each.endpoint === endpoint);
      if (delivery === undefined || delivery.attempt !== attempt || delivery.state !== 'waiting') return STALE;
      Object.assign(delivery, settledFields(delivery, settlement));
      return { isCurrent: true, hasDisabled: endpoints.settle(endpoint, settlement) };
    },
    // oxlint-disable-next-line require-await -- the promise of a store
    async replay(filter) {
      const ended = matching(filter).filter(({ state }) => state !== 'waiting');
      for (const delivery of ended) Object.assign(delivery, { state: 'waiting', failures: 0, dueAt: Date.now() });
      store.onAdd?.();
      return ended.length;
    },
    // oxlint-disable-next-line require-await -- the promise of a store
    async list(filter, limit) {
      return matching(filter).reverse().slice(0, limit).map(rowOf);
    },
    // oxlint-disable-next-line require-await -- the promise of a store
    async sweep() {
      const kept = new Set(events.flatMap(({ event, expiresAt }) => (expiresAt > Date.now() ? [event] : [])));
      deliveries = deliveries.filter(({ event }) => kept.has(event));
      events.splice(0, events.length, ...events.filter(({ event }) => kept.has(event)));
      return false;
    },
    sent: () =>
      events.map(({ event: { id, type, tenant, body } }) => ({
        ...{ id, type, tenant: tenant === '' ? undefined : tenant },
        data: (JSON.parse(body) as { readonly data: unknown }).data,
      })),
    clear() {
      events.length = 0;
      deliveries = [];
    },
  };
  return store;
}

const STALE: Settled = { isCurrent: false, hasDisabled: false };

/** Chooses deliveries as the statements of databases do: some of each endpoint. */
function choose(
  due: readonly Delivery[],
  { limit, failingLimit, busy }: TakeRequest,
  endpointOf: (id: string) => EndpointRow,
): Delivery[] {
  const counts = new Map(busy);
  let failing = 0;
  const chosen = due.filter(({ endpoint }) => {
    const isFailing = endpointOf(endpoint).failingSince !== undefined;
    const count = counts.get(endpoint) ?? 0;
    if (count >= (isFailing ? 1 : PER_ENDPOINT) || (isFailing && failing >= failingLimit)) return false;
    if (isFailing) failing++;
    counts.set(endpoint, count + 1);
    return true;
  });
  return chosen.slice(0, limit);
}

function takenOf({ event, endpoint, attempt, failures }: Delivery, row: EndpointRow): TakenDelivery {
  const { url, secrets, failingSince } = row;
  return { event, endpoint, url, secrets, attempt, failures, isFailing: failingSince !== undefined };
}

function settledFields({ failures }: Delivery, { state, delay, status, error }: Settlement): Partial<Delivery> {
  return { state, status, error, dueAt: Date.now() + delay, failures: state === 'delivered' ? failures : failures + 1 };
}

function rowOf({ event, endpoint, state, attempt, status, error, sentAt, dueAt }: Delivery): DeliveryRow {
  const { id, type, tenant } = event;
  const next = state === 'waiting' ? new Date(dueAt) : undefined;
  return { id, type, tenant, endpoint, state, attempts: attempt, status, error, sentAt: new Date(sentAt), dueAt: next };
}

function matches({ event, endpoint, state, sentAt }: Delivery, filter: DeliveryFilter): boolean {
  const isSame = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;
  return (
    isSame(filter.id, event.id) &&
    isSame(filter.endpoint, endpoint) &&
    isSame(filter.tenant, event.tenant) &&
    isSame(filter.state, state) &&
    (filter.since === undefined || sentAt >= filter.since.getTime())
  );
}
