import type { Wanted } from '../../../database/orders.ts';
import { refusal } from '../../refusal.ts';
import { checkInteger, MAX_INTEGER } from '../_input.ts';

/**
 * `value` as the lines of an order: 1 to 50 books, each of them once.
 *
 * @throws 400 for anything else.
 */
export function checkItems(value: unknown): Wanted[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > 50)
    throw refusal(400, 'items must be 1 to 50 books.');
  const items = value.map((item: unknown, index) => {
    const { book_id, quantity } = (item ?? {}) as Record<string, unknown>;
    return {
      book_id: checkInteger(book_id, `items/${index}/book_id`, 1, MAX_INTEGER),
      quantity: checkInteger(quantity, `items/${index}/quantity`, 1, 100),
    };
  });
  if (new Set(items.map((item) => item.book_id)).size < items.length) throw refusal(400, 'items names a book twice.');
  return items;
}
