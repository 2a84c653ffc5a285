import type { OperationResult } from 'unplugin-operations/koa';
import { findBooks, selectBooks } from '../../../../database/books.ts';
import type { ShopContext } from '../../../context.ts';
import { refusal } from '../../../refusal.ts';

/**
 * Lists the books of an author, latest first.
 * @tags books
 * @param-include author, sort (year desc, title, id), paging
 * @returns {Book[]} The books.
 * @returns-include missingAuthor
 */
export default async function listBooksOfAuthor(
  ctx: ShopContext<'listBooksOfAuthor'>,
): Promise<OperationResult<'listBooksOfAuthor'>> {
  const id = ctx.input.path.author_id;
  const author = await ctx.db.selectFrom('authors').select('id').where('id', '=', id).executeTakeFirst();
  if (author === undefined) throw refusal(404, `There is no author ${id}.`);
  return findBooks(selectBooks(ctx.db).where('author_id', '=', id), ctx.list);
}
