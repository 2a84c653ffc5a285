/** @typedef {'open'|'shipped'|'cancelled'} OrderStatus - An order is open until it is shipped or cancelled. */

/**
 * An order, without its books.
 *
 * @typedef {object} Order
 * @property {integer} id (minimum: 1) - The order's number.
 * @property {string} customer - Who ordered.
 * @property {OrderStatus} status
 * @property {integer} total_cents (minimum: 0) - What the books cost together, in cents.
 * @property {date-time} created_at (example: "2024-02-29T12:00:00.000Z") - When it was ordered.
 */

/**
 * An order with its books, in the order of their numbers.
 *
 * @typedef {Order} OrderDetails
 * @property {OrderItem[]} items (minItems: 1)
 */

/**
 * One of the books of an order.
 *
 * @typedef {object} OrderItem
 * @property {integer} book_id (minimum: 1)
 * @property {string} title
 * @property {integer} quantity (minimum: 1) - Copies.
 * @property {integer} price_cents (minimum: 0) - The price of one copy when it was ordered, in cents.
 */

/**
 * A book to order.
 *
 * @typedef {object} OrderLine
 * @property {int32} book_id (minimum: 1)
 * @property {integer} quantity (minimum: 1, maximum: 100) - Copies.
 */

/**
 * What an order would cost.
 *
 * @typedef {object} Quote
 * @property {OrderItem[]} items (minItems: 1) - The books with their prices, in the order of their numbers.
 * @property {integer} total_cents (minimum: 0) - The sum, in cents.
 */
