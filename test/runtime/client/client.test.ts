import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ClientRequest, RequestOptions } from '../../../src/runtime/client/types.ts';
import { listen } from '../koa/serve.ts';
import type { QueryModule } from './client.ts';
import { clientModule, serveClient } from './client.ts';

/** An operation that answers with its input. */
const echo = (name: string, ...lines: readonly string[]): string =>
  `/**\n${lines.map((line) => ` * ${line}\n`).join('')} * @returns {any} Its input\n */\nexport default function ${name}(ctx) { return ctx.input; }\n`;

const TREE = {
  'pets/{id}/of/{a}...{b}.ts': echo(
    'getPet',
    '@param {integer} id',
    '@param {string} a',
    '@param {string[]} b',
    '@param {string[]} [tag]',
    '@param {{kind: string, sizes: integer[]}} [filter]',
    '@param {boolean} [old]',
    '@param {?integer} [age]',
    '@param {integer[]} [header.X-Numbers]',
    '@param {string} [cookie.session]',
  ),
  'pets@post.ts': echo('addPet', '@param {{name: string, size?: integer}} body'),
  'forms@post.ts': echo(
    'sendForm',
    '@consumes application/x-www-form-urlencoded',
    '@param {string} name',
    '@param {integer[]} sizes',
    '@param {{x: number}} [at]',
  ),
  'notes@put.ts': echo('putNote', '@consumes text/plain', '@param {string} body'),
  'größe/@get.ts': echo('_'),
  'orders@post.ts': `/**
 * @idempotent
 * @param {string} item
 * @returns {any} Its key
 */
export default (ctx) => [ctx.get('idempotency-key')];
`,
  'request@get.ts': echo('request'),
  'secret@get.ts': `/**\n * @internal\n * @returns {string} Hush\n */\nexport default function secret() { return 'hush'; }\n`,
};

describe('the client', () => {
  it('puts each parameter where the contract has it', async () => {
    const { client } = await serveClient(TREE);
    const input = {
      path: { id: 7, a: 'a/b', b: ['x', 'y z'] },
      query: { tag: ['a&b', 'c+d'], filter: { kind: 'cat', sizes: [1, 2] }, old: false, age: null },
      header: { 'X-Numbers': [1, 2] },
      cookie: { session: 'ä;' },
    };
    expect(await client['getPet']!(input)).toEqual(input);
    const { path } = input;
    expect(await client['getPet']!({ path, query: { tag: ['one'] } })).toEqual({
      path,
      query: { tag: ['one'] },
      header: {},
      cookie: {},
    });
  });

  it('gives an idempotent request a new key, unless it has one', async () => {
    const { client } = await serveClient(TREE);
    const send = async (input: ClientRequest, init: RequestOptions = {}): Promise<string> => {
      const [key] = (await client.request('POST /orders', input, init)) as string[];
      return key!;
    };
    const body = { item: 'tea' };
    const [first, second] = [await send({ body }), await send({ body })];
    expect(first).toMatch(/^\d+(?:-\d+){3}$/);
    expect(second).toMatch(/^\d+(?:-\d+){3}$/);
    expect(second).not.toBe(first);
    expect(await send({ body, header: { 'Idempotency-Key': 'k1' } })).toBe('k1');
    expect(await send({ body }, { headers: { 'idempotency-key': 'k2' } })).toBe('k2');
  });

  it.each([undefined, null, ''])('gives an idempotent request a new key if its key is %j', async (none) => {
    const { client } = await serveClient(TREE);
    const body = { item: 'tea' };
    for (const name of ['Idempotency-Key', 'idempotency-key']) {
      const header = { [name]: none };
      const headers = header as Record<string, string>;
      for (const sent of [
        client.request('POST /orders', { body, header } as ClientRequest),
        client.request('POST /orders', { body }, { headers }),
      ])
        expect(await sent).toEqual([expect.stringMatching(/^\d+(?:-\d+){3}$/)]);
    }
  });

  it('sends bodies as the contract has them', async () => {
    const { client } = await serveClient(TREE);
    expect(await client['addPet']!({ body: { name: 'Ada', size: 3 } })).toMatchObject({
      body: { name: 'Ada', size: 3 },
    });
    const form = { name: 'Ada & Bo', sizes: [1, 2], at: { x: 1.5 } };
    expect(await client['sendForm']!({ body: form })).toMatchObject({ body: form });
    expect(await client['putNote']!({ body: '"a" ä' })).toMatchObject({ body: '"a" ä' });
  });

  it("calls an operation by method and path if it has no name, or one of the client's members", async () => {
    const { client } = await serveClient(TREE);
    const nothing = { path: {}, query: {}, header: {}, cookie: {} };
    expect(await client.request('GET /größe')).toEqual(nothing);
    expect(await client.request('GET /request')).toEqual(nothing);
    expect(await client.request('POST /pets', { body: { name: 'Ada' } })).toMatchObject({ body: { name: 'Ada' } });
  });

  it('the client lacks what is in no document', async () => {
    const { createClient } = await clientModule(TREE);
    expect(Object.keys(createClient()).sort()).toEqual(['addPet', 'getPet', 'putNote', 'request', 'sendForm']);
    expect(Object.getPrototypeOf(createClient())).toBeNull();
  });

  it('throws an error with the problem for an unsuccessful response', async () => {
    const { client } = await serveClient(TREE);
    const { ResponseError } = await clientModule(TREE);
    const error = await client['getPet']!({ path: { id: 'x', a: 'a', b: ['b'] } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({
      name: 'ResponseError',
      operation: 'GET /pets/{id}/of/{a}...{b}',
      status: 400,
      problem: { title: 'Bad Request', errors: [{ in: 'path', name: 'id', message: 'must be an integer' }] },
    });
    await expect(client['getPet']!({})).rejects.toThrow('Cannot send path.id: it is missing');
  });

  it('knows the errors of an operation, by its name or by its method and path', async () => {
    const { client } = await serveClient(TREE);
    const { isErrorOf } = await clientModule(TREE);
    const { isErrorOf: isOther } = await clientModule({ 'other/{id}.ts': echo('getPet', '@param {integer} id') });
    const input = { path: { id: 'x', a: 'a', b: ['b'] } };
    const error = await client['getPet']!(input).catch((thrown: unknown) => thrown);
    expect(isErrorOf(error, 'getPet')).toBe(true);
    expect(isErrorOf(error, 'GET /pets/{id}/of/{a}...{b}')).toBe(true);
    for (const name of ['addPet', 'GET /pets', 'toString', '']) expect(isErrorOf(error, name)).toBe(false);
    // The name of another API's operation.
    expect(isOther(error, 'getPet')).toBe(false);
    for (const other of [new Error('getPet'), undefined, null, 'getPet', { operation: 'getPet' }])
      expect(isErrorOf(other, 'getPet')).toBe(false);
  });

  it('gives the response in addition to the body', async () => {
    const { client } = await serveClient(TREE);
    const pending = client.request('GET /größe');
    await pending;
    expect((await pending.response).headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    // Alone, it may be that of a refusal.
    expect(await client.request('GET /nowhere').response).toMatchObject({ status: 404, bodyUsed: true });
    await expect(client.request('GET /pets/{id}').response).rejects.toThrow('is missing');
  });
});

/** A server that tells what it was asked with. */
const tellHeaders = (req: IncomingMessage, res: ServerResponse): void => {
  res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ url: req.url, ...req.headers }));
};

