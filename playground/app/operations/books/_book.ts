import type { Book } from '../../../database/books.ts';
import { selectBooks } from '../../../database/books.ts';
import type { Database } from '../../../database/schema.ts';
import { refusal } from '../../refusal.ts';

/**
 * Finds a book.
 *
 * @throws {Error} A 404 if there is none.
 */
export async function findBook(db: Database, id: number): Promise<Book> {
  return (await selectBooks(db).where('books.id', '=', id).executeTakeFirst()) ?? missing(id);
}

/**
 * Checks that a book exists.
 *
 * @throws {Error} A 404 if it does not.
 */
export async function requireBook(db: Database, id: number): Promise<void> {
  const book = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
  if (book === undefined) missing(id);
}

function missing(id: number): never {
  throw refusal(404, `There is no book ${id}.`);
}
