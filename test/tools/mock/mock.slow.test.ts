import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import * as vite from 'vite';
import type { Options } from '../../../src/build/project/options.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import type { Dev } from '../../plugin/dev/server.ts';
import { startDev } from '../../plugin/dev/server.ts';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { Answers } from '../../../src/tools/mock/answers.ts';
import { createResponder } from '../../../src/tools/mock/respond.ts';
import { Resources } from '../../../src/tools/mock/written-resources.ts';

/** The file of an operation that is not written yet. */
const stub = (comment: string, name = '_'): string =>
  `import { defineOperation, problem } from 'unplugin-operations/koa';\n\n/**\n * ${comment.replaceAll('\n', '\n * ')}\n */\nexport default defineOperation(function ${name}() {\n  throw problem(501, 'Not implemented yet');\n});\n`;

const PET = `/** A pet. */
export interface Pet {
  /** @minimum 1 */
  id: number;
  /** @maxLength 40 */
  name: string;
  kind?: 'cat' | 'dog';
  parent?: Pet;
  born?: string;
}
`;

/** A shop of pets, of which no handler is written. */
const PETS = {
  'app/definitions/schemas/Pet.ts': PET,
  'app/definitions/schemas/NewPet.ts': `export interface NewPet { name: string; kind?: 'cat' | 'dog' }\n`,
  'app/operations/pets/@get.ts': stub(
    'Lists the pets.\n@param {integer} [limit] (minimum: 1)\n@param {integer} [offset] (minimum: 0)\n@returns {Pet[]} 200 - The pets\n@example [{"id": 1, "name": "Ada", "kind": "cat"}, {"id": 2, "name": "Bo"}]',
  ),
  'app/operations/pets/@post.ts': stub('Adds a pet.\n@param {NewPet} body\n@returns {Pet} 201 - The pet'),
  'app/operations/pets/{id}/@get.ts': stub(
    'Finds a pet.\n@param {integer} id (minimum: 1)\n@returns {Pet} 200 - The pet\n@example {"id": 1, "name": "Ada", "kind": "cat", "born": "2024-02-29"}\n@throws {void} 404 - Unknown',
  ),
  'app/operations/pets/{id}/@patch.ts': stub(
    'Changes a pet.\n@param {integer} id (minimum: 1)\n@param {string} [body.name]\n@param {string} [body.kind] (enum: [cat, dog])\n@returns {Pet} 200 - The pet',
  ),
  'app/operations/pets/{id}/@put.ts': stub(
    'Replaces a pet.\n@param {integer} id (minimum: 1)\n@param {NewPet} body\n@returns {void} 204',
  ),
  'app/operations/pets/{id}/@delete.ts': stub('Removes a pet.\n@param {integer} id (minimum: 1)\n@returns {void} 204'),
};

const startMock = (
  files: Readonly<Record<string, string>>,
  options: Options = {},
  config: vite.InlineConfig = {},
): Promise<Dev> => startDev(vite, files, { mock: true, dts: false, ...options }, config);

/** Sends a request with a JSON body, and parses the answer. */
async function send(
  dev: Dev,
  line: string,
  body?: unknown,
  headers: object = {},
): Promise<[status: number, body: unknown]> {
  const [method, path] = line.split(' ') as [string, string];
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await dev.ask(path, { method, ...sent, headers: { ...type, ...headers } });
  return [answer.status, answer.body === '' ? '' : (JSON.parse(answer.body) as unknown)];
}

