import type { Wanted } from '../../../database/orders.ts';
import { refusal } from '../../refusal.ts';

/**
 * Checks that each line of an order has a different book, which JSON Schema cannot express.
 *
 * @throws {Error} A 400 if a book occurs twice.
 */
export function checkItems(items: Wanted[]): Wanted[] {
  if (new Set(items.map((item) => item.book_id)).size < items.length) throw refusal(400, 'items lists a book twice.');
  return items;
}
