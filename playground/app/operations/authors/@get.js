import { listPage } from '../_list.ts';

/*
 * Lists the authors, sorted by name.
 *
 * @param {string} [country] (pattern: "^[A-Za-z]{2}$", example: SE) - Only authors from this country: ISO 3166-1, two letters.
 * @param-include paging
 * @returns {Author[]} The authors.
 */
export default function listAuthors(ctx) {
  const country = ctx.input.query.country?.toUpperCase();
  const authors = ctx.db.selectFrom('authors').select(['id', 'name', 'country', 'born']);
  const chosen = country === undefined ? authors : authors.where('country', '=', country);
  return listPage(chosen.orderBy('name_key').orderBy('id'), ctx.paging);
}