it('a mock answers examples, keeps written resources, and prints its clients first', async () => {
  const dev = await startMock(PETS);
  expect(dev.log[0]).toBe(
    'unplugin-operations: mocking 6 of 6 operations, for requests from this computer only. Mocked operations accept any credentials and keep changes in memory.',
  );
  const [ada, bo] = [
    { id: 1, name: 'Ada', kind: 'cat' },
    { id: 2, name: 'Bo' },
  ];
  expect(await send(dev, 'GET /pets')).toEqual([200, [ada, bo]]);
  expect(await send(dev, 'GET /pets/2')).toEqual([200, bo]);
  expect(await send(dev, 'GET /pets/77')).toEqual([200, { ...ada, id: 77, born: '2024-02-29' }]);
  expect(await send(dev, 'GET /pets/0')).toEqual([400, expect.objectContaining({ status: 400 })]);

  const cleo = { id: 3, name: 'Cleo', born: '2024-02-29' };
  expect(await send(dev, 'POST /pets', { name: 'Cleo' })).toEqual([201, cleo]);
  expect(await send(dev, 'POST /pets', { kind: 'cat' })).toEqual([400, expect.anything()]);
  expect(await send(dev, 'GET /pets/3')).toEqual([200, cleo]);
  expect(await send(dev, 'PATCH /pets/3', { kind: 'dog' })).toEqual([200, { ...cleo, kind: 'dog' }]);
  expect(await send(dev, 'GET /pets')).toEqual([200, [ada, bo, { ...cleo, kind: 'dog' }]]);
  expect(await send(dev, 'PUT /pets/2', { name: 'Bea' })).toEqual([204, '']);
  expect(await send(dev, 'GET /pets/2')).toEqual([200, { id: 2, name: 'Bea' }]);
  expect(await send(dev, 'DELETE /pets/1')).toEqual([204, '']);
  expect(await send(dev, 'GET /pets/1')).toEqual([
    404,
    expect.objectContaining({ detail: 'It was deleted from the mock.' }),
  ]);
  expect((await send(dev, 'HEAD /pets/1'))[0]).toBe(404);
  expect((await send(dev, 'HEAD /pets/2'))[0]).toBe(200);
  expect((await send(dev, 'DELETE /pets/1'))[0]).toBe(404);
  expect(await send(dev, 'GET /pets?limit=1')).toEqual([200, [{ id: 2, name: 'Bea' }]]);
  expect(await send(dev, 'GET /pets?limit=5&offset=1')).toEqual([200, [{ ...cleo, kind: 'dog' }]]);
  expect(dev.log.slice(1)).toEqual([]);
});

const SECURED = {
  'app/definitions/openapi.yaml':
    'info: { title: T, version: "1" }\nsecurity: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }\n',
  'app/operations/mocked.ts': stub('@POST /\nAdds.\n@idempotent\n@returns {string} 201', 'mocked').replace(
    '@POST /',
    '@POST',
  ),
  'app/operations/written.ts': `/** Reads.\n * @returns {string} 200 */\nexport default function written() { return 'mine'; }\n`,
};

it('a mock lets everyone use mocked operations, and leaves written ones to their verifiers', async () => {
  const app = `import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations, { security: { token: (ctx, token) => token === 'me' } });\n`;
  const dev = await startMock({ ...SECURED, 'app/api.ts': app }, { app: 'app/api.ts' });
  expect(dev.log[0]).toContain('mocking 1 of 2 operations');
  expect((await send(dev, 'POST /mocked'))[0]).toBe(201);
  expect((await send(dev, 'POST /mocked', undefined, { Authorization: 'Bearer any' }))[0]).toBe(201);
  expect((await send(dev, 'GET /written'))[0]).toBe(401);
  expect((await send(dev, 'GET /written', undefined, { Authorization: 'Bearer any' }))[0]).toBe(401);
  expect(await send(dev, 'GET /written', undefined, { Authorization: 'Bearer me' })).toEqual([200, 'mine']);
  // Once it is written, it is not mocked any more: neither its answer nor its access.
  await dev.write({
    'app/operations/mocked.ts': SECURED['app/operations/mocked.ts'].replace(/throw .*;/, "return 'written';"),
  });
  await dev.until('/mocked', (status) => status === 401, { method: 'POST' });
});

