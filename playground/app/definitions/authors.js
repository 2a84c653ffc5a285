/**
 * An author of books in the shop.
 *
 * @typedef {object} Author
 * @property {integer} id (minimum: 1) - The author's ID.
 * @property {string} name (example: Lucía Brontë)
 * @property {string} country (pattern: "^[A-Z]{2}$", example: SE) - The country of origin: ISO 3166-1, two letters.
 * @property {integer} born - The year of birth.
 */

/**
 * An author with the number of their books.
 *
 * @typedef {Author} AuthorDetails
 * @property {integer} books (minimum: 0) - The number of the author's books in the shop.
 */
