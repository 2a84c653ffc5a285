/** The part of an app's events that the page uses. */
export interface DeliverySource {
  list(filter: { readonly limit: number }): Promise<readonly SentDelivery[]>;
  replay(filter: { readonly id: string; readonly endpoint: string }): Promise<number>;
}

/** A delivery, as `events.list` returns it. */
interface SentDelivery {
  readonly id: string;
  readonly type: string;
  readonly tenant: string;
  readonly endpoint: string;
  readonly state: string;
  readonly attempts: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly sentAt: Date;
  readonly dueAt: Date | undefined;
}

/** The deliveries of the app that runs. */
export interface ShownDeliveries {
  /** Undefined if the app has no events, or has not been created yet: its first request does that. */
  readonly deliveries: readonly SentDelivery[] | undefined;
}

/** How many deliveries the page shows. */
const SHOWN = 50;

/** Reads the latest deliveries. */
export async function showDeliveries(source: DeliverySource | undefined): Promise<ShownDeliveries> {
  return { deliveries: await source?.list({ limit: SHOWN }) };
}

/** Sends an event again to an endpoint. Returns whether there is such a delivery, which does not wait. */
export async function replayDelivery(source: DeliverySource | undefined, query: URLSearchParams): Promise<boolean> {
  const [id, endpoint] = [query.get('id'), query.get('endpoint')];
  return source !== undefined && !!id && !!endpoint && (await source.replay({ id, endpoint })) > 0;
}
