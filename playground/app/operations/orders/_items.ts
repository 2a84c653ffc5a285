import type { Wanted } from '../../../database/orders.ts';
import { refusal } from '../../refusal.ts';

/**
 * The lines of an order, of which each must be of another book: the one rule that no contract can say.
 *
 * @throws 400 where a book is named twice.
 */
export function checkItems(items: Wanted[]): Wanted[] {
  if (new Set(items.map((item) => item.book_id)).size < items.length) throw refusal(400, 'items names a book twice.');
  return items;
}
