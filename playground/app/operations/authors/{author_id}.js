import { countRows } from '../../../database/books.ts';
import { refusal } from '../../refusal.ts';

/*
 * Gets an author with the number of their books.
 *
 * @param-include author
 * @returns {AuthorDetails} The author.
 * @returns-include missingAuthor
 */
export default async function getAuthor(ctx) {
  const id = ctx.input.path.author_id;
  const author = await ctx.db
    .selectFrom('authors')
    .select(['id', 'name', 'country', 'born'])
    .select((eb) =>
      eb.selectFrom('books').whereRef('author_id', '=', 'authors.id').select(countRows.as('n')).as('books'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (author === undefined) throw refusal(404, `There is no author ${id}.`);
  return author;
}
