import { describe, expect, it } from 'vitest';
import type { IdempotencyRecord, IdempotencyStore, OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, memoryStore } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { createGate, serve, until } from './serve.ts';

interface Row {
  readonly fingerprint: string;
  owner: string;
  until: number;
  answer?: string;
}

/** A store with leases, in memory that outlives an app. */
function leasingStore(
  rows = new Map<string, Row>(),
): IdempotencyStore & { readonly rows: Map<string, Row>; readonly renewals: string[] } {
  const renewals: string[] = [];
  const held = (key: string, owner: string): Row | undefined => {
    const row = rows.get(key);
    return row?.owner === owner ? row : undefined;
  };
  return {
    rows,
    renewals,
    async reserve(key, fingerprint, { owner, lease }): Promise<IdempotencyRecord | undefined> {
      const row = rows.get(key);
      const reserved = { fingerprint, owner, until: Date.now() + lease };
      if (row === undefined) return void rows.set(key, reserved);
      if (row.answer === undefined && row.until <= Date.now() && row.fingerprint === fingerprint) {
        rows.set(key, reserved);
        return { fingerprint, isRetry: true };
      }
      return { fingerprint: row.fingerprint, ...(row.answer !== undefined && { answer: row.answer }) };
    },
    async renew(key, owner, lease) {
      renewals.push(owner);
      const row = held(key, owner);
      if (row !== undefined) row.until = Date.now() + lease;
    },
    async complete(key, answer, owner) {
      const row = held(key, owner);
      if (row !== undefined) row.answer = answer;
    },
    async release(key, owner, hasRun) {
      const row = held(key, owner);
      if (row === undefined || row.answer !== undefined) return;
      if (hasRun) row.until = Date.now();
      else rows.delete(key);
    },
  };
}

const POST = { headers: { 'content-type': 'application/json', 'idempotency-key': 'k' }, body: '{"item":"tea"}' };
const OTHER = { ...POST, body: '{"item":"milk"}' };

type Handle = (ctx: OperationContext) => unknown;

/** An app whose handler can be stopped as a killed process stops: nothing after it runs. */
async function start(store: IdempotencyStore, handler: Handle, lease = 100) {
  const manifest = await compileTree({
    'orders@post.js': `/**
 * @idempotent
 * @param {string} item
 * @returns {{item: string, isRetry: boolean}} 201 - The order
 */`,
  });
  const operations = manifest.operations.map((entry) => ({ ...entry, input: entry.input!, picks: undefined, handler }));
  return serve(
    createApp({ ...manifest, operations } as never, { idempotency: { store, clientOf: 'shared', lease } }) as never,
  );
}

const report: Handle = (ctx) => ({
  item: (ctx.input.body as { item: string }).item,
  isRetry: ctx.idempotency?.isRetry,
});

describe('a lease', () => {
  it('renews the lease while the handler runs', async () => {
    const gate = createGate();
    const store = leasingStore();
    const { ask } = await start(store, async (ctx) => (await gate.opened, report(ctx)), 60);
    const first = ask('POST /orders', POST);
    await until(() => store.renewals.length >= 6);
    expect((await ask('POST /orders', POST)).status).toBe(409);
    gate.open();
    expect((await first).json).toEqual({ item: 'tea', isRetry: false });
    const { length } = store.renewals;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(store.renewals).toHaveLength(length);
    expect((await ask('POST /orders', POST)).json).toEqual({ item: 'tea', isRetry: false });
  });

  it('lets the handler run again after the lease has expired, as a retry of the same request', async () => {
    const store = leasingStore();
    const killed = { ...store, renew: undefined, complete: () => new Promise<void>(() => {}) } as never;
    const before = await start(killed, report);
    void before.ask('POST /orders', POST).catch(() => {});
    await until(() => store.rows.size > 0);
    const { ask } = await start(store, report);
    expect((await ask('POST /orders', POST)).status).toBe(409);
    await until(() => [...store.rows.values()].every((row) => row.until <= Date.now()));
    expect((await ask('POST /orders', OTHER)).status).toBe(422);
    expect((await ask('POST /orders', POST)).json).toEqual({ item: 'tea', isRetry: true });
    expect((await ask('POST /orders', POST)).json).toEqual({ item: 'tea', isRetry: true });
  });

  it('a lost lease stays lost: its owner cannot free or answer the key', async () => {
    const gates = [createGate(), createGate()];
    let runs = 0;
    const store = leasingStore();
    const handler: Handle = async (ctx) => {
      const run = runs++;
      await gates[run]!.opened;
      if (run === 0) throw new Error('late');
      return report(ctx);
    };
    const { ask } = await start({ ...store, renew: undefined } as never, handler, 30);
    const first = ask('POST /orders', POST);
    await until(() => runs === 1);
    await until(() => [...store.rows.values()].every((row) => row.until <= Date.now()));
    const second = ask('POST /orders', POST);
    await until(() => runs === 2);
    gates[0]!.open();
    expect((await first).status).toBe(500);
    expect(store.rows.size).toBe(1);
    gates[1]!.open();
    expect((await second).json).toEqual({ item: 'tea', isRetry: true });
  });

  it('emits an error if a renewal fails, and the request goes on', async () => {
    const gate = createGate();
    const store = { ...leasingStore(), renew: () => Promise.reject(new Error('gone')) };
    const { ask, errors } = await start(store, async (ctx) => (await gate.opened, report(ctx)), 30);
    const first = ask('POST /orders', POST);
    await until(() => errors.length > 1);
    gate.open();
    expect((await first).status).toBe(201);
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['gone']));
  });
});

