import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { SenderTrace } from '../../shared/contract/event.ts';
import { DELIVERY_END, SEND_CHANNEL, SENDER_CHANNEL } from '../../shared/contract/event.ts';
import type { DeliverySource } from '../../tools/overview/shown-deliveries.ts';

/** The events of the apps that the dev server has created. */
export interface EventSenders {
  /** @returns The deliveries of the app with a manifest; undefined if the app has no option `events`, or its own engine. */
  find(manifest: object | undefined): DeliverySource | undefined;
  close(): void;
}

/** How long after an attempt its result is shown, in milliseconds. Results are recorded later than they happen, several at once. */
const NOTED = 500;

/**
 * Listens to the runtime for the events of apps.
 *
 * @param changed Called when an event was sent, and when an attempt has ended.
 */
export function listenToSenders(changed: () => void): EventSenders {
  const senders = new WeakMap<object, object>();
  const add = (message: unknown): void => {
    const { manifest, events } = message as SenderTrace;
    senders.set(manifest, events);
  };
  const show = (): void => {
    changed();
    setTimeout(changed, NOTED).unref();
  };
  const listeners = [
    [SENDER_CHANNEL, add],
    [SEND_CHANNEL, show],
    [DELIVERY_END, show],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return {
    find(manifest) {
      const events = manifest && (senders.get(manifest) as Partial<DeliverySource> | undefined);
      const isKnown = typeof events?.list === 'function' && typeof events.replay === 'function';
      return isKnown ? (events as DeliverySource) : undefined;
    },
    close() {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
    },
  };
}
