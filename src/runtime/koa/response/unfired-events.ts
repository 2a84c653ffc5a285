import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { SenderTrace, SendTrace } from '../../../shared/contract/event.ts';
import { SEND_CHANNEL, SENDER_CHANNEL } from '../../../shared/contract/event.ts';
import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';

/** The names of the events that a handler has sent so far. */
type Sent = Set<string>;

const running = new AsyncLocalStorage<Sent>();
const observer: { isSubscribed: boolean } = { isSubscribed: false };

/** Records each sent event with the handler that has sent it. */
function observe(): void {
  if (observer.isSubscribed) return;
  observer.isSubscribed = true;
  channel(SEND_CHANNEL).subscribe((message) => running.getStore()?.add((message as SendTrace).type));
}

/**
 * Warns of operations whose `@fires` and events differ: a success that sends none of the declared ones, and an event that is not declared. Each once for an
 * operation. The dev server also learns of the events, to show their deliveries. Only it has this, for apps with the option `events`: a separate engine sends
 * events elsewhere.
 */
export const sentEvents: Feature = ({ events, manifest }) => {
  if (events === undefined) return () => ({});
  observe();
  channel(SENDER_CHANNEL).publish({ manifest, events } satisfies SenderTrace);
  return ({ id, fires = [], stream }) => {
    const warned = new Set<string>();
    const handled = new WeakMap<object, Sent>();
    const warn = (ctx: OperationContext, about: string, text: string): void => {
      if (warned.has(about)) return;
      warned.add(about);
      report(ctx, `${id} ${text}`);
    };
    return {
      guard: (handler) => (ctx, next) => {
        const sent: Sent = new Set();
        handled.set(ctx, sent);
        return running.run(sent, () => handler(ctx, next));
      },
      finish(ctx) {
        const sent = handled.get(ctx);
        // A repeated request gets the stored response. The events of a stream are sent later.
        if (sent === undefined || stream !== undefined || ctx.status >= 400) return;
        for (const name of sent)
          if (!fires.includes(name))
            warn(ctx, name, `sent the event "${name}", which its comment doesn't declare. Add "@fires ${name}".`);
        if (fires.length > 0 && !fires.some((name) => sent.has(name)))
          warn(
            ctx,
            '',
            `was successful and sent none of its events: ${fires.join(', ')}. Send them, or remove "@fires".`,
          );
      },
    };
  };
};
