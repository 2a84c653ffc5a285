import type { ServerSentEvent } from '../../../shared/contract/streams.ts';
import { RESERVED_EVENTS, isEventName } from '../../../shared/contract/streams.ts';
import type { OptionTable } from '../option-table.ts';
import { ANY, checkOptions } from '../option-table.ts';
import { usageError } from '../usage-error.ts';

/** The options of {@link event}. */
export interface EventOptions {
  /** The position in the stream. A client that reconnects sends the last one, which is `ctx.lastEventId`. */
  readonly id?: string | number | undefined;
  /** How long clients wait before they reconnect, in milliseconds. */
  readonly retry?: number | undefined;
}

/** Their values are checked by {@link checkEvent}. */
const OPTIONS: OptionTable<EventOptions> = { id: ANY, retry: ANY };

// A registered symbol, because a bundle may contain two copies of this module.
const EVENT: unique symbol = Symbol.for('unplugin-operations.event') as never;

class Event<Name extends string, Data> implements ServerSentEvent<Name, Data> {
  readonly event: Name;
  readonly data: Data;
  declare readonly id?: string;
  declare readonly retry?: number;

  constructor(name: Name, data: Data) {
    this.event = name;
    this.data = data;
  }

  get [EVENT](): true {
    return true;
  }
}

/**
 * Creates a server-sent event, for a handler whose contract has a stream of the type `text/event-stream`: WHATWG HTML, 9.2.
 *
 * @param name The name that the contract declares, or `message` for an event without a name.
 * @param data A JSON value.
 * @throws {TypeError} If an option is unknown, the name or the id cannot be written, or the name is reserved.
 * @example yield event('tick', { count: 7 }, { id: 7 });
 */
export function event<const Name extends string, const Data>(
  name: Name,
  data: Data,
  options: EventOptions = {},
): ServerSentEvent<Name, Mutable<Data>> {
  checkOptions('event', options, OPTIONS);
  const { id, retry } = options;
  const created: {
    -readonly [K in keyof ServerSentEvent<Name, Mutable<Data>>]: ServerSentEvent<Name, Mutable<Data>>[K];
  } = new Event(name, data as Mutable<Data>);
  if (id !== undefined) created.id = typeof id === 'number' ? String(id) : id;
  if (retry !== undefined) created.retry = retry;
  checkEvent(created);
  return created;
}

/**
 * Checks the fields of an event that are written in addition to its data. The fields may have changed since {@link event}.
 *
 * @throws {TypeError} If the name, the id or the time cannot be written.
 */
export function checkEvent({ event: name, id, retry }: Omit<ServerSentEvent, 'data'>): void {
  if (typeof name !== 'string' || !isEventName(name) || RESERVED_EVENTS.includes(name))
    throw usageError(`The name of an event must be on one line, and not "error" or "problem": ${String(name)}.`);
  // Clients ignore an id with a null character, and a line break would end it.
  const isText = typeof id === 'string' || typeof id === 'number';
  if (id !== undefined && (!isText || /[\0\r\n]/.test(String(id))))
    throw usageError('The id of an event must be a number, or a string on one line.');
  if (retry !== undefined && (!Number.isSafeInteger(retry) || retry < 0))
    throw usageError(`The option retry of an event must be a non-negative integer, not ${String(retry)}.`);
}

/** Whether a value was created by {@link event}. */
export function isEvent(value: unknown): value is ServerSentEvent {
  return typeof value === 'object' && value !== null && (value as { [EVENT]?: unknown })[EVENT] === true;
}

/** A type without `readonly`, which a `const` type parameter adds: the contracts' lists have none. */
type Mutable<Data> = Data extends Json ? { -readonly [K in keyof Data]: Mutable<Data[K]> } : Data;

/** Objects and lists, but not instances with methods, such as dates. */
type Json = { readonly [name: string]: unknown } | readonly unknown[];
