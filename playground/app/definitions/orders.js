/** @typedef {'open'|'shipped'|'cancelled'} OrderStatus - An order is open until it is shipped or cancelled. */

/**
 * An order, without its books.
 *
 * @typedef {object} Order
 * @property {integer} id (minimum: 1) - The order's ID.
 * @property {string} customer - The customer's name.
 * @property {OrderStatus} status
 * @property {integer} total_cents (minimum: 0) - The total price, in cents.
 * @property {date-time} created_at (example: "2024-02-29T12:00:00.000Z") - The time of the order.
 */

/**
 * An order with its books, sorted by book ID.
 *
 * @typedef {Order} OrderDetails
 * @property {OrderItem[]} items (minItems: 1)
 */

/**
 * A book in an order.
 *
 * @typedef {object} OrderItem
 * @property {integer} book_id (minimum: 1)
 * @property {string} title
 * @property {integer} quantity (minimum: 1) - The number of copies.
 * @property {integer} price_cents (minimum: 0) - The price of one copy at the time of the order, in cents.
 */

/**
 * A book to order.
 *
 * @typedef {object} OrderLine
 * @property {int32} book_id (minimum: 1)
 * @property {integer} quantity (minimum: 1, maximum: 100) - The number of copies.
 */

/**
 * The price of a possible order.
 *
 * @typedef {object} Quote
 * @property {OrderItem[]} items (minItems: 1) - The books with their prices, sorted by book ID.
 * @property {integer} total_cents (minimum: 0) - The total price, in cents.
 */
