/**
 * Many pets.
 *
 * @GET
 * @returns {Pet[]} The pets
 */
export default () => Array.from({ length: 100 }, (_, i) => ({ id: i + 1, name: `Pet ${i + 1}` }));
