import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { connect, createServer as createServer2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, event, stop } from '../../../src/runtime/koa/index.ts';
import { createManifest } from '../koa/manifest.ts';
import { KINDS, serve, until } from '../koa/serve.ts';
import { FACTOR, streaming } from './sketch.ts';

const open = async (url: string): Promise<IncomingMessage> => {
  const request = get(url, { agent: false }).on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => {});
};

describe.each(KINDS)('streams by $name', ({ create }) => {
  it('reads streams no faster than their client reads', async () => {
    let made = 0;
    const text = 'x'.repeat(1000);
    const { url } = await serve(
      create(
        createManifest({
          'GET /': streaming(async function* () {
            for (let n = 0; n < 100_000 * FACTOR; n++) {
              made++;
              yield { n, text };
            }
          }),
        }),
      ),
    );
    const response = await open(url);
    for (let held = -1; held !== made; await sleep(200)) held = made;
    // The buffers of both sockets: a few MB.
    expect(made).toBeLessThan(20_000);
    const total = 100_000 * FACTOR;
    // The least memory in each half: what stays when garbage is collected.
    const least = [Infinity, Infinity];
    let lines = 0;
    let most = 0;
    for await (const chunk of response) {
      lines += String(chunk).split('\n').length - 1;
      most = Math.max(most, made - lines);
      const half = lines < total / 2 ? 0 : 1;
      const { heapUsed, external } = process.memoryUsage();
      least[half] = Math.min(least[half]!, heapUsed + external);
    }
    expect(lines).toBe(total);
    expect(most).toBeLessThan(20_000);
    expect(least[1]).toBeLessThan(least[0]! + 40 * 2 ** 20);
  });

  it('send each item at once', async () => {
    const gates: (() => void)[] = [];
    const { url } = await serve(
      create(
        createManifest({
          'GET /': streaming(async function* () {
            for (let n = 0; n < 3; n++) {
              yield n;
              await new Promise<void>((resolve) => gates.push(resolve));
            }
          }, 'text/event-stream'),
        }),
      ),
    );
    const response = await open(url);
    for (let n = 0; n < 3; n++) {
      const [chunk] = await once(response, 'data');
      expect(String(chunk)).toBe(`data: ${n}\n\n`);
      await until(() => gates.length === n + 1);
      gates[n]!();
    }
    await once(response, 'end');
  });

  it('starts no stream for HEAD', async () => {
    let started = 0;
    const { ask, errors } = await serve(
      create(
        createManifest({
          'GET /': streaming(async function* () {
            started++;
            yield 1;
          }, 'text/event-stream'),
          'GET /readable': streaming(() => Readable.from([started++])),
        }),
      ),
    );
    expect((await ask('HEAD /')).headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
    });
    expect((await ask('HEAD /')).status).toBe(200);
    expect(started).toBe(0);
    expect((await ask('GET /readable')).body).toBe('0\n');
    expect(errors).toEqual([]);
  });

  it('run in the context of their request', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen = new Set<unknown>();
    const manifest = createManifest({
      'GET /': streaming((ctx: OperationContext) =>
        storage.run(ctx.path, () =>
          (async function* () {
            for (let n = 0; n < 3000; n++) {
              seen.add(storage.getStore());
              yield { n, text: 'x'.repeat(1000) };
            }
          })(),
        ),
      ),
    });
    const middleware = create(manifest);
    const { ask } = await serve({
      on: middleware.on.bind(middleware),
      callback: () => {
        const listener = middleware.callback();
        return (req, res) => storage.run('request', () => listener(req, res));
      },
    });
    expect((await ask('GET /')).body.split('\n')).toHaveLength(3001);
    expect([...seen]).toEqual(['request']);
  });

  it('end with their server', async () => {
    let isAborted = false;
    let isClosed = false;
    const { url, server, errors } = await serve(
      create(
        createManifest({
          'GET /': streaming(async function* (ctx: OperationContext) {
            ctx.signal.addEventListener('abort', () => (isAborted = true));
            try {
              yield 1;
              await sleep(1_000_000, undefined, { signal: ctx.signal });
            } finally {
              isClosed = true;
            }
          }),
        }),
      ),
    );
    const response = await open(url);
    response.resume();
    const cut = once(response, 'error');
    expect(await stop(server)).toEqual({ forced: 0 });
    expect([isAborted, isClosed]).toEqual([true, true]);
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(errors).toEqual([]);
  });

  it('lets a _middleware file pipe streams, or replace them', async () => {
    const pipe = async (ctx: OperationContext, next: () => Promise<unknown>) => {
      await next();
      ctx.body = (ctx.body as Readable).pipe(new PassThrough());
    };
    const replace = async (ctx: OperationContext, next: () => Promise<unknown>) => {
      await next();
      ctx.body = { replaced: true };
    };
    let started = 0;
    const count = function* () {
      started++;
      yield* [1, 2];
    };
    const { ask, errors } = await serve(
      create(
        createManifest({
          'GET /piped': { ...(streaming(count) as object), middleware: [pipe] },
          'GET /replaced': { ...(streaming(count) as object), middleware: [replace] },
        }),
      ),
    );
    expect((await ask('GET /piped')).body).toBe('1\n2\n');
    expect((await ask('GET /replaced')).json).toEqual({ replaced: true });
    expect(started).toBe(1);
    expect(errors).toEqual([]);
  });

  it('leave a signal alone that the app sets', async () => {
    const seen: unknown[] = [];
    const own = (ctx: OperationContext, next: () => Promise<unknown>) => {
      Object.assign(ctx, { signal: 'own' });
      return next();
    };
    const handler = (ctx: OperationContext) => void seen.push(ctx.signal, ctx.lastEventId);
    const { ask } = await serve(create(createManifest({ 'GET /': { handler, middleware: [own] } })));
    await ask('GET /');
    expect(seen).toEqual(['own', undefined]);
  });

  it('send what was yielded before an error', async () => {
    const { url, errors } = await serve(
      create(
        createManifest({
          'GET /': streaming(function* () {
            yield 'a'.repeat(100_000);
            yield 'b';
            throw new Error('at last');
          }),
        }),
      ),
    );
    const response = await open(url);
    let body = '';
    response.on('data', (chunk: Buffer) => (body += String(chunk)));
    await once(response, 'error');
    expect(body).toBe(`"${'a'.repeat(100_000)}"\n"b"\n`);
    expect(errors.map(({ message }) => message)).toEqual(['at last']);
  });
});

