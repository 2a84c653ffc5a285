import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/runtime/client/index.ts';
import { withStreams } from '../../../src/runtime/client/iterate.ts';
import { freePort } from '../../support/process.ts';

const OPERATIONS = {
  'GET /events': { stream: 'values' },
  'POST /events': { stream: 'values' },
  'POST /orders': { stream: 'values', idempotent: true },
} as const;

type Answer = (response: ServerResponse) => unknown;

/** Opens a stream that says nothing, and cuts it. */
const cutQuiet: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
  setTimeout(() => response.destroy(), 20);
};
const one: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: 1\n\n');
const unavailable =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('later');

/** Serves one answer after the other, on a port that may not be open yet. */
async function serveInTurn(answers: readonly Answer[], wait = 0) {
  const asked: { readonly at: number; readonly key: string | undefined }[] = [];
  const port = await freePort();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answers[asked.length]!(response);
    asked.push({ at: performance.now(), key: request.headers['idempotency-key'] as string | undefined });
  });
  onTestFinished(() => void server.close());
  const listening = sleep(wait).then(() => once(server.listen(port, '127.0.0.1'), 'listening'));
  if (wait === 0) await listening;
  const options = { baseUrl: `http://127.0.0.1:${port}` };
  const client = withStreams(createClient(OPERATIONS, options), OPERATIONS, options) as unknown as {
    request(operation: string): AsyncIterable<unknown>;
  };
  const read = async (operation: string): Promise<unknown[]> => {
    const items: unknown[] = [];
    for await (const item of client.request(operation)) items.push(item);
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

it('a stream is requested again if nobody listens yet', async () => {
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
