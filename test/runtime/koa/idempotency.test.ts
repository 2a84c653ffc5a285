import { describe, expect, it } from 'vitest';
import type {
  IdempotencyOptions,
  IdempotencyStore,
  OperationContext,
  RuntimeOptions,
} from '../../../src/runtime/koa/index.ts';
import Koa from 'koa';
import { createApp, createRouter, memoryStore } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Kind } from './serve.ts';
import { createGate, KINDS, serve, until } from './serve.ts';

/** An order, with a handler that counts its runs. */
const order = (body: string, ...lines: string[]): string => `export const runs = [];
export const gates = [];
/**
 * @idempotent
 * @param {string} item (minLength: 1)
 * @param {string} [note=none]
 * @returns {{id: integer, item: string}} 201 - The order
 * @throws {Problem} 409
${lines.map((line) => ` * ${line}\n`).join('')} */
export default async (ctx) => {
  const id = runs.push(ctx.input.body);
  const { item } = ctx.input.body;
  ${body}
};`;
const RETURNS = 'return { id, item, secret: 1 };';

type Send = { headers: Record<string, string>; body: string };
const send = (item: string, key?: string, more: Record<string, string> = {}): Send => ({
  headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }), ...more },
  body: JSON.stringify({ item }),
});

/** One client has all keys. */
const shared = (store?: IdempotencyStore): { readonly idempotency: IdempotencyOptions } => ({
  idempotency: { ...(store && { store }), clientOf: 'shared' },
});

async function serveOrders({ create }: Kind, text: string, options: RuntimeOptions = shared(), others = {}) {
  return serve(create(await compileTree({ 'orders@post.js': text, ...others }), options));
}

/** Without a declared body. */
const note = (body: string): string => `/** @idempotent\n * @returns {any} It */
export default async (ctx) => {
  ${body}
};`;

