import { expect, it } from 'vitest';
import { bookshop } from './bookshop.ts';
import { describeOnEachDatabase } from './database.ts';

describeOnEachDatabase('a problem is the answer', (create) => {
  const shop = bookshop(create);

  it.each<[status: number, method: string, path: string, body?: unknown]>([
    [404, 'GET', '/books/5001'],
    [404, 'GET', '/books/0'],
    [404, 'GET', '/books/-1'],
    [400, 'GET', '/books/99999999999999999999'],
    [400, 'GET', '/books/one'],
    [400, 'GET', '/books/1.5'],
    [400, 'GET', '/books/%zz'],
    [404, 'GET', '/books/5001/reviews'],
    [404, 'GET', '/covers/5001.svg'],
    [404, 'GET', '/covers/1.png'],
    [404, 'GET', '/authors/301'],
    [404, 'GET', '/authors/301/books'],
    [404, 'GET', '/orders/4000000'],
    [404, 'POST', '/orders/4000000/cancel'],
    [404, 'GET', '/nowhere'],
    [404, 'GET', '/Books'],
    [405, 'DELETE', '/books'],
    [405, 'PUT', '/books/1/reviews'],
    [405, 'GET', '/orders/1/cancel'],
    [400, 'GET', '/books?min_price=cheap'],
    [400, 'GET', '/books?min_price=-1'],
    [400, 'GET', '/books?sort=colour'],
    [400, 'GET', '/books?price_cents_gt=5'],
    [400, 'GET', '/books?title=Dust'],
    [400, 'GET', '/books?genre=crime&genre=poetry'],
    [400, 'GET', '/books/search'],
    [400, 'GET', '/books/search?q=%20'],
    [400, 'GET', '/books/search?q=a+b+c+d+e+f+g+h+i'],
    [400, 'GET', `/books/search?q=${'x'.repeat(101)}`],
    [400, 'GET', '/books/1/reviews?min_rating=6'],
    [400, 'GET', '/orders?status=lost'],
    [404, 'POST', '/books/5001/reviews', { rating: 1, reviewer: 'Ada' }],
    [400, 'POST', '/books/1/reviews', { rating: 6, reviewer: 'Ada' }],
    [400, 'POST', '/books/1/reviews', { rating: '5', reviewer: 'Ada' }],
    [400, 'POST', '/books/1/reviews', { rating: 5 }],
    [400, 'POST', '/books/1/reviews', { rating: 5, reviewer: 'A\0da' }],
    [400, 'POST', '/books/1/reviews', { rating: 5, reviewer: 'A\ud800da' }],
    [400, 'POST', '/books/1/reviews', [5]],
    [413, 'POST', '/books/1/reviews', { rating: 5, reviewer: 'Ada', text: 'x'.repeat(100_000) }],
    [400, 'POST', '/books/1/reviews'],
    [400, 'POST', '/orders', { customer: 'Ada', items: [] }],
    [400, 'POST', '/orders', { customer: 'Ada', items: [null] }],
    [400, 'POST', '/orders', { customer: 'Ada', items: [{ book_id: 5001, quantity: 1 }] }],
    [400, 'POST', '/orders', { customer: 'Ada', items: [{ book_id: 1, quantity: 0 }] }],
    [
      400,
      'POST',
      '/orders',
      {
        customer: 'Ada',
        items: [
          { book_id: 1, quantity: 1 },
          { book_id: 1, quantity: 1 },
        ],
      },
    ],
  ])('%i to %s %s', async (status, method, path, body) => {
    const answer = await shop.ask(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ status, title: expect.any(String) });
  });

  it('answers JSON that does not parse', async () => {
    for (const body of ['{"rating":', new Uint8Array([0x7b, 0xff, 0x7d])]) {
      const response = await fetch(`${shop.url()}/books/1/reviews`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
    }
  });

  it('answers a media type that the contract does not have', async () => {
    const headers = { 'content-type': 'text/css' };
    const response = await fetch(`${shop.url()}/books/1/reviews`, { method: 'POST', headers, body: 'a {}' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('application/json') });
  });

  it('lists all that is wrong', async () => {
    const { body } = await shop.ask('POST', '/books/x/reviews', { rating: 6, text: 7 });
    expect(body.errors).toEqual(
      [
        ['path', 'book_id', '', 'must be an integer', 'type', { type: 'integer' }],
        ['body', 'reviewer', '/reviewer', 'is required', 'required', { missingProperty: 'reviewer' }],
        ['body', 'rating', '/rating', 'must be at most 5', 'maximum', { comparison: '<=', limit: 5 }],
        ['body', 'text', '/text', 'must be a string', 'type', { type: 'string' }],
      ].map(([place, name, pointer, message, keyword, params]) => ({
        in: place,
        name,
        pointer,
        message,
        keyword,
        params,
      })),
    );
  });

  it('lists the methods that exist', async () => {
    const { headers } = await shop.ask('PUT', '/books/1/reviews');
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });

  it('logs no error', () => expect(shop.output()).not.toMatch(/error/i));
});
