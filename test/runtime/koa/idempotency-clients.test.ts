import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { OperationContext, RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, memoryStore, problem } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

/** Handlers throw statuses that their short contracts do not declare. */
const compileNoted: typeof compileTree = (files, options) =>
  compileTree(files, { ...options, warnings: ['undeclared-status'] });

/** An order, whose handler counts its runs. */
const order = (...lines: string[]): string => `let runs = 0;
/**
 * @idempotent
${lines.map((line) => ` * ${line}\n`).join('')} * @param {object} body
 * @returns {{id: integer}} 201 - The order
 */
export default async (ctx) => ({ id: ++runs });`;

const SHARED = { idempotency: { clientOf: 'shared' } } as const;
const send = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': 'k', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const TOKENS = { 'openapi.yaml': 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }' };

describe('the client of a key', () => {
  const bySession = (ctx: OperationContext, next: Koa.Next) => {
    ctx.state['user'] = ctx.get('x-user');
    return next();
  };
  const serveShop = async (options: RuntimeOptions) =>
    serve(createApp(await compileNoted({ 'orders@post.js': order() }), options).use(bySession as never) as never);

  it.each([
    ['clientOf', { clientOf: (ctx: OperationContext) => ctx.state['user'] as string }],
    [
      'clientOf beside a store',
      { store: memoryStore(), clientOf: (ctx: OperationContext) => ctx.state['user'] as string },
    ],
    ['the clientOf of a store', { ...memoryStore(), clientOf: (ctx: OperationContext) => ctx.state['user'] as string }],
    [
      'the clientOf of a store in the options',
      { store: { ...memoryStore(), clientOf: (ctx: OperationContext) => ctx.state['user'] as string } },
    ],
  ])('the client of a key is the one that %s names', async (_, idempotency) => {
    const { ask } = await serveShop({ idempotency: idempotency as never });
    expect((await ask('POST /orders', send({}, { 'x-user': 'ada' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}, { 'x-user': 'bo' }))).json).toEqual({ id: 2 });
    expect((await ask('POST /orders', send({}, { 'x-user': 'ada' }))).json).toEqual({ id: 1 });
  });

  it('any client shares the keys where they are shared', async () => {
    const { ask } = await serveShop(SHARED);
    expect((await ask('POST /orders', send({}, { 'x-user': 'ada' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}, { 'x-user': 'bo' }))).json).toEqual({ id: 1 });
  });

  it.each([undefined, '', null, 1, Promise.resolve('ada')])(
    'refuses the client %o: the handler does not run',
    async (client) => {
      const { ask, errors } = await serveShop({ idempotency: { clientOf: () => client as never } });
      expect((await ask('POST /orders', send({}))).status).toBe(500);
      expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('clientOf')]);
    },
  );

  it('refuses a request with the problem that clientOf returns', async () => {
    const { ask } = await serveShop({ idempotency: { clientOf: () => problem(401, 'Who?') as never } });
    expect(await ask('POST /orders', send({}))).toMatchObject({ status: 401, json: { detail: 'Who?' } });
  });

  it.each(KINDS)('stops the server at its start if nothing names it: $name', async ({ create }) => {
    const files = {
      'orders@post.js': order(),
      'a/{id}@post.js': order('@param {string} path.id'),
      'b@post.js': order('@security key'),
    };
    const manifest = await compileNoted(files, { definitions: TOKENS });
    const start = (idempotency?: RuntimeOptions['idempotency']) => () =>
      create(manifest, { security: { key: () => true }, ...(idempotency && { idempotency }) });
    for (const own of [undefined, memoryStore(), {}, { store: memoryStore() }]) {
      expect(start(own)).toThrow(/POST \/a\/\{id\} \(.*\n.*POST \/orders \(.*\n[^]*clientOf[^]*'shared'/);
      expect(start(own)).not.toThrow(/POST \/b/);
    }
    expect(start({ clientOf: 'shared' })).not.toThrow();
    expect(start({ clientOf: () => 'x' })).not.toThrow();
    expect(start({ ...memoryStore(), clientOf: () => 'x' })).not.toThrow();
  });

  it('knows no client if security is optional', async () => {
    const manifest = await compileNoted(
      { 'orders@post.js': order() },
      { definitions: { 'openapi.yaml': `${TOKENS['openapi.yaml']}\nsecurity: [{ key: [] }, {}]` } },
    );
    expect(() => createApp(manifest, { security: { key: () => true } })).toThrow(/clientOf/);
  });

  it.each([
    [{ clientOf: 'anyone' }, /clientOf .*'shared'/],
    [{ store: {} }, /reserve/],
    [{ clientof: 'shared' }, /"idempotency.clientof"/],
    [{ clientOf: 'shared', lease: 0 }, /lease/],
    [null, /idempotency/],
    ['shared', /idempotency/],
  ])('reads no client from %o', async (idempotency, message) => {
    const manifest = await compileNoted({ 'orders@post.js': order() });
    expect(() => createApp(manifest, { idempotency: idempotency as never })).toThrow(message);
  });
});

