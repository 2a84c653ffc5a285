import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/runtime/client/index.ts';
import type { ClientOptions, PendingPage, RequestOptions } from '../../../src/runtime/client/types.ts';
import { freePort } from '../../support/process.ts';

const OPERATIONS = {
  'GET /pets': { id: 'listPets' },
  'HEAD /pets': {},
  'QUERY /pets': {},
  'POST /pets': {},
  'DELETE /pets': {},
  'POST /orders': { idempotent: true },
} as const;

type Answer = (response: ServerResponse) => unknown;

const fine: Answer = (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('"fine"');
const unavailable =
  (status = 503, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('later');

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

interface Asked {
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Serves one answer after the other, the last one repeatedly, on a port that may not be open yet. */
async function serveInTurn(answers: readonly Answer[], options: ClientOptions = {}, delay = 0) {
  const asked: Asked[] = [];
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    answers[Math.min(asked.push({ at: performance.now(), headers: request.headers, body }), answers.length) - 1]!(
      response,
    );
  });
  stops.push(() => server.close().closeAllConnections());
  const listening = sleep(delay).then(() => once(server.listen(port, '127.0.0.1'), 'listening'));
  if (delay === 0) await listening;
  const client = createClient(OPERATIONS, { baseUrl: `http://127.0.0.1:${port}`, ...options });
  const request = (operation: string, body?: unknown, init?: RequestOptions): PendingPage<unknown, unknown> =>
    (client as unknown as { request(...args: unknown[]): PendingPage<unknown, unknown> }).request(
      operation,
      { body },
      init,
    );
  return { asked, request };
}

describe.concurrent('a request', () => {
  it.each([502, 503, 504])('sends a request again after a %i', async (status) => {
    const { asked, request } = await serveInTurn([unavailable(status), unavailable(status), fine]);
    expect(await request('GET /pets')).toBe('fine');
    expect(asked).toHaveLength(3);
    const pauses = [1, 2].map((i) => asked[i]!.at - asked[i - 1]!.at);
    expect(pauses[0]).toBeGreaterThan(450);
    expect(pauses[1]).toBeGreaterThan(950);
  });

  const limited =
    (wait: string, type = 'https://iana.org/assignments/http-problem-types#quota-exceeded'): Answer =>
    (response) =>
      response
        .writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': wait })
        .end(JSON.stringify({ type, status: 429, title: 'Limited' }));

  it.each(['POST /pets', 'DELETE /pets'])('%s is sent again after a limit of the contract refused it', async (name) => {
    const { asked, request } = await serveInTurn([limited('1'), fine]);
    expect(await request(name, name.startsWith('POST') ? { name: 'Rex' } : undefined)).toBe('fine');
    expect(asked.map(({ body }) => body)).toEqual(Array(2).fill(name.startsWith('POST') ? '{"name":"Rex"}' : ''));
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(950);
  });

  it('sends a request again after a 429 of any type, unless it may change something', async () => {
    const { asked, request } = await serveInTurn([limited('0', 'about:blank'), unavailable(429), fine]);
    expect(await request('GET /pets')).toBe('fine');
    const own = await serveInTurn([limited('0', 'about:blank'), fine]);
    await expect(own.request('POST /pets')).rejects.toMatchObject({ status: 429, problem: { title: 'Limited' } });
    const text = await serveInTurn([unavailable(429), fine]);
    await expect(text.request('POST /pets')).rejects.toMatchObject({ status: 429, body: 'later' });
    expect([asked.length, own.asked.length, text.asked.length]).toEqual([3, 1, 1]);
  });

  it('sends no request again after a limit that lasts for more than 30 seconds', async () => {
    const { asked, request } = await serveInTurn([limited('31'), fine]);
    await expect(request('GET /pets')).rejects.toMatchObject({ status: 429 });
    expect(asked).toHaveLength(1);
  });

  it('sends a request again if no server listens yet', async () => {
    const { asked, request } = await serveInTurn([fine], {}, 300);
    expect(await request('GET /pets')).toBe('fine');
    expect(asked).toHaveLength(1);
  });

  it('sends a request again if the connection was reset, unless it may change something', async () => {
    const reset: Answer = (response) => (response.socket as Socket).resetAndDestroy();
    const { asked, request } = await serveInTurn([reset, fine]);
    expect(await request('GET /pets')).toBe('fine');
    const posted = await serveInTurn([reset, fine]);
    await expect(posted.request('POST /pets')).rejects.toThrow('fetch failed');
    expect([asked.length, posted.asked.length]).toEqual([2, 1]);
  });

  it('takes a fetch and retries per request', async () => {
    const { asked, request } = await serveInTurn([unavailable()]);
    await expect(request('GET /pets', undefined, { retries: 0 })).rejects.toMatchObject({ status: 503 });
    const own = async (): Promise<Response> => Response.json('own');
    expect(await request('GET /pets', undefined, { fetch: own })).toBe('own');
    expect(asked).toHaveLength(1);
  });

  it('waits as long as Retry-After, in seconds or as a date', async () => {
    const { asked, request } = await serveInTurn([unavailable(503, { 'Retry-After': '2' }), fine]);
    expect(await request('GET /pets')).toBe('fine');
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(1_900);
    const date = new Date(Date.now() + 3_000).toUTCString();
    const dated = await serveInTurn([unavailable(503, { 'Retry-After': date }), fine]);
    expect(await dated.request('GET /pets')).toBe('fine');
    expect(dated.asked[1]!.at - dated.asked[0]!.at).toBeGreaterThan(1_500);
  });

  it('sends no request again if the server needs longer', async () => {
    const { asked, request } = await serveInTurn([unavailable(503, { 'Retry-After': '3600' })]);
    await expect(request('GET /pets')).rejects.toMatchObject({ status: 503, body: 'later' });
    expect(asked).toHaveLength(1);
  });

  it('repeats QUERY with the same body', async () => {
    const { asked, request } = await serveInTurn([unavailable(), fine]);
    expect(await request('QUERY /pets', { kind: 'cat' })).toBe('fine');
    expect(asked.map(({ body }) => body)).toEqual(['{"kind":"cat"}', '{"kind":"cat"}']);
  });

  it('repeats an idempotency key with the same key and body', async () => {
    const { asked, request } = await serveInTurn([unavailable(), fine]);
    expect(await request('POST /orders', { n: 1 })).toBe('fine');
    expect(asked.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":1}']);
    expect(asked[0]!.headers['idempotency-key']).toMatch(/./);
    expect(asked[1]!.headers['idempotency-key']).toBe(asked[0]!.headers['idempotency-key']);
  });

  it.each(['POST /pets', 'DELETE /pets'])('sends once a request that may change something: %s', async (operation) => {
    const { asked, request } = await serveInTurn([unavailable()]);
    await expect(request(operation)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
    const refused = await serveInTurn([fine], {}, 300);
    await expect(refused.request(operation)).rejects.toThrow('fetch failed');
  });

  it('sends once a request that may change something if its key was removed', async () => {
    const { asked, request } = await serveInTurn([unavailable()], {
      fetch: (sent) => {
        sent.headers.delete('Idempotency-Key');
        return fetch(sent);
      },
    });
    await expect(request('POST /orders', { n: 1 })).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
    expect(asked[0]!.headers['idempotency-key']).toBeUndefined();
  });

  it('sends HEAD again, which changes nothing', async () => {
    const { asked, request } = await serveInTurn([unavailable(), fine]);
    expect(await request('HEAD /pets')).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it.each([400, 404, 409, 500, 501])('sends a request once if the answer is a %i', async (status) => {
    const { asked, request } = await serveInTurn([unavailable(status, { 'Retry-After': '0' })]);
    await expect(request('GET /pets')).rejects.toMatchObject({ status });
    expect(asked).toHaveLength(1);
  });

  it(
    'sends a request four times by default, and otherwise as often as the option sets',
    { timeout: 30_000 },
    async () => {
      const four = await serveInTurn([unavailable()]);
      const one = await serveInTurn([unavailable()], { retries: 0 });
      const two = await serveInTurn([unavailable()], { retries: 1 });
      const responses = [four, one, two].map(({ request }) => request('GET /pets').response);
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([503, 503, 503]);
      expect([four, one, two].map(({ asked }) => asked.length)).toEqual([4, 1, 2]);
    },
  );

  it('sends a request again with a signal as React Native has it', async () => {
    const { asked, request } = await serveInTurn([unavailable(), fine]);
    const { signal } = new AbortController();
    for (const name of ['reason', 'throwIfAborted']) Object.defineProperty(signal, name, { value: undefined });
    expect(await request('GET /pets', undefined, { signal })).toBe('fine');
    expect(asked).toHaveLength(2);
  });

  it('ends at once when it is aborted', async () => {
    const { asked, request } = await serveInTurn([unavailable(503, { 'Retry-After': '20' })]);
    const begun = performance.now();
    const reason = new Error('enough');
    const controller = new AbortController();
    const failing = request('GET /pets', undefined, { signal: controller.signal }).catch((error: unknown) => error);
    await sleep(300);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(asked).toHaveLength(1);
  });

  it('takes new headers for each attempt', async () => {
    let token = 0;
    const headers = (): Record<string, string> => ({ Authorization: `Bearer ${++token}` });
    const { asked, request } = await serveInTurn([unavailable(), fine], { headers });
    expect(await request('GET /pets')).toBe('fine');
    expect(asked.map((one) => one.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });
});
