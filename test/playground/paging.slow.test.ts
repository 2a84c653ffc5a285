import { describe, expect, it } from 'vitest';
import { bookshop } from './bookshop.ts';
import { ask, linked } from './client.ts';
import type { Answer } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

interface Row {
  id: number;
}

const ids = (answer: Answer): number[] => (answer.body.items ?? answer.body).map((row: Row) => row.id);

describeOnEachDatabase('paging', (create) => {
  const shop = bookshop(create);
  const get = (path: string): Promise<Answer> => shop.ask('GET', path);
  const idsFrom = async (sql: string): Promise<number[]> => (await shop.rows<Row>(sql)).map((row) => row.id);

  /** All the ids of a list, from page to page along `Link: rel="next"`, and the number of pages. */
  async function follow(path: string): Promise<{ found: number[]; pages: number }> {
    const found: number[] = [];
    let pages = 0;
    for (let url: string | undefined = `${shop.url()}${path}`; url !== undefined; pages++) {
      const answer = await ask('', 'GET', url);
      expect({ url, status: answer.status }).toEqual({ url, status: 200 });
      found.push(...ids(answer));
      url = linked(answer, 'next', url);
    }
    return { found, pages };
  }

  describe('one page is what the database has there', () => {
    it.each<[query: string, limit: number, offset: number]>([
      ['', 20, 0],
      ['page=1', 20, 0],
      ['page=7', 20, 120],
      ['page=3&page_size=7', 7, 14],
      ['page=50&page_size=100', 100, 4_900],
      ['page=51&page_size=100', 100, 5_000],
      ['limit=5', 5, 0],
      ['limit=0', 0, 0],
      ['offset=4990', 20, 4_990],
      ['limit=13&offset=4990', 13, 4_990],
      ['limit=1&offset=4999', 1, 4_999],
      ['limit=100&offset=9007199254740991', 100, 5_000],
    ])('/books?sort=id&%s', async (query, limit, offset) => {
      const answer = await get(`/books?sort=id&${query}`);
      expect(answer.status).toBe(200);
      expect(ids(answer)).toEqual(await idsFrom(`select id from books order by id limit ${limit} offset ${offset}`));
      expect(answer.headers.get('x-total-count')).toBeNull();
    });

    it('sorts as the query requests', async () => {
      const expected = await idsFrom('select id from books order by year desc, id desc limit 30 offset 60');
      expect(ids(await get('/books?sort=-year&page=3&page_size=30'))).toEqual(expected);
    });

    it('sorts ties and accents by bytes', async () => {
      const rows = await shop.rows<{ id: number; title_key: string }>('select id, title_key from books');
      rows.sort((a, b) => Buffer.compare(Buffer.from(a.title_key), Buffer.from(b.title_key)) || a.id - b.id);
      expect(new Set(rows.map((row) => row.title_key)).size).toBeLessThan(rows.length);
      const { found } = await follow('/books?sort=title&page_size=100');
      expect(found).toEqual(rows.map((row) => row.id));
    });
  });

  describe('following `next` visits every row once', () => {
    it.each<[path: string, pages: number, sql: string]>([
      ['/books?sort=id&page_size=100', 50, 'select id from books order by id'],
      ['/books?sort=id&page_size=100&total=1', 50, 'select id from books order by id'],
      ['/books?sort=id&limit=97', 52, 'select id from books order by id'],
      ['/books?sort=id&limit=97&offset=4000&total=true', 11, 'select id from books order by id limit 1000 offset 4000'],
      ['/books?sort=price_cents&page_size=100&total=1', 50, 'select id from books order by price_cents, id'],
      ['/orders?page_size=100&total=1', 5, 'select id from orders order by id desc'],
      ['/authors?page_size=50&total=1', 6, 'select id from authors order by name_key, id'],
    ])('%s, %i pages', async (path, pages, sql) => {
      const walk = await follow(path);
      expect(walk.found).toEqual(await idsFrom(sql));
      // Without the total, a last page that is full is followed by an empty one.
      expect([pages, pages + (path.includes('total') ? 0 : 1)]).toContain(walk.pages);
    });

    it('keeps the filters', async () => {
      const { found } = await follow('/books?genre=poetry&max_price=4000&sort=id&page_size=50&total=1');
      expect(found.length).toBeGreaterThan(100);
      const expected = await idsFrom(`select id from books where genre = 'poetry' and price_cents <= 4000 order by id`);
      expect(found).toEqual(expected);
    });

    it('pages nested lists', async () => {
      const [book] = await shop.rows<{ book_id: number }>(
        'select book_id from reviews group by book_id order by count(*) desc limit 1',
      );
      const reviews = await follow(`/books/${book!.book_id}/reviews?page_size=2&total=1`);
      expect(reviews.pages).toBeGreaterThan(2);
      expect(reviews.found).toEqual(
        await idsFrom(`select id from reviews where book_id = ${book!.book_id} order by created_at desc, id desc`),
      );
      const books = await follow('/authors/7/books?limit=3');
      expect(books.found).toEqual(
        await idsFrom('select id from books where author_id = 7 order by year desc, id desc'),
      );
    });
  });

  describe('the total', () => {
    it.each<[path: string, sql: string]>([
      ['/books?total=1', 'select count(*) as count from books'],
      ['/books?total=true&genre=crime&page=3', `select count(*) as count from books where genre = 'crime'`],
      ['/books?total=1&genre=none', `select count(*) as count from books where genre = 'none'`],
      ['/books?total=1&limit=0', 'select count(*) as count from books'],
      ['/books?total=1&page=9999', 'select count(*) as count from books'],
      ['/orders?total=1&status=open', `select count(*) as count from orders where status = 'open'`],
      ['/authors?total=1&country=se', `select count(*) as count from authors where country = 'SE'`],
      ['/authors/7/books?total=1', 'select count(*) as count from books where author_id = 7'],
    ])('counts the total of %s', async (path, sql) => {
      const [row] = await shop.rows<{ count: unknown }>(sql);
      expect((await get(path)).headers.get('x-total-count')).toBe(String(row!.count));
    });

    it('adds the total to a Page, and to no page that did not request it', async () => {
      const [row] = await shop.rows<{ count: unknown }>('select count(*) as count from reviews where book_id = 7');
      const { body } = await get('/books/7/reviews?total=1&limit=1');
      expect(body).toEqual({ items: expect.any(Array), total: Number(row!.count), limit: 1, offset: 0 });
      expect((await get('/books/7/reviews?total=0')).body).toEqual({ items: expect.any(Array), limit: 20, offset: 0 });
    });

    it('leads to the last page', async () => {
      const last = linked(await get('/books?sort=id&page_size=99&total=1'), 'last', shop.url())!;
      expect(new URL(last).search).toContain('page=51');
      expect(ids(await ask('', 'GET', last))).toEqual(
        await idsFrom('select id from books where id > 4950 order by id'),
      );
    });
  });

  it.each(['page=0', 'page=x', 'page_size=101', 'limit=-1', 'limit=1&page=2', 'total=yes', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      for (const path of ['/books', '/books/search', '/books/1/reviews', '/authors', '/authors/1/books', '/orders']) {
        const { status, body } = await get(`${path}?q=map&${query}`);
        expect(status).toBe(400);
        expect(body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ in: 'query' })]));
      }
    },
  );
});
