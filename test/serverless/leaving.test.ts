import type { ClientRequest } from 'node:http';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startWorker } from './worker.ts';

// Clients that leave a Worker in the middle of a write or of a stream.

const tools = process.env['TOOLS_DIR'];

const OPERATIONS: Readonly<Record<string, string>> = {
  'app/operations/_state.ts': `export const state = { version: 0, began: 0, done: 0, opened: 0, closed: 0, aborted: 0 };`,
  'app/operations/state.ts': `import { state } from './_state.ts';
/** What has happened. @returns {object} It */
export default () => state;`,
  'app/operations/note/{id}/@get.ts': `import { state } from '../../_state.ts';
/**
 * @etag
 * @param {string} id
 * @returns {object} It */
export default () => ({ version: state.version });`,
  'app/operations/note/{id}/@put.ts': `import { setTimeout } from 'node:timers/promises';
import { state } from '../../_state.ts';
/**
 * @param {string} id
 * @param {integer} wait
 * @returns {object} The version */
export default async (ctx) => {
  state.began += 1;
  await setTimeout(ctx.input.body.wait);
  state.done += 1;
  state.version += 1;
  return { version: state.version };
};`,
  'app/operations/orders@post.ts': `import { setTimeout } from 'node:timers/promises';
import { state } from './_state.ts';
/**
 * @idempotent required
 * @param {integer} wait
 * @returns {object} 201 The number of runs */
export default async (ctx) => {
  state.began += 1;
  if (!ctx.idempotency.isRetry) await setTimeout(ctx.input.body.wait);
  state.done += 1;
  return { done: state.done, isRetry: ctx.idempotency.isRetry };
};`,
  'app/operations/ticks.ts': `import { setTimeout } from 'node:timers/promises';
import { state } from './_state.ts';
/**
 * Ticks.
 *
 * @returns {Stream<integer>} 200 text/event-stream
 */
export default async function* ticks(ctx) {
  ctx.signal.addEventListener('abort', () => (state.aborted += 1));
  state.opened += 1;
  try {
    for (let n = 0; ; n++) {
      yield n;
      await setTimeout(20);
    }
  } finally {
    await setTimeout(50);
    state.closed += 1;
  }
}`,
  // The second worker has a platform that grants no time after its client has left.
  'worker.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { workersHandler } from 'unplugin-operations/workers';

const idempotency = { clientOf: 'shared', lease: 300 } as const;
const worker = workersHandler(createApp(operations, { idempotency }));
const hurried = { waitUntil() {} };
export default {
  fetch: (request, env, ctx) => worker.fetch(request, env, request.headers.has('x-hurried') ? hurried : ctx),
};`,
};

interface State {
  readonly version: number;
  readonly began: number;
  readonly done: number;
  readonly opened: number;
  readonly closed: number;
  readonly aborted: number;
}

describe.skipIf(!tools)('a client that leaves a worker in workerd (needs TOOLS_DIR, with miniflare in it)', () => {
  const cleanup = afterSuite();
  let url: string;
  beforeAll(async () => {
    const project = await buildDeployment('workers.md', cleanup, OPERATIONS);
    ({ url } = await startWorker(project, readDeployment('workers.md').files['wrangler.jsonc']!, cleanup));
  });

  const readState = async (): Promise<State> => (await (await fetch(`${url}/state`)).json()) as State;

  const waitFor = async (isSo: (state: State) => boolean): Promise<State> => {
    for (;;) {
      const state = await readState();
      if (isSo(state)) return state;
      await setTimeout(20);
    }
  };

  const start = (method: string, path: string, headers: object, wait = 0): ClientRequest => {
    const sent = request(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      agent: false,
    });
    sent.on('error', () => {});
    return sent.end(JSON.stringify({ wait }));
  };

  /** Leaves with a reset: after an orderly close, a client could still read the response. */
  const leave = async (sent: ClientRequest): Promise<void> => {
    sent.socket!.resetAndDestroy();
    await new Promise((resolve) => sent.once('close', resolve));
  };

  /** Sends a write, and leaves once its handler runs. */
  const writeAndLeave = async (...write: Parameters<typeof start>): Promise<void> => {
    const { began } = await readState();
    const sent = start(...write);
    await waitFor((state) => state.began > began);
    await leave(sent);
  };

  const write = async (method: string, path: string, headers: object, wait = 0): Promise<[number, unknown]> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ wait }),
    });
    return [response.status, await response.json()];
  };

  it('lets its write end, and the next one of the path begin after it', async () => {
    const { done, version } = await readState();
    await writeAndLeave('PUT', '/note/1', { 'if-match': '*' }, 400);
    expect(await write('PUT', '/note/1', { 'if-match': '*' })).toEqual([200, { version: version + 2 }]);
    expect((await readState()).done).toBe(done + 2);
  });

  it('lets one write of a version pass, though its client has left', async () => {
    const etag = (await fetch(`${url}/note/1`)).headers.get('etag')!;
    await writeAndLeave('PUT', '/note/1', { 'if-match': etag }, 400);
    expect((await write('PUT', '/note/1', { 'if-match': etag }))[0]).toBe(412);
  });

  it('gets its response from a repetition with its key', async () => {
    const { done } = await readState();
    const key = { 'idempotency-key': 'k1' };
    await writeAndLeave('POST', '/orders', key, 400);
    expect((await write('POST', '/orders', key, 400))[0]).toBe(409);
    await waitFor((state) => state.done > done);
    expect(await write('POST', '/orders', key, 400)).toEqual([201, { done: done + 1, isRetry: false }]);
  });

  it('ends its turn where the platform drops its write, and frees its key after the lease', async () => {
    const hurried = { 'x-hurried': '1' };
    const { done, version } = await readState();
    await writeAndLeave('PUT', '/note/2', { ...hurried, 'if-match': '*' }, 60_000);
    // One that was dropped while it waited for its turn, too.
    const queued = start('PUT', '/note/2', { ...hurried, 'if-match': '*' });
    await setTimeout(200);
    await leave(queued);
    expect(await write('PUT', '/note/2', { 'if-match': '*' })).toEqual([200, { version: version + 1 }]);
    const key = { 'idempotency-key': 'k2' };
    await writeAndLeave('POST', '/orders', { ...hurried, ...key }, 60_000);
    await expect.poll(() => write('POST', '/orders', key, 60_000)).toEqual([201, { done: done + 2, isRetry: true }]);
  });

  it('aborts the signal of a stream, and runs the finally blocks of its generator', async () => {
    const { closed, aborted } = await readState();
    const sent = request(`${url}/ticks`, { agent: false }).end();
    sent.on('error', () => {});
    await new Promise((resolve) => sent.once('response', (response) => response.once('data', resolve)));
    await leave(sent);
    expect(await waitFor((state) => state.closed > closed)).toMatchObject({ closed: closed + 1, aborted: aborted + 1 });
  });
});
