import type Koa from 'koa';

/** A request that a store knows by its key. */
export interface IdempotencyRecord {
  /** Identifies the content of the request: another one with the same key is refused. */
  readonly fingerprint: string;
  /** The response, as text; absent while the request is being processed. */
  readonly answer?: string;
}

/**
 * Keeps the responses of requests with an `Idempotency-Key`. Keys and fingerprints are hashes of 43 characters.
 *
 * Several processes need one store, such as a table of their database.
 */
export interface IdempotencyStore {
  /**
   * Reserves a key, if it is free. This must be atomic: of several calls with one key, only one gets undefined.
   *
   * @returns The record of an earlier request; undefined if the key was free and belongs to this request now.
   */
  reserve(key: string, fingerprint: string): PromiseLike<IdempotencyRecord | undefined>;
  /** Stores the response of a reserved key. */
  complete(key: string, answer: string): PromiseLike<void>;
  /** Frees a reserved key, because its request failed unexpectedly. */
  release(key: string): PromiseLike<void>;
  /** Names the client, whose keys are its own (default: its credentials). Set it if a client's credentials change, as tokens do. */
  clientOf?(ctx: Koa.ParameterizedContext): string;
}
