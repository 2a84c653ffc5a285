import type { Schemas } from 'unplugin-operations/types';
import { alertOf, api } from './api.ts';
import { announce, counted, h } from './dom.ts';
import type { View } from './navigation.ts';

/** The deliveries of events, for the staff. The token is forgotten when the page is left. */
export function showDeliveries(signal: AbortSignal): View {
  const title = 'Deliveries of events';
  const token = h('input', { name: 'token', type: 'password', autocomplete: 'off', required: true });
  const result = h('div', {});
  const show = async (): Promise<void> => {
    const options = { signal, headers: { Authorization: `Bearer ${token.value}` } };
    try {
      result.replaceChildren(showTable(await api.listDeliveries({}, options), replay));
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(alertOf(error));
    }
  };
  const replay = async ({ event_id, endpoint_id }: Schemas['Delivery']): Promise<void> => {
    const options = { signal, headers: { Authorization: `Bearer ${token.value}` } };
    await api.replayDelivery({ path: { event_id }, body: { endpoint_id } }, options);
    announce('The event will be sent again.');
    await show();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void show();
  };
  const form = h(
    'form',
    { class: 'checkout', submit },
    h('label', {}, h('span', {}, 'Token of the staff'), token),
    h('button', { class: 'primary' }, 'Show the deliveries'),
  );
  return { title, content: h('div', {}, h('h1', { tabindex: -1 }, title), form, result) };
}

type Replay = (delivery: Schemas['Delivery']) => Promise<void>;

function showTable(deliveries: readonly Schemas['Delivery'][], replay: Replay): HTMLElement {
  if (deliveries.length === 0) return h('p', { class: 'nothing' }, 'No event has been sent to an endpoint yet.');
  const heads = ['Event', 'Time', 'State', 'Again'].map((text) => h('th', { scope: 'col' }, text));
  const rows = deliveries.map((delivery) => showRow(delivery, replay));
  return h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows));
}

function showRow(delivery: Schemas['Delivery'], replay: Replay): HTMLElement {
  const { type, sent_at: time, state, attempts, error } = delivery;
  const send = async (event: Event): Promise<void> => {
    const button = event.target as HTMLButtonElement;
    button.disabled = true;
    try {
      await replay(delivery);
    } catch (failure) {
      button.replaceWith(alertOf(failure));
    }
  };
  const when = new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
  const result = `${state}, ${counted(attempts, 'attempt')}${error === undefined ? '' : `: ${error}`}`;
  return h(
    'tr',
    {},
    h('td', {}, type),
    h('td', {}, h('time', { datetime: time }, when)),
    h('td', {}, result),
    h('td', {}, state !== 'waiting' && h('button', { 'aria-label': `Send ${type} again`, click: send }, 'Send again')),
  );
}
