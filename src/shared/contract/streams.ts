/** The media types of streams: WHATWG HTML, 9.2; JSON Lines; RFC 7464. */
export const STREAM_TYPES = ['text/event-stream', 'application/jsonl', 'application/json-seq'] as const;

/** One of {@link STREAM_TYPES}. */
export type StreamType = (typeof STREAM_TYPES)[number];

/** The media type of a stream whose contract does not give one. */
export const DEFAULT_STREAM_TYPE: StreamType = 'application/jsonl';

/** The media type of server-sent events. */
export const EVENT_STREAM: StreamType = 'text/event-stream';

/** The kind of parts of a stream: JSON values, or server-sent events with names. */
export type StreamKind = 'values' | 'events';

/** The names of events with a special meaning: `error` is EventSource's, `problem` reports an error of the server. */
export const RESERVED_EVENTS: readonly string[] = ['error', 'problem'];

/** A server-sent event: WHATWG HTML, 9.2. */
export interface ServerSentEvent<Name extends string = string, Data = unknown> {
  readonly event: Name;
  /** A JSON value. */
  readonly data: Data;
  /** The position in the stream. A client that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string;
  /** How long a client waits before it reconnects, in milliseconds. */
  readonly retry?: number;
}

/** The result of a handler that streams: a generator, or anything else to iterate over. */
export type Streamed<Item> = AsyncIterable<Item> | Iterable<Item>;

/** Whether the name of an event can be written: not empty, and on one line. */
export function isEventName(name: string): boolean {
  return name !== '' && !/[\r\n]/.test(name);
}
