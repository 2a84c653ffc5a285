import type { Schemas } from 'unplugin-operations/types';
import { api, coverOf } from './api.ts';
import { addToBasket, countBasket, MAX_COPIES } from './basket.ts';
import { announce, counted, h, price } from './dom.ts';
import type { View } from './navigation.ts';
import { showReviews } from './reviews.ts';

/** A book with its reviews. */
export async function showBook(id: number, signal: AbortSignal): Promise<View> {
  const [book, reviews] = await Promise.all([
    api.getBook({ path: { book_id: id } }, { signal }),
    showReviews(id, signal),
  ]);
  const { title, author, genre, year, pages } = book;
  const facts = { Genre: genre, Published: String(year), Length: counted(pages, 'page') };
  const content = h(
    'article',
    { class: 'book' },
    coverOf(id),
    h(
      'div',
      { class: 'details' },
      h('h1', { tabindex: -1 }, title),
      h('p', { class: 'author' }, 'by ', author),
      h('p', { class: 'rating' }, ratingText(book)),
      h('dl', {}, ...Object.entries(facts).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      h('p', { class: 'price' }, price(book.price_cents)),
      showPurchase(book),
    ),
    reviews,
  );
  return { title, content };
}

function ratingText({ rating, reviews }: Schemas['BookDetails']): string {
  return rating === null ? 'Not reviewed yet' : `${rating.toFixed(1)} of 5 stars, ${counted(reviews, 'review')}`;
}

function showPurchase({ id, title, stock }: Schemas['BookDetails']): HTMLElement {
  if (stock === 0) return h('p', { class: 'nothing' }, 'Out of stock');
  const copies = h('input', {
    type: 'number',
    name: 'quantity',
    value: 1,
    min: 1,
    max: Math.min(stock, MAX_COPIES),
    required: true,
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    addToBasket({ book_id: id, title, quantity: copies.valueAsNumber });
    announce(`Added to the basket, which now has ${counted(countBasket(), 'book')}.`);
  };
  return h(
    'form',
    { class: 'purchase', submit },
    h('label', {}, h('span', {}, 'Copies'), copies),
    h('button', { class: 'primary' }, 'Add to the basket'),
    h('span', { class: 'stock' }, `${stock} in stock`),
  );
}
