/**
 * @param {int32} path.order_id - The order's ID.
 * @example 42
 * @throws 404 - The order does not exist.
 */
