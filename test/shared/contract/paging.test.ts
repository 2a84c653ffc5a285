import { describe, expect, it } from 'vitest';
import type { Paging, PagingQuery } from '../../../src/shared/contract/paging.ts';
import { pagingLinks, pagingParameters, resolvePaging } from '../../../src/shared/contract/paging.ts';

const LIMITS = { defaultSize: 20, maxSize: 100 };
const MAX = Number.MAX_SAFE_INTEGER;

function queryOf(text: string): PagingQuery {
  const query = new URLSearchParams(text);
  const names = ['page_size', 'page', 'limit', 'offset', 'total'] as const;
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
}

const resolve = (text: string): unknown => resolvePaging(queryOf(text), LIMITS);

function resolved(text: string): Paging {
  const paging = resolvePaging(queryOf(text), LIMITS);
  if (Array.isArray(paging)) throw new Error(JSON.stringify(paging));
  return paging;
}

describe('pagingParameters', () => {
  it('pagingParameters lists the five of a list operation, with the limits in force', () => {
    const parameters = pagingParameters({ defaultSize: 5, maxSize: 50 });
    expect(parameters.map(({ name, schema }) => [name, schema])).toEqual([
      ['page_size', { type: 'integer', minimum: 1, maximum: 50, default: 5 }],
      ['page', { type: 'integer', maximum: MAX, minimum: 1, default: 1 }],
      ['limit', { type: 'integer', minimum: 0, maximum: 50, default: 5 }],
      ['offset', { type: 'integer', maximum: MAX, minimum: 0, default: 0 }],
      ['total', { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }], default: false }],
    ]);
    for (const parameter of parameters) expect(parameter).toMatchObject({ in: 'query', required: false });
  });
});

