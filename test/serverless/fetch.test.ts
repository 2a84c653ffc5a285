import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FetchMessage, FetchOptions } from '../../src/runtime/fetch/index.ts';
import { fetchHandler } from '../../src/runtime/fetch/index.ts';
import type { OperationContext } from '../../src/runtime/koa/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { createManifest } from '../runtime/koa/manifest.ts';
import { serve, until } from '../runtime/koa/serve.ts';
import { streaming } from '../runtime/streams/sketch.ts';

const ORIGIN = 'https://api.example';
const BYTES = Buffer.from([0x89, 0, 0xff]);

const operations = createManifest({
  'POST /echo': async (ctx: OperationContext) => ({
    url: ctx.req.url,
    query: ctx.query,
    type: ctx.get('content-type'),
    host: ctx.host,
    protocol: ctx.protocol,
    ip: ctx.ip,
    body: Buffer.concat(await ctx.req.toArray()).toString(),
  }),
  'GET /bytes': (ctx: OperationContext) => ((ctx.type = 'png'), BYTES),
  'GET /text': () => 'ä€😀',
  'GET /nothing': () => undefined,
  'GET /stream': () => Readable.from([BYTES, 'ä', BYTES]),
  'GET /cookies': (ctx: OperationContext) => (ctx.cookies.set('a', '1'), ctx.cookies.set('b', '2'), 'set'),
  'GET /fails': () => Promise.reject(new Error('x')),
  'GET /address': (ctx: OperationContext) => [ctx.ip, (ctx.req as FetchMessage).web.platform !== undefined],
});

const quiet = <T extends Koa>(app: T): T => Object.assign(app, { silent: true });
const handle = (path: string, init?: RequestInit, platform?: unknown, options?: FetchOptions): Promise<Response> =>
  fetchHandler(quiet(createApp(operations) as unknown as Koa), options)(new Request(ORIGIN + path, init), platform);

it('warns of a limit per address if the platform passes no address: all clients would share it', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const limited = await compileTree({ 'a.ts': '/** @rate-limit 9 per minute */' });
  const fetch = (options?: FetchOptions): Promise<Response> =>
    fetchHandler(createApp(limited) as unknown as Koa, options)(new Request(`${ORIGIN}/a`));
  await fetch({ address: () => '192.0.2.1' });
  expect(warn.mock.calls).toEqual([]);
  for (let i = 0; i < 2; i++) await fetch();
  expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/has no address.*option address/)]);
});

