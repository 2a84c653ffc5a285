import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import type { AppOptions } from '../../../src/runtime/koa/index.ts';
import type { ListRequest } from '../../../src/shared/contract/list-request.ts';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { holdsAsync } from '../../property/holds.ts';
import { scratch } from '../../support/build.ts';
import { selectRows } from '../../../src/tools/mock/select-rows.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { serve } from './serve.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the handlers below read and see. */
const shared = globalThis as { listRows?: readonly Row[]; seen?: ListRequest; after?: boolean };

const IMPORTS = `import { keyset } from '${import.meta.dirname}/../../../src/runtime/koa/index.ts';
import { selectRows } from '${import.meta.dirname}/../../../src/tools/mock/select-rows.ts';
const find = ({ list }) => {
  globalThis.seen = list;
  const { rows, total } = selectRows(globalThis.listRows, list);
  const last = rows.length > list.limit ? rows[list.limit - 1] : undefined;
  const after = globalThis.after && last ? list.order.map(({ name }) => last[name] ?? null) : undefined;
  return keyset(rows, list.total ? total : undefined, after);
};
`;

const list = (includes: string, returns = 'Book[]', result = 'find(ctx)'): string => `${IMPORTS}
/**
 * A list.
${includes.replace(/^/gm, ' * ')}
 * @returns {${returns}} The rows
 */
export default (ctx) => ${result};
`;

const FILTER = 'filter (genre in, price gte lte gt, min_year = year gte, year null, title starts contains ne, sold)';
const TREE = {
  'books.js': list(
    `@param-include ${FILTER}\n@param-include search (title, author), sort (year desc, title, id), paging, cursor`,
  ),
  'walk.js': list(`@param-include ${FILTER}, sort (year desc, title, id), cursor`),
  'keyed.js': list('@param-include cursor (price desc, id), filter (genre)'),
  'texts.js': list(
    '@param-include cursor (price desc, id), filter (genre, sold)',
    'Book[]',
    "keyset(globalThis.listRows.slice(0, 3), undefined, ctx.input.query.sold && ctx.cursor.after ? [] : ['7', '2'])",
  ),
  'both.js': list('@param-include paging, cursor (price desc, id), filter (genre)'),
  'pages.js': list('@param-include paging, sort (id desc)', 'Page<Book>'),
  'counted.js': list('@param-include paging, filter (genre)', 'Counted'),
  'plain.js': list('@param-include paging, sort (id)', 'Book[]', 'globalThis.listRows.slice(0, 2)'),
  'found@query.js': list(
    '@param-include paging, filter (genre in, price lte), search (title), sort (price, id), cursor',
  ),
  'guarded@query.js': `${list('@param-include filter (genre), sort (price, id), cursor')}\nexport const authorize = () => true;`,
  'posted@post.js': list('@param-include paging, filter (genre), sort (id)'),
  'form@post.js': list('@consumes application/x-www-form-urlencoded\n@param-include paging, filter (genre), sort (id)'),
};
const DEFINITIONS = {
  'books.ts': `export interface Book {
  id: number;
  title: string;
  author: string | null;
  genre: 'novel' | 'poetry' | 'science';
  /** @minimum 0 */
  price: number;
  year?: number | null;
  sold: boolean;
}
export interface Counted {
  /** @items */
  books: Book[];
  /** @total */
  count: number;
}
`,
};

const GENRES = ['novel', 'poetry', 'science'];
const BOOKS: readonly Row[] = Array.from({ length: 23 }, (_, i) => ({
  id: i,
  title: ['Sea', 'sky %_~', 'Land'][i % 3]! + (i % 5),
  author: i % 4 === 0 ? null : `Ann ${i % 7}`,
  genre: GENRES[i % 3]!,
  price: (i * 7) % 10,
  ...(i % 6 !== 0 && { year: 2000 + (i % 4) }),
  sold: i % 2 === 0,
}));

