import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { holdsAsync } from '../../property/holds.ts';
import { scratch } from '../../support/build.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const DEFINITIONS = {
  'lists.ts': `export interface Article { title: string }
export interface Articles {
  /** @items */
  articles: Article[];
  /** @total */
  articlesCount?: number;
}
export interface Counted {
  /** @items */
  rows: Article[];
  /** @total */
  count: number;
  /** @limit */
  size: number;
  /** @offset */
  from: number;
}
export interface Numbered extends Articles { pages: number; 'see also': string }
export interface Uncounted {
  /** @items */
  data: Article[];
  more: boolean;
}
`,
  'Odd.yaml':
    'type: object\nproperties: { __proto__: { type: array, items: {}, x-items: true }, "a b": { type: integer, x-total: true } }\n',
};

const IMPORTS = `import { page } from '${import.meta.dirname}/../../../src/runtime/koa/index.ts';
const all = Array.from({ length: 45 }, (_, i) => ({ title: String(i) }));
const slice = ({ offset, limit }) => all.slice(offset, offset + limit);
`;

/** A list of 45 rows: a handler returns `returned`, which has `paging`, `rows`, `total` and `query` to make it of. */
const list = (type: string, returned: string): string => `${IMPORTS}
/**
 * A list.
 * @param {string} [kind]
 * @param-include paging
 * @returns {${type}} The rows
 */
export default (ctx) => {
  const { paging, input: { query } } = ctx;
  const [rows, total] = [slice(paging), paging.total ? all.length : undefined];
  return ${returned};
};
`;

const TREE = {
  'array.js': list('Article[]', 'page(rows, total)'),
  'builtin.js': list('Page<Article>', 'page(rows, total)'),
  'builtin/whole.js': list('Page<Article>', '({ items: rows, total, limit: paging.limit, offset: paging.offset })'),
  'filled.js': list('Articles', 'page(rows, total)'),
  'bare.js': list('Articles', 'rows'),
  'whole.js': list('Articles', '({ articles: rows, articlesCount: total })'),
  'nullable.js': list('Articles|null', "query.kind === 'null' ? null : page(rows, total)"),
  'kinds.js': list(
    'Articles',
    "({ text: { articles: rows, articlesCount: '45' }, negative: { articles: rows, articlesCount: -1 }, null: { articles: rows, articlesCount: null }, many: { articles: all }, other: { title: '1' } })[query.kind]",
  ),
  'counted.js': list(
    'Counted',
    "query.kind === 'rows' ? rows : query.kind === 'page' ? page(rows) : query.kind === 'whole' ? { rows, size: 1, from: 1 } : page(rows, total)",
  ),
  'counted/whole.js': list('Counted', '({ rows, count: total, size: paging.limit, from: paging.offset })'),
  'counted/flag.js': list('Counted', 'page([{ title: String(paging.total) }], 1)'),
  'numbered.js': list(
    'Numbered',
    "query.kind === 'page' ? page(rows, total) : { articles: rows, articlesCount: total, pages: 3, 'see also': '/' }",
  ),
  'uncounted.js': list(
    'Uncounted',
    "(query.kind === 'header' && ctx.set('X-Total-Count', 45), { data: rows, more: true })",
  ),
  'odd.js': list('Odd', 'page(rows, total)'),
};

let manifest: Manifest;
const root = scratch(afterAll);
beforeAll(async () => {
  manifest = await compileTree(TREE, { definitions: DEFINITIONS, responses: true, root });
});

const titles = (from: number, to: number): { title: string }[] =>
  Array.from({ length: to - from }, (_, i) => ({ title: String(from + i) }));

