import type { Database } from './schema.ts';

/** The image of a cover. */
export interface Cover {
  type: string;
  image: Buffer;
}

/** Finds the cover that was set for a book. */
export async function findCover(db: Database, bookId: number): Promise<Cover | undefined> {
  const cover = await db.selectFrom('covers').selectAll().where('book_id', '=', bookId).executeTakeFirst();
  // Only the driver of PostgreSQL returns a buffer.
  return cover && { type: cover.type, image: Buffer.from(cover.image) };
}

/** Sets the cover of a book. A book has one cover at most. */
export async function saveCover(db: Database, bookId: number, type: string, image: Buffer): Promise<void> {
  await db
    .insertInto('covers')
    .values({ book_id: bookId, type, image })
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ type, image }))
    .execute();
}
