import { randomBytes } from 'node:crypto';
import type { EventEntry, EventName, EventPayload } from '../../shared/contract/event.ts';
import { nearest } from '../koa/near.ts';
import { usageError } from '../koa/usage-error.ts';

/** The part of a manifest with the events of a project. */
export interface EventContracts {
  readonly events?: readonly EventEntry[] | undefined;
}

/** An event, ready to be sent. */
export interface EventMessage {
  /** Identifies the event for receivers: `msg_...`. */
  readonly id: string;
  /** The name of the event. */
  readonly type: string;
  /** The JSON text of `{ type, timestamp, data }`. */
  readonly body: string;
}

/**
 * Creates IDs that sort by time, so that new rows are at the end of an index.
 *
 * @example createId('msg') // 'msg_019a3f...'
 */
export function createId(prefix: string): string {
  return `${prefix}_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
}

/**
 * Checks an event and writes its body, for jobs of a separate engine. Undeclared properties are left out.
 *
 * @param operations The default export of `virtual:operations`.
 * @throws {TypeError} If the event is unknown, or its payload invalid.
 * @example queue.add('event', createMessage(operations, 'invoice.paid', invoice))
 */
export function createMessage<Name extends EventName>(
  operations: EventContracts,
  name: Name,
  payload: EventPayload<Name>,
): EventMessage {
  const data = pickPayload(entryOf(operations, name), payload);
  const body = JSON.stringify({ type: name, timestamp: new Date().toISOString(), data });
  return { id: createId('msg'), type: name, body };
}

/** @throws {TypeError} If the event is unknown. */
export function entryOf({ events = [] }: EventContracts, name: string): EventEntry {
  const entry = events.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  const names = events.map((each) => each.name);
  const near = nearest(String(name), names);
  const hint =
    near !== undefined
      ? `Did you mean "${near}"?`
      : names.length === 0
        ? 'The project has no events: add a file to app/events.'
        : `The events are: ${names.join(', ')}.`;
  throw usageError(`Unknown event "${String(name)}". ${hint}`);
}

/** The declared properties of a payload, as JSON has them. */
function pickPayload(entry: EventEntry, payload: unknown): unknown {
  // Dates and other values with `toJSON` are checked in their sent form.
  const text = JSON.stringify(payload) as string | undefined;
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!entry.check(value)) {
    const all = entry.explain(value).slice(0, 3);
    const found = all.map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer} ${message}`).join('; ');
    throw usageError(`The payload of the event "${entry.name}" is invalid: ${found}.`);
  }
  return entry.pick === undefined ? value : entry.pick(value);
}
