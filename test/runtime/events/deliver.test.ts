import { tracingChannel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Attempt, DeliverOptions, DeliveryTrace } from '../../../src/runtime/events/index.ts';
import { createDeliverer, createSecret, deliver, verifyWebhook } from '../../../src/runtime/events/index.ts';
import { startReceiver } from './receiver.ts';

const secret = createSecret();
const attemptAt = (url: string): Attempt => ({ id: 'msg_1', type: 'a', body: '{"type":"a"}', url, secrets: [secret] });

function open(options: DeliverOptions = {}) {
  const deliverer = createDeliverer({ allowHosts: ['127.0.0.1'], ...options });
  onTestFinished(() => deliverer.close());
  return deliverer;
}

describe('deliver', () => {
  it('sends the headers of Standard Webhooks, and the body as it is', async () => {
    const { url, received } = await startReceiver(onTestFinished);
    const outcome = await deliver(attemptAt(url), open());
    expect(outcome).toMatchObject({ ok: true, status: 200, error: undefined });
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(verifyWebhook(body, headers, secret).id).toBe('msg_1');
    expect(body).toBe('{"type":"a"}');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'unplugin-operations' });
  });

  it('reaches no private address without options', async () => {
    const { url, received } = await startReceiver(onTestFinished);
    expect((await deliver(attemptAt(url))).error).toBe('The URL of the endpoint must start with https://.');
    expect((await deliver(attemptAt(url.replace('http:', 'https:')))).error).toMatch('not public');
    expect(received).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => unknown, object]>([
    [
      'an error',
      (response) => response.writeHead(503, { 'Retry-After': '7' }).end(),
      { status: 503, retryAfter: 7_000 },
    ],
    ['no answer', () => {}, { status: undefined, error: 'The receiver has not answered within 300 milliseconds.' }],
    [
      'a reset',
      (response) => response.socket!.resetAndDestroy(),
      { status: undefined, error: expect.stringMatching(/ECONNRESET|hang up/) },
    ],
    ['an end', (response) => response.socket!.end(), { status: undefined, error: expect.any(String) }],
    ['no HTTP', (response) => response.socket!.end('hello\r\n\r\n'), { status: undefined, error: expect.any(String) }],
    ['a 1xx and an end', (response) => (response.writeProcessing(), response.socket!.end()), { status: undefined }],
  ])('fails after %s, and does not throw', async (_, answer, expected) => {
    const { url } = await startReceiver(onTestFinished, answer);
    expect(await open({ timeout: 300 }).deliver(attemptAt(url))).toMatchObject({ ok: false, ...expected });
  });

  it('fails if no server listens', async () => {
    const stops: (() => unknown)[] = [];
    const { url } = await startReceiver((stop) => void stops.push(stop));
    for (const stop of stops) await stop();
    expect(await open().deliver(attemptAt(url))).toMatchObject({
      ok: false,
      error: expect.stringMatching('ECONNREFUSED'),
    });
  });

  it('takes the status of a response that never ends, and gives up its connection', async () => {
    let closed = 0;
    const drip = (response: ServerResponse): void => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => (clearInterval(timer), closed++));
    };
    const { url } = await startReceiver(onTestFinished, drip);
    expect(await open({ timeout: 300 }).deliver(attemptAt(url))).toMatchObject({ ok: true, status: 200 });
    await expect.poll(() => closed).toBe(1);
  });

  it('reads 64 kB of a response at most', async () => {
    let written = 0;
    const flood = (response: ServerResponse): void => {
      response.on('error', () => {});
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    const { url } = await startReceiver(onTestFinished, flood);
    expect(await open({ timeout: 60_000 }).deliver(attemptAt(url))).toMatchObject({ ok: true, status: 200 });
    // What the sockets of both ends hold is a few megabytes.
    expect(written).toBeLessThan(64 * 2 ** 20);
  });

  it('keeps a connection for the next attempt', async () => {
    const ports = new Set<number>();
    const { url } = await startReceiver(onTestFinished, (response) => {
      ports.add(response.socket!.remotePort!);
      response.end('x');
    });
    const deliverer = open();
    for (let i = 0; i < 5; i++) expect((await deliverer.deliver(attemptAt(url))).ok).toBe(true);
    expect(ports.size).toBe(1);
  });

  it('sends again at once if the receiver has closed a kept connection', async () => {
    const { url, received } = await startReceiver(onTestFinished, (response, index) =>
      index === 1 ? response.socket!.resetAndDestroy() : response.end(),
    );
    const deliverer = open();
    expect((await deliverer.deliver(attemptAt(url))).ok).toBe(true);
    expect((await deliverer.deliver(attemptAt(url))).ok).toBe(true);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_1', 'msg_1', 'msg_1']);
  });

  it('throws for a secret that signs nothing', async () => {
    for (const secrets of [[], ['whsec_'], ['whsec_***'], ['whsec_A'], [`whsec_${'A'.repeat(30)}`]])
      await expect(open().deliver({ ...attemptAt('https://example.com'), secrets })).rejects.toThrow(TypeError);
  });

  it('throws for an ID with a dot, which makes the signed text ambiguous', async () => {
    const attempt = { ...attemptAt('https://example.com'), id: 'msg_1.2' };
    await expect(open().deliver(attempt)).rejects.toThrow('The ID of an event must not have a dot: "msg_1.2".');
  });

  it('publishes each attempt with its outcome', async () => {
    const seen: DeliveryTrace[] = [];
    const { asyncEnd } = tracingChannel('unplugin-operations.delivery');
    const listen = (message: unknown): void => void seen.push(message as DeliveryTrace);
    asyncEnd.subscribe(listen);
    onTestFinished(() => void asyncEnd.unsubscribe(listen));
    const { url } = await startReceiver(onTestFinished, (response) => response.writeHead(500).end());
    await open().deliver(attemptAt(url));
    expect(seen).toMatchObject([{ attempt: { id: 'msg_1' }, outcome: { ok: false, status: 500 } }]);
  });

  it('refuses an unknown option: a misspelled one would protect nothing', () => {
    expect(() => createDeliverer({ allowHost: ['x'] } as never)).toThrow('Did you mean "allowHosts"?');
  });
});
