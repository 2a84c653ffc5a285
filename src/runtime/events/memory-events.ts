import type {
  AddOptions,
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
import { PER_ENDPOINT, shownTenant } from './event-store.ts';
import type { MemoryEndpoints } from './memory-endpoints.ts';
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
 * Creates a store in memory, for tests: its content is lost when the process ends.
 *
 * @typeParam Transaction The transaction that your code passes to `send`. It is ignored.
 * @example expect(store.sent()).toMatchObject([{ type: 'invoice.paid', data: { id: 7 } }])
 */
export function memoryEvents<Transaction = undefined>(): MemoryEvents<Transaction> {
  return new EventsInMemory();
}

// Its functions are promises, as those of all stores.
/* oxlint-disable require-await */
class EventsInMemory implements MemoryEvents<unknown> {
  readonly endpoints: MemoryEndpoints = memoryEndpoints((id) => this.#keep(({ endpoint }) => endpoint !== id));
  onAdd: (() => void) | undefined;
  #events: { readonly event: StoredEvent; readonly expiresAt: number }[] = [];
  #deliveries: Delivery[] = [];

  add(_: unknown, event: StoredEvent, { retention, endpoints: own, isInternal }: AddOptions): number {
    const { endpoints } = this;
    const now = Date.now();
    this.#events.push({ event, expiresAt: now + retention });
    for (const id of own ?? []) endpoints.ensure(id, event.tenant);
    const targets =
      own === undefined ? endpoints.targetsOf(event, isInternal) : own.filter((id) => endpoints.isOpen(id));
    const fresh = { state: 'waiting', attempt: 0, failures: 0, status: undefined, error: undefined } as const;
    for (const endpoint of targets) this.#deliveries.push({ event, endpoint, sentAt: now, dueAt: now, ...fresh });
    this.onAdd?.();
    return targets.length;
  }

  runsAtOnce(): boolean {
    return false;
  }

  async take(request: TakeRequest): Promise<readonly TakenDelivery[]> {
    const { rows, isOpen } = this.endpoints;
    const now = Date.now();
    const due = this.#deliveries
      .filter(({ state, dueAt, endpoint }) => state === 'waiting' && dueAt <= now && isOpen(endpoint, now))
      .sort((a, b) => a.dueAt - b.dueAt);
    return choose(due, request, (id) => rows.get(id)!).map((delivery) => {
      delivery.attempt++;
      delivery.dueAt = now + request.lease;
      return takenOf(delivery, rows.get(delivery.endpoint)!);
    });
  }

  async settle({ event, endpoint, attempt }: TakenDelivery, settlement: Settlement): Promise<Settled> {
    const delivery = this.#deliveries.find((each) => each.event.id === event.id && each.endpoint === endpoint);
    if (delivery === undefined || delivery.attempt !== attempt || delivery.state !== 'waiting') return STALE;
    Object.assign(delivery, settledFields(delivery, settlement));
    return { isCurrent: true, hasDisabled: this.endpoints.settle(endpoint, settlement) };
  }

  async replay(filter: DeliveryFilter): Promise<number> {
    const ended = this.#deliveries.filter((each) => matches(each, filter) && each.state !== 'waiting');
    for (const delivery of ended) Object.assign(delivery, { state: 'waiting', failures: 0, dueAt: Date.now() });
    this.onAdd?.();
    return ended.length;
  }

  async list(filter: DeliveryFilter, limit: number): Promise<readonly DeliveryRow[]> {
    return this.#deliveries
      .filter((each) => matches(each, filter))
      .reverse()
      .slice(0, limit)
      .map(rowOf);
  }

  async sweep(): Promise<boolean> {
    this.#events = this.#events.filter(({ expiresAt }) => expiresAt > Date.now());
    const kept = new Set(this.#events.map(({ event }) => event));
    this.#keep(({ event }) => kept.has(event));
    return false;
  }

  sent(): readonly MemoryEvent[] {
    return this.#events.map(({ event: { id, type, tenant, body } }) => {
      const { data } = JSON.parse(body) as { readonly data: unknown };
      return { id, type, tenant: shownTenant(tenant), data };
    });
  }

  clear(): void {
    this.#events = [];
    this.#deliveries = [];
  }

  #keep(isKept: (delivery: Delivery) => boolean): void {
    this.#deliveries = this.#deliveries.filter(isKept);
  }
}
/* oxlint-enable require-await */

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
  return (
    isWanted(filter.id, event.id) &&
    isWanted(filter.endpoint, endpoint) &&
    isWanted(filter.tenant, event.tenant) &&
    isWanted(filter.state, state) &&
    (filter.since === undefined || sentAt >= filter.since.getTime())
  );
}

function isWanted<T>(wanted: T | undefined, value: T): boolean {
  return wanted === undefined || wanted === value;
}
