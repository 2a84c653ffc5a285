/** The header with the request that the page sends, as percent-encoded JSON of {@link SentHead}. The body is that of the request. */
export const REQUEST_HEAD = 'operations-request';

/** The header with the response, as percent-encoded JSON of {@link AnsweredHead}. The body is that of the response. */
export const RESPONSE_HEAD = 'operations-response';

/** A request of the page, without its body. */
export interface SentHead {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response, without its body. */
export interface AnsweredHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The time until it began. */
  readonly milliseconds: number;
}
