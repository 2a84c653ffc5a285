import { findList } from 'unplugin-operations/kysely';

/*
 * Lists the authors, sorted by name.
 * @param {string} [country] (pattern: "^[A-Za-z]{2}$", example: SE) - Only authors from this country: ISO 3166-1, two letters.
 * @param-include sort (name, id), paging
 * @returns {Author[]} The authors.
 */
export default function listAuthors({ db, input, list }) {
  const country = input.query.country?.toUpperCase();
  const authors = db.selectFrom('authors').select(['id', 'name', 'country', 'born']);
  const chosen = country === undefined ? authors : authors.where('country', '=', country);
  return findList(chosen, list, { table: 'authors', columns: { name: 'authors.name_key' } });
}