describe('the options of a client', () => {
  it('sends to its address, with header fields, and those of a request over them', async () => {
    const { createClient } = await clientModule(TREE);
    const { url } = await listen(tellHeaders);
    const client = createClient({ baseUrl: `${url}/api/`, headers: { 'X-A': '1', 'X-B': '1', 'X-C': '1' } });
    const init = {
      headers: [
        ['x-b', '2'],
        ['x-c', '2'],
      ] as [string, string][],
    };
    expect(await client.request('GET /a', { header: { 'X-C': '3' } }, init)).toMatchObject({
      url: '/api/a',
      'x-a': '1',
      'x-b': '2',
      'x-c': '3',
    });
  });

  it('gets header fields for each request if they are a function', async () => {
    const { createClient } = await clientModule(TREE);
    const { url } = await listen(tellHeaders);
    let turn = 0;
    const client = createClient({
      baseUrl: url,
      headers: () => Promise.resolve({ Authorization: `Bearer ${++turn}` }),
    });
    expect(await client.request('GET /a')).toMatchObject({ authorization: 'Bearer 1' });
    expect(await client.request('GET /a')).toMatchObject({ authorization: 'Bearer 2' });
  });

  it('sends no header that is undefined', async () => {
    const { createClient } = await clientModule(TREE);
    const { url } = await listen((req, res) => {
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify([req.headers['x-a'], req.headers['x-b']]));
    });
    const headers = { 'X-A': undefined, 'X-B': 'b' };
    for (const given of [headers, () => headers, async () => headers])
      expect(await createClient({ baseUrl: url, headers: given }).request('GET /slow')).toEqual([null, 'b']);
    const fields = new Headers({ 'X-A': 'a' });
    for (const given of [fields, [...fields], async () => fields])
      expect(await createClient({ baseUrl: url, headers: given }).request('GET /slow')).toEqual(['a', null]);
  });

  it('sends with what it is given to send with', async () => {
    const { createClient } = await clientModule(TREE);
    const asked: Request[] = [];
    const client = createClient({
      baseUrl: 'https://pets.example',
      fetch: (request) => {
        asked.push(request);
        return Promise.resolve(Response.json([1]));
      },
    });
    expect(await client['addPet']!({ body: { name: 'Ada' } }, { credentials: 'include' })).toEqual([1]);
    const [request] = asked;
    expect(request).toMatchObject({ url: 'https://pets.example/pets', method: 'POST', credentials: 'include' });
    expect(await request!.text()).toBe('{"name":"Ada"}');
  });

  it('stops at a signal', async () => {
    const { createClient } = await clientModule(TREE);
    const { url } = await listen(() => {});
    const stop = new AbortController();
    const pending = createClient({ baseUrl: url }).request('GET /slow', {}, { signal: stop.signal });
    stop.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const NUMBERS = {
  'numbers.ts': `import { page } from 'unplugin-operations/koa';
/**
 * @param-include paging
 * @param {integer} [from=0]
 * @returns {integer[]} Numbers
 */
export default function listNumbers({ input, paging }) {
  const all = Array.from({ length: 7 }, (_, i) => input.query.from + i);
  return page(all.slice(paging.offset, paging.offset + paging.limit), all.length);
}
`,
  'paged.ts': `/**
 * @param-include paging
 * @returns {Page<integer>} Numbers
 */
export default function listPaged({ paging }) { return [10, 20, 30].slice(paging.offset, paging.offset + paging.limit); }
`,
};

const search = (name: string, include: string, result: string): string =>
  `import { keyset, page } from 'unplugin-operations/koa';
/**
 * @param-include ${include}
 * @param {string[]} [query.tags] (explode: false)
 * @param {string} text
 * @returns {{id: integer, text: string}[]} Numbers
 */
export default function ${name}(ctx) {
  const { paging, input } = ctx;
  const all = [1, 2, 3, 4, 5].map((id) => ({ id, text: input.body.text }));
  return ${result};
}
`;
const SLICE = 'page(all.slice(paging.offset, paging.offset + paging.limit), 5)';
const SEARCH = {
  'numbers@query.ts': search('findNumbers', 'paging', SLICE),
  'posted@post.ts': search('postNumbers', 'paging', SLICE),
  'walked@query.ts': search(
    'walkNumbers',
    'cursor (id)',
    'keyset(all.filter(({ id }) => id > (ctx.cursor.after?.id ?? 0)).slice(0, ctx.cursor.limit + 1))',
  ),
};

describe('the rows of a list operation', () => {
  it('walks the rows of one page, or of all that follow', async () => {
    const { client } = await serveClient(NUMBERS);
    const input = { query: { from: 100, page_size: 3 } };
    const rows: unknown[] = [];
    for await (const row of client['listNumbers']!(input)) rows.push(row);
    expect(rows).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(await client['listNumbers']!(input)).toEqual([100, 101, 102]);
    expect(await client['listPaged']!({ query: { limit: 2, offset: 1 } })).toEqual({
      items: [20, 30],
      limit: 2,
      offset: 1,
    });
    const paged: unknown[] = [];
    for await (const row of client['listPaged']!({ query: { limit: 2 } })) paged.push(row);
    expect(paged).toEqual([10, 20, 30]);
  });

  it('walks the rows of an envelope too', async () => {
    const definitions = {
      'lists.ts':
        'export interface Numbers {\n/** @items */\n"all of them": number[];\n/** @total */\ncount: number }\nexport interface Envelope<T> {\n/** @items */\ndata: T[] }\n',
    };
    const handler =
      '({ paging }) { return page([10, 20, 30].slice(paging.offset, paging.offset + paging.limit), 3); }\n';
    const list = (name: string, type: string): string =>
      `import { page } from '${import.meta.dirname}/../../../src/runtime/koa/index.ts';
/**
 * @param-include paging
 * @returns {${type}} Numbers
 */
export default function ${name}${handler}`;
    const tree = { 'a.js': list('listOwn', 'Numbers'), 'b.js': list('listGeneric', 'Envelope<integer>') };
    const { client } = await serveClient(tree, { definitions });
    expect(await client['listOwn']!({ query: { limit: 2 } })).toEqual({ 'all of them': [10, 20], count: 3 });
    for (const name of ['listOwn', 'listGeneric']) {
      const rows: unknown[] = [];
      for await (const row of client[name]!({ query: { limit: 2 } })) rows.push(row);
      expect(rows).toEqual([10, 20, 30]);
    }
  });

  it('requests page by page, with the header fields of the first, and no further than wanted', async () => {
    const asked: string[] = [];
    const { createClient } = await clientModule(NUMBERS);
    const { url } = await listen((req, res) => {
      asked.push(`${req.url} ${req.headers['x-token']} ${req.headers['x-client']}`);
      res.setHeader('Link', '</api/numbers?page=2>; rel="next"');
      res.setHeader('Content-Type', 'application/json').end('[1, 2]');
    });
    const client = createClient({ baseUrl: `${url}/api`, headers: { 'X-Client': 'c' } });
    const rows: unknown[] = [];
    for await (const row of client['listNumbers']!({ header: { 'X-Token': 't' } })) {
      rows.push(row);
      if (rows.length === 3) break;
    }
    expect(asked).toEqual(['/api/numbers t c', '/api/numbers?page=2 t c']);
  });

  it('never requests rows from another server', async () => {
    const { createClient } = await clientModule(NUMBERS);
    const requests: string[] = [];
    const { url } = await listen((req, res) => {
      requests.push(req.url!);
      if (requests.length === 1)
        res.setHeader('Link', '<http://other.example/numbers?page=2&key=k&from=9>; rel="next"');
      res.setHeader('Content-Type', 'application/json').end('[1]');
    });
    const rows: unknown[] = [];
    const input = { query: { from: 7, page: 1 } };
    for await (const row of createClient({ baseUrl: url })['listNumbers']!(input)) rows.push(row);
    expect([rows, requests]).toEqual([
      [1, 1],
      ['/numbers?from=7&page=1', '/numbers?from=7&page=2&key=k'],
    ]);
  });

  it('end with an error if a link has no parameters, which would repeat the page', async () => {
    const { createClient } = await clientModule(NUMBERS);
    const { url } = await listen((_req, res) => {
      res.setHeader('Link', '<http://other.example/numbers>; rel="next"');
      res.setHeader('Content-Type', 'application/json').end('[1]');
    });
    const read = async (): Promise<void> => {
      for await (const row of createClient({ baseUrl: url })['listNumbers']!()) expect(row).toBe(1);
    };
    await expect(read()).rejects.toThrow('GET /numbers: no parameters in the link http://other.example/numbers');
  });

  it('requests rows with the method and the body of the first request', async () => {
    const { client } = await serveClient(SEARCH);
    const { infiniteQueryOptions } = (await clientModule(SEARCH)) as unknown as QueryModule;
    const calls: [string, ClientRequest][] = [
      ['findNumbers', { query: { page_size: 2 }, body: { text: 'a' } }],
      ['QUERY /numbers', { query: { limit: 3, offset: 0 }, body: { text: 'a' } }],
      ['walkNumbers', { query: { page_size: 2, tags: ['x', 'y'] }, body: { text: 'a' } }],
      ['postNumbers', { query: { page_size: 4 }, body: { text: 'a' } }],
    ];
    for (const [name, input] of calls) {
      const call = name.includes(' ') ? client.request(name, input) : client[name]!(input);
      const rows: unknown[] = [];
      for await (const row of call) rows.push(row);
      const options = infiniteQueryOptions(client, name, input);
      const pages: unknown[] = [];
      for (let pageParam = options.initialPageParam as any; pageParam !== undefined;) {
        const page = await options.queryFn({ pageParam });
        pages.push(...(page.body as unknown[]));
        pageParam = options.getNextPageParam(page);
      }
      const expected = [1, 2, 3, 4, 5].map((id) => ({ id, text: 'a' }));
      expect([name, rows, pages]).toEqual([name, expected, expected]);
    }
  });

  it('finds no rows where there is no list', async () => {
    const { client } = await serveClient(TREE);
    const read = async (): Promise<void> => {
      for await (const row of client.request('GET /größe')) expect(row).toBe('never');
    };
    await expect(read()).rejects.toThrow('GET /größe: no rows in the response');
  });

  it('end with the error of a page', async () => {
    const { client } = await serveClient(NUMBERS);
    const read = async (): Promise<void> => {
      for await (const row of client['listNumbers']!({ query: { page_size: 0 } })) expect(row).toBe('never');
    };
    await expect(read()).rejects.toMatchObject({ status: 400 });
  });
});

it('the client reads a file of any media type as a Blob', async () => {
  const file = `/** @param {string} name\n * @returns {file} 200 any */
export default function download(ctx) { ctx.attachment(ctx.input.query.name); return Buffer.from('[1]'); }`;
  const { client } = await serveClient({ 'file.js': file });
  for (const name of ['a.json', 'a.txt', 'a.zip', 'a']) {
    const blob = (await client.download!({ query: { name } })) as Blob;
    expect([name, blob instanceof Blob, await blob.text()]).toEqual([name, true, '[1]']);
  }
});