it('counts the requests of a mocked operation, and refuses none', async () => {
  const dev = await startMock({
    'app/definitions/openapi.yaml': SECURED['app/definitions/openapi.yaml'],
    'app/operations/mocked.ts': stub(
      'Adds.\n@rate-limit 2 per day (name: few)\n@rate-limit 1 per day per user\n@rate-limit 1 per day per tenant\n@returns {string} 200',
      'mocked',
    ),
  });
  const limits: (string | null)[] = [];
  for (let i = 0; i < 4; i++) {
    const response = await fetch(`${dev.url}/mocked`);
    expect(response.status).toBe(200);
    limits.push(response.headers.get('RateLimit'));
  }
  expect(limits.map((limit) => limit?.slice(0, 10))).toEqual(['"few";r=1;', '"few";r=0;', '"few";r=0;', '"few";r=0;']);
});

it('refuses requests of a mocked operation above a limit if the app requires it', async () => {
  const app = `import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations, { rateLimits: { refuseInDev: true } });\n`;
  const mocked = stub('Adds.\n@rate-limit 2 per day\n@returns {string} 200', 'mocked');
  const dev = await startMock({ 'app/operations/mocked.ts': mocked, 'app/api.ts': app }, { app: 'app/api.ts' });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await dev.ask('/mocked')).status);
  expect(statuses).toEqual([200, 200, 429]);
});

it('starts without verifiers if every operation is mocked', async () => {
  const { 'app/operations/written.ts': _, ...others } = SECURED;
  const dev = await startMock(others);
  expect((await send(dev, 'POST /mocked'))[0]).toBe(201);
});

