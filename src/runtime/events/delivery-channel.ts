import type { TracingChannel } from 'node:diagnostics_channel';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { DELIVERY_CHANNEL, SEND_CHANNEL } from '../../shared/contract/event.ts';
import type { Attempt, DeliveryOutcome } from './delivery-attempt.ts';

/**
 * The message of the channel's events. All events of one attempt have the same object.
 *
 * @example tracingChannel('unplugin-operations.delivery').asyncEnd.subscribe((message) => log(message as DeliveryTrace));
 */
export interface DeliveryTrace {
  readonly attempt: Attempt;
  /** Set when the attempt has ended. */
  outcome?: DeliveryOutcome;
}

/** The attempts to deliver events. An attempt that fails has an outcome, not an error. */
export const deliveryChannel: TracingChannel<unknown, DeliveryTrace> = tracingChannel(DELIVERY_CHANNEL);

/** The events that are sent, before their transaction is committed. */
export const sendChannel: ReturnType<typeof channel> = channel(SEND_CHANNEL);

const { start, end, asyncStart, asyncEnd, error } = deliveryChannel;

/** As `deliveryChannel.hasSubscribers`, which Bun and Node 20 do not have. */
export function isDeliveryObserved(): boolean {
  return [start, end, asyncStart, asyncEnd, error].some(({ hasSubscribers }) => hasSubscribers);
}