it('streams over HTTP/2 end with their server', async () => {
  let isClosed = false;
  const server = createServer2(
    createApp(
      createManifest({
        'GET /': streaming(async function* (ctx: OperationContext) {
          try {
            yield 1;
            await sleep(1_000_000, undefined, { signal: ctx.signal });
          } finally {
            isClosed = true;
          }
        }),
      }),
    ).callback(),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.destroy());
  const stream = client.request({ ':path': '/' });
  await once(stream, 'data');
  const failed = once(stream, 'error');
  expect(await stop(server as never)).toEqual({ forced: 0 });
  expect(isClosed).toBe(true);
  expect((await failed)[0]).toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' });
});

describe('quiet event streams', () => {
  const quiet = (wait: () => Promise<unknown>, produces: 'text/event-stream' | 'application/jsonl') =>
    createApp(
      createManifest({
        'GET /': streaming(async function* () {
          yield event('message', 1);
          await wait();
          throw new Error('later');
        }, produces),
        'GET /first': streaming(async function* () {
          yield await wait().then(() => {
            throw Object.assign(new Error('later'), { status: 409, expose: true });
          });
        }, produces),
      }),
    );

  it('get a comment after 15 s, and 250 ms after they began if there is no first item', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let release: (() => void) | undefined;
    const wait = () => new Promise<void>((resolve) => (release = resolve));
    const { url } = await serve(quiet(wait, 'text/event-stream'));
    const asked = once(get(url), 'response') as Promise<[IncomingMessage]>;
    const [response] = await asked;
    let body = '';
    response.on('data', (chunk: Buffer) => (body += String(chunk)));
    await untilTurn(() => body === 'data: 1\n\n');
    vi.advanceTimersByTime(14_999);
    await turn();
    expect(body).toBe('data: 1\n\n');
    vi.advanceTimersByTime(2);
    await untilTurn(() => body === 'data: 1\n\n:\n\n');
    vi.advanceTimersByTime(15_000);
    await untilTurn(() => body === 'data: 1\n\n:\n\n:\n\n');
    response.destroy();
    const ask = async (): Promise<Promise<[IncomingMessage]>[]> => {
      release = undefined;
      const late = once(get(`${url}/first`), 'response') as Promise<[IncomingMessage]>;
      await untilTurn(() => release !== undefined);
      return [late];
    };
    const [soon] = await ask();
    vi.advanceTimersByTime(249);
    release!();
    expect((await soon!)[0].statusCode).toBe(409);
    const [first] = await ask();
    vi.advanceTimersByTime(250);
    const [late] = await first!;
    expect(late.statusCode).toBe(200);
    let text = '';
    late.on('data', (chunk: Buffer) => (text += String(chunk)));
    await untilTurn(() => text === ':\n\n');
    release!();
    await once(late, 'end');
    expect(text).toBe(
      ':\n\nevent: problem\ndata: {"type":"about:blank","title":"Conflict","status":409,"detail":"later"}\n\n',
    );
  });
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function untilTurn(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
