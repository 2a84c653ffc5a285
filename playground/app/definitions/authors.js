/**
 * An author whose books the shop has.
 *
 * @typedef {object} Author
 * @property {integer} id (minimum: 1) - The author's number.
 * @property {string} name (example: Lucía Brontë)
 * @property {string} country (pattern: "^[A-Z]{2}$", example: SE) - Where they come from: ISO 3166-1, two letters.
 * @property {integer} born - The year of their birth.
 */

/**
 * An author, and the number of their books.
 *
 * @typedef {Author} AuthorDetails
 * @property {integer} books (minimum: 0) - How many of their books the shop has.
 */
