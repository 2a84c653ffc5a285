import type { ClientOf } from './key-client.ts';

/** A request that a store knows by its key. */
export interface IdempotencyRecord {
  /** Identifies the content of the request: another one with the same key is refused. */
  readonly fingerprint: string;
  /** The response, as text; absent while the request is being processed. */
  readonly answer?: string;
  /** Set if an earlier request had given up the key or lost its lease, and the key belongs to this request now. */
  readonly isRetry?: true;
}

/** Who reserves a key, and for how long. */
export interface Reservation {
  /** A unique name of this attempt. Later calls have it, so that an attempt that has lost its lease changes nothing. */
  readonly owner: string;
  /** Whose share of the store the request uses, as a hash of 43 characters: that of its client, or one for all clients without credentials. */
  readonly client: string;
  /** The duration of the lease, in milliseconds. A store with `renew` lets the reservation expire after it, by the clock of the store. */
  readonly lease: number;
  /** Set if `renew` is called while the handler runs. Otherwise, a wrapper has left out `renew`, and the reservation must not expire. */
  readonly isRenewed?: true;
}

/**
 * Keeps the responses of requests with an `Idempotency-Key`. Keys and fingerprints are hashes of 43 characters.
 *
 * Several processes need one store, such as a table of their database.
 */
export interface IdempotencyStore {
  /**
   * Reserves a key if it is free, or if an earlier request with the same fingerprint has given it up or lost its lease. This must be atomic: of
   * several calls with one key, only one gets it.
   *
   * @returns Undefined if the key was free, and a record with `isRetry` if an earlier request had it: the key belongs to this request now. Otherwise
   *   the record of the earlier request.
   */
  reserve(key: string, fingerprint: string, reservation: Reservation): PromiseLike<IdempotencyRecord | undefined>;
  /** Stores the response of a key that this owner has reserved. */
  complete(key: string, answer: string, owner: string): PromiseLike<void>;
  /**
   * Gives up a key that this owner has reserved, unless it has a response.
   *
   * @param hasRun Whether a handler has run under the key. If so, keep the key and end the lease: the next request with the same fingerprint gets a
   *   record with `isRetry`. Otherwise free the key.
   */
  release(key: string, owner: string, hasRun: boolean): PromiseLike<void>;
  /** Extends the lease of this owner. It is called while the handler runs. Without it, a reservation lasts until the store forgets it. */
  renew?(key: string, owner: string, lease: number): PromiseLike<void>;
  /** Identifies the client, as the option `clientOf` does. */
  readonly clientOf?: ClientOf;
}
