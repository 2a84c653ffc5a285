/** An event as a store keeps it. */
export interface StoredEvent {
  readonly id: string;
  /** Its name. */
  readonly type: string;
  /** Whose endpoints get it; empty without tenants. */
  readonly tenant: string;
  /** The body of its deliveries. */
  readonly body: string;
}

/** A tenant as callers have it. */
export function shownTenant(tenant: string): string | undefined {
  return tenant === '' ? undefined : tenant;
}

/** How an event is added. */
export interface AddOptions {
  /** How long the event is kept, in milliseconds. */
  readonly retention: number;
  /** The endpoints that the app has itself; without it, those of the store. */
  readonly endpoints?: readonly string[] | undefined;
  /** Whether the event is not documented: then the endpoints of the store only get it if their `types` name it. */
  readonly isInternal: boolean;
}

/** Which deliveries a worker takes. */
export interface TakeRequest {
  /** How many at most. */
  readonly limit: number;
  /** How many of them may be of endpoints that fail. */
  readonly failingLimit: number;
  /** How many each endpoint has in this process already, by its ID. */
  readonly busy: ReadonlyMap<string, number>;
  /** How long they belong to this worker, in milliseconds. */
  readonly lease: number;
}

/** How many deliveries of an endpoint are taken at once. Of one that fails, it is one. */
export const PER_ENDPOINT = 4;

/** A delivery that belongs to a worker. */
export interface TakenDelivery {
  readonly event: StoredEvent;
  readonly endpoint: string;
  /** The address of the endpoint; undefined if the app has the endpoint itself. */
  readonly url: string | undefined;
  /** The encrypted secrets of the endpoint: a {@link SealedSecret} list as JSON. */
  readonly secrets: string | undefined;
  /** The number of this attempt. A later attempt has another one, and this one can change nothing any more. */
  readonly attempt: number;
  /** How many attempts have failed before. */
  readonly failures: number;
  /** Whether attempts of the endpoint fail. */
  readonly isFailing: boolean;
}

/** A secret of an endpoint. */
export interface SealedSecret {
  readonly sealed: string;
  /** Until when it signs, in milliseconds since 1970; absent for the current one. */
  readonly until?: number;
}

/** The result of an attempt. */
export interface Settlement {
  readonly state: 'delivered' | 'waiting' | 'dead';
  /** The time until the next attempt, in milliseconds. */
  readonly delay: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
  /** How long all deliveries of the endpoint pause, in milliseconds. */
  readonly pause: number;
  /** Whether the endpoint is disabled at once. */
  readonly isGone: boolean;
  /** How long an endpoint may fail before it is disabled, in milliseconds. */
  readonly disableAfter: number;
}

/** The result of a settlement. */
export interface Settled {
  /** Whether the attempt's number was still the current one. */
  readonly isCurrent: boolean;
  /** Whether it has disabled the endpoint. */
  readonly hasDisabled: boolean;
}

/** An endpoint as a store keeps it. */
export interface EndpointRow {
  readonly id: string;
  readonly tenant: string;
  /** Undefined if the app has the endpoint itself. */
  readonly url: string | undefined;
  /** The names of events that it gets; undefined for all that are documented. */
  readonly types: readonly string[] | undefined;
  readonly secrets: string | undefined;
  readonly disabledAt: Date | undefined;
  /** Why it is disabled. */
  readonly disabledReason: string | undefined;
  /** Since when its attempts fail. */
  readonly failingSince: Date | undefined;
}

/** Which deliveries are listed or sent again. */
export interface DeliveryFilter {
  /** The ID of an event. */
  readonly id?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly tenant?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Events that were sent since then. */
  readonly since?: Date | undefined;
}

/** `waiting` for the next attempt, `delivered`, or `dead` after the last attempt. */
export type DeliveryState = 'waiting' | 'delivered' | 'dead';

/** A delivery of an event to an endpoint. */
export interface DeliveryRow {
  /** The ID of the event. */
  readonly id: string;
  readonly type: string;
  readonly tenant: string;
  readonly endpoint: string;
  readonly state: DeliveryState;
  /** How many attempts there were. */
  readonly attempts: number;
  /** The status of the last response. */
  readonly status: number | undefined;
  /** Why the last attempt has failed. */
  readonly error: string | undefined;
  /** When the event was sent. */
  readonly sentAt: Date;
  /** When the next attempt is due, if the delivery waits. */
  readonly dueAt: Date | undefined;
}

/**
 * Keeps events, their deliveries and endpoints.
 *
 * @typeParam Transaction A transaction of the app, or its database.
 */
export interface EventStore<Transaction> {
  /**
   * Adds an event and its deliveries in a transaction: at once if the transaction runs statements at once.
   *
   * @returns The number of deliveries.
   */
  add(transaction: Transaction, event: StoredEvent, options: AddOptions): number | Promise<number>;
  /** Whether a transaction runs statements at once, and is over before a promise is. */
  runsAtOnce(transaction: Transaction): boolean;
  take(request: TakeRequest): Promise<readonly TakenDelivery[]>;
  settle(delivery: TakenDelivery, settlement: Settlement): Promise<Settled>;
  /** Makes deliveries due that have ended. Returns their number. */
  replay(filter: DeliveryFilter): Promise<number>;
  /** The latest deliveries first. */
  list(filter: DeliveryFilter, limit: number): Promise<readonly DeliveryRow[]>;
  /** Deletes some events that are no longer kept. Returns whether there may be more. */
  sweep(): Promise<boolean>;
  readonly endpoints: EndpointStore;
  /** Set if a worker of the same process can start at once when an event is added. */
  onAdd?: (() => void) | undefined;
}

/** Keeps endpoints. */
export interface EndpointStore {
  add(endpoint: Pick<EndpointRow, 'id' | 'tenant' | 'url' | 'types' | 'secrets'>): Promise<void>;
  /** @param tenant Without it, the endpoints of all tenants. */
  list(tenant: string | undefined): Promise<readonly EndpointRow[]>;
  find(id: string): Promise<EndpointRow | undefined>;
  /** Replaces the secrets if they are still the ones that were read. */
  setSecrets(id: string, before: string | undefined, after: string): Promise<boolean>;
  /** Disables an endpoint for a reason, or enables it again. */
  setDisabled(id: string, reason: string | undefined): Promise<boolean>;
  /** Removes an endpoint with its deliveries. */
  remove(id: string): Promise<boolean>;
}