describe('resolvePaging', () => {
  it.each([
    ['', { limit: 20, offset: 0, page: 1, pageSize: 20, total: false }],
    ['page=3', { limit: 20, offset: 40, page: 3, pageSize: 20, total: false }],
    ['page_size=7', { limit: 7, offset: 0, page: 1, pageSize: 7, total: false }],
    ['page=2&page_size=100&total=1', { limit: 100, offset: 100, page: 2, pageSize: 100, total: true }],
    ['page=3&limit=20&offset=0', { limit: 20, offset: 40, page: 3, pageSize: 20, total: false }],
    ['page=3&page_size=20&limit=20&offset=0&total=0', { limit: 20, offset: 40, page: 3, pageSize: 20, total: false }],
    ['page=1&page_size=20&limit=5&offset=7', { limit: 5, offset: 7, page: 2, pageSize: 5, total: false }],
    ['page=1&page_size=20&limit=20&offset=0', { limit: 20, offset: 0, page: 1, pageSize: 20, total: false }],
    ['page=3&page_size=10&limit=10&offset=20', { limit: 10, offset: 20, page: 3, pageSize: 10, total: false }],
    ['page=1&limit=5', { limit: 5, offset: 0, page: 1, pageSize: 5, total: false }],
    ['page=2&offset=20', { limit: 20, offset: 20, page: 2, pageSize: 20, total: false }],
    ['offset=-0', { limit: 20, offset: 0, page: 1, pageSize: 20, total: false }],
    ['limit=5', { limit: 5, offset: 0, page: 1, pageSize: 5, total: false }],
    ['limit=5&offset=12', { limit: 5, offset: 12, page: 3, pageSize: 5, total: false }],
    ['offset=45', { limit: 20, offset: 45, page: 3, pageSize: 20, total: false }],
    ['limit=0', { limit: 0, offset: 0, page: 1, pageSize: 0, total: false }],
    ['limit=0&offset=9&total=true', { limit: 0, offset: 9, page: 1, pageSize: 0, total: true }],
    ['total=0', { limit: 20, offset: 0, page: 1, pageSize: 20, total: false }],
    ['total=false&tag=a&tag=b', { limit: 20, offset: 0, page: 1, pageSize: 20, total: false }],
    [`offset=${MAX}`, { limit: 20, offset: MAX, page: Math.floor(MAX / 20) + 1, pageSize: 20, total: false }],
    [`page=${MAX}&page_size=1`, { limit: 1, offset: MAX - 1, page: MAX, pageSize: 1, total: false }],
  ])('%s', (text, paging) => {
    expect(resolve(text)).toEqual(paging);
  });

  it.each([
    '',
    ' 12',
    '12 ',
    '1e3',
    '0x10',
    '1.0',
    '1.5',
    '+5',
    '１',
    '٣',
    'NaN',
    'Infinity',
    '-',
    '--1',
    '01',
    '007',
    '-01',
    '1,2',
    '1\n',
  ])("refuses %j, which isn't an integer", (text) => {
    for (const name of ['page', 'page_size', 'limit', 'offset'] as const) {
      expect(resolvePaging({ [name]: [text] }, LIMITS)).toEqual([
        { in: 'query', name, pointer: '', message: 'must be an integer', keyword: 'type', params: { type: 'integer' } },
      ]);
    }
  });

  it.each([
    ['page=0', 'page', 'must be at least 1'],
    ['page=-1', 'page', 'must be at least 1'],
    ['page_size=0', 'page_size', 'must be at least 1'],
    ['limit=-1', 'limit', 'must be at least 0'],
    ['offset=-20', 'offset', 'must be at least 0'],
    ['page_size=101', 'page_size', 'must be at most 100'],
    ['limit=101', 'limit', 'must be at most 100'],
    [`offset=${BigInt(MAX) + 1n}`, 'offset', `must be at most ${MAX}`],
    [`offset=${'9'.repeat(400)}`, 'offset', `must be at most ${MAX}`],
    [`page=${BigInt(MAX) + 1n}`, 'page', `must be at most ${MAX}`],
    [`page=${MAX}`, 'page', `must be at most ${Math.floor(MAX / 20) + 1}`],
    ['page=1&page=1', 'page', 'must be given only once'],
    ['total=1&total=1', 'total', 'must be given only once'],
    ['total=', 'total', 'must be 1, true, 0 or false'],
    ['total=yes', 'total', 'must be 1, true, 0 or false'],
    ['total=TRUE', 'total', 'must be 1, true, 0 or false'],
    ['page=2&limit=5', 'limit', 'cannot be combined with page'],
    ['page=2&page_size=10&limit=10', 'limit', 'cannot be combined with page and page_size'],
    ['page=2&limit=0', 'limit', 'cannot be combined with page'],
    ['offset=5&page=1&page_size=5', 'offset', 'cannot be combined with page_size'],
    ['offset=5&page=2&page_size=5&limit=20', 'offset', 'cannot be combined with page and page_size'],
  ])('refuses %s', (text, name, message) => {
    const constraint = { keyword: expect.any(String) as string, params: expect.any(Object) as object };
    expect(resolve(text)).toEqual([{ in: 'query', name, pointer: '', message, ...constraint }]);
  });

  it.each([
    ['page=0', 'minimum', { comparison: '>=', limit: 1 }],
    ['limit=-1', 'minimum', { comparison: '>=', limit: 0 }],
    ['limit=101', 'maximum', { comparison: '<=', limit: 100 }],
    ['total=yes', 'type', { type: 'boolean' }],
    ['page=1&page=1', 'repeated', {}],
    ['page=2&limit=5', 'combined', { others: ['page'] }],
  ])('names the constraint of %s', (text, keyword, params) => {
    expect(resolve(text)).toMatchObject([{ keyword, params }]);
  });

  it('takes the greatest page whose offset is a safe integer, and no other', () => {
    for (const size of [1, 2, 3, 20, 99, 100]) {
      const greatest = Math.floor(MAX / size) + (size === 1 ? 0 : 1);
      expect(resolved(`page=${greatest}&page_size=${size}`).offset).toBe((greatest - 1) * size);
      expect(resolve(`page=${BigInt(greatest) + 1n}&page_size=${size}`)).toMatchObject([{ name: 'page' }]);
    }
  });

  it('lists all that is wrong at once', () => {
    expect(resolve('page=0&page_size=x&offset=-1&limit=1000&total=2')).toMatchObject([
      { name: 'page_size', message: 'must be an integer' },
      { name: 'page', message: 'must be at least 1' },
      { name: 'limit', message: 'must be at most 100' },
      { name: 'offset', message: 'must be at least 0' },
      { name: 'total', message: 'must be 1, true, 0 or false' },
      { name: 'limit', message: 'cannot be combined with page and page_size' },
      { name: 'offset', message: 'cannot be combined with page and page_size' },
    ]);
  });
});

