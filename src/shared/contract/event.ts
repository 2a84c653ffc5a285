import type { PickValue, Validator } from './enforcement.ts';
import type { Events } from './registry.ts';

/** The required fields of the body that a receiver of an event gets. */
export const EVENT_FIELDS = ['type', 'timestamp', 'data'] as const;

/** An event that an API sends, as the runtime needs it: a file of `app/events`. */
export interface EventEntry extends Validator {
  /** The name of its file: `invoice.paid`. */
  readonly name: string;
  /** Whether it is not documented. Only endpoints that name it get it. */
  readonly isInternal: boolean;
  /** Copies the declared properties of a payload, as for responses; undefined if that would change nothing. */
  readonly pick: PickValue | undefined;
}

/** The parts of an event that are code. */
type EventCode = Validator & Partial<Pick<EventEntry, 'pick'>>;

/** The events of a manifest. Both lists have the same order. */
interface GeneratedEvents {
  readonly names: readonly string[];
  /** The names of those that are not documented; absent without any. */
  readonly internal?: readonly string[];
  /** Functions that return the code of the next events, `size` of them each. */
  readonly groups: readonly (() => readonly (() => EventCode)[])[];
  readonly size: number;
}

/** Creates the events of a manifest. The code of one is created when it is first sent. */
export function createEventEntries({ names, internal = [], groups, size }: GeneratedEvents): EventEntry[] {
  const made: (readonly (() => EventCode)[])[] = [];
  const codeOf = (index: number): EventCode => {
    const group = Math.floor(index / size);
    return (made[group] ??= groups[group]!())[index % size]!();
  };
  return names.map((name, index) => new LazyEvent(name, internal.includes(name), () => codeOf(index)));
}

class LazyEvent implements EventEntry {
  readonly name: string;
  readonly isInternal: boolean;
  readonly #create: () => EventCode;
  #code: EventCode | undefined;

  constructor(name: string, isInternal: boolean, create: () => EventCode) {
    this.name = name;
    this.isInternal = isInternal;
    this.#create = create;
  }

  get check(): EventEntry['check'] {
    return (this.#code ??= this.#create()).check;
  }

  get explain(): EventEntry['explain'] {
    return (this.#code ??= this.#create()).explain;
  }

  get pick(): EventEntry['pick'] {
    return (this.#code ??= this.#create()).pick;
  }
}

/** The name of an event. Without an `operations.d.ts`, any string is allowed. */
export type EventName = [keyof Events] extends [never] ? string : keyof Events & string;

/** The payload of an event, as its sender passes it. */
export type EventPayload<Name extends EventName> = Name extends keyof Events ? Events[Name] : unknown;

/** Options of `send`. */
export interface SendOptions {
  /** Whose endpoints get the event. Without it, those without a tenant get it. */
  readonly tenant?: string;
}

/** An event that was sent. */
export interface SentEvent {
  /** Identifies the event for receivers: `msg_...`. */
  readonly id: string;
  /** The number of endpoints that get it. */
  readonly deliveries: number;
}

/** The name of the channel of `node:diagnostics_channel` with a {@link SendTrace} per sent event. */
export const SEND_CHANNEL = 'unplugin-operations.send';

/** The message of a sent event. */
export interface SendTrace {
  readonly id: string;
  readonly type: string;
  readonly tenant: string | undefined;
}

/** The name of the channel on which the runtime publishes attempts to deliver events: `node:diagnostics_channel`'s `tracingChannel`. */
export const DELIVERY_CHANNEL = 'unplugin-operations.delivery';

/** The channel of the attempts that have ended. */
export const DELIVERY_END: string = `tracing:${DELIVERY_CHANNEL}:asyncEnd`;

/** The name of the channel on which the dev server learns of the events of an app: a {@link SenderTrace} per app. */
export const SENDER_CHANNEL = 'unplugin-operations.sender';

/** The events of an app. */
export interface SenderTrace {
  /** The manifest that the app was created with. */
  readonly manifest: object;
  readonly events: EventSending<never>;
}

/** Sends the events of `app/events`: the result of `createEvents`, as the runtime needs it. */
export interface EventSending<Transaction> {
  /**
   * Sends an event when the transaction is committed, and never if it is rolled back.
   *
   * @param transaction The transaction of the effect. Without one, pass the database: the event is then sent at once.
   * @throws {TypeError} If the event is unknown, or its payload invalid.
   * @example await ctx.events.send(transaction, 'invoice.paid', invoice, { tenant })
   */
  send<Name extends EventName>(
    transaction: Transaction,
    name: Name,
    payload: EventPayload<Name>,
    options?: SendOptions,
  ): Promise<SentEvent>;
}
