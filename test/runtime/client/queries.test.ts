import { describe, expect, it } from 'vitest';
import { listen } from '../koa/serve.ts';
import type { QueryModule } from './client.ts';
import { clientModule, serveClient } from './client.ts';

const list = (
  name: string,
  include: string,
  type: string,
  body: string,
): string => `import { page } from 'unplugin-operations/koa';
/**
 * @param-include ${include}
 * @param {string} [word]
 * @returns {${type}} Rows
 */
export default function ${name}({ input, paging }) { ${body} }
`;
const ROWS = 'const rows = [1, 2, 3, 4, 5].slice(paging.offset, paging.offset + paging.limit);';

const TREE = {
  'numbers.ts': list('listNumbers', 'paging', 'integer[]', `${ROWS} return page(rows, 5);`),
  'pages.ts': list('listPages', 'paging', 'Page<integer>', `${ROWS} return page(rows, 5);`),
  'pets/{id}@get.ts':
    '/** @param {integer} id\n * @returns {integer} It */ export default ({ input }) => input.path.id;\n',
  'pets@post.ts': '/** @param {string} name\n * @returns {void} 204 */ export default function addPet() {}\n',
};

const queryModule = async (): Promise<QueryModule> => (await clientModule(TREE)) as unknown as QueryModule;

describe('the options of a query', () => {
  it('gives a query a key that starts with the name, and calls the operation', async () => {
    const { client } = await serveClient(TREE);
    const { queryOptions } = await queryModule();
    const input = { path: { id: 7 } };
    const { queryKey, queryFn } = queryOptions(client, 'GET /pets/{id}', input);
    expect(queryKey).toEqual(['GET /pets/{id}', input]);
    expect(await queryFn({})).toBe(7);
    const numbers = queryOptions(client, 'listNumbers');
    expect(numbers.queryKey).toEqual(['listNumbers', {}]);
    expect(await numbers.queryFn({})).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives a query null for a response without a body', async () => {
    const { client } = await serveClient(TREE);
    const { queryOptions } = await queryModule();
    expect(await queryOptions(client, 'addPet', { body: { name: 'Ada' } }).queryFn({})).toBeNull();
  });

  it('reject with the error of the operation', async () => {
    const { client } = await serveClient(TREE);
    const { queryOptions } = await queryModule();
    await expect(queryOptions(client, 'addPet', { body: {} }).queryFn({})).rejects.toMatchObject({ status: 400 });
    await expect(queryOptions(client, 'nothing').queryFn({})).rejects.toThrow(TypeError);
  });

  it('pass the signal and the options of a request on', async () => {
    const { createClient } = await clientModule(TREE);
    const { queryOptions } = await queryModule();
    const { url } = await listen((req, res) => {
      if (req.headers['x-a'] === '1') res.setHeader('Content-Type', 'application/json').end('"one"');
    });
    const client = createClient({ baseUrl: url });
    expect(await queryOptions(client, 'listNumbers', {}, { headers: { 'X-A': '1' } }).queryFn({})).toBe('one');
    const stop = new AbortController();
    const pending = queryOptions(client, 'listNumbers').queryFn({ signal: stop.signal });
    stop.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the options of an infinite query', () => {
  it.each([
    ['listNumbers', { word: 'a b', page_size: 2, total: 1 }, (body: any) => body],
    ['listPages', { limit: 2, offset: 1 }, (body: any) => body.items],
    ['GET /pages', { page: 2, page_size: 2 }, (body: any) => body.items],
  ])('infinite queries of %s with %j walk to the last page', async (name, query, rowsOf) => {
    const { client } = await serveClient(TREE);
    const { infiniteQueryOptions } = await queryModule();
    const options = infiniteQueryOptions(client, name, { query });
    expect(options.queryKey).toEqual([name, { query }, 'pages']);
    const rows: number[] = [];
    let pages = 0;
    for (let pageParam = options.initialPageParam as any; pageParam !== undefined; pages++) {
      const page = await options.queryFn({ pageParam });
      rows.push(...rowsOf(page.body));
      expect(page.total).toBe('total' in query ? 5 : undefined);
      expect(structuredClone(page)).toEqual(page);
      pageParam = options.getNextPageParam(page);
    }
    const expected = name === 'listNumbers' ? [1, 2, 3, 4, 5] : name === 'listPages' ? [2, 3, 4, 5] : [3, 4, 5];
    expect([rows, pages]).toEqual([expected, Math.ceil(expected.length / 2)]);
  });

  it('use the paging parameters of the link, and nothing else of it', async () => {
    const { createClient } = await clientModule(TREE);
    const { infiniteQueryOptions } = await queryModule();
    const { url } = await listen((req, res) => {
      const cursor = req.url!.includes('cursor') ? 'c' : 'a%2Bb';
      res.setHeader('Link', `<https://elsewhere.example/other?cursor=${cursor}&word=other>; rel="next"`);
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify([req.url]));
    });
    const client = createClient({ baseUrl: url });
    const { queryFn, getNextPageParam } = infiniteQueryOptions(client, 'listNumbers', { query: { word: 'x' } });
    const next = getNextPageParam(await queryFn({ pageParam: {} }));
    expect(next).toEqual({ cursor: 'a+b' });
    expect(await queryFn({ pageParam: next! })).toMatchObject({ body: ['/numbers?word=x&cursor=a%2Bb'] });
  });

  it.each(['next', 'prev'] as const)('fail if a link to the %s page leads back to a page of the walk', async (rel) => {
    const { createClient } = await clientModule(TREE);
    const { infiniteQueryOptions } = await queryModule();
    const answered: string[] = [];
    const { url } = await listen((req, res) => {
      const cursor = new URL(req.url!, 'http://localhost').searchParams.get('cursor') ?? 'a';
      answered.push(cursor);
      // From a to b, from b to c, and from c to b.
      res.setHeader('Link', `</numbers?cursor=${cursor === 'b' ? 'c' : 'b'}>; rel="${rel}"`);
      res.setHeader('Content-Type', 'application/json').end('[]');
    });
    const { queryFn, getNextPageParam, getPreviousPageParam, initialPageParam } = infiniteQueryOptions(
      createClient({ baseUrl: url }),
      'listNumbers',
    );
    // As TanStack Query calls them.
    const turn = (rel === 'next' ? getNextPageParam : getPreviousPageParam) as (...args: unknown[]) => any;
    const walk = async (): Promise<void> => {
      const params: any[] = [];
      for (let pageParam: any = initialPageParam; pageParam !== undefined && params.length < 9;) {
        const page = await queryFn({ pageParam });
        if (rel === 'next') params.push(pageParam);
        else params.unshift(pageParam);
        pageParam = turn(page, [], pageParam, params);
      }
    };
    await expect(walk()).rejects.toThrow('listNumbers: the links of its pages lead back to cursor=b');
    expect(answered).toEqual(['a', 'b', 'c']);
  });
});
