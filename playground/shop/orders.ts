import type { Schemas } from 'unplugin-operations/types';
import { isErrorOf } from 'virtual:operations/client';
import { alertOf, api } from './api.ts';
import { emptyBasket, MAX_COPIES, readBasket, setQuantity } from './basket.ts';
import type { Line } from './basket.ts';
import { announce, counted, h, price } from './dom.ts';
import { go } from './navigation.ts';
import type { View } from './navigation.ts';

/** The basket, with its price and a form to order. */
export async function showBasket(signal: AbortSignal): Promise<View> {
  const title = 'Basket';
  const lines = readBasket();
  const heading = h('h1', { tabindex: -1 }, title);
  if (lines.length === 0)
    return {
      title,
      content: h(
        'div',
        {},
        heading,
        h('p', { class: 'nothing' }, 'The basket is empty. ', h('a', { href: '?' }, 'All books')),
      ),
    };
  const body = { items: lines.map(({ book_id, quantity }) => ({ book_id, quantity })) };
  const { items, total_cents: total } = await api.quoteOrder({ body }, { signal });
  const rows = items.map(({ book_id: id, quantity, price_cents: cents, title: name }) =>
    showRow(id, name, cents * quantity, showQuantity({ book_id: id, title: name, quantity })),
  );
  const content = h('div', { class: 'order' }, heading, showTable(rows, total), showOrderForm(body.items));
  return { title, content };
}

function showQuantity(line: Line): HTMLElement {
  const set = (quantity: number, focus?: string): void => {
    setQuantity({ ...line, quantity });
    go(new URLSearchParams({ basket: '' }), focus);
  };
  const field = `[data-book="${line.book_id}"]`;
  const change = (event: Event): void => {
    const { valueAsNumber: copies } = event.target as HTMLInputElement;
    set(Number.isInteger(copies) && copies >= 0 ? copies : line.quantity, field);
  };
  return h(
    'span',
    { class: 'copies' },
    h('input', {
      type: 'number',
      min: 0,
      max: MAX_COPIES,
      value: line.quantity,
      'aria-label': `Copies of ${line.title}`,
      'data-book': line.book_id,
      change,
    }),
    h('button', { type: 'button', 'aria-label': `Remove ${line.title}`, click: () => set(0) }, 'Remove'),
  );
}

function showOrderForm(items: readonly { readonly book_id: number; readonly quantity: number }[]): HTMLElement {
  const customer = h('input', { name: 'customer', autocomplete: 'name' });
  const button = h('button', { class: 'primary' }, 'Place the order');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    form.querySelector('.alert')?.remove();
    button.disabled = true;
    try {
      const { id } = await api.addOrder({ body: { customer: customer.value, items: [...items] } });
      emptyBasket();
      announce('Thank you for the order.');
      go(new URLSearchParams({ order: String(id) }));
    } catch (error) {
      form.append(alertOf(error));
      if (isErrorOf(error, 'addOrder') && error.status === 400) customer.focus();
    }
    button.disabled = false;
  };
  const form = h('form', { class: 'checkout', submit }, h('label', {}, h('span', {}, 'Your name'), customer), button);
  return form;
}

/** An order. It can be canceled until it is shipped. */
export async function showOrder(id: number, signal: AbortSignal): Promise<View> {
  const order = await api.getOrder({ path: { order_id: id } }, { signal });
  const title = `Order ${id}`;
  return { title, content: showDetails(order, title) };
}

function showDetails(order: Schemas['OrderDetails'], title: string): HTMLElement {
  const { id, customer, status, total_cents: total, created_at: time, items } = order;
  const rows = items.map(({ book_id, title: name, quantity, price_cents: cents }) =>
    showRow(book_id, name, cents * quantity, counted(quantity, 'copy', 'copies')),
  );
  const cancel = async (event: Event): Promise<void> => {
    const button = event.target as HTMLButtonElement;
    button.disabled = true;
    try {
      content.replaceWith(showDetails(await api.cancelOrder({ path: { order_id: id } }), title));
      announce(`Order ${id} is cancelled.`);
    } catch (error) {
      button.replaceWith(alertOf(error));
    }
  };
  const when = new Date(time).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' });
  const content = h(
    'div',
    { class: 'order' },
    h('h1', { tabindex: -1 }, title),
    h('p', {}, `For ${customer}, `, h('time', { datetime: time }, when)),
    h('p', { class: `state ${status}` }, status),
    showTable(rows, total),
    status === 'open' && h('button', { click: cancel }, 'Cancel the order'),
  );
  return content;
}

function showRow(bookId: number, title: string, cents: number, copies: HTMLElement | string): HTMLElement {
  return h(
    'tr',
    {},
    h('td', {}, h('a', { href: `?book=${bookId}` }, title)),
    h('td', {}, copies),
    h('td', { class: 'amount' }, price(cents)),
  );
}

function showTable(rows: readonly HTMLElement[], total: number): HTMLElement {
  const heads = ['Book', 'Copies', 'Price'].map((text) => h('th', { scope: 'col' }, text));
  const sum = h('tr', {}, h('th', { scope: 'row', colspan: 2 }, 'Total'), h('td', { class: 'amount' }, price(total)));
  return h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows), h('tfoot', {}, sum));
}
