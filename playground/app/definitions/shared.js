/** @typedef {string} Text (pattern: "^[^\\0\\p{Surrogate}]*$") - Characters that every database can hold: no NUL, and no half of a surrogate pair. */

/**
 * @param-define book
 * @param {int32} path.book_id - The book's number.
 * @example 12
 *
 * @returns-define missingBook
 * @throws 404 - There is no such book.
 */

/**
 * @param-define author
 * @param {int32} path.author_id - The author's number.
 * @example 7
 *
 * @returns-define missingAuthor
 * @throws 404 - There is no such author.
 */

/**
 * @param-define order
 * @param {int32} path.order_id - The order's number.
 * @example 42
 *
 * @returns-define missingOrder
 * @throws 404 - There is no such order.
 */

/**
 * What both an order and a quote are made from.
 *
 * @param-define items
 * @param {OrderLine[]} body.items (minItems: 1, maxItems: 50) - The books, each of them once, and how many copies of each.
 * @example [{book_id: 12, quantity: 2}]
 *
 * @returns-define refusedItems
 * @throws 400 - The input breaks the contract, names a book twice, or one that does not exist.
 */

/**
 * All that a request without any input can do wrong.
 *
 * @returns-define oversized
 * @throws 431 - The fields of the request take more than 16 KiB.
 */
