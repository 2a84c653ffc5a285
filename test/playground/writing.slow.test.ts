import { describe, expect, it, onTestFinished } from 'vitest';
import { bookshop } from './bookshop.ts';
import { ask } from './client.ts';
import type { Answer } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

interface Stock {
  id: number;
  stock: number;
}

describeOnEachDatabase('writing', (create) => {
  const shop = bookshop(create);
  const get = (path: string): Promise<Answer> => shop.ask('GET', path);
  const post = (path: string, json: unknown): Promise<Answer> => shop.ask('POST', path, json);

  const stockOf = async (...ids: number[]): Promise<number[]> => {
    const found = await shop.rows<Stock>(`select id, stock from books where id in (${ids.join()})`);
    return ids.map((id) => found.find((row) => row.id === id)!.stock);
  };

  describe('reviews', () => {
    it('keeps one, shows it first, and takes it away', async () => {
      const review = { rating: 4, reviewer: 'Zoë “Z” O’Hara', text: 'Ünïcödé 📚 \\ % _ \' "' };
      const added = await post('/books/12/reviews', review);
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ ...review, book_id: 12 });
      expect(added.body.id).toBeGreaterThan(8_000);
      expect(await shop.rows(`select * from reviews where id = ${added.body.id}`)).toEqual([added.body]);
      expect((await get('/books/12/reviews?limit=1')).body.items).toEqual([added.body]);

      const stranger = await ask(shop.url(), 'DELETE', `/books/12/reviews/${added.body.id}`, undefined, 'guessed');
      expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
      expect(stranger.body).toMatchObject({ title: 'Unauthorized', detail: 'Invalid credentials.' });
      const elsewhere = await shop.ask('DELETE', `/books/13/reviews/${added.body.id}`);
      expect(elsewhere.status).toBe(404);
      const removed = await shop.ask('DELETE', `/books/12/reviews/${added.body.id}`);
      expect([removed.status, removed.body]).toEqual([204, '']);
      expect(await shop.rows(`select * from reviews where id = ${added.body.id}`)).toEqual([]);
      expect((await shop.ask('DELETE', `/books/12/reviews/${added.body.id}`)).status).toBe(404);
    });

    it('shows those with enough stars', async () => {
      const [row] = await shop.rows<{ book_id: number }>(
        'select book_id from reviews group by book_id having count(distinct rating) > 3',
      );
      const { body } = await get(`/books/${row!.book_id}/reviews?min_rating=4&limit=100`);
      const rows = await shop.rows<{ id: number }>(
        `select id from reviews where book_id = ${row!.book_id} and rating >= 4 order by created_at desc, id desc`,
      );
      expect(body.items.map((review: { id: number }) => review.id)).toEqual(rows.map(({ id }) => id));
    });
  });

  describe('orders', () => {
    it('places an order once, however often it is sent', async () => {
      const order = { customer: 'Ada', items: [{ book_id: 21, quantity: 1 }] };
      const send = (body: object, key: string): Promise<Response> =>
        fetch(`${shop.url()}/orders`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(body),
        });
      const [before] = await stockOf(21);
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(order, 'order-1')));
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      const again = await send(order, 'order-1');
      const body = (await again.json()) as { id: number };
      expect([again.status, again.headers.get('Location')]).toEqual([201, `/orders/${body.id}`]);
      for (const answer of answers.filter(({ status }) => status === 201)) expect(await answer.json()).toEqual(body);
      expect(await stockOf(21)).toEqual([before! - 1]);
      expect((await send({ ...order, customer: 'Bo' }, 'order-1')).status).toBe(422);
      const rows = await shop.rows<{ answer: string }>('select answer from operations_idempotency_keys');
      expect(rows.map(({ answer }) => JSON.parse(answer))).toMatchObject([
        { headers: { location: `/orders/${body.id}` } },
      ]);
    });

    it('quotes without ordering', async () => {
      const before = await shop.rows('select count(*) as count from orders');
      const rows = await shop.rows<{ id: number; title: string; price_cents: number }>(
        'select id, title, price_cents from books where id in (20, 21) order by id',
      );
      const items = [
        { book_id: 21, quantity: 2 },
        { book_id: 20, quantity: 1 },
      ];
      const { status, body } = await post('/orders/quote', { items });
      expect(status).toBe(200);
      expect(body).toEqual({
        items: rows.map((row, index) => ({
          book_id: row.id,
          title: row.title,
          quantity: index + 1,
          price_cents: row.price_cents,
        })),
        total_cents: rows[0]!.price_cents + 2 * rows[1]!.price_cents,
      });
      expect(await shop.rows('select count(*) as count from orders')).toEqual(before);
    });

    it('takes several books out of stock, and puts them back when it is cancelled', async () => {
      const books = await shop.rows<Stock>('select id, stock from books where stock >= 2 order by id desc limit 3');
      const ids = books.map((book) => book.id);
      const stock = books.map((book) => book.stock);
      const added = await post('/orders', { customer: 'Åsa', items: ids.map((book_id) => ({ book_id, quantity: 2 })) });
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ customer: 'Åsa', status: 'open' });
      expect(added.headers.get('location')).toBe(`/orders/${added.body.id}`);
      expect((await get(`/orders/${added.body.id}`)).body).toEqual(added.body);
      expect(await stockOf(...ids)).toEqual(stock.map((copies) => copies - 2));

      const cancelled = await shop.ask('POST', `/orders/${added.body.id}/cancel`);
      expect([cancelled.status, cancelled.body]).toEqual([200, { ...added.body, status: 'cancelled' }]);
      expect(await stockOf(...ids)).toEqual(stock);
      expect((await shop.ask('POST', `/orders/${added.body.id}/cancel`)).status).toBe(409);
      expect(await stockOf(...ids)).toEqual(stock);
    });

    it('orders all of the books or none', async () => {
      // The one that is there has the lower id: it is taken before the other one is found missing.
      const [there] = await shop.rows<Stock>(
        'select id, stock from books where stock > 1 and id > 1000 order by id limit 1',
      );
      const [gone] = await shop.rows<Stock>(
        'select id, stock from books where stock < 10 and id > 2000 order by id limit 1',
      );
      const orders = await shop.rows('select count(*) as count from orders');
      const items = [
        { book_id: there!.id, quantity: 1 },
        { book_id: gone!.id, quantity: gone!.stock + 1 },
      ];
      const { status, body } = await post('/orders', { customer: 'Ada', items });
      expect(status).toBe(409);
      expect(body.detail).toContain(`book ${gone!.id},`);
      expect(await stockOf(there!.id, gone!.id)).toEqual([there!.stock, gone!.stock]);
      expect(await shop.rows('select count(*) as count from orders')).toEqual(orders);
    });

    it('sells no copy twice, however many order at once, and at two servers', async () => {
      const other = await shop.start();
      onTestFinished(async () => void (await other.stop('SIGKILL')));
      const [a, b] = await shop.rows<Stock>(
        'select id, stock from books where stock between 3 and 9 order by id limit 2',
      );
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => {
          const items = [
            { book_id: a!.id, quantity: 1 },
            { book_id: b!.id, quantity: 1 },
          ];
          const order = { customer: 'Ada', items: index % 2 === 0 ? items : items.toReversed() };
          return ask(index % 3 === 0 ? other.url : shop.url(), 'POST', '/orders', order);
        }),
      );
      const sold = Math.min(a!.stock, b!.stock);
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
      expect([count(201), count(409)]).toEqual([sold, 24 - sold]);
      expect(await stockOf(a!.id, b!.id)).toEqual([a!.stock - sold, b!.stock - sold]);
    });
  });
});
