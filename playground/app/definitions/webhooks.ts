/** A book without copies in stock. */
export interface SoldOutBook {
  /**
   * The book's ID.
   * @type integer
   * @minimum 1
   */
  book_id: number;
  title: string;
}

/** An event that endpoints can choose. */
export type ShopEvent = 'order.placed' | 'book.soldout';

/** An address that gets the shop's events. */
export interface Endpoint {
  /** The endpoint's ID. */
  id: string;
  url: string;
  /** The events that it gets. Without them, it gets all. */
  types?: string[];
  /** Why it gets no events any more, such as `gone` after a 410. */
  disabled_reason?: string;
}

/** The result of the test event. */
export interface TestResult {
  /** Whether the endpoint has answered with a 2xx. */
  delivered: boolean;
  /** Why the test has failed. */
  error?: string;
}

/** A new endpoint with its secret. */
export interface NewEndpoint {
  /** The endpoint's ID. */
  id: string;
  url: string;
  /**
   * Verifies the signatures of events. It is not shown again.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
   */
  secret: string;
  test: TestResult;
}

/** An event that was sent to an endpoint, or will be. */
export interface Delivery {
  /** The event's ID, which its receiver has as `webhook-id`. */
  event_id: string;
  /** The name of the event. */
  type: string;
  endpoint_id: string;
  /** It waits for the next attempt, is delivered, or is dead after the last attempt. */
  state: 'waiting' | 'delivered' | 'dead';
  /**
   * The number of attempts.
   * @type integer
   * @minimum 0
   */
  attempts: number;
  /** Why the last attempt has failed. */
  error?: string;
  /**
   * The time of the event.
   * @format date-time
   * @example 2024-02-29T12:00:00.000Z
   */
  sent_at: string;
}