describe.each(KINDS)('the request of a key by $name', ({ create }) => {
  const start = async (files: Record<string, string>, options: RuntimeOptions = SHARED) =>
    serve(create(await compileNoted(files), options));

  it('compares requests in any order of properties and parameters', async () => {
    const { ask } = await start({ 'orders@post.js': order('@param {integer} query.a', '@param {integer} query.b') });
    expect((await ask('POST /orders?a=1&b=2', send('{"x":{"y":1,"z":2},"w":[1,2]}'))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders?b=2&a=1', send('{"w":[1,2],"x":{"z":2,"y":1}}'))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders?a=1&b=2', send('{"x":{"y":1,"z":2},"w":[2,1]}'))).status).toBe(422);
    expect((await ask('POST /orders?a=1&b=3', send('{"x":{"y":1,"z":2},"w":[1,2]}'))).status).toBe(422);
  });

  it('compares the declared headers and cookies, without the ids of requests and traces', async () => {
    const PASSING = ['traceparent', 'tracestate', 'baggage', 'X-Request-Id', 'Request-Id', 'X-Correlation-Id'];
    const declared = [...PASSING, 'Idempotency-Key', 'X-Currency'].map((name) => `@param {string} [header.${name}]`);
    const { ask } = await start({ 'orders@post.js': order(...declared, '@param {string} [cookie.shop]') });
    const headers = (id: string) => Object.fromEntries(PASSING.map((name) => [name, id]));
    const first = { 'X-Currency': 'EUR', cookie: 'shop=1; other=1' };
    expect((await ask('POST /orders', send({}, { ...headers('1'), ...first }))).json).toEqual({ id: 1 });
    expect(
      (await ask('POST /orders', send({}, { ...headers('2'), ...first, cookie: 'other=2; shop=1' }))).json,
    ).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}, { ...first, 'idempotency-key': '"k"' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}, { ...first, 'X-Currency': 'USD' }))).status).toBe(422);
    expect((await ask('POST /orders', send({}, { ...first, cookie: 'shop=2' }))).status).toBe(422);
  });

  it('compares the content of files', async () => {
    const text = order().replace(
      '{object} body',
      '{file} body.photo\n * @param {file[]} [body.more]\n * @param {{scan: file}} [body.user]\n * @consumes multipart/form-data',
    );
    const { ask } = await start({ 'orders@post.js': text });
    const file = (name: string, content: string): string =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${content}\r\n`;
    const post = (...files: string[]) =>
      ask('POST /orders', send(`${files.join('')}--b--\r\n`, { 'content-type': 'multipart/form-data; boundary=b' }));
    expect((await post(file('photo', 'ada'), file('more', 'x'))).json).toEqual({ id: 1 });
    expect((await post(file('photo', 'ada'), file('more', 'x'))).json).toEqual({ id: 1 });
    expect((await post(file('photo', 'bob'), file('more', 'x'))).status).toBe(422);
    expect((await post(file('photo', 'ada'), file('more', 'y'))).status).toBe(422);
    const scanned = (content: string) => [file('photo', 'ada'), file('more', 'x'), file('user[scan]', content)];
    const other = { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': 'k2' };
    const scan = (content: string) => ask('POST /orders', send(`${scanned(content).join('')}--b--\r\n`, other));
    expect([(await scan('a')).json, (await scan('a')).json, (await scan('b')).status]).toEqual([
      { id: 2 },
      { id: 2 },
      422,
    ]);
  });

  it('compares bytes, and deep data', async () => {
    const bytes = order().replace('{object} body', '{file} body application/octet-stream');
    const { ask } = await start({ 'bytes@post.js': bytes, 'deep@post.js': order().replace('{object}', '{any}') });
    const post = (text: string) => ask('POST /bytes', send(text, { 'content-type': 'application/octet-stream' }));
    expect([(await post('a')).status, (await post('a')).status, (await post('b')).status]).toEqual([201, 201, 422]);
    const depth = 100_000;
    expect((await ask('POST /deep', send('['.repeat(depth) + ']'.repeat(depth)))).status).toBe(400);
  });

  it.each([408, 423, 425, 429, 500, 503])('never replays an earlier %i', async (status) => {
    const handler = (how: string) =>
      order().replace('({ id: ++runs })', `{ if (++runs === 1) ${how} return { id: runs }; }`);
    const { ask } = await start({
      'thrown@post.js': handler(`ctx.throw(${status});`),
      'set@post.js': handler(`{ ctx.status = ${status}; return {}; }`),
    });
    for (const path of ['/thrown', '/set']) {
      expect((await ask(`POST ${path}`, send({}))).status).toBe(status);
      expect((await ask(`POST ${path}`, send({}))).json).toEqual({ id: 2 });
    }
  });

  it.each(['"k";foo=1', '"k"; foo', '"k";a=?1;b="x;y";c=:aGk=:;d=1.5;e=tok/en'])(
    'reads a key with parameters: %s',
    async (key) => {
      const { ask } = await start({ 'orders@post.js': order() });
      expect((await ask('POST /orders', send({}, { 'idempotency-key': key }))).json).toEqual({ id: 1 });
      expect((await ask('POST /orders', send({}, { 'idempotency-key': '"k"' }))).json).toEqual({ id: 1 });
    },
  );

  it.each(['"k";', '"k";Foo=1', '"k" ;a', '"k";a=', '"k";a="x', '"k"x'])(
    'refuses a key with invalid parameters: %s',
    async (key) => {
      const { ask } = await start({ 'orders@post.js': order() });
      expect((await ask('POST /orders', send({}, { 'idempotency-key': key }))).status).toBe(400);
    },
  );
});

describe('the path of a key', () => {
  const files = { 'orders@post.js': order() };
  const KEY = send({});

  it('compares the prefix of a router', async () => {
    const app = new Koa().use(createRouter(await compileNoted(files), { prefix: '/t/:tenant', ...SHARED }).routes());
    const { ask } = await serve(app);
    expect((await ask('POST /t/acme/orders', KEY)).json).toEqual({ id: 1 });
    expect((await ask('POST /t/acme/orders/', KEY)).json).toEqual({ id: 1 });
    expect((await ask('POST /t/evil/orders', KEY)).status).toBe(422);
  });

  it('compares the path that middleware made', async () => {
    const app = createApp(
      await compileNoted({ 't/{tenant}/orders@post.js': order('@param {string} path.tenant') }),
      SHARED,
    );
    app.use((ctx, next) => {
      ctx.path = `/t/${ctx.get('x-tenant')}${ctx.path}`;
      return next();
    });
    const { ask } = await serve(app as never);
    expect((await ask('POST /orders', send({}, { 'x-tenant': 'acme' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}, { 'x-tenant': 'evil' }))).status).toBe(422);
    expect((await ask('POST /orders', send({}, { 'x-tenant': 'acme' }))).json).toEqual({ id: 1 });
  });
});

describe('a store that fails', () => {
  it('frees the key if the store fails to keep a response', async () => {
    const manifest: Manifest = await compileNoted({ 'orders@post.js': order() });
    const store = { ...memoryStore(), complete: () => Promise.reject(new Error('gone')) };
    const { ask, errors } = await serve(createApp(manifest, { idempotency: { store, clientOf: 'shared' } }) as never);
    expect((await ask('POST /orders', send({}))).json).toEqual({ id: 1 });
    expect((await ask('POST /orders', send({}))).json).toEqual({ id: 2 });
    expect(errors.map(({ message }) => message)).toEqual(['gone', 'gone']);
  });
});

describe('the store in memory', () => {
  const keep = async (store: ReturnType<typeof memoryStore>, client: string, key: string, size = 0) => {
    await store.reserve(key, 'f', { owner: 'o', client, lease: 1000 });
    await store.complete(key, 'x'.repeat(size), 'o');
  };
  const has = async (store: ReturnType<typeof memoryStore>, key: string) =>
    (await store.reserve(key, 'f', { owner: 'p', client: 'p', lease: 1000 }))?.answer !== undefined;

  it('keeps the responses of others though one client sends 10,000 keys', async () => {
    const store = memoryStore({ maxSize: 2 ** 20 });
    for (let i = 0; i < 100; i++) await keep(store, `client ${i}`, `key ${i}`, 100);
    for (let i = 0; i < 10_000; i++) await keep(store, 'greedy', `greedy ${i}`, 40);
    for (let i = 0; i < 100; i++) expect(await has(store, `key ${i}`)).toBe(true);
    expect(await has(store, 'greedy 9999')).toBe(true);
    expect(await has(store, 'greedy 0')).toBe(false);
  });

  it('drops the oldest response where clients have the same share', async () => {
    const store = memoryStore({ maxSize: 100_000 });
    for (let i = 0; i < 200; i++) await keep(store, `client ${i}`, `key ${i}`, 800);
    expect(await has(store, 'key 199')).toBe(true);
    expect(await has(store, 'key 0')).toBe(false);
  });
});
