import { createClient, ResponseError } from 'virtual:operations/client';
import type { Client } from 'virtual:operations/client';
import { h } from './dom.ts';

/** The bookshop. The page is on the origin of its API. */
export const api: Client = createClient();

/** The message of an error: the detail of the problem if the shop has refused a request. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ResponseError)) return 'The shop cannot be reached. Try again later.';
  return error.problem?.detail ?? error.problem?.title ?? `The shop answered with status ${error.status}.`;
}

/** An alert with the message of an error. */
export function alertOf(error: unknown): HTMLElement {
  return h('p', { class: 'alert', role: 'alert' }, messageOf(error));
}

/** The cover of a book. It appears when it has been received. */
export function coverOf(bookId: number): HTMLImageElement {
  const image = h('img', { class: 'cover', alt: '', width: 300, height: 450 });
  api.getCover({ path: { book_id: bookId } }).then(
    (cover) => {
      image.src = URL.createObjectURL(cover);
      image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
    },
    () => image.classList.add('missing'),
  );
  return image;
}