describe.each(KINDS)('a list in an envelope by $name', ({ create }) => {
  const ask = async (...targets: string[]) => {
    const served = await serve(create(manifest));
    const answers = [];
    for (const target of targets) answers.push(await served.ask(target));
    return { answers, errors: served.errors };
  };

  it.each(['filled', 'whole', 'bare'])('wraps the rows, and the total where it was requested: %s', async (name) => {
    const { answers, errors } = await ask(`GET /${name}?page_size=2`, `GET /${name}?offset=43&total=1`);
    expect(errors).toEqual([]);
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [200, { articles: titles(0, 2) }],
      [200, { articles: titles(43, 45), articlesCount: 45 }],
    ]);
    expect(answers.map(({ headers }) => headers['x-total-count'])).toEqual([undefined, '45']);
    expect(answers[0]!.headers.link).toContain('rel="next"');
    expect(answers[1]!.headers.link).toContain('rel="last"');
  });

  it('always counts where its total is required', async () => {
    const targets = ['', '?total=0', '?total=1', '?total=false&limit=1', '/whole', '/whole?total=0'];
    const { answers, errors } = await ask(...targets.map((target) => `GET /counted${target}`));
    expect(errors).toEqual([]);
    for (const { json, headers } of answers) {
      expect(json).toMatchObject({ count: 45, from: 0 });
      expect(headers['x-total-count']).toBe('45');
      expect(headers.link).toContain('rel="last"');
    }
    const { answers: told } = await ask('GET /counted/flag', 'GET /counted/flag?total=0', 'GET /counted/flag?total=x');
    expect(told.map(({ status, json }) => [status, (json as { rows?: unknown }).rows])).toEqual([
      [200, [{ title: 'true' }]],
      [200, [{ title: 'true' }]],
      [400, undefined],
    ]);
  });

  it('fills the limit and the offset', async () => {
    const { answers } = await ask('GET /counted?page=3&page_size=7', 'HEAD /counted?page=3&page_size=7');
    expect(answers[0]!.json).toEqual({ rows: titles(14, 21), count: 45, size: 7, from: 14 });
    expect(answers[1]).toMatchObject({ status: 200, body: '', headers: { 'x-total-count': '45' } });
  });

  it.each([
    // On the last page too, so that it shows at the first request.
    ['counted?kind=rows', 'counted.js must return page(rows, total), because its contract requires "count"'],
    ['counted?kind=rows&offset=40', 'counted.js must return page(rows, total), because its contract requires "count"'],
    ['counted?kind=page', 'counted.js must return page(rows, total), because its contract requires "count"'],
    ['counted?kind=whole', 'counted.js must return "count", because its contract requires "count"'],
    ['bare?total=1', 'bare.js must return page(rows, total), because ctx.paging.total is true'],
    ['kinds?kind=null&total=1', 'kinds.js must return "articlesCount", because ctx.paging.total is true'],
    ['uncounted?total=1', 'uncounted.js must set X-Total-Count, because ctx.paging.total is true'],
    [
      'kinds?kind=text',
      'kinds.js returned a body whose "articlesCount" must be a non-negative integer, not 45 (string)',
    ],
    [
      'kinds?kind=negative',
      'kinds.js returned a body whose "articlesCount" must be a non-negative integer, not -1 (number)',
    ],
    ['kinds?kind=many', 'kinds.js returned 45 rows, but ctx.paging.limit is 20'],
    [
      'numbered?kind=page',
      'numbered.js must return the whole body instead of rows or page(rows, total), because its contract also requires "pages", "see also"',
    ],
    ['kinds?kind=other', 'kinds.js sent status 200 with a body that violates its contract: /articles is required'],
  ])('answers 500 if the envelope breaks its contract, and logs the way out: %s', async (target, message) => {
    const { answers, errors } = await ask(`GET /${target}`);
    expect(answers[0]).toMatchObject({ status: 500, json: { title: 'Internal Server Error' } });
    expect(errors.map((error) => error.message)).toEqual([message]);
  });

  it('sends what only the handler knows, where it returns the whole body', async () => {
    const { answers, errors } = await ask(
      'GET /numbered?limit=1&total=1',
      'GET /uncounted',
      'GET /uncounted?kind=header&total=1',
    );
    expect(errors).toEqual([]);
    expect(answers[0]!.json).toEqual({ articles: titles(0, 1), articlesCount: 45, pages: 3, 'see also': '/' });
    expect(answers[0]!.headers['x-total-count']).toBe('45');
    expect(answers[1]!.json).toEqual({ data: titles(0, 20), more: true });
    expect(answers[1]!.headers.link).toContain('rel="next"');
    expect(answers[2]!.headers['x-total-count']).toBe('45');
  });

  it('accepts null and odd names', async () => {
    const { answers, errors } = await ask(
      'GET /nullable?kind=null',
      'GET /nullable?limit=1',
      'GET /odd?limit=1&total=1',
    );
    expect(errors).toEqual([]);
    expect(answers.map(({ body }) => body)).toEqual([
      'null',
      '{"articles":[{"title":"0"}]}',
      '{"__proto__":[{"title":"0"}],"a b":45}',
    ]);
  });
});

describe('the headers of a list', () => {
  const size = fc.integer({ min: 1, max: 60 });
  const place = fc.integer({ min: 1, max: 12 });
  const query = fc.oneof(
    fc.tuple(size, place).map(([pageSize, page]) => `page_size=${pageSize}&page=${page}`),
    fc.tuple(size, place).map(([limit, offset]) => `limit=${limit - 1}&offset=${offset * 5}`),
    fc.constant('kind=a'),
  );

  it('sends the same headers whatever the body of a list and whatever its handler returns', async () => {
    const { ask } = await serve(createApp(manifest));
    const headersOf = async (path: string): Promise<unknown[]> => {
      const { status, headers } = await ask(`GET ${path}`);
      return [status, String(headers.link).replaceAll(/<[^?]*/g, '<'), headers['x-total-count']];
    };
    const property = fc.asyncProperty(query, fc.boolean(), async (asked, counts) => {
      const search = `${asked}&kind=x${counts ? '&total=1' : ''}`;
      const expected = await headersOf(`/array?${search}`);
      expect(expected[0]).toBe(asked === 'kind=a' ? 400 : 200);
      const alike = [
        'builtin',
        'builtin/whole',
        'filled',
        'whole',
        'numbered',
        ...(counts ? ['counted', 'counted/whole'] : []),
      ];
      for (const name of alike) expect([name, ...(await headersOf(`/${name}?${search}`))]).toEqual([name, ...expected]);
    });
    await holdsAsync(property, 60);
  });
});
