import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createRouter, defineOperation, page } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const ROWS = Array.from({ length: 45 }, (_, index) => ({ id: index + 1 }));

const listRows = defineOperation(({ paging }) => {
  const rows = ROWS.slice(paging.offset, paging.offset + paging.limit);
  return paging.total ? page(rows, ROWS.length) : rows;
});

function nextOf({ headers }: Answer): string | undefined {
  return /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
}

describe.each(KINDS)('a list operation by $name', ({ create }) => {
  const serveList = () =>
    serve(
      create(
        createManifest({
          'GET /rows': { paging: 'array', handler: listRows },
          'GET /pages': { paging: 'page', handler: async (ctx) => listRows(ctx) },
          'GET /paging': { paging: 'array', handler: (ctx) => ({ ...ctx.paging }) },
          'GET /none': (ctx) => ({ paging: String(ctx.paging) }),
        }),
      ),
    );

  it('gives the handler the requested rows, whichever form the request used', async () => {
    const { ask } = await serveList();
    expect((await ask('GET /paging')).json).toEqual({ limit: 20, offset: 0, page: 1, pageSize: 20, total: false });
    expect((await ask('GET /paging?page=3&page_size=5&total=1')).json).toEqual({
      limit: 5,
      offset: 10,
      page: 3,
      pageSize: 5,
      total: true,
    });
    expect((await ask('GET /paging?limit=4&%6Fffset=8')).json).toMatchObject({ limit: 4, offset: 8, page: 3 });
    expect((await ask('GET /paging')).headers.link).toBeUndefined();
    expect((await ask('GET /none?page=x')).json).toEqual({ paging: 'undefined' });
  });

  it('answers with the rows, with links', async () => {
    const { ask } = await serveList();
    const answer = await ask('GET /rows?page_size=20&page=2&q=a%2Fb');
    expect(answer.json).toEqual(ROWS.slice(20, 40));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-total-count']).toBeUndefined();
    expect(answer.headers.link).toBe(
      '</rows?page_size=20&q=a%2Fb&page=1>; rel="first", </rows?page_size=20&q=a%2Fb&page=1>; rel="prev", ' +
        '</rows?page_size=20&q=a%2Fb&page=3>; rel="next"',
    );
  });

  it('answers with a page if its contract declares one', async () => {
    const { ask } = await serveList();
    const answer = await ask('GET /pages?limit=2&offset=43');
    expect(answer.json).toEqual({ items: [{ id: 44 }, { id: 45 }], limit: 2, offset: 43 });
    const counted = await ask('GET /pages?limit=2&offset=43&total=true');
    expect(counted.json).toEqual({ items: [{ id: 44 }, { id: 45 }], total: 45, limit: 2, offset: 43 });
    expect(counted.headers['x-total-count']).toBe('45');
    expect(counted.headers.link).not.toContain('next');
    expect(counted.headers.link).toContain('</pages?limit=2&total=true&offset=43>; rel="last"');
  });

  it('answers HEAD with the links and the total', async () => {
    const { ask } = await serveList();
    const head = await ask('HEAD /rows?total=1');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers).toMatchObject({ 'x-total-count': '45' });
    expect(head.headers.link).toContain('rel="last"');
  });

  it.each(['/rows', '/rows?page_size=7', '/rows?limit=11', '/rows?limit=45&total=1', '/rows?page_size=15&total=1'])(
    'gives every row once to who follows next: %s',
    async (start) => {
      const { ask } = await serveList();
      const rows: unknown[] = [];
      for (let target: string | undefined = start, steps = 0; target !== undefined && steps < 20; steps++) {
        const answer: Answer = await ask(`GET ${target}`);
        rows.push(...(answer.json as unknown[]));
        target = nextOf(answer);
      }
      expect(rows).toEqual(ROWS);
    },
  );

  it("refuses a query that doesn't select rows, with all its mistakes", async () => {
    const { ask, errors } = await serveList();
    const answer = await ask('GET /rows?page=0&limit=x&total=1&total=0');
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail:
        'page must be at least 1; limit must be an integer; total must be given only once; limit cannot be combined with page',
      errors: [
        ['page', 'must be at least 1', 'minimum', { comparison: '>=', limit: 1 }],
        ['limit', 'must be an integer', 'type', { type: 'integer' }],
        ['total', 'must be given only once', 'repeated', {}],
        ['limit', 'cannot be combined with page', 'combined', { others: ['page'] }],
      ].map(([name, message, keyword, params]) => ({ in: 'query', name, pointer: '', message, keyword, params })),
    });
    expect(errors).toMatchObject([{ name: 'InvalidInput', status: 400, expose: true }]);
    expect((await ask('GET /rows?page=%31%2')).status).toBe(400);
  });

  it('goes by the limits of the manifest', async () => {
    const handler = listRows;
    const operations = createManifest(
      { 'GET /rows': { paging: 'array', handler } },
      { paging: { defaultSize: 3, maxSize: 4 } },
    );
    const { ask } = await serve(create(operations));
    expect((await ask('GET /rows')).json).toHaveLength(3);
    expect((await ask('GET /rows?page_size=4')).json).toHaveLength(4);
    expect((await ask('GET /rows?page_size=5')).json).toMatchObject({ errors: [{ message: 'must be at most 4' }] });
  });

  it('derives a total that the handler did not give where the rows show it', async () => {
    const handler = defineOperation(({ paging }) => ROWS.slice(paging.offset, paging.offset + paging.limit));
    const { ask, errors } = await serve(create(createManifest({ 'GET /rows': { paging: 'page', handler } })));
    const last = await ask('GET /rows?page=3&total=1');
    expect(last.json).toMatchObject({ total: 45 });
    expect(last.headers['x-total-count']).toBe('45');
    expect((await ask('GET /rows?page_size=50&total=1')).json).toMatchObject({ total: 45, limit: 50 });
    expect(errors).toEqual([]);
    for (const query of ['total=1', 'page=9&total=1', 'limit=0&total=1']) {
      expect((await ask(`GET /rows?${query}`)).json).toEqual({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
      });
      expect(errors.splice(0)).toMatchObject([
        { message: expect.stringMatching(/^rows\/@get\.ts must return page\(rows, total\)/) },
      ]);
    }
    const none = await ask('GET /rows?page=9');
    expect(none.json).toEqual({ items: [], limit: 20, offset: 160 });
    expect(none.headers.link).toBe('</rows?page=1>; rel="first", </rows?page=8>; rel="prev"');
  });

  it('sends 0 as the total of no rows', async () => {
    const { ask } = await serve(create(createManifest({ 'GET /rows': { paging: 'page', handler: () => [] } })));
    const answer = await ask('GET /rows?total=1');
    expect(answer.json).toEqual({ items: [], total: 0, limit: 20, offset: 0 });
    expect(answer.headers['x-total-count']).toBe('0');
    expect(answer.headers.link).toBe('</rows?total=1&page=1>; rel="first", </rows?total=1&page=1>; rel="last"');
  });

  it('fails if an operation returns more rows than requested, and names it', async () => {
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /rows': { paging: 'array', handler: () => ROWS } })),
    );
    expect((await ask('GET /rows?limit=44')).status).toBe(500);
    expect(errors).toMatchObject([
      { name: 'RangeError', message: 'rows/@get.ts returned 45 rows, but ctx.paging.limit is 44' },
    ]);
    expect((await ask('GET /rows?limit=45')).status).toBe(200);
  });

  it('lets an operation answer by hand', async () => {
    const { ask } = await serve(
      create(
        createManifest({
          'GET /body': { paging: 'array', handler: (ctx) => void (ctx.body = { rows: ctx.paging.limit }) },
          'GET /nothing': { paging: 'array', handler: () => undefined },
          'GET /null': { paging: 'page', handler: () => null },
          'GET /link': {
            paging: 'array',
            handler: (ctx) => (ctx.set('Link', '</style.css>; rel="preload"'), [1]),
          },
        }),
      ),
    );
    const body = await ask('GET /body?limit=7');
    expect(body.json).toEqual({ rows: 7 });
    expect(body.headers.link).toBeUndefined();
    expect((await ask('GET /nothing')).status).toBe(204);
    expect((await ask('GET /null')).body).toBe('null');
    expect((await ask('GET /link')).headers.link).toBe(
      '</style.css>; rel="preload", </link?page=1>; rel="first", </link?page=1>; rel="last"',
    );
  });
});