describe('ctx.idempotency', () => {
  it('leaves out ctx.idempotency without a key', async () => {
    const { ask } = await start(leasingStore(), (ctx) => ({ item: String(ctx.idempotency), isRetry: false }));
    const { 'idempotency-key': _, ...headers } = POST.headers;
    expect((await ask('POST /orders', { ...POST, headers })).json).toEqual({ item: 'undefined', isRetry: false });
  });

  it('lets a handler store the response itself', async () => {
    const store = leasingStore();
    let runs = 0;
    const handler: Handle = (ctx) => {
      const { key, owner, encode } = ctx.idempotency!;
      ctx.set('X-Run', String(++runs));
      const order = { item: `run ${runs}`, isRetry: false };
      const row = store.rows.get(key)!;
      expect(row.owner).toBe(owner);
      row.answer = encode(order);
      return order;
    };
    const failing = { ...store, complete: () => Promise.reject(new Error('not called')) };
    const { ask, errors } = await start(failing, handler);
    for (let i = 0; i < 2; i++)
      expect(await ask('POST /orders', POST)).toMatchObject({
        status: 201,
        json: { item: 'run 1', isRetry: false },
        headers: { 'x-run': '1' },
      });
    expect(errors).toEqual([]);
  });

  it('gives up the key if the transaction fails after the response was encoded', async () => {
    const store = leasingStore();
    let runs = 0;
    const handler: Handle = (ctx) => {
      ctx.idempotency!.encode({});
      if (++runs === 1) throw new Error('rolled back');
      ctx.idempotency!.encode({});
      return report(ctx);
    };
    const { ask } = await start(store, handler);
    expect((await ask('POST /orders', POST)).status).toBe(500);
    expect([...store.rows.values()].every((row) => row.until <= Date.now())).toBe(true);
    expect((await ask('POST /orders', POST)).json).toEqual({ item: 'tea', isRetry: true });
  });

  it('refuses to encode a response that is not kept', async () => {
    const handler: Handle = (ctx) => {
      ctx.status = 503;
      return ctx.idempotency!.encode({});
    };
    const { ask, errors } = await start(leasingStore(), handler);
    expect((await ask('POST /orders', POST)).status).toBe(500);
    expect(errors[0]!.message).toContain('not kept');
  });
});

describe('the lease of memoryStore', () => {
  const reserved = { owner: 'a', client: '', lease: 1000 };
  const renewed = { ...reserved, isRenewed: true } as const;

  it('ends the reservation of a request that was dropped', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    expect(await store.reserve('k', 'f', renewed)).toBeUndefined();
    time = 900;
    await store.renew('k', 'a', 1000);
    time = 1800;
    expect(await store.reserve('k', 'f', { ...renewed, owner: 'b' })).toEqual({ fingerprint: 'f' });
    time = 1900;
    expect(await store.reserve('k', 'other', { ...renewed, owner: 'b' })).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('k', 'f', { ...renewed, owner: 'b' })).toEqual({ fingerprint: 'f', isRetry: true });
    await store.complete('k', 'late', 'a');
    await store.complete('k', 'answer', 'b');
    time = 10_000;
    expect(await store.reserve('k', 'f', renewed)).toEqual({ fingerprint: 'f', answer: 'answer' });
  });

  it('keeps the lease if a wrapper of the store leaves out renew', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    await store.reserve('k', 'f', reserved);
    time = 3_600_000;
    expect(await store.reserve('k', 'f', reserved)).toEqual({ fingerprint: 'f' });
    const gate = createGate();
    const { reserve, complete, release } = memoryStore();
    const wrapped = { reserve, complete, release } as IdempotencyStore;
    const { ask } = await start(wrapped, async (ctx) => (await gate.opened, report(ctx)), 1);
    const first = ask('POST /orders', POST);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await ask('POST /orders', POST)).status).toBe(409);
    gate.open();
    expect((await first).status).toBe(201);
  });
});
