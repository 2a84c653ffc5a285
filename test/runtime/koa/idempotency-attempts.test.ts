import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IdempotencyOptions, IdempotencyStore, OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, memoryStore } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Served } from './serve.ts';
import { createGate, serve, until } from './serve.ts';

type Handle = (ctx: OperationContext) => unknown;

const POST = { headers: { 'content-type': 'application/json', 'idempotency-key': 'k' }, body: '{"item":"tea"}' };
const OTHER = { ...POST, body: '{"item":"milk"}' };

const FILES = {
  'orders@post.js': `/**
 * @idempotent
 * @param {string} item
 * @returns {{run: integer, isRetry: boolean}} 201 - The order
 */`,
};

/** A shop whose handler reports its runs. `fail` is called first, with the number of the run. */
async function start(options: IdempotencyOptions, fail: (run: number, ctx: OperationContext) => unknown = () => {}) {
  const retries: unknown[] = [];
  const handler: Handle = async (ctx) => {
    const run = retries.push(ctx.idempotency?.isRetry);
    await fail(run, ctx);
    return { run, isRetry: ctx.idempotency?.isRetry };
  };
  const manifest = await compileTree(FILES);
  const operations = manifest.operations.map((entry) => ({ ...entry, input: entry.input, handler, picks: undefined }));
  const app = createApp({ ...manifest, operations }, { idempotency: { clientOf: 'shared', ...options } });
  const served = await serve(app as never);
  /** The errors of the store: refusals are events too. */
  const failures = (): Error[] => served.errors.filter(({ name }) => name !== 'RefusedWrite');
  return { ...served, retries, failures };
}

const order = ({ ask }: Pick<Served, 'ask'>, request = POST) => ask('POST /orders', request);

const gone = (): Promise<never> => Promise.reject(new Error('gone'));
const never = (): Promise<never> => new Promise(() => {});

describe('isRetry', () => {
  it.each([408, 423, 425, 429, 500, 503])('isRetry is true after a handler that threw a %i', async (status) => {
    const shop = await start({}, (run, ctx) => run < 3 && ctx.throw(status));
    const statuses = [await order(shop), await order(shop), await order(shop)].map((answer) => answer.status);
    expect(statuses).toEqual([status, status, 201]);
    expect((await order(shop)).json).toEqual({ run: 3, isRetry: true });
    expect(shop.retries).toEqual([false, true, true]);
  });

  it('isRetry is true after a handler that set a 5xx, and after an error without a status', async () => {
    const shop = await start({}, (run, ctx) => {
      if (run === 1) ctx.status = 503;
      if (run === 2) throw new Error('broken');
    });
    for (const status of [503, 500, 201]) expect((await order(shop)).status).toBe(status);
    expect(shop.retries).toEqual([false, true, true]);
  });

  it('isRetry is true after a response that the store failed to keep', async () => {
    const shop = await start({ store: { ...memoryStore(), complete: gone } });
    expect((await order(shop)).json).toEqual({ run: 1, isRetry: false });
    expect((await order(shop)).json).toEqual({ run: 2, isRetry: true });
    expect(shop.failures().map(({ message }) => message)).toEqual(['gone', 'gone']);
  });

  it('isRetry is true for one of several simultaneous retries, and the others wait for it', async () => {
    const gate = createGate();
    const shop = await start({}, async (run, ctx) => (run === 1 ? ctx.throw(500) : gate.opened));
    expect((await order(shop)).status).toBe(500);
    const first = order(shop);
    await until(() => shop.retries.length === 2);
    expect((await order(shop)).status).toBe(409);
    gate.open();
    expect((await first).json).toEqual({ run: 2, isRetry: true });
    expect(shop.retries).toEqual([false, true]);
  });

  it('isRetry is false for another key, and another request with the key is refused', async () => {
    const shop = await start({}, (run, ctx) => run === 1 && ctx.throw(500));
    expect((await order(shop)).status).toBe(500);
    expect((await order(shop, OTHER)).status).toBe(422);
    const headers = { ...POST.headers, 'idempotency-key': 'k2' };
    expect((await order(shop, { ...POST, headers })).json).toEqual({ run: 2, isRetry: false });
  });

  it('isRetry is false with a store that frees what it releases, as it was', async () => {
    const store = memoryStore();
    const shop = await start(
      { store: { ...store, release: (key, owner) => store.release(key, owner) } },
      (run, ctx) => run === 1 && ctx.throw(500),
    );
    expect((await order(shop)).status).toBe(500);
    expect((await order(shop, OTHER)).json).toEqual({ run: 2, isRetry: false });
  });

  it('isRetry is false after a write that a precondition refused, unless an earlier attempt has run', async () => {
    const tree = {
      '_note.js': 'export const note = { version: 1, runs: [] };',
      'note@get.js': `import { note } from './_note.js';
/**
 * @etag
 * @returns {object} 200 - x
 */
export default (ctx) => { ctx.etag = String(note.version); return note; };`,
      'note@patch.js': `import { note } from './_note.js';
/**
 * @idempotent
 * @param {string} text
 * @returns {object} 200 - x
 */
export default (ctx) => { if (note.runs.push(ctx.idempotency.isRetry) === 1) ctx.throw(500); return note; };`,
    };
    const { ask } = await serve(createApp(await compileTree(tree), { idempotency: { clientOf: 'shared' } }) as never);
    const patch = (tag: string, text: string) =>
      ask('PATCH /note', { headers: { ...POST.headers, 'if-match': tag }, body: JSON.stringify({ text }) });
    // A refusal uses up no key.
    expect((await patch('"0"', 'a')).status).toBe(412);
    expect((await patch('"1"', 'b')).status).toBe(500);
    expect((await patch('"0"', 'b')).status).toBe(412);
    expect((await patch('"1"', 'b')).json).toEqual({ version: 1, runs: [false, true] });
  });
});

