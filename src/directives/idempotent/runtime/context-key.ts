/** The key of a request in `ctx.idempotency`, for handlers that write it in the transaction of their effect. */
export interface Idempotency {
  /** The key in the store: a hash of the operation, the client and the `Idempotency-Key`. */
  readonly key: string;
  /** Identifies the content of the request. */
  readonly fingerprint: string;
  /** The unique name of this attempt, which holds the lease of the key. */
  readonly owner: string;
  /**
   * Whether an earlier attempt may have taken effect: its handler threw, its response was not stored, or its lease expired, for example because its
   * process was killed.
   */
  readonly isRetry: boolean;
  /**
   * Describes the response as the text that `complete` of a store takes, with the status and headers set so far. Store it yourself: the runtime does
   * not do it then.
   *
   * @param result The result of the handler.
   * @throws {TypeError} If a response with this status is not kept, or if it cannot be repeated.
   */
  encode(result: unknown): string;
}
