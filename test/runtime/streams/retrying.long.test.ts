import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient, iterate, iterateRecords } from '../../../src/runtime/client/index.ts';
import type { ClientOptions, Reconnection, StreamOptions } from '../../../src/runtime/client/types.ts';
import { freePort } from '../../support/process.ts';

const OPERATIONS = {
  'GET /events': { stream: 'values' },
  'POST /events': { stream: 'values' },
  'POST /orders': { stream: 'values', idempotent: true },
  'GET /rows': { stream: 'values', types: ['application/jsonl'] },
} as const;

type Answer = (response: ServerResponse) => unknown;

/** Opens a stream that says nothing, and cuts it. */
const cutQuiet: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
  setTimeout(() => response.destroy(), 20);
};
const one: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: 1\n\n');
/** Sends some text of an event stream, and ends it. */
const events =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text);
const nothing: Answer = (response) => response.writeHead(204).end();
const unavailable =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('later');

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

/** Serves one answer after the other, on a port that may not be open yet. */
async function serveInTurn(answers: readonly Answer[], wait = 0, more: ClientOptions = {}) {
  const asked: { readonly at: number; readonly key: string | undefined; readonly id: string | undefined }[] = [];
  const port = await freePort();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answers[Math.min(asked.length, answers.length - 1)]!(response);
    const { 'idempotency-key': key, 'last-event-id': id } = request.headers as Record<string, string | undefined>;
    asked.push({ at: performance.now(), key, id });
  });
  stops.push(() => server.close().closeAllConnections());
  const listening = sleep(wait).then(() => once(server.listen(port, '127.0.0.1'), 'listening'));
  if (wait === 0) await listening;
  const options = { baseUrl: `http://127.0.0.1:${port}`, ...more, iterate, iterateRecords };
  const client = createClient(OPERATIONS, options) as unknown as {
    request(operation: string, input?: object, init?: StreamOptions): AsyncIterable<unknown>;
  };
  const read = async (operation: string, init?: StreamOptions, items: unknown[] = []): Promise<unknown[]> => {
    for await (const item of client.request(operation, {}, init)) items.push(item);
    return items;
  };
  return { asked, read };
}

it.each([502, 503, 504])('a stream is requested again after a %i', async (status) => {
  const { asked, read } = await serveInTurn([unavailable(status), one]);
  expect(await read('GET /events')).toEqual([1]);
  expect(asked).toHaveLength(2);
});

it('a client waits as long as Retry-After', async () => {
  const { asked, read } = await serveInTurn([unavailable(503, { 'Retry-After': '2' }), one]);
  expect(await read('GET /events')).toEqual([1]);
  expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(1_900);
});

it('a stream is requested again if no server listens yet', async () => {
  const { read } = await serveInTurn([one], 300);
  expect(await read('GET /events')).toEqual([1]);
});

it('a stream that was cut before its first event is requested again', async () => {
  const { asked, read } = await serveInTurn([cutQuiet, unavailable(503), one]);
  expect(await read('GET /events')).toEqual([1]);
  expect(asked).toHaveLength(3);
});

it('a POST is repeated only with a key, which stays the same', async () => {
  const plain = await serveInTurn([unavailable(503)]);
  await expect(plain.read('POST /events')).rejects.toMatchObject({ status: 503 });
  const cut = await serveInTurn([cutQuiet]);
  await expect(cut.read('POST /events')).rejects.toThrow('terminated');
  const { asked, read } = await serveInTurn([unavailable(503), one]);
  expect(await read('POST /orders')).toEqual([1]);
  expect(asked[0]!.key).toBeDefined();
  expect(asked[1]!.key).toBe(asked[0]!.key);
});

