import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { ServerSentEvent, StreamType } from '../../../shared/contract/streams.ts';
import { encodeItem } from '../response/encode.ts';
import type { ItemTools } from '../steps.ts';
import { checkEvent, isEvent } from './server-sent-event.ts';

/** The comment that keeps a quiet connection open: WHATWG HTML, 9.2.7. */
export const HEARTBEAT = ':\n\n';

/**
 * Returns the function that encodes the items of an operation's stream.
 *
 * It throws a TypeError for an item that the contract cannot have, or that JSON cannot represent.
 */
export function encoderOf(operation: OperationEntry, type: StreamType, tools: ItemTools): (item: unknown) => string {
  const write = (item: unknown): string => encodeItem(operation, prepare(item, tools));
  switch (type) {
    case 'application/jsonl':
      return (item) => `${write(refuseEvent(operation, item))}\n`;
    case 'application/json-seq':
      // The record separator: RFC 7464, 2.2.
      return (item) => `\x1e${write(refuseEvent(operation, item))}\n`;
    case 'text/event-stream':
      return operation.stream === 'events'
        ? (item) => encodeEvent(operation, prepare(requireEvent(operation, item), tools) as ServerSentEvent)
        : (item) => (isEvent(item) ? messageText(operation, item, write(item.data)) : `data: ${write(item)}\n\n`);
  }
}

/** Encodes a problem as an event. The text of a project's own format can have several lines. */
export function problemEvent(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`);
  return `event: problem\n${lines.join('')}\n`;
}

function prepare(item: unknown, { pick, check }: ItemTools): unknown {
  const picked = pick === undefined ? item : pick(item);
  check?.(picked);
  return picked;
}

function encodeEvent(operation: OperationEntry, event: ServerSentEvent): string {
  return eventText(event, encodeItem(operation, event.data));
}

function messageText({ id: file }: OperationEntry, item: ServerSentEvent, data: string): string {
  const { event } = item;
  if (event === 'message') return eventText(item, data);
  throw new TypeError(
    `${file} yielded the event "${event}", but its contract declares events without a name. Declare "Stream<ServerSentEvent<'${event}', T>>", or use the name "message".`,
  );
}

function eventText(fields: Omit<ServerSentEvent, 'data'>, data: string): string {
  checkEvent(fields);
  const { event, id, retry } = fields;
  const first = event === 'message' ? '' : `event: ${event}\n`;
  return `${first}${id === undefined ? '' : `id: ${id}\n`}${retry === undefined ? '' : `retry: ${retry}\n`}data: ${data}\n\n`;
}

function requireEvent({ id }: OperationEntry, item: unknown): ServerSentEvent {
  if (isEvent(item)) return item;
  throw new TypeError(`${id} yielded a value, but its contract declares events. Yield "event('name', data)".`);
}

function refuseEvent({ id, produces }: OperationEntry, item: unknown): unknown {
  if (!isEvent(item)) return item;
  throw new TypeError(`${id} yielded an event, but its contract declares ${produces}. Declare "text/event-stream".`);
}
