import type { Database } from '../../../database/schema.ts';
import { refusal } from '../../refusal.ts';

/**
 * Sees to it that there is a book.
 *
 * @throws 404 where there is none with this id.
 */
export async function requireBook(db: Database, id: number): Promise<void> {
  const book = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
  if (book === undefined) throw refusal(404, `There is no book ${id}.`);
}