it('a mock makes values for schemas with recursion, and prefers examples that match', async () => {
  const dev = await startMock({
    'app/definitions/schemas/Node.json': JSON.stringify({
      type: 'object',
      required: ['children', 'id', 'day', 'tag'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        day: { type: 'string', format: 'date' },
        tag: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' },
        next: { $ref: '#/components/schemas/Node' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    }),
    'app/operations/nodes/{id}/@get.ts': stub('A node.\n@param {uuid} id\n@returns {Node} 200'),
    'app/operations/state.ts': stub('@returns {{state: "on" | "off", at: date-time}} 200', 'state'),
    'app/operations/file.ts': stub('@returns {file} 200 image/png', 'file'),
    'app/operations/text.ts': stub('@returns {string} 200 text/plain\n@example Hello', 'text'),
    'app/operations/accepted.ts': stub('@POST\n@returns {void} 202', 'accepted'),
    'app/operations/broken.ts': stub('@returns {void} 404', 'broken'),
    'app/operations/events.ts': stub('@returns {Stream<{n: integer}>} 200 application/jsonl', 'events'),
  });
  const id = '123e4567-e89b-12d3-a456-426614174111';
  const [status, node] = await send(dev, `GET /nodes/${id}`);
  expect([status, node]).toEqual([200, expect.objectContaining({ id, day: '2024-02-29', tag: 'AAA-0', children: [] })]);
  expect((await send(dev, 'GET /state'))[1]).toEqual({ state: 'on', at: '2024-02-29T10:00:00Z' });
  expect(await dev.ask('/file')).toEqual({ status: 200, body: '', type: 'image/png' });
  expect((await dev.ask('/text')).body).toBe('Hello');
  expect((await dev.ask('/accepted', { method: 'POST' })).status).toBe(202);
  expect((await send(dev, 'GET /broken'))[1]).toMatchObject({
    status: 501,
    detail: expect.stringContaining('errors alone'),
  });
  expect(JSON.parse((await dev.ask('/events')).body)).toEqual({ n: 1 });
});

it('a mock answers lists of this library, with pages and cursors', async () => {
  const row = '{id: integer, name: string}';
  const dev = await startMock({
    'app/operations/books/@get.ts': stub(`@param-include paging\n@returns {Page<${row}>} 200`),
    'app/operations/books/@post.ts': stub('@param {string} body.name\n@returns {{id: integer, name: string}} 201'),
    'app/operations/books/{id}/@delete.ts': stub('@param {integer} id\n@returns {void} 204'),
    'app/operations/visits/@get.ts': stub(`@param-include cursor (name desc, id)\n@returns {${row}[]} 200`),
    'app/operations/visits/@post.ts': stub('@param {string} body.name\n@returns {{id: integer, name: string}} 201'),
    'app/operations/visits/{id}/@get.ts': stub(`@param {integer} id\n@returns {${row}} 200`),
  });
  for (const name of ['B', 'C']) for (const list of ['books', 'visits']) await send(dev, `POST /${list}`, { name });
  const page = await send(dev, 'GET /books?page_size=1&page=2&total=1');
  expect(page).toEqual([200, { items: [{ id: 2, name: 'B' }], total: 3, limit: 1, offset: 1 }]);
  expect((await send(dev, 'DELETE /books/1'))[0]).toBe(204);
  expect((await send(dev, 'GET /books'))[1]).toMatchObject({ items: [{ name: 'B' }, { name: 'C' }] });
  const first = await fetch(`${dev.url}/visits?page_size=2`);
  expect(await first.json()).toMatchObject([{ name: 'a' }, { name: 'C' }]);
  const [, next] = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')!;
  expect(await send(dev, `GET ${next!}`)).toEqual([200, [{ id: 2, name: 'B' }]]);
});

it('a mock filters, searches and orders the rows of a list', async () => {
  const row = '{id: integer, name: string, price: integer|null}';
  const includes = '@param-include paging, filter (price gte null ne, name in), search (name), sort (name, id), cursor';
  const dev = await startMock({
    'app/operations/books/@get.ts': stub(`${includes}\n@returns {${row}[]} 200`),
    'app/operations/books/@post.ts': stub(
      `@param {string} body.name\n@param {integer|null} body.price\n@returns {${row}} 201`,
    ),
    'app/operations/pages/@get.ts': stub(`@param-include paging, sort (name, id)\n@returns {Page<${row}>} 200`),
  });
  for (const [name, price] of [
    ['B', 5],
    ['D', null],
    ['C', 9],
  ])
    await send(dev, 'POST /books', { name, price });
  const namesOf = async (query: string): Promise<unknown> =>
    ((await send(dev, `GET /books?${query}`))[1] as { name: string }[]).map(({ name }) => name);
  expect(await namesOf('sort=-name&price_gte=5')).toEqual(['C', 'B']);
  expect(await namesOf('price_null=true')).toEqual(['D']);
  // As in SQL by findList, null is another value.
  expect(await namesOf('price_ne=5')).toContain('D');
  expect(await namesOf('price_ne=5')).not.toContain('B');
  expect(await namesOf('name=B&name=C')).toEqual(['B', 'C']);
  expect(await namesOf('q=d')).toEqual(['D']);
  expect((await send(dev, 'GET /books?price_lt=5'))[0]).toBe(400);
  const first = await fetch(`${dev.url}/books?page_size=2&sort=-name`);
  expect(await first.json()).toMatchObject([{ name: 'a' }, { name: 'D' }]);
  const [, next] = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')!;
  expect((await send(dev, `GET ${next!}`))[1]).toMatchObject([{ name: 'C' }, { name: 'B' }]);
  expect((await send(dev, 'GET /pages?total=1'))[1]).toMatchObject({ total: 1, items: [{ name: 'a' }] });
});

it('a mock filters, searches and orders the rows of a list by the properties of a body', async () => {
  const row = '{id: integer, name: string, price: integer|null}';
  const includes = '@param-include paging, filter (price gte null, name in), search (name), sort (name, id), cursor';
  const dev = await startMock({
    'app/operations/books/@query.ts': stub(`${includes}\n@returns {${row}[]} 200`),
    'app/operations/books/@get.ts': stub(`@param-include paging\n@returns {${row}[]} 200`),
    'app/operations/books/@post.ts': stub(
      `@param {string} body.name\n@param {integer|null} body.price\n@returns {${row}} 201`,
    ),
    'app/operations/books/find@post.ts': stub(`@param-include paging, filter (name)\n@returns {Page<${row}>} 200`),
  });
  for (const [name, price] of [
    ['B', 5],
    ['D', null],
    ['C', 9],
  ])
    await send(dev, 'POST /books', { name, price });
  const namesOf = async (body: object): Promise<unknown> =>
    ((await send(dev, 'QUERY /books', body))[1] as { name: string }[]).map(({ name }) => name);
  expect(await namesOf({ sort: '-name', price_gte: 5 })).toEqual(['C', 'B']);
  expect(await namesOf({ price_null: true })).toEqual(['D']);
  expect(await namesOf({ name: ['B', 'C'] })).toEqual(['B', 'C']);
  expect(await namesOf({ q: 'd' })).toEqual(['D']);
  expect((await send(dev, 'QUERY /books', { price_lt: 5 }))[0]).toBe(400);
  expect((await send(dev, 'POST /books/find', { name: 'a' }))[1]).toMatchObject({ items: [{ name: 'a' }] });
  expect((await send(dev, 'POST /books/find', { name: 'b' }))[1]).toMatchObject({ items: [] });
});

interface Body {
  readonly data: readonly { readonly id: unknown }[];
  readonly next_page_token?: string;
  readonly cursor?: number | null;
  readonly next_page?: { readonly offset: string; readonly path: string } | null;
  readonly meta?: { readonly next: string | null };
  readonly has_more?: boolean;
}

/** Walks a list by its tokens: the rows of each page. */
async function pagesOf(
  dev: Dev,
  path: string,
  next: (body: Body, rows: readonly { readonly id: unknown }[]) => unknown,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let url: unknown = path; typeof url === 'string' && pages.length < 9;) {
    const [status, body] = (await send(dev, `GET ${url}`)) as [number, Body];
    if (status !== 200) console.log(JSON.stringify(body), dev.log);
    expect(status).toBe(200);
    const rows = body.data;
    pages.push(rows.map(({ id }) => id));
    url = next(body, rows);
  }
  return pages;
}

it('leads through lists by tokens and links, once over every row', async () => {
  const row = '{id: integer, name: string}';
  const list = (parameter: string, body: string, example: object): string =>
    stub(
      `@param {integer} [limit] (minimum: 1)\n@param ${parameter}\n@returns {${body}} 200\n@example ${JSON.stringify({ data: [{ id: 1, name: 'a' }], ...example })}`,
    );
  const lists = {
    tokens: list('{string} [page_token]', `{data: ${row}[], next_page_token?: string}`, { next_page_token: 'bmV4dA' }),
    numbers: list('{integer} [cursor]', `{data: ${row}[], cursor: integer|null}`, { cursor: 44 }),
    nested: list('{string} [offset]', `{data: ${row}[], next_page: {offset: string, path: string}|null}`, {
      next_page: { offset: 'eyJ0', path: '/nested?limit=2&offset=eyJ0' },
    }),
    urls: list('{integer} [page]', `{data: ${row}[], meta: {next: uri|null, total: integer}}`, {
      meta: { next: 'https://example.com/urls?page=2', total: 99 },
    }),
    ids: list('{integer} [starting_after]', `{data: ${row}[], has_more: boolean}`, { has_more: true }),
  };
  const files = Object.entries(lists).flatMap(([name, get]) => [
    [`app/operations/${name}/@get.ts`, get],
    [`app/operations/${name}/@post.ts`, stub(`@param {string} body.name\n@returns {${row}} 201`)],
    [`app/operations/${name}/{id}/@get.ts`, stub(`@param {integer} id\n@returns {${row}} 200`)],
  ]);
  const dev = await startMock(Object.fromEntries(files) as Record<string, string>);
  for (const name of Object.keys(lists))
    for (const text of ['b', 'c', 'd', 'e']) expect((await send(dev, `POST /${name}`, { name: text }))[0]).toBe(201);
  const after = (name: string, value: unknown): string | undefined =>
    value === undefined || value === null ? undefined : `${name}=${String(value)}`;
  const expected = [[1, 2], [3, 4], [5]];
  expect(
    await pagesOf(dev, '/tokens?limit=2', (body) => after('/tokens?limit=2&page_token', body.next_page_token)),
  ).toEqual(expected);
  expect(await pagesOf(dev, '/numbers?limit=2', (body) => after('/numbers?limit=2&cursor', body.cursor))).toEqual(
    expected,
  );
  expect(await pagesOf(dev, '/nested?limit=2', (body) => body.next_page?.path)).toEqual(expected);
  expect(
    await pagesOf(dev, '/nested?limit=2', (body) => after('/nested?limit=2&offset', body.next_page?.offset)),
  ).toEqual(expected);
  expect(await pagesOf(dev, '/urls?limit=2', (body) => body.meta!.next?.slice(dev.url.length))).toEqual(expected);
  expect(
    await pagesOf(dev, '/ids?limit=2', (body, rows) =>
      body.has_more ? after('/ids?limit=2&starting_after', rows.at(-1)!.id) : undefined,
    ),
  ).toEqual(expected);
  expect((await send(dev, 'GET /urls?limit=2&page=3'))[1]).toMatchObject({ meta: { next: null, total: 5 } });
  // A token that the mock did not make leads to the first page.
  expect(await send(dev, 'GET /tokens?limit=1&page_token=bmV4dA')).toEqual([
    200,
    expect.objectContaining({ data: [{ id: 1, name: 'a' }] }),
  ]);
});

it('a mock sends a declared Link header while there is a next page', async () => {
  const dev = await startMock({
    'app/operations/items.ts': stub(
      '@param {integer} [per_page]\n@param {integer} [page]\n@returns {{id: integer}[]} 200\n@header {string} [Link]\n@example [{"id": 1}, {"id": 2}, {"id": 3}]',
      'items',
    ),
  });
  const first = await fetch(`${dev.url}/items?per_page=2`);
  expect(first.headers.get('link')).toBe(`<${dev.url}/items?per_page=2&page=2>; rel="next"`);
  const last = await fetch(`${dev.url}/items?per_page=2&page=2`);
  expect([last.headers.get('link'), await last.json()]).toEqual([null, [{ id: 3 }]]);
});

it('filters lists by the query parameters with the names of properties', async () => {
  const task = '{id: integer, name: string, status: "open"|"done", labels?: string[], projectId?: integer}';
  const dev = await startMock({
    'app/operations/tasks/@get.ts': stub(
      `@param {string} [status=open] (enum: [open, done, all])\n@param {string[]} [labels]\n@param {integer} [project_id]\n@param {string} [name]\n@param {string} [sort]\n@returns {{tasks: ${task}[], total: integer}} 200\n@example ${JSON.stringify({ tasks: [{ id: 1, name: 'Read', status: 'done', labels: ['a', 'b'], projectId: 7 }], total: 40 })}`,
    ),
    'app/operations/tasks/@post.ts': stub(
      `@param {string} body.name\n@param {string} body.status\n@param {string[]} [body.labels]\n@returns {${task}} 201`,
    ),
  });
  await send(dev, 'POST /tasks', { name: 'Write', status: 'open', labels: ['b'] });
  const names = async (query: string): Promise<unknown> => {
    const [, body] = (await send(dev, `GET /tasks${query}`)) as [number, { tasks: { name: string }[]; total: number }];
    if (body.total === undefined) console.log(JSON.stringify(body));
    expect(body.total).toBe(body.tasks.length);
    return body.tasks.map(({ name }) => name);
  };
  // A default selects nothing: the example is not always a row that it would have.
  expect(await names('')).toEqual(['Read', 'Write']);
  expect(await names('?status=open')).toEqual(['Write']);
  expect(await names('?status=done&sort=name')).toEqual(['Read']);
  expect(await names('?status=all')).toEqual(['Read', 'Write']);
  expect(await names('?labels=b')).toEqual(['Read', 'Write']);
  expect(await names('?labels=a&labels=c')).toEqual(['Read']);
  expect(await names('?project_id=7')).toEqual(['Read']);
  expect(await names('?project_id=8')).toEqual([]);
  expect(await names('?name=Write&status=open')).toEqual(['Write']);
});

it('a mock finds resources in wrapped bodies, and under other names', async () => {
  const task = '{gid: string, name: string, done?: boolean}';
  const dev = await startMock({
    'app/operations/tasks/@get.ts': stub(
      `@returns {{data: ${task}[], has_more: boolean, total_count: integer}} 200\n@example {"data": [], "has_more": true, "total_count": 9}`,
    ),
    'app/operations/tasks/@post.ts': stub(`@param {{name: string}} body.data\n@returns {{data: ${task}}} 201`),
    'app/operations/tasks/{task_gid}/@get.ts': stub(`@param {string} task_gid\n@returns {{data: ${task}}} 200`),
    'app/operations/calls.json@get.ts': stub('@returns {{sid: string, to: string}[]} 200\n@example []'),
    'app/operations/calls.json@post.ts': stub('@param {string} body.to\n@returns {{sid: string, to: string}} 201'),
    'app/operations/calls/{CallSid}.json@get.ts': stub(
      '@param {string} CallSid\n@returns {{sid: string, to: string}} 200',
    ),
  });
  const [status, made] = (await send(dev, 'POST /tasks', { data: { name: 'Write' } })) as [
    number,
    { data: { gid: string } },
  ];
  expect([status, made]).toEqual([201, { data: expect.objectContaining({ name: 'Write' }) }]);
  expect(await send(dev, `GET /tasks/${made.data.gid}`)).toEqual([200, made]);
  expect(await send(dev, 'GET /tasks')).toEqual([200, { data: [made.data], has_more: false, total_count: 1 }]);
  const [, call] = (await send(dev, 'POST /calls.json', { to: 'me' })) as [number, { sid: string }];
  expect(await send(dev, `GET /calls/${call.sid}.json`)).toEqual([200, { sid: call.sid, to: 'me' }]);
  expect(await send(dev, 'GET /calls.json')).toEqual([200, [call]]);
});

it.each([true, '0.0.0.0', '192.0.2.1', 'example.org'])('a mock refuses the host %j', async (host) => {
  const start = startMock(PETS, {}, { server: { port: 0, host } });
  await expect(start).rejects.toThrow(`Remove the host ${JSON.stringify(host)}`);
});

it('a mock is an error in a build', async () => {
  const root = scratch();
  await writeTree(root, {
    ...PETS,
    'server.ts': `import operations from 'virtual:operations';\nconsole.log(operations);\n`,
  });
  await expect(viteBuild(root, join(root, 'dist'), { mock: true })).rejects.toThrow(
    'The option "mock" is for Vite\'s dev server alone',
  );
});

it('mocks one of a thousand operations', () => {
  const comment =
    '/** @param {integer} id\n * @returns {{id: integer, tags: string[]}} 200 */\nexport default () => {};';
  const files = Array.from({ length: 1000 }, (_, i) => ({ path: `r${i}/{id}/@get.ts`, text: comment }));
  const compilation = compileOperations({ files, definitions: [] });
  const respond = createResponder(contractsOf(compilation), compilation.schemas, new Resources());
  const ctx = { params: { id: '7' }, input: { query: {} }, set: () => {} } as never;
  expect(respond('r999/{id}/@get.ts', ctx, {} as never)).toEqual({ id: 7, tags: ['a'] });
});

/** The answer of a mocked list to a request. */
function answerList(comment: string, request: { readonly query?: object; readonly host?: string } = {}): unknown {
  const text = `/** ${comment.replaceAll('\n', '\n * ')} */\nexport default () => {};`;
  const compilation = compileOperations({ files: [{ path: 'rows/@get.ts', text }], definitions: [] });
  expect(compilation.diagnostics).toEqual([]);
  const respond = createResponder(contractsOf(compilation), compilation.schemas, new Resources());
  const { query = {}, host = 'a.test' } = request;
  const head = { protocol: 'http', host, originalUrl: '/rows', params: {}, set: () => {} };
  return respond('rows/@get.ts', { ...head, query, input: { query } } as never, {} as never);
}

const IDS = [{ id: 1 }, { id: 2 }, { id: 3 }];

it('a mock leaves the other fields next to a link or token of the next page', () => {
  const page = `@param {integer} [limit]\n@param {integer} [offset]\n`;
  const ofLink = { href: 'https://a.test/rows?offset=2', method: 'GET', rel: 'next', templated: false };
  const body = { data: IDS, links: { next: ofLink }, next: { limit: 10, offset: 20, title: 'More' } };
  expect(answerList(`${page}@returns {object} 200\n@example ${JSON.stringify(body)}`, { query: { limit: 2 } })).toEqual(
    {
      data: IDS.slice(0, 2),
      links: { next: { ...ofLink, href: 'http://a.test/rows?offset=2' } },
      next: { limit: 10, offset: 2, title: 'More' },
    },
  );
  const token = { data: IDS, paging: { next: { after: 'x', link: '/rows?after=x', method: 'GET' } } };
  const after = `@param {integer} [limit]\n@param {string} [after]\n@returns {object} 200\n@example ${JSON.stringify(token)}`;
  expect(answerList(after, { query: { limit: 2 } })).toEqual({
    data: IDS.slice(0, 2),
    paging: { next: { after: 'next-2', link: '/rows?after=next-2', method: 'GET' } },
  });
});

it.each(['localhost:99999', '', 'a b'])('links to this computer if the Host header is %j', (host) => {
  const body = JSON.stringify({ data: IDS, next: 'https://a.test/' });
  const comment = `@param {integer} [limit]\n@param {integer} [page]\n@returns {object} 200\n@example ${body}`;
  expect(answerList(comment, { query: { limit: 1 }, host })).toEqual({
    data: [{ id: 1 }],
    next: 'http://localhost/rows?page=2',
  });
});

it('a mock takes no token for the ID of rows that have none', () => {
  const comment = `@param {string} [cursor]\n@returns {{text: string}[]} 200\n@example [{"text": "a"}, {"text": "b"}]`;
  expect(answerList(comment, { query: { cursor: 'undefined' } })).toEqual([{ text: 'a' }, { text: 'b' }]);
});

it('checks each value of a filter once', () => {
  const comment = `@param {string[]} [status]\n@returns {{status: string}[]} 200\n@example [{"status": "on"}, {"status": "off"}]`;
  const allows = vi.spyOn(Answers.prototype, 'allows');
  expect(answerList(comment, { query: { status: Array<string>(1600).fill('on') } })).toEqual([{ status: 'on' }]);
  expect(allows.mock.calls.length).toBeLessThan(20);
  allows.mockRestore();
});

it('a mock keeps a thousand resources, the latest ones', () => {
  const resources = new Resources();
  for (let i = 0; i < 1200; i++) resources.put(`/pets/${i}`, '/pets', { id: i });
  const listed = resources.listed('/pets');
  expect([listed.length, listed[0]![0], listed.at(-1)![0]]).toEqual([1000, '/pets/200', '/pets/1199']);
  for (let i = 0; i < 20; i++) resources.put(`/texts/${i}`, '/texts', { text: 'a'.repeat(2 ** 20) });
  expect(resources.listed('/texts')).toHaveLength(15);
});

it('lets anyone in to a mocked operation that a guard of a package protects, and runs the guard of all others', async () => {
  const guard = `export const permission = Object.freeze({ [Symbol.for('unplugin-operations.directive')]: true, version: 1, name: 'permission', guards: true, runtime: './steps.js', form: { snippet: '', meaning: '', example: '' }, read: ({ text }) => text });`;
  const dev = await startMock({
    'package.json': '{ "type": "module", "operations": { "directives": ["acme-guard"] } }',
    'node_modules/acme-guard/package.json':
      '{ "type": "module", "exports": "./index.js", "operations": { "guards": ["permission"] } }',
    'node_modules/acme-guard/index.js': guard,
    'node_modules/acme-guard/steps.js': 'export default () => () => ({ admit: () => false });',
    'app/operations/mocked@get.ts': stub('Gets it.\n@permission a:b\n@returns {string} 200 - It\n@example mocked'),
    'app/operations/written@get.ts': `/**\n * Gets it.\n * @permission a:b\n * @returns {string} 200 - It\n */\nexport default () => 'written';\n`,
  });
  expect((await send(dev, 'GET /mocked'))[0]).toBe(200);
  expect((await send(dev, 'GET /written'))[0]).toBe(403);
});