describe('the links of a list operation', () => {
  it('writes the path as it was requested, wherever the operations are mounted', async () => {
    const app = new Koa();
    app.use((ctx, next) => {
      ctx.path = ctx.path.replace(/^\/mounted/, '');
      return next();
    });
    const operations = createManifest({ 'GET /rows': { paging: 'array', handler: listRows } });
    app.use(createRouter(operations, { prefix: '/v1' }).routes());
    const { ask } = await serve(app);
    expect(nextOf(await ask('GET /v1/rows/?a=b'))).toBe('/v1/rows/?a=b&page=2');
    expect(nextOf(await ask('GET /mounted/v1/rows'))).toBe('/mounted/v1/rows?page=2');
  });
});

describe('page', () => {
  it('refuses invalid rows and an invalid count', () => {
    expect(() => page('rows' as never, 1)).toThrow('page(rows, total): rows must be an array');
    for (const total of ['45', 45n, -1, 1.5, Number.NaN, null]) {
      expect(() => page([], total as never)).toThrow(/total must be a non-negative integer, not .+ \(\w+\)/);
    }
  });

  it('page holds the rows and the total', () => {
    expect(page([1], 2)).toEqual({ items: [1], total: 2 });
    expect(page([1]).total).toBeUndefined();
  });
});