describe.each(KINDS)('@idempotent by $name', (kind) => {
  it.each([
    ['return', 'return text;'],
    ['throw', 'ctx.throw(422, text);'],
    ['encode', 'return ctx.idempotency.encode(text);'],
  ])('keeps no response to a body that only the handler has read from ctx.req: %s', async (_title, end) => {
    const text = note(`let text = ''; for await (const chunk of ctx.req) text += chunk; ${end}`);
    const { ask, errors } = await serveOrders(kind, text);
    const answers = [await ask('POST /orders', send('tea', 'k1')), await ask('POST /orders', send('milk', 'k1'))];
    const refused = { status: 422, json: { detail: '{"item":"milk"}' } };
    const failed = { status: 500 };
    const isThrown = end.startsWith('ctx.throw');
    expect(answers).toMatchObject(isThrown ? [{ status: 422 }, refused] : [failed, failed]);
    expect(isThrown || errors[0]?.message.includes('read its body from ctx.req')).toBe(true);
    expect((await ask('POST /orders', { headers: { 'idempotency-key': 'k2' } })).status).not.toBe(500);
  });

  it('compares the body of a parser if none is declared', async () => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      (ctx.request as { body?: unknown }).body = JSON.parse((await ctx.req.toArray()).join(''));
      await next();
    });
    const files = { 'orders@post.js': note('return ctx.request.body;') };
    const { ask } = await serve(
      app.use(createRouter(await compileTree(files, { warnings: ['unset-body'] }), shared()).routes()),
    );
    expect((await ask('POST /orders', send('tea', 'k1'))).json).toEqual({ item: 'tea' });
    expect((await ask('POST /orders', send('tea', 'k1'))).json).toEqual({ item: 'tea' });
    expect((await ask('POST /orders', send('milk', 'k1'))).status).toBe(422);
  });

  it('answers a repetition with the first response', async () => {
    const { ask } = await serveOrders(
      kind,
      order(`ctx.set('Location', '/orders/' + id); ctx.append('X-Run', String(id)); ${RETURNS}`),
    );
    const first = await ask('POST /orders', send('tea', 'k1'));
    expect(first).toMatchObject({ status: 201, json: { id: 1, item: 'tea' }, headers: { location: '/orders/1' } });
    for (const key of ['k1', '"k1"']) {
      const again = await ask('POST /orders', send('tea', key));
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(again.headers).toMatchObject({ location: '/orders/1', 'x-run': '1' });
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
    }
    expect((await ask('POST /orders/', send('tea', 'k1'))).body).toBe(first.body);
    expect((await ask('POST /orders', send('tea', 'k2'))).json).toMatchObject({ id: 2 });
    expect((await ask('POST /orders', send('tea'))).json).toMatchObject({ id: 3 });
    expect((await ask('POST /orders', send('tea'))).json).toMatchObject({ id: 4 });
  });

  it('refuses a key that belongs to another request', async () => {
    const { ask } = await serveOrders(kind, order(RETURNS), shared(), { 'books@post.js': order(RETURNS) });
    await ask('POST /orders', send('tea', 'k'));
    for (const target of ['POST /orders', 'POST /orders?x=1'])
      expect(await ask(target, send(target.includes('?') ? 'tea' : 'milk', 'k'))).toMatchObject({
        status: 422,
        json: { title: 'Unprocessable Entity', status: 422 },
      });
    // Another operation has keys of its own.
    expect((await ask('POST /books', send('milk', 'k'))).status).toBe(201);
  });

  it('refuses a key of a body of another media type, which has another schema', async () => {
    const text =
      '/** @idempotent\n * @param {string} body\n * @consumes text/plain\n * @param {string} body */ export default ({ input }) => input.type;';
    const { ask } = await serveOrders(kind, text);
    const post = (type: string, body: string): Promise<{ status: number }> =>
      ask('POST /orders', { headers: { 'content-type': type, 'idempotency-key': 'k' }, body });
    expect((await post('application/json', '"tea"')).status).toBe(200);
    expect((await post('application/json; charset=utf-8', ' "tea"')).status).toBe(200);
    expect((await post('text/plain', 'tea')).status).toBe(422);
  });

  it('refuses a key whose request is being processed', async () => {
    const gate = createGate();
    const runs: unknown[] = [];
    const files = { 'orders@post.js': order(RETURNS) };
    const manifest = await compileTree(files);
    const operations = manifest.operations.map((entry) => ({
      ...entry,
      input: entry.input!,
      handler: async (ctx: OperationContext) => {
        runs.push(ctx.input.body);
        await gate.opened;
        return { id: runs.length, item: 'tea' };
      },
    }));
    const { ask } = await serve(kind.create({ ...manifest, operations }, shared()));
    const first = ask('POST /orders', send('tea', 'k'));
    await until(() => runs.length > 0);
    const second = await ask('POST /orders', send('tea', 'k'));
    expect(second).toMatchObject({ status: 409, json: { status: 409 }, headers: { 'retry-after': '1' } });
    gate.open();
    expect((await first).status).toBe(201);
    expect((await ask('POST /orders', send('tea', 'k'))).json).toEqual({ id: 1, item: 'tea' });
    expect(runs).toHaveLength(1);
  });

  it('runs once for many simultaneous requests', async () => {
    const { ask } = await serveOrders(kind, order(`await new Promise((r) => setTimeout(r, 5)); ${RETURNS}`));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST /orders', send('tea', 'k'))));
    const done = answers.filter(({ status }) => status === 201).map(({ json }) => json);
    expect(done).toContainEqual({ id: 1, item: 'tea' });
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(done.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await ask('POST /orders', send('tea', 'other'))).json).toMatchObject({ id: 2 });
  });

  it('requires a key if the contract does', async () => {
    const required = order(RETURNS).replace('@idempotent', '@idempotent required');
    const { ask } = await serveOrders(kind, required);
    expect(await ask('POST /orders', send('tea'))).toMatchObject({
      status: 400,
      json: { errors: [{ in: 'header', name: 'Idempotency-Key', keyword: 'required' }] },
    });
    expect((await ask('POST /orders', send('tea', 'k'))).status).toBe(201);
  });

  it.each(['', ' ', 'a b', '"a', '"a" b', 'x'.repeat(256), 'ä'])('refuses the key %s', async (key) => {
    const { ask } = await serveOrders(kind, order(RETURNS));
    expect(await ask('POST /orders', send('tea', key))).toMatchObject({
      status: 400,
      json: { errors: [{ in: 'header', name: 'Idempotency-Key' }] },
    });
  });

  it('forgets unexpected errors and invalid requests, and keeps refusals', async () => {
    const { ask } = await serveOrders(
      kind,
      order(`if (id === 1) throw new Error('broken');
  if (id === 2) { ctx.status = 503; return { id, item }; }
  if (id === 3) ctx.throw(409, 'Sold out', { headers: { 'X-Left': '0' } });
  ${RETURNS}`),
    );
    expect((await ask('POST /orders', send('', 'k'))).status).toBe(400);
    expect((await ask('POST /orders', send('tea', 'k'))).status).toBe(500);
    expect((await ask('POST /orders', send('tea', 'k'))).status).toBe(503);
    const refused = await ask('POST /orders', send('tea', 'k'));
    expect(refused).toMatchObject({ status: 409, json: { detail: 'Sold out' }, headers: { 'x-left': '0' } });
    const again = await ask('POST /orders', send('tea', 'k'));
    expect([again.status, again.body, again.headers['x-left']]).toEqual([409, refused.body, '0']);
    expect((await ask('POST /orders', send('tea', 'k2'))).json).toMatchObject({ id: 4 });
  });

  it.each([
    ['nothing', 'ctx.set("X-Id", String(id));', 204, ''],
    ['null', 'return null;', 201, 'null'],
    ['text', 'ctx.type = "text/plain"; return "text " + id;', 201, 'text 1'],
    ['a Buffer', 'ctx.type = "image/png"; return Buffer.from([id, 2]);', 201, '\u0001\u0002'],
    ['a body that it sets', 'ctx.status = 202; ctx.body = { id, item };', 202, '{"id":1,"item":"tea"}'],
    ['an empty body that it sets', 'ctx.body = null; ctx.status = 202; return { id, item };', 202, ''],
  ])('keeps %s', async (_, body, status, sent) => {
    const { ask } = await serveOrders(kind, order(body));
    const first = await ask('POST /orders', send('tea', 'k'));
    const again = await ask('POST /orders', send('tea', 'k'));
    expect([first.status, first.body]).toEqual([status, sent]);
    expect([again.status, again.body]).toEqual([status, sent]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
  });

  it('refuses to keep a stream', async () => {
    const { ask, errors } = await serveOrders(
      kind,
      `import { Readable } from 'node:stream';\n${order('return Readable.from(["x"]);')}`,
    );
    expect((await ask('POST /orders', send('tea', 'k'))).status).toBe(500);
    expect(errors[0]!.message).toContain('@idempotent');
  });

  it('keeps the keys of clients apart', async () => {
    const definitions = {
      'openapi.yaml': 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }',
    };
    const files = { 'orders@post.js': order(RETURNS, '@security key') };
    const app = kind.create(await compileTree(files, { definitions }), {
      security: { key: (_ctx: OperationContext, token: unknown) => token !== 'wrong' && token },
    });
    const { ask } = await serve(app);
    const as = (name: string) => send('tea', 'k', { authorization: `Bearer ${name}` });
    expect((await ask('POST /orders', as('ada'))).json).toMatchObject({ id: 1 });
    expect((await ask('POST /orders', as('bo'))).json).toMatchObject({ id: 2 });
    expect((await ask('POST /orders', as('ada'))).json).toMatchObject({ id: 1 });
    expect((await ask('POST /orders', as('wrong'))).status).toBe(401);
  });

  it('repeats the response to a conditional PATCH, though the version has changed', async () => {
    const files = {
      '_note.js': 'export const note = { text: "a" };',
      'note@get.js': `import { note } from './_note.js';\n/**\n * @etag\n * @returns {object} 200 - x */\nexport default () => note;`,
      'note@patch.js': `import { note } from './_note.js';\n/**\n * @idempotent\n * @param {string} text\n * @returns {object} 200 - x */\nexport default (ctx) => Object.assign(note, ctx.input.body);`,
    };
    const { ask } = await serve(kind.create(await compileTree(files), shared()));
    const { etag = '' } = (await ask('GET /note')).headers;
    const request = {
      headers: { 'content-type': 'application/json', 'if-match': etag, 'idempotency-key': 'k' },
      body: '{"text":"b"}',
    };
    const { 'if-match': _tag, ...unconditional } = request.headers;
    expect((await ask('PATCH /note', { ...request, headers: unconditional })).status).toBe(428);
    expect((await ask('PATCH /note', request)).status).toBe(200);
    expect(await ask('PATCH /note', request)).toMatchObject({ status: 200, json: { text: 'b' } });
    const { 'idempotency-key': _, ...others } = request.headers;
    expect((await ask('PATCH /note', { ...request, headers: others })).status).toBe(412);
  });
});

