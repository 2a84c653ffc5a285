import type { Database } from '../../../database/schema.ts';
import { refusal } from '../../refusal.ts';

/**
 * Checks that a book exists.
 *
 * @throws {Error} A 404 if it does not.
 */
export async function requireBook(db: Database, id: number): Promise<void> {
  const book = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
  if (book === undefined) throw refusal(404, `There is no book ${id}.`);
}
