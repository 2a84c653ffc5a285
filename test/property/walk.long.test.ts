import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookshop } from '../playground/bookshop.ts';
import type { Answer } from '../playground/client.ts';
import { ask, linked } from '../playground/client.ts';
import { describeOnEachDatabase } from '../playground/database.ts';
import { holdsAsync } from './holds.ts';

interface Row {
  readonly id: number;
}

/** A list of the bookshop, and the same rows as the database has them. */
interface List {
  readonly path: string;
  readonly query: string;
  readonly sql: string;
}

/** A request for a page of a list. */
interface Request {
  readonly list: List;
  /** In how many pages, or a few more: a page has at most 100 rows. */
  readonly pages: number;
  /** Whether the last page is to be full, where that takes no more than 40 pages. */
  readonly isEven: boolean;
  /** Where in the list it begins, as a share of it: past 1 there are no rows. */
  readonly start: number;
  readonly form: 'page' | 'offset';
  readonly total: string | undefined;
  readonly others: readonly string[];
}

const LISTS: List[] = [
  { path: '/books', query: '', sql: 'books order by year desc, id desc' },
  { path: '/books', query: 'sort=-title', sql: 'books order by title_key desc, id desc' },
  {
    path: '/books',
    query: 'sort=price_cents&min_price=700',
    sql: 'books where price_cents >= 700 order by price_cents, id',
  },
  { path: '/books', query: 'genre=crime&sort=id', sql: `books where genre = 'crime' order by id` },
  { path: '/books', query: 'genre=none', sql: `books where genre = 'none' order by id` },
  { path: '/authors', query: 'country=se', sql: `authors where country = 'SE' order by name_key, id` },
  { path: '/authors/7/books', query: '', sql: 'books where author_id = 7 order by year desc, id desc' },
  { path: '/orders', query: 'status=open', sql: `orders where status = 'open' order by id desc` },
  { path: '/books/7/reviews', query: '', sql: 'reviews where book_id = 7 order by created_at desc, id desc' },
];

const request: fc.Arbitrary<Request> = fc.record({
  list: fc.constantFrom(...LISTS),
  pages: fc.integer({ min: 1, max: 20 }),
  isEven: fc.boolean(),
  start: fc.constantFrom(0, 0, 0.01, 0.3, 0.5, 0.77, 0.99, 1, 1.1),
  form: fc.constantFrom('page', 'offset'),
  total: fc.constantFrom(undefined, '1', 'true', '0'),
  others: fc.array(fc.constantFrom('x=a', 'x=b%20c+d', '%C3%A4=%26', 'flag', 'Page=9'), { maxLength: 3 }),
});

describeOnEachDatabase('the links of a list', (create) => {
  const shop = bookshop(create);
  const idsInDatabase = async ({ sql }: List): Promise<number[]> =>
    (await shop.rows<Row>(`select id from ${sql}`)).map((row) => row.id);

  it('lead by next through every row once, and keep the rest of the query', async () => {
    const property = fc.asyncProperty(request, async (one) => {
      const rows = await idsInDatabase(one.list);
      const { offset, query } = place(one, rows.length);
      const pages = await follow(`${shop.url()}${one.list.path}?${query}`, 'next');
      expect(pages.flatMap(({ ids }) => ids)).toEqual(rows.slice(offset));
      expect(pages.map(({ url }) => keptOf(url))).toEqual(pages.map(() => keptOf(pages[0]!.url)));
      const isAsked = one.total === '1' || one.total === 'true';
      const totals = new Set(pages.map(({ answer }) => answer.headers.get('x-total-count')));
      expect(totals).toEqual(new Set([isAsked ? String(rows.length) : null]));
    });
    await holdsAsync(property, 20);
  });

  it('lead to last, and by prev back through every row', async () => {
    const property = fc.asyncProperty(request, async (one) => {
      const rows = await idsInDatabase(one.list);
      const { offset, size, query } = place({ ...one, total: '1' }, rows.length);
      const url = `${shop.url()}${one.list.path}?${query}`;
      const pages = await follow(linked(await ask('', 'GET', url), 'last', url)!, 'prev');
      expect(linked(pages[0]!.answer, 'next', url)).toBeUndefined();
      expect(pages[0]!.ids.length > 0).toBe(rows.length > 0);
      const [first, ...others] = pages.toReversed().map(({ ids }) => ids);
      // By offset, the first page may have rows of the second.
      const inStep = others.length > 0 && offset % size > 0 ? first!.slice(0, offset % size) : first!;
      expect([inStep, ...others].flat()).toEqual(rows);
    });
    await holdsAsync(property, 20);
  });
});

interface Visited {
  readonly url: string;
  readonly answer: Answer;
  readonly ids: readonly number[];
}

/** All pages from one on along a relation. */
async function follow(from: string, relation: 'next' | 'prev'): Promise<Visited[]> {
  const visited: Visited[] = [];
  for (let url: string | undefined = from; url !== undefined && visited.length < 5000;) {
    const answer = await ask('', 'GET', url);
    expect({ url, status: answer.status }).toEqual({ url, status: 200 });
    visited.push({ url, answer, ids: (answer.body.items ?? answer.body).map((row: Row) => row.id) });
    url = linked(answer, relation, url);
  }
  return visited;
}

function place(
  { list, pages, isEven, start, form, total, others }: Request,
  count: number,
): { size: number; offset: number; query: string } {
  const most = Math.min(100, Math.max(1, Math.ceil(count / pages)));
  const sizes = Array.from({ length: most }, (_, i) => most - i);
  const even = sizes.find((of) => count % of === 0 && count < 40 * of);
  const size = isEven ? (even ?? most) : most;
  const row = Math.floor(start * count);
  const page = Math.floor(row / size);
  const own = form === 'page' ? [`page=${page + 1}`, `page_size=${size}`] : [`offset=${row}`, `limit=${size}`];
  const parts = [list.query, ...own, ...others, ...(total === undefined ? [] : [`total=${total}`])];
  return { size, offset: form === 'page' ? page * size : row, query: parts.filter((part) => part !== '').join('&') };
}

/** The parts of a query that say nothing of the place. */
function keptOf(target: string): string[] {
  return new URL(target).search
    .slice(1)
    .split('&')
    .filter((part) => !/^(?:page|offset)=/.test(part));
}
