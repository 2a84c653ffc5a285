import type { ClientRequest } from 'node:http';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { D1Database } from '../../src/runtime/d1/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { afterSuite } from '../playground/build.ts';
import { tableStatements } from '../runtime/state/tables.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { hasMiniflare, startWorker } from './worker.ts';

// Workers that keep their keys in a real D1.

const FILES: Readonly<Record<string, string>> = {
  'app/operations/orders@post.ts': `import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { env } from 'cloudflare:workers';
import { completeWith } from 'unplugin-operations/d1';
/**
 * @idempotent
 * @param {string} name
 * @param {integer} [wait=0]
 * @returns {object} 201 The order */
export default async ({ input: { body }, idempotency }) => {
  const order = { id: randomUUID(), isRetry: idempotency?.isRetry };
  await env.DB.prepare('insert into attempts (name) values (?)').bind(body.name).run();
  if (!idempotency?.isRetry) await setTimeout(body.wait);
  const insert = env.DB.prepare('insert into orders (id, name) values (?, ?) returning name').bind(order.id, body.name);
  const [inserted] = await completeWith(env.DB, [insert], idempotency, order);
  if (inserted.results[0].name !== body.name) throw new Error('no result');
  return order;
};`,
  // Two apps, as those of two isolates. The platform grants the second one no time after its client has left.
  'worker.ts': `import { env } from 'cloudflare:workers';
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { d1 } from 'unplugin-operations/d1';
import { workersHandler } from 'unplugin-operations/workers';

const create = () => {
  const { idempotency: store } = d1(env.DB);
  return workersHandler(createApp(operations, { idempotency: { store, clientOf: 'shared', lease: 2_000 } }));
};
const [first, second] = [create(), create()];
export default {
  fetch: (request, env, ctx) =>
    request.headers.has('x-hurried') ? second.fetch(request, env, { waitUntil() {} }) : first.fetch(request, env, ctx),
};`,
};

const TABLES = [
  ...tableStatements('d1'),
  'create table orders (id text primary key, name text not null check (length(name) < 9))',
  'create table attempts (name text not null)',
];

describe.skipIf(!hasMiniflare)('deploy/workers.md (needs TOOLS_DIR, with miniflare in it)', () => {
  it('keeps keys in D1, in the batch of their orders', async () => {
    const shown = readBlocks(readPage('deploy/workers.md')).filter(({ title }) => title.startsWith('keys '));
    expect(shown).toHaveLength(2);
    const files = Object.fromEntries(shown.map(({ title, text }) => [title.replace('keys ', ''), text]));
    const project = await buildDeployment('workers.md', onTestFinished, files);
    const config = readDeployment('workers.md').files['wrangler.jsonc']!;
    const { url, database } = await startWorker(project, config, onTestFinished, {}, ['DB']);
    const db = await database('DB');
    const tables = [...tableStatements('d1'), 'create table orders (id text primary key, item text not null)'];
    await db.batch(tables.map((text) => db.prepare(text)));
    const order = async (): Promise<[number, unknown]> => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
      const response = await fetch(`${url}/orders`, { method: 'POST', headers, body: '{"item":"tea"}' });
      return [response.status, await response.json()];
    };
    const answers = [await order(), await order()];
    const { results } = await db.prepare('select id, item from orders').all();
    expect([answers[0], answers[1], results]).toEqual([[201, results[0]], answers[0], [results[0]]]);
  });
});