describe('fetchHandler', () => {
  it.each(
    'text bytes nothing stream cookies fails nowhere'
      .split(' ')
      .flatMap((path) => [`GET /${path}`, `HEAD /${path}`, `OPTIONS /${path}`, `DELETE /${path}`]),
  )('answers %s as a server does', async (target) => {
    const [method, path] = target.split(' ') as [string, string];
    const { url } = await serve(createApp(operations));
    const read = async (response: Response): Promise<unknown> => ({
      status: response.status,
      text: response.statusText,
      headers: [...response.headers].filter(
        ([name]) => !/^(?:date|connection|keep-alive|transfer-encoding)$/.test(name),
      ),
      body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
    });
    const headers = { 'accept-encoding': 'identity' };
    const served = await read(await fetch(url + path, { method, headers }));
    const secure = (given: unknown): unknown => JSON.parse(JSON.stringify(given).replaceAll(' secure;', ''));
    expect(secure(await read(await handle(path, { method })))).toEqual(served);
  });

  it('passes on the request with its body', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'text/x' }, body: 'ä'.repeat(100_000) };
    expect(await (await handle('/echo?a=%20&a=2', init)).json()).toEqual({
      url: '/echo?a=%20&a=2',
      query: { a: [' ', '2'] },
      type: 'text/x',
      host: 'api.example',
      protocol: 'https',
      ip: '',
      body: init.body,
    });
    const chunks = new Blob(['a', 'b']).stream();
    const streamed = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit;
    expect(await (await handle('/echo', streamed)).json()).toMatchObject({ body: 'ab', protocol: 'https' });
  });

  it('reads no more of a body than its limit', async () => {
    const files = {
      'notes@post.js':
        '/** @param {string} text\n * @returns {string} 201 x */\nexport default (ctx) => ctx.input.body.text;',
    };
    const handler = fetchHandler(quiet(createApp(await compileTree(files), { bodyLimit: 1000 }) as unknown as Koa));
    let count = 0;
    const body = new ReadableStream({
      pull(controller) {
        count += 1;
        controller.enqueue(new TextEncoder().encode('x'.repeat(500)));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const post = (sent: unknown): Promise<Response> =>
      handler(new Request(`${ORIGIN}/notes`, { method: 'POST', headers, body: sent, duplex: 'half' } as RequestInit));
    expect((await post(body)).status).toBe(413);
    expect(count).toBeLessThan(100);
    expect((await post('{"text":"a"}')).status).toBe(201);
    expect((await post('{"text":1}')).status).toBe(400);
  });

  it('uses the address that the platform or an option knows, and no other', async () => {
    const ipOf = async (platform?: unknown, options?: FetchOptions): Promise<unknown> =>
      (await handle('/address', {}, platform, options)).json();
    expect(await ipOf({ remoteAddr: { transport: 'tcp', hostname: '192.0.2.1', port: 1 } })).toEqual([
      '192.0.2.1',
      true,
    ]);
    expect(await ipOf({ requestIP: () => ({ address: '192.0.2.2', port: 1 }) })).toEqual(['192.0.2.2', true]);
    expect(await ipOf({ requestIP: () => null })).toEqual(['', true]);
    expect(await ipOf({ ip: '192.0.2.3' })).toEqual(['192.0.2.3', true]);
    expect(await ipOf()).toEqual(['', false]);
    const address: FetchOptions['address'] = (request) => request.headers.get('x-client') ?? undefined;
    expect(await (await handle('/address', { headers: { 'x-client': '192.0.2.4' } }, 'p', { address })).json()).toEqual(
      ['192.0.2.4', true],
    );
  });

  it('sends items while they are made, and fails with a stream that fails', async () => {
    const gates: (() => void)[] = [];
    const manifest = createManifest({
      'GET /': streaming(async function* () {
        yield 1;
        await new Promise<void>((resolve) => gates.push(resolve));
        yield 2;
      }),
      'GET /broken': streaming(async function* () {
        yield 1;
        await setTimeout(5);
        throw new Error('gone');
      }),
    });
    const handler = fetchHandler(quiet(createApp(manifest) as unknown as Koa));
    const response = await handler(new Request(ORIGIN));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader.read()).toEqual({ done: false, value: '1\n' });
    await until(() => gates.length > 0);
    gates[0]!();
    expect(await reader.read()).toEqual({ done: false, value: '2\n' });
    expect((await reader.read()).done).toBe(true);
    await expect((await handler(new Request(`${ORIGIN}/broken`))).text()).rejects.toThrow('gone');
  });

  it('aborts a request whose client leaves', async () => {
    const state = { open: 0, aborted: 0 };
    const manifest = createManifest({
      'GET /': streaming(async function* () {
        state.open++;
        try {
          for (;;) {
            yield 1;
            await setTimeout(2);
          }
        } finally {
          state.open--;
        }
      }),
      'GET /slow': (ctx: OperationContext) =>
        new Promise((_, reject) => {
          state.open++;
          ctx.signal.addEventListener('abort', () => {
            state.aborted++;
            reject(ctx.signal.reason as Error);
          });
        }),
    });
    const app = createApp(manifest);
    const errors: Error[] = [];
    app.on('error', (error) => errors.push(error));
    const handler = fetchHandler(app);
    // A platform cancels the body, or aborts the signal before or after it has the response.
    const cancelled = await handler(new Request(ORIGIN));
    const reader = cancelled.body!.getReader();
    await reader.read();
    expect(state.open).toBe(1);
    await reader.cancel();
    await until(() => state.open === 0);
    const controller = new AbortController();
    const streamed = await handler(new Request(ORIGIN, { signal: controller.signal }));
    await streamed.body!.getReader().read();
    controller.abort();
    await until(() => state.open === 0);
    const early = new AbortController();
    const slow = handler(new Request(`${ORIGIN}/slow`, { signal: early.signal }));
    await until(() => state.open === 1);
    early.abort();
    await expect(slow).rejects.toThrow(/abort/i);
    await until(() => state.aborted === 1);
    expect(errors).toEqual([]);
  });

  it('passes backpressure on', async () => {
    let made = 0;
    const chunk = Buffer.alloc(64 * 1024);
    const source = async function* (): AsyncGenerator<Buffer> {
      for (; made < 1000; made++) yield chunk;
    };
    const app = new Koa().use((ctx) => void (ctx.body = Readable.from(source())));
    const response = await fetchHandler(app)(new Request(ORIGIN));
    const reader = response.body!.getReader();
    await reader.read();
    await setTimeout(50);
    expect(made).toBeLessThan(100);
    await reader.cancel();
  });
});