/** A store that records its calls. */
function recordingStore(more: Partial<IdempotencyStore> = {}): IdempotencyStore & { readonly calls: string[] } {
  const calls: string[] = [];
  const store = memoryStore();
  return {
    calls,
    reserve: (key, fingerprint) => (calls.push('reserve'), store.reserve(key, fingerprint)),
    complete: (key, answer) => (calls.push('complete'), store.complete(key, answer)),
    release: (key) => (calls.push('release'), store.release(key)),
    ...more,
  };
}

describe('a store', () => {
  const kind = KINDS[0]!;

  it.each([
    ['of a result', 'return { id, item, secret: 1 };'],
    ['of a body', 'ctx.body = { id, item, secret: 1 };'],
    ['of a body with another status', 'ctx.status = 409; ctx.body = { title: "no", status: 409, secret: 1 };'],
    ['of a result behind a body', 'ctx.body = { id, item }; return { id, item: "secret" };'],
    ['of a problem', 'throw Object.assign(new Error("no"), { status: 409, expose: true, secret: 1 });'],
  ])('gets no undeclared property %s', async (_, body) => {
    const answers: string[] = [];
    const store = memoryStore();
    const spy: IdempotencyStore = {
      ...store,
      complete: (key, answer, owner) => (answers.push(answer), store.complete(key, answer, owner)),
    };
    const { ask } = await serveOrders(kind, order(body), shared(spy));
    const first = await ask('POST /orders', send('tea', 'k'));
    const again = await ask('POST /orders', send('tea', 'k'));
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(answers).toEqual([expect.not.stringContaining('secret')]);
  });

  it('calls the store in order, and sends it no secret', async () => {
    const keys: string[] = [];
    const store = recordingStore();
    const spy: IdempotencyStore = {
      ...store,
      reserve: (key, print, by) => (keys.push(key, print, by.client), store.reserve(key, print, by)),
    };
    const { ask } = await serveOrders(kind, order(`if (item === 'bad') throw new Error('x'); ${RETURNS}`), shared(spy));
    await ask('POST /orders', send('tea', 'k'));
    await ask('POST /orders', send('tea', 'k'));
    await ask('POST /orders', send('bad', 'k2'));
    expect(store.calls).toEqual(['reserve', 'complete', 'reserve', 'reserve', 'release']);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  });

  it('answers 503 if the store fails to reserve, and the handler does not run', async () => {
    const store = recordingStore({ reserve: () => Promise.reject(new Error('gone')) });
    const { ask, errors } = await serveOrders(kind, order(RETURNS), shared(store));
    expect(await ask('POST /orders', send('tea', 'k'))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(errors.map(({ message }) => message)).toEqual(['gone', expect.stringContaining('again later')]);
    expect((await ask('POST /orders', send('tea'))).json).toMatchObject({ id: 1 });
  });

  it('sends the response if the store fails to keep it, and frees its key', async () => {
    const store = recordingStore({ complete: () => Promise.reject(new Error('gone')) });
    const { ask, errors } = await serveOrders(kind, order(RETURNS), shared(store));
    expect((await ask('POST /orders', send('tea', 'k'))).json).toMatchObject({ id: 1 });
    expect(errors.map(({ message }) => message)).toEqual(['gone']);
    expect(store.calls).toEqual(['reserve', 'release']);
    expect((await ask('POST /orders', send('tea', 'k'))).json).toMatchObject({ id: 2 });
  });

  it('lets the app name the client, whose credentials change', async () => {
    const definitions = { 'openapi.yaml': 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }' };
    const app = createApp(await compileTree({ 'orders@post.js': order(RETURNS, '@security key') }, { definitions }), {
      security: { key: (_ctx, token) => ({ name: String(token).split('.')[0] }) },
      idempotency: recordingStore({ clientOf: (ctx) => (ctx.auth as { key: { name: string } }).key.name }),
    });
    const { ask } = await serve(app as never);
    const as = (token: string) => send('tea', 'k', { authorization: `Bearer ${token}` });
    expect((await ask('POST /orders', as('ada.1'))).json).toMatchObject({ id: 1 });
    expect((await ask('POST /orders', as('ada.2'))).json).toMatchObject({ id: 1 });
    expect((await ask('POST /orders', as('bo.1'))).json).toMatchObject({ id: 2 });
  });

  it('refuses to start with an invalid store', async () => {
    const manifest = await compileTree({ 'orders@post.js': order(RETURNS) });
    expect(() => createApp(manifest, { idempotency: { store: {} } as never })).toThrow(/option idempotency .* reserve/);
  });
});

describe('memoryStore', () => {
  it('forgets after a time', async () => {
    let now = 0;
    const store = memoryStore({ ttl: 1000, now: () => now });
    expect(await store.reserve('a', 'f')).toBe(undefined);
    await store.complete('a', 'answer');
    expect(await store.reserve('a', 'g')).toEqual({ fingerprint: 'f', answer: 'answer' });
    now = 1000;
    expect(await store.reserve('a', 'g')).toBe(undefined);
    expect(await store.reserve('a', 'h')).toEqual({ fingerprint: 'g' });
  });

  it('forgets the oldest responses above its size, and no request that is being processed', async () => {
    const store = memoryStore({ maxSize: 10_000 });
    await store.reserve('open', 'f');
    for (let i = 0; i < 100; i++) {
      await store.reserve(`k${i}`, 'f');
      await store.complete(`k${i}`, 'x'.repeat(1000));
    }
    expect(await store.reserve('open', 'f')).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('k99', 'f')).toHaveProperty('answer');
    expect(await store.reserve('k0', 'f')).toBe(undefined);
  });

  it('frees what is released', async () => {
    const store = memoryStore();
    await store.reserve('a', 'f');
    await store.release('a');
    expect(await store.reserve('a', 'g')).toBe(undefined);
  });

  it.each([{ ttl: 0 }, { ttl: -1 }, { ttl: Number.NaN }, { maxSize: -1 }, { maxSize: '1' }])(
    'refuses %o',
    (options) => {
      expect(() => memoryStore(options as never)).toThrow(TypeError);
    },
  );
});