describe('memoryStore', () => {
  const by = (owner: string) => ({ owner, client: 'c', lease: 1000 });

  it('keeps a key that is released after its handler has run, for the same request', async () => {
    const store = memoryStore();
    await store.reserve('k', 'f', by('a'));
    await store.release('k', 'a', true);
    expect(await store.reserve('k', 'g', by('b'))).toEqual({ fingerprint: 'f' });
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
    expect(await store.reserve('k', 'f', by('c'))).toEqual({ fingerprint: 'f' });
    await store.release('k', 'a', false);
    await store.complete('k', 'late', 'a');
    expect(await store.reserve('k', 'f', by('c'))).toEqual({ fingerprint: 'f' });
    await store.complete('k', 'answer', 'b');
    expect(await store.reserve('k', 'f', by('c'))).toEqual({ fingerprint: 'f', answer: 'answer' });
  });

  it('keeps a response that arrives after its key was released', async () => {
    const store = memoryStore();
    await store.reserve('k', 'f', by('a'));
    await store.release('k', 'a', true);
    await store.complete('k', 'answer', 'a');
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f', answer: 'answer' });
  });

  it('forgets released keys after a time, and the oldest ones above its size', async () => {
    let now = 0;
    const store = memoryStore({ ttl: 1000, maxSize: 2000, now: () => now });
    for (let i = 0; i < 100; i++) {
      await store.reserve(`k${i}`, 'f', by('a'));
      await store.release(`k${i}`, 'a', true);
    }
    expect(await store.reserve('k99', 'f', by('b'))).toEqual({ fingerprint: 'f', isRetry: true });
    expect(await store.reserve('k0', 'f', by('b'))).toBe(undefined);
    now = 1000;
    expect(await store.reserve('k98', 'f', by('b'))).toBe(undefined);
  });
});

