const { describeGenre } = require('./_genres.cjs');

/*
 * Lists the genres with their descriptions and numbers of books, sorted by name.
 *
 * @tags books
 * @cache public, max-age=60, stale-while-revalidate=600
 * @returns {Genre[]} The genres.
 */
module.exports = async function listGenres(ctx) {
  const genres = await ctx.db
    .selectFrom('books')
    .select(['genre as name', (eb) => eb.cast(eb.fn.countAll(), 'integer').as('books')])
    .groupBy('genre')
    .orderBy('genre')
    .execute();
  return genres.map(({ name, books }) => ({ name, description: describeGenre(name), books }));
};
