import { describe, expect, it } from 'vitest';
import { bookshop } from './bookshop.ts';
import type { Answer } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

describeOnEachDatabase('reading', (create) => {
  const shop = bookshop(create);
  const get = (path: string): Promise<Answer> => shop.ask('GET', path);

  it('greets with addresses that all answer', async () => {
    const { status, body } = await get('/');
    expect(status).toBe(200);
    const links = Object.values<string>(body.links);
    expect(links.length).toBeGreaterThan(4);
    const statuses = await Promise.all(links.map(async (link) => [link, (await get(link)).status]));
    expect(statuses).toEqual(links.map((link) => [link, 200]));
  });

  describe('books', () => {
    it('shows one with its author and its mean rating', async () => {
      const [row] = await shop.rows<{ id: number; name: string; count: unknown; mean: unknown }>(
        `select books.id, authors.name, count(reviews.id) as count, avg(1.0 * rating) as mean from books
         join authors on authors.id = author_id join reviews on book_id = books.id
         group by books.id, authors.name order by count(reviews.id) desc, books.id limit 1`,
      );
      const { status, body } = await get(`/books/${row!.id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: row!.id, author: row!.name, reviews: Number(row!.count) });
      expect(body.rating).toBe(Number(Number(row!.mean).toFixed(2)));
    });

    it('shows one without reviews', async () => {
      const [row] = await shop.rows<{ id: number }>(
        `select id from books where not exists (select 1 from reviews where book_id = books.id) order by id limit 1`,
      );
      expect((await get(`/books/${row!.id}`)).body).toMatchObject({ id: row!.id, reviews: 0, rating: null });
    });

    it('filters by genre, price and copies', async () => {
      const { body } = await get('/books?genre=poetry&min_price=1000&max_price=2500&min_stock=20&sort=id&limit=100');
      const rows = await shop.rows<{ id: number }>(
        `select id from books where genre = 'poetry' and price_cents between 1000 and 2500 and stock >= 20 order by id limit 100`,
      );
      expect(rows.length).toBeGreaterThan(5);
      expect(body.map((book: { id: number }) => book.id)).toEqual(rows.map((row) => row.id));
    });

    it.each(['genre=%00', `genre=${'x'.repeat(1000)}`, 'min_stock=3000000000', 'min_price=9007199254740991'])(
      'finds none by a value that no column can have: %s',
      async (query) => {
        expect(await get(`/books?${query}`)).toMatchObject({ status: 200, body: [] });
      },
    );

    it('draws a cover', async () => {
      const [row] = await shop.rows<{ title: string }>('select title from books where id = 3');
      const { status, headers, body } = await get('/covers/3.svg');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/);
      expect(body).toContain(`>${row!.title}</text>`);
    });
  });

  describe('search', () => {
    it.each(['Zoë', 'zoe', 'ZOE', 'ZOË'])('finds %s whatever its case and accents', async (word) => {
      const { body } = await get(`/books/search?q=${encodeURIComponent(word)}&limit=100&total=1`);
      const [row] = await shop.rows<{ count: unknown }>(
        `select count(*) as count from books join authors on authors.id = author_id where name like 'Zoë %'`,
      );
      expect(body.total).toBe(Number(row!.count));
      expect(body.items[0].author).toMatch(/^Zoë /);
    });

    it('finds all the words in any order, in the title or the author', async () => {
      const { body } = await get('/books/search?q=zoe+lighthouse&limit=100');
      expect(body.items.length).toBeGreaterThan(0);
      for (const book of body.items) expect(`${book.title} ${book.author}`).toMatch(/^(?=.*Zoë)(?=.*Lighthouse)/);
      expect((await get('/books/search?q=Lighthouse%20Zoë&limit=100')).body).toEqual(body);
    });

    it.each(['%25', '_', '%5C', "'"])('takes %s as itself', async (escaped) => {
      const { status, body } = await get(`/books/search?q=${escaped}&limit=100&total=1`);
      const text = decodeURIComponent(escaped);
      expect(status).toBe(200);
      for (const book of body.items) expect(`${book.title} ${book.author}`).toContain(text);
      // No title and no name has one of the other two.
      expect(body.total > 0).toBe(text === "'" || text === '%');
    });
  });

  it('shows an author with the number of their books', async () => {
    const [row] = await shop.rows<{ name: string; count: unknown }>(
      'select name, count(*) as count from authors join books on author_id = authors.id where authors.id = 7 group by name',
    );
    expect((await get('/authors/7')).body).toMatchObject({ id: 7, name: row!.name, books: Number(row!.count) });
  });

  it('lists the genres with the number of their books', async () => {
    const { body } = await get('/genres');
    const rows = await shop.rows<{ genre: string; count: unknown }>(
      'select genre, count(*) as count from books group by genre',
    );
    const expected = rows.map((row) => [row.genre, Number(row.count)]).sort();
    expect(body.map((genre: { name: string; books: number }) => [genre.name, genre.books])).toEqual(expected);
    for (const genre of body) expect(genre.description).not.toBe('');
  });
});
