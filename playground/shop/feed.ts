import type { Schemas } from 'unplugin-operations/types';
import { alertOf, api } from './api.ts';
import { h, price } from './dom.ts';
import type { View } from './navigation.ts';

/** The number of orders that are shown at once. */
const SHOWN = 20;

/** The latest orders, and each new one as it comes in. */
export function showFeed(signal: AbortSignal): View {
  const title = 'Orders';
  const list = h('ol', { class: 'feed', 'aria-live': 'polite' });
  const content = h('div', {}, h('h1', { tabindex: -1 }, title), list);
  void follow(list, signal);
  return { title, content };
}

/** Adds the orders of the feed. The client reconnects if the connection is lost. */
async function follow(list: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    for await (const { data } of api.followOrders({}, { signal })) {
      list.prepend(showOrder(data));
      list.children[SHOWN]?.remove();
    }
  } catch (error) {
    if (!signal.aborted) list.before(alertOf(error));
  }
}

function showOrder({ id, customer, total_cents: total, created_at: time }: Schemas['Order']): HTMLElement {
  const when = new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return h(
    'li',
    {},
    h('a', { href: `?order=${id}` }, `Order ${id}`),
    ` for ${customer}, ${price(total)}, `,
    h('time', { datetime: time }, when),
  );
}