describe('a store that hangs', () => {
  it('answers 503 if the store hangs at a key, and the handler does not run', async () => {
    const shop = await start({ store: { ...memoryStore(), reserve: never }, timeout: 50 });
    expect(await order(shop)).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { status: 503 } });
    expect(shop.retries).toEqual([]);
    expect(shop.failures().map(({ message }) => message)).toEqual([
      expect.stringMatching(/50 ms.*idempotency\.timeout/),
    ]);
  });

  it('sends a response without waiting for the store, and a retry gets it when it is kept', async () => {
    const store = memoryStore();
    const gate = createGate();
    const complete: IdempotencyStore['complete'] = (key, answer, owner) =>
      gate.opened.then(() => store.complete(key, answer, owner));
    const shop = await start({ store: { ...store, complete }, timeout: 50 });
    expect((await order(shop)).json).toEqual({ run: 1, isRetry: false });
    expect((await order(shop)).status).toBe(409);
    gate.open();
    expect((await order(shop)).json).toEqual({ run: 1, isRetry: false });
    expect(shop.failures().map(({ name }) => name)).toEqual(['StoreTimeout']);
  });

  it('gives up the key if the store hangs and then fails to keep a response, and reports both', async () => {
    const gate = createGate();
    const shop = await start({ store: { ...memoryStore(), complete: () => gate.opened.then(gone) }, timeout: 50 });
    expect((await order(shop)).status).toBe(201);
    gate.open();
    await until(() => shop.failures().length === 2);
    expect(shop.failures().map(({ message }) => message)).toEqual([expect.stringContaining('50 ms'), 'gone']);
    expect((await order(shop)).json).toEqual({ run: 2, isRetry: true });
  });

  it('frees a key that the store reserves late, so that a retry does not wait for the lease', async () => {
    const store = memoryStore();
    const gate = createGate();
    let calls = 0;
    const reserve: IdempotencyStore['reserve'] = (key, print, reservation) =>
      (++calls === 1 ? gate.opened : Promise.resolve()).then(() => store.reserve(key, print, reservation));
    const shop = await start({ store: { ...store, reserve }, timeout: 50 });
    expect((await order(shop)).status).toBe(503);
    gate.open();
    expect((await order(shop)).json).toEqual({ run: 1, isRetry: false });
  });

  it('keeps the memory of an earlier attempt if the store reserves its key late', async () => {
    const store = memoryStore();
    const gate = createGate();
    let calls = 0;
    const reserve: IdempotencyStore['reserve'] = (key, print, reservation) =>
      (++calls === 2 ? gate.opened : Promise.resolve()).then(() => store.reserve(key, print, reservation));
    const shop = await start({ store: { ...store, reserve }, timeout: 50 }, (run, ctx) => run === 1 && ctx.throw(500));
    expect((await order(shop)).status).toBe(500);
    expect((await order(shop)).status).toBe(503);
    gate.open();
    expect((await order(shop)).json).toEqual({ run: 2, isRetry: true });
  });

  it('reports the late error of a store that fails to reserve or to release, and leaves no rejection unhandled', async () => {
    const unhandled = vi.fn<(reason: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const gate = createGate();
    const late = await start({ store: { ...memoryStore(), reserve: () => gate.opened.then(gone) }, timeout: 50 });
    const unable = await start({
      store: { ...memoryStore(), reserve: () => gate.opened.then(() => undefined), release: gone },
      timeout: 50,
    });
    for (const shop of [late, unable]) expect((await order(shop)).status).toBe(503);
    gate.open();
    for (const shop of [late, unable]) {
      await until(() => shop.failures().length === 2);
      expect(shop.failures()[1]!.message).toBe('gone');
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('waits for a store no longer than the bound, in all calls of a response together', async () => {
    const timeout = 400;
    const slow = <T>(value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), timeout * 0.8));
    const store = { reserve: () => slow(undefined), complete: () => slow(undefined).then(gone), release: never };
    const shop = await start({ store, timeout });
    expect((await order(shop)).status).toBe(201);
    // The calls alone would take 1.6 times the bound, and the last one forever.
    expect(shop.failures().map(({ name }) => name)).toEqual(['StoreTimeout']);
    await until(() => shop.failures().length === 2);
    expect(shop.failures()[1]!.message).toBe('gone');
  });

  it('gets one renewal at a time', async () => {
    const gate = createGate();
    let renewals = 0;
    const renew = (): Promise<never> => (renewals++, never());
    const shop = await start({ store: { ...memoryStore(), renew }, lease: 30, timeout: 1_000_000 }, () => gate.opened);
    const first = order(shop);
    await until(() => renewals === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    gate.open();
    expect((await first).status).toBe(201);
    expect(renewals).toBe(1);
  });
});

describe('a store that fails to reserve a key', () => {
  it('gives up a key that the store has reserved all the same, so that a retry does not wait for the lease', async () => {
    const store = memoryStore();
    let calls = 0;
    const reserve: IdempotencyStore['reserve'] = async (...reservation) => {
      const record = await store.reserve(...reservation);
      if (++calls === 1) throw new Error('the connection was lost');
      return record;
    };
    const shop = await start({ store: { ...store, reserve } });
    expect((await order(shop)).status).toBe(503);
    // The key may have been that of an earlier attempt.
    expect((await order(shop)).json).toEqual({ run: 1, isRetry: true });
  });
});

describe('a store that throws at once', () => {
  const fail = (): never => {
    throw new Error('gone');
  };

  it('answers 503 if the store throws when it reserves, and sends the response otherwise', async () => {
    const unable = await start({ store: { ...memoryStore(), reserve: fail } });
    expect((await order(unable)).status).toBe(503);
    const shop = await start({ store: { ...memoryStore(), complete: fail, release: fail } });
    expect((await order(shop)).status).toBe(201);
    expect(shop.failures().map(({ message }) => message)).toEqual(['gone', 'gone']);
  });
});

it.each([0, -1, Number.NaN, 2 ** 31, Infinity, '1000'])('a timeout of %o is a mistake', async (timeout) => {
  const manifest = await compileTree(FILES);
  const options = { idempotency: { clientOf: 'shared', timeout: timeout as never } } as const;
  expect(() => createApp(manifest, options)).toThrow(/idempotency\.timeout/);
});