describe.concurrent('an event stream that ends inside an event', () => {
  it.each(['data: 2', 'data: 2\n', 'id: b\ndata: 2\n', 'event: x\n', 'da'])(
    'resumes after the last ID: %j',
    async (rest) => {
      const { asked, read } = await serveInTurn([
        events(`retry: 1\nid: a\ndata: 1\n\n${rest}`),
        events('id: b\ndata: 2\n\n'),
      ]);
      expect(await read('GET /events')).toEqual([1, 2]);
      expect(asked.map(({ id }) => id)).toEqual([undefined, 'a']);
    },
  );

  it('fails if no ID was sent', async () => {
    const { asked, read } = await serveInTurn([events('data: 1\n\ndata: 2\n')]);
    const items: unknown[] = [];
    await expect(read('GET /events', {}, items)).rejects.toThrow('The connection was cut inside an event');
    expect([items, asked.length]).toEqual([[1], 1]);
  });

  it.each([': comment\n', ': comm', 'retry: 5\n', '\n'])('accepts the end of a stream with %j', async (rest) => {
    const { read } = await serveInTurn([events(`data: 1\n\n${rest}`)]);
    expect(await read('GET /events')).toEqual([1]);
  });
});

describe.concurrent('an event stream that the server ends', () => {
  it('follows the stream if its caller opts in, until a 204', async () => {
    const { asked, read } = await serveInTurn([
      events('retry: 1\nid: a\ndata: 1\n\n'),
      events('id: b\ndata: 2\n\n'),
      nothing,
    ]);
    const reconnections: Reconnection[] = [];
    const onReconnect = (event: Reconnection): void => void reconnections.push(event);
    expect(await read('GET /events', { follow: true, onReconnect })).toEqual([1, 2]);
    expect(asked.map(({ id }) => id)).toEqual([undefined, 'a', 'b']);
    expect(reconnections.map(({ error, lastEventId }) => [error, lastEventId])).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
    ]);
  });

  it('follows a stream without IDs only if it can be repeated', async () => {
    const { read } = await serveInTurn([events('retry: 1\ndata: 1\n\n'), nothing]);
    expect(await read('GET /events', { follow: true })).toEqual([1]);
    const posted = await serveInTurn([events('retry: 1\ndata: 1\n\n')]);
    await expect(posted.read('POST /events', { follow: true })).rejects.toThrow('POST /events cannot be followed');
    const rows = await serveInTurn([(response) => response.setHeader('Content-Type', 'application/jsonl').end('1\n')]);
    await expect(rows.read('GET /rows', { follow: true })).rejects.toThrow('GET /rows cannot be followed');
  });
});

describe.concurrent('the connections of a stream', () => {
  it.each([
    ['that send an ID alone', 'retry: 0\nid: a\n\n'],
    ['that end inside an event', 'retry: 0\nid: a\n\ndata: 1\n'],
  ])('back off if they bring no item: %s', async (_, text) => {
    const { asked, read } = await serveInTurn([events(text)]);
    const controller = new AbortController();
    const delays: number[] = [];
    const onReconnect = ({ delay }: Reconnection): void => {
      if (delays.push(delay) === 3) controller.abort();
    };
    await expect(read('GET /events', { follow: true, signal: controller.signal, onReconnect })).rejects.toThrow(
      'aborted',
    );
    expect(asked).toHaveLength(3);
    expect(delays[1]).toBeGreaterThanOrEqual(1000);
    expect(delays[2]).toBeGreaterThanOrEqual(2000);
  });

  it('connects once with retries: 0, of the call or the client', async () => {
    const cut = events('id: a\ndata: 1\n\ndata: 2\n');
    const called = await serveInTurn([cut]);
    await expect(called.read('GET /events', { retries: 0 })).rejects.toThrow('was cut inside an event');
    const created = await serveInTurn([unavailable(503)], 0, { retries: 0 });
    await expect(created.read('GET /events')).rejects.toMatchObject({ status: 503 });
    const { asked, read } = await serveInTurn([events('id: a\n\nda')], 0, { retries: 0 });
    await expect(read('GET /events', { retries: 1 })).rejects.toThrow('was cut inside an event');
    expect([called, created].map(({ asked: sent }) => sent.length)).toEqual([1, 1]);
    expect(asked).toHaveLength(2);
  });

  it('contain the reason why they end', async () => {
    const { read } = await serveInTurn([events('retry: 1\nid: a\ndata: 1\n\nda'), one]);
    const errors: unknown[] = [];
    await read('GET /events', { onReconnect: ({ error }) => void errors.push(error) });
    expect(errors).toEqual([expect.objectContaining({ message: 'The connection was cut inside an event' })]);
  });
});
