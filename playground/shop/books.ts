import type { Schemas } from 'unplugin-operations/types';
import { api, coverOf } from './api.ts';
import { counted, h, price } from './dom.ts';
import { go } from './navigation.ts';
import type { View } from './navigation.ts';

/** The number of books on a page. */
const SIZE = 12;

const ORDERS = { '-year': 'newest first', title: 'title', price_cents: 'price', id: 'as they came' } as const;

type Order = keyof typeof ORDERS;

/** The books of a page, and the number of all that were found. */
interface Found {
  readonly books: readonly Schemas['Book'][];
  readonly total: number;
}

/** The list of books: all, of a genre, or those that a search finds. */
export async function showBooks(params: URLSearchParams, signal: AbortSignal): Promise<View> {
  const words = params.get('q')?.trim() ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const [{ books, total }, filters] = await Promise.all([
    words === '' ? listBooks(params, page, signal) : searchBooks(words, page, signal),
    words === '' ? showFilters(params, signal) : undefined,
  ]);
  const title = words === '' ? 'Books' : `Books for “${words}”`;
  const last = Math.max(1, Math.ceil(total / SIZE));
  const first = (page - 1) * SIZE;
  const range =
    books.length === 0 ? 'No books' : `${first + 1} to ${first + books.length} of ${counted(total, 'book')}`;
  const content = h(
    'div',
    {},
    h('div', { class: 'bar' }, h('h1', { tabindex: -1 }, title), filters),
    h('p', { class: 'range' }, range),
    books.length === 0 ? showNothing(total) : h('ul', { class: 'books' }, ...books.map(showCard)),
    last > 1 && showPager(params, page, last),
  );
  return { title, content };
}

async function listBooks(params: URLSearchParams, page: number, signal: AbortSignal): Promise<Found> {
  const genre = params.get('genre') ?? undefined;
  const sort = (params.get('sort') ?? '-year') as Order;
  const query = { genre, sort, page, page_size: SIZE, total: 1 } as const;
  const pending = api.listBooks({ query }, { signal });
  const books = await pending;
  const { headers } = await pending.response;
  return { books, total: Number(headers.get('X-Total-Count')) };
}

async function searchBooks(q: string, page: number, signal: AbortSignal): Promise<Found> {
  const { items, total = 0 } = await api.searchBooks({ query: { q, page, page_size: SIZE, total: 1 } }, { signal });
  return { books: items, total };
}

async function showFilters(params: URLSearchParams, signal: AbortSignal): Promise<HTMLElement> {
  const genres = await api.listGenres({}, { signal });
  const named = genres.map(({ name, books }) => [name, `${name} (${books})`] as const);
  return h(
    'form',
    { class: 'filters' },
    showSelect('Genre', 'genre', [['', 'All genres'], ...named], params.get('genre') ?? ''),
    showSelect('Order', 'sort', Object.entries(ORDERS), params.get('sort') ?? '-year'),
  );
}

/** A select that navigates when it changes. */
function showSelect(
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): HTMLElement {
  const change = (event: Event): void => {
    const params = new URLSearchParams(location.search);
    params.set(name, (event.target as HTMLSelectElement).value);
    params.delete('page');
    go(params, `[name=${name}]`);
  };
  const entries = options.map(([value, text]) => h('option', { value, selected: value === chosen }, text));
  return h('label', {}, h('span', {}, label), h('select', { name, change }, ...entries));
}

function showCard({ id, title, author, price_cents: cents, stock }: Schemas['Book']): HTMLElement {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card', href: `?book=${id}` },
      coverOf(id),
      h('span', { class: 'title' }, title),
      h('span', { class: 'author' }, author),
      h('span', { class: 'price' }, price(cents), stock === 0 && h('em', {}, 'out of stock')),
    ),
  );
}

function showNothing(total: number): HTMLElement {
  const text = total === 0 ? 'Try fewer words, or parts of words.' : 'This page is past the end.';
  return h('p', { class: 'nothing' }, text, ' ', h('a', { href: '?' }, 'All books'));
}

function showPager(params: URLSearchParams, page: number, last: number): HTMLElement {
  const link = (text: string, target: number, rel?: string): HTMLElement => {
    if (target === page || target < 1 || target > last) return h('span', { class: 'off', 'aria-hidden': 'true' }, text);
    const next = new URLSearchParams(params);
    next.set('page', String(target));
    return h('a', { href: `?${next}`, rel }, text);
  };
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    link('First', 1),
    link('Previous', page - 1, 'prev'),
    h('span', { 'aria-current': 'page' }, `Page ${page} of ${last}`),
    link('Next', page + 1, 'next'),
    link('Last', last),
  );
}