const nextOf = ({ headers }: Answer): string | undefined =>
  /<([^>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];

describe('a list whose rows and order clients choose', () => {
  const root = scratch(afterAll);
  let manifest: Manifest;
  let ask: (request: string, body?: unknown) => Promise<Answer>;

  async function start(options: AppOptions = {}): Promise<typeof ask> {
    const server = await serve(createApp(manifest, options));
    return (request, body) =>
      server.ask(
        request,
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      );
  }

  beforeAll(async () => {
    manifest = await compileTree(TREE, { definitions: DEFINITIONS, root });
  });
  beforeEach(async () => {
    shared.listRows = BOOKS;
    delete shared.after;
    ask = await start();
  });
  afterAll(() => {
    delete shared.listRows;
    delete shared.seen;
  });

  it('gives the handler filters, words and order as plain data', async () => {
    const answer = await ask(
      'GET /books?genre=novel&genre=poetry&price_gte=5&min_year=2001&year_null=false&title_starts=S&sold=true&q=%20sea%20%20ANN%20&sort=-title&total=1&page=2&page_size=3',
    );
    expect(answer.status).toBe(200);
    expect(shared.seen).toEqual({
      limit: 3,
      offset: 3,
      total: true,
      filters: [
        { name: 'genre', op: 'in', value: ['novel', 'poetry'] },
        { name: 'price', op: 'gte', value: 5 },
        { name: 'year', op: 'gte', value: 2001 },
        { name: 'year', op: 'null', value: false },
        { name: 'title', op: 'starts', value: 'S' },
        { name: 'sold', op: 'eq', value: true },
      ],
      words: ['sea', 'ANN'],
      searched: ['title', 'author'],
      order: [
        { name: 'title', desc: true },
        { name: 'id', desc: true },
      ],
    });
  });

  it.each([
    [
      '',
      [
        ['year', true, true],
        ['id', true],
      ],
    ],
    [
      '?sort=year',
      [
        ['year', false, true],
        ['id', false],
      ],
    ],
    [
      '?sort=title',
      [
        ['title', false],
        ['id', false],
      ],
    ],
    ['?sort=-id', [['id', true]]],
  ])('orders by the chosen key and then by the last one, in the same direction: %s', async (query, expected) => {
    await ask(`GET /books${query}`);
    expect(shared.seen!.order.map(({ name, desc, nullable }) => [name, desc, ...(nullable ? [nullable] : [])])).toEqual(
      expected,
    );
  });

  it.each([
    ['genre=art', 'genre/0', 'enum'],
    ['price_gte=-1', 'price_gte', 'minimum'],
    ['price_gte=cheap', 'price_gte', 'type'],
    ['sort=price', 'sort', 'enum'],
    [`q=${'a'.repeat(101)}`, 'q', 'maxLength'],
    [`genre=${Array.from({ length: 51 }, () => 'novel').join('&genre=')}`, 'genre', 'maxItems'],
    ['sold=yes', 'sold', 'type'],
  ])('answers 400 if a value does not fit: %s', async (query, name, keyword) => {
    const { status, json } = await ask(`GET /books?${query}`);
    const { errors } = json as { errors: { name: string; pointer: string; keyword: string }[] };
    expect([status, errors.map((error) => [error.name + error.pointer, error.keyword])]).toEqual([
      400,
      [[name, keyword]],
    ]);
  });

  it('answers 400 if a search has more than eight words', async () => {
    expect((await ask('GET /books?q=a+b+c+d+e+f+g+h')).status).toBe(200);
    expect((await ask('GET /books?q=a+b+c+d+e+f+g+h+i')).status).toBe(400);
    expect((await ask('GET /books?q=')).status).toBe(200);
    expect(shared.seen!.words).toEqual([]);
  });

  it.each([
    'author=Ann',
    'price=5',
    'price_lt=5',
    'price__gte=5',
    'price.gte=5',
    'price[gte]=5',
    'year_gte=1',
    'id_in=1',
    'id[]=1',
    'genre_eq=novel',
    '%70rice=5',
  ])('answers 400 if a property of the rows is not a filter: %s', async (query) => {
    const { status, json: body } = await ask(`GET /books?${query}&page=0`);
    const { errors } = body as { errors: { name: string; keyword: string; message: string }[] };
    const name = decodeURIComponent(query.split('=')[0]!);
    expect([status, errors.map((error) => [error.name, error.keyword])]).toEqual([
      400,
      [
        [name, 'filter'],
        ['page', 'minimum'],
      ],
    ]);
    expect(errors[0]!.message).toBe(
      'is not a filter of this list, which has genre, price_gte, price_lte, price_gt, min_year, year_null, title_starts, title_contains, title_ne, sold',
    );
  });

  it.each(['utm_source=x', 'gerne=novel', 'price_of=5', 'genre[]=novel', 'titles=a', '_gte=1'])(
    'ignores or reads other parameters: %s',
    async (query) => {
      expect((await ask(`GET /books?${query}`)).status).toBe(200);
    },
  );

  it('ignores properties of the rows in a list without filters', async () => {
    expect((await ask('GET /pages?price=5&genre=novel')).status).toBe(200);
  });

  const walk = async (url: string, body?: unknown, using = ask): Promise<unknown[]> => {
    const [method, path] = url.split(' ') as [string, string];
    const found: unknown[] = [];
    let next: string | undefined = path;
    for (let i = 0; next !== undefined && i < 60; i++) {
      const answer: Answer = await using(`${method} ${next}`, body);
      expect([answer.status, answer.json]).toEqual([200, expect.any(Array)]);
      found.push(...(answer.json as Row[]).map(({ id }) => id));
      next = nextOf(answer);
    }
    return found;
  };
  /** The IDs of all rows that a request matches, in order. */
  const expected = (): unknown[] => {
    const { cursor: _, ...seen } = shared.seen!;
    return selectRows(BOOKS, { ...seen, limit: 100, offset: 0 }).rows.map(({ id }) => id);
  };

  it('walks the chosen order by cursor and by page, and loses no row', async () => {
    const request = fc.record({
      sort: fc.constantFrom('', 'year', '-year', 'title', '-title', 'id', '-id'),
      genre: fc.subarray(GENRES),
      price: fc.constantFrom('', 'price_gte=3', 'price_lte=6', 'price_gt=3&price_lte=8'),
      size: fc.integer({ min: 1, max: 9 }),
      path: fc.constantFrom('/walk', '/books'),
      after: fc.boolean(),
    });
    await holdsAsync(
      fc.asyncProperty(request, async ({ sort, genre, price, size, path, after }) => {
        shared.after = after;
        const query = [sort && `sort=${sort}`, ...genre.map((one) => `genre=${one}`), price, `page_size=${size}`];
        const found = await walk(`GET ${path}?${query.filter(Boolean).join('&')}`);
        expect(found).toEqual(expected());
      }),
      60,
    );
  });

  it('walks the pages of a list with pages alone, and links to a next one only if there is a row', async () => {
    shared.listRows = BOOKS.slice(0, 6);
    const answers = await Promise.all([1, 2, 3].map((page) => ask(`GET /pages?page=${page}&page_size=3`)));
    expect(answers.map((answer) => nextOf(answer))).toEqual(['/pages?page_size=3&page=2', undefined, undefined]);
    expect(answers.map(({ json }) => (json as { items: Row[] }).items.map(({ id }) => id))).toEqual([
      [5, 4, 3],
      [2, 1, 0],
      [],
    ]);
  });

  it('counts on request, by page and by cursor', async () => {
    const page = await ask('GET /books?genre=novel&page=2&page_size=3&total=1');
    expect(page.headers['x-total-count']).toBe('8');
    const first = await ask('GET /books?genre=novel&page_size=3&total=1');
    expect([first.headers['x-total-count'], nextOf(first)]).toEqual(['8', expect.stringContaining('cursor=')]);
    const counted = await ask('GET /counted?genre=novel&page_size=3');
    expect(counted.json).toEqual({ books: expect.any(Array), count: 8 });
  });

  it('refuses the cursor of another order, of other filters and a forged one', async () => {
    const next = nextOf(await ask('GET /books?genre=novel&page_size=2&sort=title'))!;
    expect((await ask(`GET ${next}`)).status).toBe(200);
    expect(shared.seen!.cursor).toEqual([expect.any(String), expect.any(Number)]);
    expect((await ask(`GET ${next.replace('sort=title', 'sort=-title')}`)).status).toBe(400);
    expect((await ask(`GET ${next.replace('genre=novel', 'genre=poetry')}`)).status).toBe(400);
    expect((await ask(`GET ${next}x`)).status).toBe(400);
    expect((await ask(`GET ${next}&page=2`)).status).toBe(400);
    const signed = await start({ cursorSecret: 'a secret of some length' });
    expect((await signed(`GET ${next}`)).status).toBe(400);
    expect(await walk('GET /books?page_size=4&sort=title', undefined, signed)).toHaveLength(BOOKS.length);
  });

  it('carries the values of the sort expression, null and texts of the database too', async () => {
    shared.after = true;
    shared.listRows = BOOKS.slice(0, 4).map((row, i) => ({ ...row, year: i === 3 ? null : i }));
    const first = await ask('GET /walk?page_size=3&sort=year');
    await ask(`GET ${nextOf(first)!}`);
    expect(shared.seen!.cursor).toEqual([2, 2]);
  });

  it('gives a list whose cursor has its own keys the same data, and ctx.cursor', async () => {
    expect(await walk('GET /keyed?page_size=4&genre=novel')).toEqual(expected());
    expect(shared.seen!.order).toEqual([
      { name: 'price', desc: true },
      { name: 'id', desc: false },
    ]);
    expect(await walk('GET /both?page_size=4')).toHaveLength(BOOKS.length);
    expect(await walk('GET /both?page_size=4&page=1')).toHaveLength(BOOKS.length);
  });

  it('continues at the text that the database has of a key, unless the handler reads it as the value of the row', async () => {
    const next = async (query: string): Promise<Answer> =>
      ask(`GET ${nextOf(await ask(`GET /texts?page_size=2${query}`))!}`);
    expect((await next('')).status).toBe(200);
    expect(await next('&sold=true')).toMatchObject({ status: 400, json: { errors: [{ name: 'cursor' }] } });
  });

  it('reads the parameters of a QUERY from its body, and its cursor covers them', async () => {
    const body = { genre: ['novel', 'poetry'], price_lte: 8, q: 's', sort: '-price' };
    expect(await walk('QUERY /found?page_size=3', body)).toEqual(expected());
    const next = nextOf(await ask('QUERY /found?page_size=3', body))!;
    expect((await ask(`QUERY ${next}`, { ...body, price_lte: 7 })).status).toBe(400);
    expect((await ask('QUERY /found', {})).status).toBe(200);
    const guarded = nextOf(await ask('QUERY /guarded?page_size=2', { genre: 'novel' }))!;
    expect((await ask(`QUERY ${guarded}`, { genre: 'novel' })).status).toBe(200);
    expect((await ask(`QUERY ${guarded}`, { genre: 'poetry' })).status).toBe(400);
  });

  it.each(['found', 'guarded', 'posted'])(
    'refuses a property of the body that is a property of the rows, but not a filter, in %s',
    async (path) => {
      const method = path === 'posted' ? 'POST' : 'QUERY';
      const send = (body: unknown, query = ''): Promise<Answer> => ask(`${method} /${path}${query}`, body);
      for (const name of ['author', 'year', 'price_gt', 'title[contains]', 'sold.eq', 'genre__ne']) {
        const { status, json: body } = await send({ genre: path === 'found' ? ['novel'] : 'novel', [name]: 1 });
        expect([name, status, (body as { errors: unknown }).errors]).toEqual([
          name,
          400,
          [
            expect.objectContaining({
              in: 'body',
              name,
              pointer: `/${name}`,
              message: expect.stringMatching(/^is not a filter of this list, which has genre/),
            }),
          ],
        ]);
      }
      expect((await send({ utm_source: 'x', authors: 1 })).status).toBe(200);
    },
  );

  it('refuses a filter of the body in the query', async () => {
    for (const [query, message] of [
      ['genre=novel', 'must be a property of the body'],
      ['price_lte=5', 'must be a property of the body'],
      ['year=2000', 'is not a filter of this list, which has genre, price_lte'],
    ] as const)
      expect(await ask(`QUERY /found?${query}`, {})).toMatchObject({
        status: 400,
        json: { errors: [{ in: 'query', message }] },
      });
    expect((await ask('QUERY /found?q=x', {})).status).toBe(200);
  });

  it('refuses a field of a form that is a property of the rows, but not a filter', async () => {
    const server = await serve(createApp(manifest));
    const send = (body: string): Promise<Answer> =>
      server.ask('POST /form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    expect((await send('genre=novel')).status).toBe(200);
    expect((await send('genre=novel&year=2000')).status).toBe(400);
    expect((await send('genre=novel&price_gt=5')).status).toBe(400);
  });

  it('takes rows without keyset too', async () => {
    const { status, json: body } = await ask('GET /plain');
    expect([status, (body as Row[]).length]).toEqual([200, 2]);
  });
});
