import type { ClientRequest } from 'node:http';
import { Agent, get } from 'node:http';
import { connect, createServer as createServer2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from '../koa/manifest.ts';
import { KINDS, serve, until } from '../koa/serve.ts';
import { FACTOR, streaming } from './sketch.ts';

const CLIENTS = 100 * FACTOR;

/** Operations that count the generators that are running, and the signals that were aborted. */
function counting() {
  const counts = { open: 0, started: 0, aborted: 0 };
  async function* run(wait: (ctx: OperationContext) => Promise<unknown>, ctx: OperationContext) {
    counts.open++;
    counts.started++;
    try {
      for (let n = 0; ; n++) {
        yield n;
        await wait(ctx);
      }
    } finally {
      counts.open--;
    }
  }
  const quiet = (ctx: OperationContext) => sleep(1_000_000, undefined, { signal: ctx.signal });
  const busy = () => sleep(1);
  const operations = createManifest({
    'GET /quiet': streaming((ctx: OperationContext) => run(quiet, ctx), 'text/event-stream'),
    'GET /busy': streaming((ctx: OperationContext) => run(busy, ctx)),
    'GET /full': streaming((ctx: OperationContext) => run(async () => {}, ctx), 'application/json-seq'),
    'GET /silent': streaming(async function* (ctx: OperationContext) {
      counts.open++;
      counts.started++;
      try {
        yield await quiet(ctx);
      } finally {
        counts.open--;
      }
    }, 'text/event-stream'),
    'GET /slow': async (ctx: OperationContext) => {
      counts.started++;
      counts.open++;
      ctx.signal.addEventListener('abort', () => counts.aborted++);
      await sleep(1_000_000, undefined, { signal: ctx.signal }).finally(() => counts.open--);
    },
  });
  return { counts, operations };
}

/** Asks, and leaves after the first bytes, or without waiting for any. */
function visit(url: string, agent: Agent, waits: boolean): Promise<void> {
  return new Promise((resolve) => {
    const request: ClientRequest = get(url, { agent }, (response) => {
      response.on('error', () => {}).once('data', () => request.destroy());
    });
    request.on('error', () => {}).once('close', resolve);
    if (!waits)
      request.once('socket', (socket) => socket.once('connect', () => setTimeout(() => request.destroy(), 2)));
  });
}

describe.each(KINDS)('clients that leave $name', ({ create }) => {
  it.each(['/quiet', '/busy', '/full', '/silent'])('leave nothing behind: %s', async (path) => {
    const { counts, operations } = counting();
    const { url, server, errors } = await serve(create(operations));
    const agent = new Agent({ maxSockets: 50 });
    for (let i = 0; i < CLIENTS; i += 50)
      await Promise.all(Array.from({ length: 50 }, () => visit(url + path, agent, path !== '/silent')));
    await until(() => counts.open === 0);
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
    expect(counts.started).toBeGreaterThan(0);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThan(10);
    expect(errors).toEqual([]);
  });

  it('handlers that do not stream see clients that leave', async () => {
    const { counts, operations } = counting();
    const { url, errors } = await serve(create(operations));
    await visit(`${url}/slow`, new Agent(), false);
    await until(() => counts.aborted === 1 && counts.open === 0);
    await sleep(5);
    expect(errors).toEqual([]);
  });
});

it('clients that leave over HTTP/2 leave nothing behind', async () => {
  const { counts, operations } = counting();
  const errors: Error[] = [];
  const server = createServer2(
    createApp(operations)
      .on('error', (error) => errors.push(error))
      .callback(),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => (client.destroy(), server.close(), undefined));
  for (const path of ['/quiet', '/busy', '/full', '/slow']) {
    const stream = client.request({ ':path': path }).on('error', () => {});
    if (path === '/slow') await until(() => counts.open === 1);
    else await new Promise((resolve) => stream.once('data', resolve));
    stream.close(8);
    await until(() => counts.open === 0);
  }
  expect(counts).toMatchObject({ started: 4, aborted: 1 });
  expect(errors).toEqual([]);
});

it('a signal is not aborted by an answer', async () => {
  const signals: AbortSignal[] = [];
  const note = (ctx: OperationContext) => void signals.push(ctx.signal, ctx.signal);
  const { ask } = await serve(
    createApp(
      createManifest({
        'GET /data': (ctx: OperationContext) => (note(ctx), { a: 1 }),
        'GET /lines': streaming(function* (ctx: OperationContext) {
          note(ctx);
          yield 1;
        }),
      }),
    ),
  );
  await ask('GET /data');
  await ask('GET /lines');
  await sleep(20);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
  expect(signals[0]).toBe(signals[1]);
});

it('an error of the app is reported even if the client has left', async () => {
  const app = createApp(
    createManifest({
      'GET /': streaming(async function* () {
        try {
          yield 1;
        } finally {
          await Promise.reject(new Error('cleaning up'));
        }
      }),
    }),
  );
  const { url, errors } = await serve(app);
  await visit(url, new Agent(), true);
  await until(() => errors.length > 0);
  expect(errors.map(({ message }) => message)).toEqual(['cleaning up']);
});
