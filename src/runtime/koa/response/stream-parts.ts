/** Encodes an item of a stream as text. Only bytes stay as they are. */
export type EncodeItem = (item: unknown) => string | Uint8Array;

/** How a stream of values is read and written. */
export interface StreamParts {
  /** Creates the iterator. Called only if the items are needed, so not for HEAD. */
  readonly iterate: () => Iterator<unknown> | AsyncIterator<unknown>;
  /** Creates the encoder when the first item is needed, because `_middleware` files can change the status. */
  readonly encoder: () => EncodeItem;
  /** The text after the last item. */
  readonly end?: () => string;
  /** Only for event streams. */
  readonly events?: EventParts;
}

/** The additional options of event streams. */
interface EventParts {
  /** The comment that keeps a quiet connection open. */
  readonly comment: string;
  /** Calls a function after each period of quiet. */
  readonly createHeartbeat: (beat: () => void) => Heartbeat;
  /** Encodes the problem that ends a stream. All other streams are cut. */
  readonly encodeProblem: (text: string) => string;
}

export interface Heartbeat {
  readonly hasBeaten: boolean;
  delay(): void;
  stop(): void;
}
