import type { Schemas } from 'unplugin-operations/types';
import { isErrorOf } from 'virtual:operations/client';
import { alertOf, api } from './api.ts';
import { announce, h } from './dom.ts';

/** The number of reviews that are shown at once. */
const SIZE = 5;

/** The reviews of a book, and a form to add one. */
export async function showReviews(bookId: number, signal: AbortSignal): Promise<HTMLElement> {
  // The client requests the next page when the iterator needs it.
  const query = { page_size: SIZE };
  const rows = api.listReviews({ path: { book_id: bookId }, query }, { signal })[Symbol.asyncIterator]();
  const list = h('ul', { class: 'reviews' });
  const more = h('button', { type: 'button', click: () => void showMore() }, 'More reviews');
  let next = await rows.next();
  const showMore = async (): Promise<void> => {
    more.disabled = true;
    try {
      for (let shown = 0; shown < SIZE && next.done !== true; shown++) {
        list.append(showReview(next.value));
        next = await rows.next();
      }
      more.hidden = next.done === true;
    } catch (error) {
      more.replaceWith(alertOf(error));
    }
    more.disabled = false;
  };
  await showMore();
  const form = showForm(bookId, (review) => list.prepend(showReview(review)));
  return h('section', { class: 'opinions' }, h('h2', {}, 'Reviews'), list, more, form);
}

function showReview({ rating, reviewer, text, created_at: time }: Schemas['Review']): HTMLElement {
  const day = new Date(time).toLocaleDateString('en', { dateStyle: 'long' });
  return h(
    'li',
    {},
    h(
      'p',
      { class: 'stars', role: 'img', 'aria-label': `${rating} of 5 stars` },
      '★'.repeat(rating) + '☆'.repeat(5 - rating),
    ),
    text !== '' && h('p', {}, text),
    h('p', { class: 'by' }, `${reviewer}, `, h('time', { datetime: time }, day)),
  );
}

/** A form without rules of its own: it shows the violations that the API finds. */
function showForm(bookId: number, added: (review: Schemas['Review']) => void): HTMLElement {
  const form = h(
    'form',
    { class: 'review', novalidate: true, submit: (event) => void send(event, form, bookId, added) },
    h('h3', {}, 'Write a review'),
    h(
      'fieldset',
      { 'data-field': 'rating' },
      h('legend', {}, 'Rating'),
      h('div', { class: 'choices' }, ...RATINGS.map(showChoice)),
    ),
    showField('reviewer', 'Your name', h('input', { name: 'reviewer', autocomplete: 'name' })),
    showField('text', 'Review', h('textarea', { name: 'text', rows: 4 })),
    h('button', { class: 'primary' }, 'Send the review'),
  );
  return form;
}

const RATINGS = [1, 2, 3, 4, 5];

function showChoice(rating: number): HTMLElement {
  const label = `${rating} ${rating === 1 ? 'star' : 'stars'}`;
  return h(
    'label',
    {},
    h('input', { type: 'radio', name: 'rating', value: rating, 'aria-label': label }),
    h('span', {}, `${rating} ★`),
  );
}

function showField(name: string, label: string, input: HTMLElement): HTMLElement {
  return h('label', { 'data-field': name }, h('span', {}, label), input);
}

async function send(
  event: Event,
  form: HTMLFormElement,
  bookId: number,
  added: (review: Schemas['Review']) => void,
): Promise<void> {
  event.preventDefault();
  const values = new FormData(form);
  clearErrors(form);
  const button = form.querySelector('button')!;
  button.disabled = true;
  try {
    const body = {
      rating: Number(values.get('rating')),
      reviewer: String(values.get('reviewer')),
      text: String(values.get('text')),
    };
    added(await api.addReview({ path: { book_id: bookId }, body }));
    form.reset();
    announce('Thank you for the review.');
  } catch (error) {
    const violations = isErrorOf(error, 'addReview') && error.status === 400 ? error.problem.errors : undefined;
    if (violations === undefined) form.append(alertOf(error));
    else for (const { name, message } of violations) showError(form, name, message);
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }
  button.disabled = false;
}

function clearErrors(form: HTMLFormElement): void {
  for (const shown of form.querySelectorAll('.error, .alert')) shown.remove();
  for (const input of form.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  }
}

/** Shows a violation at the field of its name. */
function showError(form: HTMLFormElement, name: string, message: string): void {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  if (field === null) return form.append(h('p', { class: 'alert', role: 'alert' }, `${name} ${message}`));
  const id = `error-${name}`;
  field.append(h('span', { class: 'error', id }, `${field.querySelector('span, legend')!.textContent} ${message}`));
  for (const input of field.querySelectorAll('input, textarea')) {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', id);
  }
}
