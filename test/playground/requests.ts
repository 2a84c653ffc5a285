import { STAFF_TOKEN } from './client.ts';

/** A request to the bookshop: the operation that answers, and the status. */
export type Asked = readonly [operationId: string, status: number, path: string, init?: RequestInit];

/** Requests that change nothing. */
export const reads: readonly Asked[] = [
  ['greet', 200, '/'],
  ['checkHealth', 200, '/healthz'],
  ['checkReadiness', 200, '/readyz'],
  ['listGenres', 200, '/genres'],
  ['listAuthors', 200, '/authors?country=se'],
  ['listAuthors', 400, '/authors?page=0'],
  ['getAuthor', 200, '/authors/7'],
  ['getAuthor', 400, '/authors/seven'],
  ['getAuthor', 404, '/authors/301'],
  ['listBooksOfAuthor', 200, '/authors/7/books?total=1'],
  ['listBooksOfAuthor', 400, '/authors/7/books?limit=-1'],
  ['listBooksOfAuthor', 404, '/authors/301/books'],
  ['drawCover', 200, '/covers/12.svg'],
  ['drawCover', 400, '/covers/twelve.svg'],
  ['drawCover', 404, '/covers/5001.svg'],
  ['getCover', 200, '/books/12/cover'],
  ['getCover', 400, '/books/twelve/cover'],
  ['getCover', 404, '/books/5001/cover'],
  ['listBooks', 200, '/books?genre=poetry&min_price=500&max_price=1500&min_stock=1&sort=-year&page_size=100'],
  ['listBooks', 400, '/books?sort=colour'],
  ['searchBooks', 200, '/books/search?q=lighthouse%20north&total=1'],
  ['searchBooks', 400, '/books/search?q=%20'],
  ['getBook', 200, '/books/12'],
  ['getBook', 400, '/books/twelve'],
  ['getBook', 404, '/books/5001'],
  ['listReviews', 200, '/books/12/reviews?min_rating=2&limit=100'],
  ['listReviews', 400, '/books/12/reviews?min_rating=6'],
  ['listReviews', 404, '/books/5001/reviews'],
  ['listLatestReviews', 200, '/reviews?page_size=5'],
  ['listLatestReviews', 400, '/reviews?cursor=x'],
  ['listOrders', 200, '/orders?status=shipped&offset=3'],
  ['listOrders', 400, '/orders?status=lost'],
  // A feed that follows has no end.
  ['followOrders', 200, '/orders/feed?latest=2&follow=false'],
  ['followOrders', 400, '/orders/feed?follow=maybe'],
  ['getOrder', 200, '/orders/42'],
  ['getOrder', 400, '/orders/last'],
  ['getOrder', 404, '/orders/4000000'],
  ['listEndpoints', 401, '/webhooks/endpoints'],
  ['listDeliveries', 401, '/webhooks/deliveries'],
];

/** A request with a JSON body. */
export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
/** Of an order. */
const items = [{ book_id: 12, quantity: 1 }];
/** More than the shop has. */
export const many = [{ book_id: 12, quantity: 100 }];
const unknown = [{ book_id: 5001, quantity: 1 }];
/** A review. */
export const review = { rating: 5, reviewer: 'Ada' };
const long = 'x'.repeat(100_000);
const plain = { method: 'POST', body: 'plain' };

/** A removal by the staff. */
export const removal = { method: 'DELETE', headers: { Authorization: `Bearer ${STAFF_TOKEN}` } };

/** A cover of the staff, or what its first bytes make of it. */
export const cover = (type: string, bytes: string, token: string = STAFF_TOKEN): RequestInit => ({
  method: 'PUT',
  headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
  body: Buffer.from(bytes, 'latin1'),
});
export const PNG = '\x89PNG\r\n\x1a\n';

/** A request of the staff. */
export const staff = (method: string, body?: unknown): RequestInit => ({
  method,
  headers: {
    Authorization: `Bearer ${STAFF_TOKEN}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
/** An endpoint that events may not go to. */
const hidden = { url: 'https://10.0.0.1/hooks' };
const REPLAY = '/webhooks/deliveries/msg_1/replay';

/** Requests that write, or would, and those of the staff. */
export const writes: readonly Asked[] = [
  ['addReview', 201, '/books/12/reviews', json(review)],
  ['addReview', 400, '/books/12/reviews', json({ ...review, rating: 6 })],
  ['addReview', 404, '/books/5001/reviews', json(review)],
  ['addReview', 413, '/books/12/reviews', json({ ...review, text: long })],
  ['addReview', 415, '/books/12/reviews', plain],
  ['removeReview', 400, '/books/12/reviews/last', removal],
  ['removeReview', 401, '/books/12/reviews/4000000', { method: 'DELETE' }],
  ['removeReview', 404, '/books/12/reviews/4000000', removal],
  ['setCover', 204, '/books/12/cover', cover('image/png', PNG)],
  ['setCover', 400, '/books/12/cover', cover('image/webp', PNG)],
  ['setCover', 401, '/books/12/cover', cover('image/png', PNG, 'x')],
  ['setCover', 404, '/books/5001/cover', cover('image/png', PNG)],
  ['setCover', 413, '/books/12/cover', cover('image/png', PNG + long)],
  ['setCover', 415, '/books/12/cover', cover('image/svg+xml', '<svg/>')],
  ['quoteOrder', 200, '/orders/quote', json({ items })],
  ['quoteOrder', 400, '/orders/quote', json({ items: unknown })],
  ['quoteOrder', 413, '/orders/quote', json({ items, long })],
  ['quoteOrder', 415, '/orders/quote', plain],
  ['addOrder', 400, '/orders', json({ customer: 'Ada', items: [] })],
  ['addOrder', 409, '/orders', json({ customer: 'Ada', items: many })],
  ['addOrder', 413, '/orders', json({ customer: 'Ada', items, long })],
  ['addOrder', 415, '/orders', plain],
  ['cancelOrder', 400, '/orders/last/cancel', { method: 'POST' }],
  ['cancelOrder', 404, '/orders/4000000/cancel', { method: 'POST' }],
  ['listEndpoints', 200, '/webhooks/endpoints', staff('GET')],
  ['addEndpoint', 400, '/webhooks/endpoints', staff('POST', hidden)],
  ['addEndpoint', 401, '/webhooks/endpoints', json(hidden)],
  ['addEndpoint', 413, '/webhooks/endpoints', staff('POST', { ...hidden, long })],
  ['addEndpoint', 415, '/webhooks/endpoints', { ...staff('POST'), body: 'plain' }],
  ['removeEndpoint', 400, `/webhooks/endpoints/${'x'.repeat(60)}`, staff('DELETE')],
  ['removeEndpoint', 401, '/webhooks/endpoints/ep_1', { method: 'DELETE' }],
  ['removeEndpoint', 404, '/webhooks/endpoints/ep_1', staff('DELETE')],
  ['listDeliveries', 200, '/webhooks/deliveries?state=dead&endpoint_id=ep_1', staff('GET')],
  ['listDeliveries', 400, '/webhooks/deliveries?state=lost', staff('GET')],
  ['replayDelivery', 400, REPLAY, staff('POST', {})],
  ['replayDelivery', 401, REPLAY, json({ endpoint_id: 'ep_1' })],
  ['replayDelivery', 404, REPLAY, staff('POST', { endpoint_id: 'ep_1' })],
  ['replayDelivery', 413, REPLAY, staff('POST', { endpoint_id: 'ep_1', long })],
  ['replayDelivery', 415, REPLAY, { ...staff('POST'), body: 'plain' }],
];
