import { ResponseError } from 'virtual:operations/client';
import { alertOf } from './api.ts';
import { showCount } from './basket.ts';
import { showBasket, showOrder } from './orders.ts';
import { showDeliveries } from './deliveries.ts';
import { showFeed } from './feed.ts';
import { showBook } from './book.ts';
import { showBooks } from './books.ts';
import { h } from './dom.ts';
import { followLinks, go, NAVIGATE } from './navigation.ts';
import type { View } from './navigation.ts';

const main = document.querySelector<HTMLElement>('#main')!;
const words = document.querySelector<HTMLInputElement>('#q')!;
let leaving = new AbortController();

/** Shows the page of the current address. Requests of the page before it are canceled. */
async function show(): Promise<void> {
  leaving.abort();
  const { signal } = (leaving = new AbortController());
  const params = new URLSearchParams(location.search);
  words.value = params.get('q') ?? '';
  main.setAttribute('aria-busy', 'true');
  const { title, content } = await viewOf(params, signal);
  if (signal.aborted) return;
  main.removeAttribute('aria-busy');
  main.replaceChildren(content);
  document.title = `${title} - The bookshop`;
}

async function viewOf(params: URLSearchParams, signal: AbortSignal): Promise<View> {
  const [book, order] = [params.get('book'), params.get('order')];
  try {
    if (params.has('basket')) return await showBasket(signal);
    if (params.has('orders')) return showFeed(signal);
    if (params.has('deliveries')) return showDeliveries(signal);
    if (book !== null) return await showBook(Number(book), signal);
    if (order !== null) return await showOrder(Number(order), signal);
    return await showBooks(params, signal);
  } catch (error) {
    const isMissing = error instanceof ResponseError && error.status === 404;
    const title = isMissing ? 'Not found' : 'Something is wrong';
    const way = isMissing ? h('a', { href: '?' }, 'All books') : h('button', { click: () => void show() }, 'Try again');
    return { title, content: h('div', {}, h('h1', { tabindex: -1 }, title), alertOf(error), way) };
  }
}

async function navigate(focus: string): Promise<void> {
  await show();
  scrollTo(0, 0);
  main.querySelector<HTMLElement>(focus)?.focus();
}

document.querySelector('#search')!.addEventListener('submit', (event) => {
  event.preventDefault();
  const q = words.value.trim();
  go(new URLSearchParams(q === '' ? {} : { q }));
});
addEventListener(NAVIGATE, (event) => void navigate((event as CustomEvent<string>).detail));
addEventListener('popstate', () => void show());
addEventListener('storage', showCount);
followLinks();
showCount();
void show();
