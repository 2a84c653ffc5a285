/**
 * An order was placed.
 *
 * @payload {OrderDetails} The order.
 * @example {"id": 501, "customer": "Renée", "status": "open", "total_cents": 2598, "created_at": "2024-02-29T12:00:00.000Z", "items": [{"book_id": 12, "title": "The Quiet Lighthouse", "quantity": 2, "price_cents": 1299}]}
 * @tags orders
 */
