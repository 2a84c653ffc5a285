import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEEDED } from '../../playground/database/seed.ts';
import { compilePlayground } from '../docs/playground.ts';
import { scratch } from '../support/build.ts';
import { freePort, startProgram } from '../support/process.ts';
import { bookshop } from './bookshop.ts';
import { afterSuite } from './build.ts';
import { ask } from './client.ts';
import { createFile } from './database.ts';
import { cover } from './requests.ts';

const tools = process.env['TOOLS_DIR'];

/** Requests as the document has them, in their order: the operation, the request, the status that answers it and the body. */
const SESSION: readonly [operationId: string, request: string, status: number, json?: unknown][] = [
  ['greet', 'GET /', 200],
  ['checkHealth', 'GET /healthz', 200],
  ['checkReadiness', 'GET /readyz', 200],
  ['listGenres', 'GET /genres', 200],
  ['listAuthors', 'GET /authors?country=SE&page=1&page_size=3&total=1', 200],
  ['listAuthors', 'GET /authors?limit=5&offset=5&total=true', 200],
  ['getAuthor', 'GET /authors/1', 200],
  ['getAuthor', 'GET /authors/999999', 404],
  ['listBooksOfAuthor', 'GET /authors/1/books?page_size=2', 200],
  ['listBooksOfAuthor', 'GET /authors/999999/books', 404],
  ['listBooks', 'GET /books?genre=poetry&sort=title&total=1', 200],
  ['listBooks', 'GET /books?limit=0', 200],
  ['searchBooks', 'GET /books/search?q=lighthouse', 200],
  ['getBook', 'GET /books/1', 200],
  ['getBook', 'GET /books/999999', 404],
  ['drawCover', 'GET /covers/1.svg', 200],
  ['getCover', 'GET /books/1/cover', 200],
  ['getCover', 'GET /books/999999/cover', 404],
  ['addReview', 'POST /books/1/reviews', 201, { rating: 5, reviewer: 'Zoë' }],
  ['addReview', 'POST /books/1/reviews', 201, { rating: 1, reviewer: 'Ada', text: 'Once is enough.' }],
  ['addReview', 'POST /books/999999/reviews', 404, { rating: 5, reviewer: 'Zoë' }],
  ['listReviews', 'GET /books/1/reviews?total=1', 200],
  ['listLatestReviews', 'GET /reviews?page_size=3', 200],
  ['quoteOrder', 'POST /orders/quote', 200, { items: [{ book_id: 2, quantity: 3 }] }],
  ['addOrder', 'POST /orders', 201, { customer: 'Renée', items: [{ book_id: 1, quantity: 1 }] }],
  ['listOrders', 'GET /orders?page=1', 200],
  ['getOrder', 'GET /orders/1', 200],
  ['followOrders', 'GET /orders/feed?follow=false', 200],
  ['getOrder', 'GET /orders/999999', 404],
  ['cancelOrder', `POST /orders/${SEEDED.orders + 1}/cancel`, 200],
  ['cancelOrder', `POST /orders/${SEEDED.orders + 1}/cancel`, 409],
  ['removeReview', `DELETE /books/1/reviews/${SEEDED.reviews + 1}`, 204],
  ['removeReview', 'DELETE /books/999999/reviews/1', 404],
  ['listEndpoints', 'GET /webhooks/endpoints', 200],
  ['addEndpoint', 'POST /webhooks/endpoints', 400, { url: 'https://127.0.0.1/hooks' }],
  ['removeEndpoint', 'DELETE /webhooks/endpoints/ep_unknown', 404],
  ['listDeliveries', 'GET /webhooks/deliveries?state=dead&limit=5', 200],
  ['replayDelivery', 'POST /webhooks/deliveries/msg_unknown/replay', 404, { endpoint_id: 'ep_unknown' }],
];

describe.skipIf(!tools)('a validating proxy in front of the bookshop (needs TOOLS_DIR, with prism-cli in it)', () => {
  const cleanup = afterSuite();
  const shop = bookshop(createFile);
  const { document } = compilePlayground();
  let url: string;
  beforeAll(async () => {
    const file = join(scratch(cleanup), 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const prism = join(resolve(tools!), 'node_modules/@stoplight/prism-cli/dist/index.js');
    const port = String(await freePort());
    const proxy = await startProgram(
      [prism, 'proxy', file, shop.url(), '--port', port, '--errors'],
      /Prism is listening/,
    );
    cleanup(async () => void (await proxy.stop('SIGKILL')));
    url = `http://127.0.0.1:${port}`;
  });

  it('requests every operation', () => {
    const all = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(all.filter((id) => !SESSION.some(([operationId]) => operationId === id))).toEqual(['setCover']);
  });

  it.each(SESSION)(
    '%s: %s is answered with %i, and nothing outside of the document',
    async (_id, target, status, json) => {
      const [method, path] = target.split(' ') as [string, string];
      const answer = await ask(url, method, path, json);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        status,
        expect.not.stringContaining('stoplight.io'),
      ]);
      expect(answer.headers.get('sl-violations')).toBeNull();
    },
  );

  // The proxy reads bodies as UTF-8, which a PNG is not.
  it('lets an image through', async () => {
    const answer = await fetch(`${url}/books/1/cover`, cover('image/webp', 'RIFF\x04\0\0\0WEBP'));
    expect([answer.status, answer.headers.get('sl-violations')]).toEqual([204, null]);
  });

  it('reports a response that breaks the contract', async () => {
    expect((await ask(url, 'POST', '/books/1/reviews', { rating: 6, reviewer: 'Zoë' })).body.type).toContain(
      'stoplight.io',
    );
  });
});