/** The links of a page, by their relation. */
function linksOf(target: string, rows: number, total?: number): Record<string, string> {
  const paging = resolved(target.split('?')[1] ?? '');
  const header = pagingLinks(target, paging, rows, total);
  const links: Record<string, string> = {};
  for (const link of header.split(', ')) {
    const [, url = '', relation = ''] = /^<([^<>\s"]*)>; rel="(first|prev|next|last)"$/.exec(link) ?? [];
    expect(links).not.toHaveProperty(relation);
    links[relation] = url;
  }
  return links;
}

describe('pagingLinks', () => {
  it.each([
    ['/books', 20, undefined, { first: '/books?page=1', next: '/books?page=2' }],
    ['/books', 19, undefined, { first: '/books?page=1' }],
    ['/books', 20, 20, { first: '/books?page=1', last: '/books?page=1' }],
    ['/books', 20, 21, { first: '/books?page=1', next: '/books?page=2', last: '/books?page=2' }],
    ['/books?', 0, 0, { first: '/books?page=1', last: '/books?page=1' }],
    ['/b?page=2', 5, 25, { first: '/b?page=1', prev: '/b?page=1', last: '/b?page=2' }],
    ['/b?page=9', 0, 25, { first: '/b?page=1', prev: '/b?page=2', last: '/b?page=2' }],
    ['/b?page=9', 0, undefined, { first: '/b?page=1', prev: '/b?page=8' }],
    ['/b?page=9', 0, 0, { first: '/b?page=1', prev: '/b?page=1', last: '/b?page=1' }],
    ['/b?limit=5', 5, undefined, { first: '/b?limit=5&offset=0', next: '/b?limit=5&offset=5' }],
    ['/b?offset=3', 2, 5, { first: '/b?offset=0', prev: '/b?offset=0', last: '/b?offset=3' }],
    [
      '/b?offset=5&limit=10',
      10,
      32,
      {
        first: '/b?limit=10&offset=0',
        prev: '/b?limit=10&offset=0',
        next: '/b?limit=10&offset=15',
        last: '/b?limit=10&offset=25',
      },
    ],
    [
      '/b?limit=5&offset=7',
      0,
      3,
      { first: '/b?limit=5&offset=0', prev: '/b?limit=5&offset=2', last: '/b?limit=5&offset=2' },
    ],
    [
      '/b?limit=5&offset=7',
      0,
      2,
      { first: '/b?limit=5&offset=0', prev: '/b?limit=5&offset=0', last: '/b?limit=5&offset=0' },
    ],
    [
      '/b?page=3&limit=20&tag=a&offset=0',
      20,
      undefined,
      {
        first: '/b?tag=a&page_size=20&page=1',
        prev: '/b?tag=a&page_size=20&page=2',
        next: '/b?tag=a&page_size=20&page=4',
      },
    ],
    [
      '/b?page=1&page_size=20&limit=5&offset=7',
      5,
      undefined,
      { first: '/b?limit=5&offset=0', prev: '/b?limit=5&offset=2', next: '/b?limit=5&offset=12' },
    ],
    ['/b?limit=0', 0, undefined, { first: '/b?limit=0&offset=0' }],
    ['/b?limit=0&offset=9&total=1', 0, 50, { first: '/b?limit=0&total=1&offset=0' }],
    [`/b?offset=${MAX}`, 20, undefined, { first: '/b?offset=0', prev: `/b?offset=${MAX - 20}` }],
  ])('%s with %j rows of %j', (target, rows, total, links) => {
    expect(linksOf(target, rows, total)).toEqual(links);
  });

  it('keep the other query parameters as they are, in their order', () => {
    const query = 'tag=b&tag=a&q=a%20b+c%2f&page_size=2&total=1&page=2&empty=&flag&%74ag=c&&pages=3';
    const kept = 'tag=b&tag=a&q=a%20b+c%2f&page_size=2&total=1&empty=&flag&%74ag=c&&pages=3';
    expect(linksOf(`/b/%C3%A4?${query}`, 2, 5)).toEqual({
      first: `/b/%C3%A4?${kept}&page=1`,
      prev: `/b/%C3%A4?${kept}&page=1`,
      next: `/b/%C3%A4?${kept}&page=3`,
      last: `/b/%C3%A4?${kept}&page=3`,
    });
  });

  it('see through a percent-encoded name, as the query does', () => {
    expect(linksOf('/b?%70age=2&a=?', 20)).toMatchObject({ next: '/b?a=?&page=3' });
    expect(linksOf('/b?off%73et=4&limit=2', 2)).toMatchObject({ next: '/b?limit=2&offset=6' });
  });

  it('writes references of a path, which nothing in a request can break out of', () => {
    expect(linksOf('http://other.example:80/b?a=1#page=9', 20)).toMatchObject({ next: '/b?a=1&page=2' });
    expect(linksOf('/b?a="<evil>; rel=next"\t', 20)).toMatchObject({
      next: '/b?a=%22%3Cevil%3E;%20rel=next%22%09&page=2',
    });
  });
});

const starts = (size: number): string[] => [
  `page_size=${size}`,
  `limit=${size}`,
  `limit=${size}&offset=0`,
  `page=1&page_size=${size}&limit=20&offset=0`,
  `page=1&page_size=20&limit=${size}&offset=0`,
];

describe('following next from the first page', () => {
  it('visits every row exactly once, and ends at last', () => {
    let walks = 0;
    for (let count = 0; count <= 13; count++) {
      const rows = Array.from({ length: count }, (_, index) => index);
      for (let size = 1; size <= 6; size++) {
        for (const start of starts(size)) {
          for (const isTotalKnown of [true, false]) {
            const visited: number[] = [];
            let target: string | undefined = `/rows?${start}`;
            let at = target;
            let last: string | undefined;
            for (let steps = 0; target !== undefined && steps < 30; steps++) {
              const { offset, limit } = resolved(target.split('?')[1]!);
              const items = rows.slice(offset, offset + limit);
              visited.push(...items);
              at = target;
              const links: Record<string, string> = linksOf(target, items.length, isTotalKnown ? count : undefined);
              target = links['next'];
              last = links['last'];
            }
            expect({ start, visited }).toEqual({ start, visited: rows });
            const end = isTotalKnown ? resolved(at.split('?')[1]!) : undefined;
            expect(last && resolved(last.split('?')[1]!)).toEqual(end);
            walks++;
          }
        }
      }
    }
    expect(walks).toBe(14 * 6 * 5 * 2);
  });

  it('visits every row exactly once by next, and by prev from the last page back', () => {
    for (let count = 1; count <= 13; count++) {
      for (let size = 1; size <= 6; size++) {
        for (const start of starts(size)) {
          const pages: number[] = [];
          let target: string | undefined = linksOf(`/rows?${start}`, Math.min(size, count), count)['last'];
          for (let steps = 0; target !== undefined && steps < 30; steps++) {
            const { offset, limit } = resolved(target.split('?')[1]!);
            const length = Math.min(limit, count - offset);
            pages.unshift(...Array.from({ length }, (_, index) => offset + index));
            target = linksOf(target, length, count)['prev'];
          }
          expect(pages).toEqual(Array.from({ length: count }, (_, index) => index));
        }
      }
    }
  });
});
