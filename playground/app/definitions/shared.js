/** @typedef {string} Text (pattern: "^[^\\x00\\uD800-\\uDFFF]*$") - Text that every database can store: without NUL and lone surrogates. */

/**
 * @param-define book
 * @param {int32} path.book_id - The book's ID.
 * @example 12
 *
 * @returns-define missingBook
 * @throws 404 - The book does not exist.
 */

/**
 * @param-define author
 * @param {int32} path.author_id - The author's ID.
 * @example 7
 *
 * @returns-define missingAuthor
 * @throws 404 - The author does not exist.
 */

/**
 * The input of an order and of a quote.
 *
 * @param-define items
 * @param {OrderLine[]} body.items (minItems: 1, maxItems: 50) - The books and the number of copies. Each book may occur once.
 * @example [{book_id: 12, quantity: 2}]
 *
 * @returns-define refusedItems
 * @throws 400 - The input is invalid, lists a book twice, or lists an unknown book.
 */