describe.skipIf(!hasMiniflare)('a worker with its keys in D1 (needs TOOLS_DIR, with miniflare in it)', () => {
  const cleanup = afterSuite();
  let url: string;
  let database: D1Database;
  beforeAll(async () => {
    const project = await buildDeployment('workers.md', cleanup, FILES);
    const config = readDeployment('workers.md').files['wrangler.jsonc']!;
    const worker = await startWorker(project, config, cleanup, {}, ['DB']);
    url = worker.url;
    database = await worker.database('DB');
    await run(...TABLES);
  });
  beforeEach(() => run('delete from orders', 'delete from attempts', 'delete from operations_idempotency_keys'));

  const run = (...texts: readonly string[]): Promise<unknown> =>
    database.batch(texts.map((text) => database.prepare(text)));
  const namesIn = async (table: string): Promise<unknown[]> =>
    (await database.prepare(`select name from ${table} order by name`).all()).results.map(({ name }) => name);

  const post = async (name: string, { key = name, wait = 0, isHurried = false } = {}): Promise<[number, unknown]> => {
    const response = await fetch(`${url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(isHurried && { 'x-hurried': '1' }) },
      body: JSON.stringify({ name, wait }),
    });
    return [response.status, await response.json()];
  };
  /** Sends an order, and returns once its handler runs. */
  const begin = async (name: string, wait: number): Promise<{ answer: Promise<[number, unknown]> }> => {
    const answer = post(name, { wait });
    await expect.poll(() => namesIn('attempts')).toContain(name);
    return { answer };
  };

  it('takes effect once for each key that many requests have at once', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `order-${i}`);
    const send = (name: string) =>
      Promise.all([0, 1, 2, 3].map((i) => post(name, { isHurried: i % 2 === 0, wait: 20 })));
    const answers = await Promise.all(names.map(send));
    const statuses = answers.flat().map(([status]) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await namesIn('orders')).toEqual(names);
    for (const name of names) {
      const [[status, order], again] = [
        await post(name, { wait: 20 }),
        await post(name, { wait: 20, isHurried: true }),
      ];
      expect([status, order]).toEqual(again);
      expect(status).toBe(201);
    }
    expect(await namesIn('orders')).toEqual(names);
    expect((await post('other', { key: names[0]! }))[0]).toBe(422);
  });

  it('lets the write of a client that has left end, and a retry get its response', async () => {
    await leave('left', {}, 500);
    expect((await post('left', { wait: 500 }))[0]).toBe(409);
    await expect.poll(() => namesIn('orders')).toEqual(['left']);
    expect(await post('left', { wait: 500 })).toMatchObject([201, { isRetry: false }]);
    expect(await namesIn('attempts')).toEqual(['left']);
  });

  it('gives the key of a request that the platform has dropped to a retry, once its lease ends', async () => {
    await leave('dropped', { 'x-hurried': '1' }, 60_000);
    expect((await post('dropped', { wait: 60_000 }))[0]).toBe(409);
    await expect.poll(() => post('dropped', { wait: 60_000 })).toMatchObject([201, { isRetry: true }]);
    expect(await namesIn('orders')).toEqual(['dropped']);
  });

  it('keeps the key of a handler that takes longer than its lease', async () => {
    const { answer } = await begin('long', 5_000);
    await setTimeout(3_500);
    expect((await post('long', { wait: 5_000 }))[0]).toBe(409);
    expect((await answer)[0]).toBe(201);
    expect(await namesIn('orders')).toEqual(['long']);
  });

  it.each([
    ['taken over', "update operations_idempotency_keys set owner = 'other'"],
    ['deleted', 'delete from operations_idempotency_keys'],
  ])('answers 409 and rolls back the statements of an attempt whose key was %s', async (_, change) => {
    const { answer } = await begin('lost', 600);
    await run(change);
    expect(await answer).toMatchObject([409, { detail: expect.stringContaining('taken over') as string }]);
    expect(await namesIn('orders')).toEqual([]);
  });

  it('rolls back the response with a statement that fails', async () => {
    expect((await post('too-long-a-name'))[0]).toBe(500);
    const { results } = await database.prepare('select answer from operations_idempotency_keys').all();
    expect([await namesIn('orders'), results]).toEqual([[], [{ answer: null }]]);
    expect((await post('too-long-a-name'))[0]).toBe(500);
  });

  it('runs the statements of a request without a key', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/orders`, { method: 'POST', headers, body: '{"name":"no key"}' });
    expect([response.status, await namesIn('orders')]).toEqual([201, ['no key']]);
  });

  /** Sends an order, and leaves with a reset once its handler runs: after an orderly close, a client could still read the response. */
  async function leave(name: string, headers: object, wait: number): Promise<void> {
    const sent: ClientRequest = request(`${url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': name, ...headers },
      agent: false,
    });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ name, wait }));
    await expect.poll(() => namesIn('attempts')).toContain(name);
    sent.socket!.resetAndDestroy();
    await new Promise((resolve) => sent.once('close', resolve));
  }
});
