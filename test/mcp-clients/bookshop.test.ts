import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { STAFF_TOKEN } from '../playground/client.ts';
import type { Send } from './places.ts';
import { PLACES } from './places.ts';

const ORDER = { items: [{ book_id: 1, quantity: 1 }], customer: 'Ada Lovelace' };
const REVIEW = { rating: 5, reviewer: 'Ada' };

/** A call of each operation that only reads, and the request that has the same answer. */
const READS: readonly (readonly [tool: string, args: Record<string, unknown>, request: string, body?: unknown])[] = [
  ['greet', {}, 'GET /'],
  ['listAuthors', { page_size: 3 }, 'GET /authors?page_size=3'],
  ['getAuthor', { author_id: 1 }, 'GET /authors/1'],
  ['listBooksOfAuthor', { author_id: 1 }, 'GET /authors/1/books'],
  [
    'listBooks',
    { genre: 'poetry', sort: 'title', page_size: 5, total: true },
    'GET /books?genre=poetry&sort=title&page_size=5&total=1',
  ],
  ['searchBooks', { q: 'lighthouse' }, 'GET /books/search?q=lighthouse'],
  ['getBook', { book_id: 1 }, 'GET /books/1'],
  ['listReviews', { book_id: 1 }, 'GET /books/1/reviews'],
  ['listGenres', {}, 'GET /genres'],
  ['checkHealth', {}, 'GET /healthz'],
  ['checkReadiness', {}, 'GET /readyz'],
  ['listLatestReviews', { page_size: 2 }, 'GET /reviews?page_size=2'],
  ['listOrders', {}, 'GET /orders'],
  ['quoteOrder', { items: ORDER.items }, 'POST /orders/quote', { items: ORDER.items }],
];

/** The operations that write, or have something else than JSON. */
const OTHERS = ['addOrder', 'getOrder', 'cancelOrder', 'addReview', 'removeReview', 'drawCover'];

type Called = Awaited<ReturnType<Client['callTool']>>;

/** The body of a response, from the result of a tool: a text is content. */
function valueOf({ structuredContent, content }: Called): any {
  if (structuredContent === undefined) return (content as readonly { text?: string }[]).at(-1)!.text;
  return Object.hasOwn(Object(structuredContent), 'result')
    ? (structuredContent as { result: unknown }).result
    : structuredContent;
}

/** A value without what differs from write to write: numbers of rows and times. */
function withoutIds(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll(/"\d{4}-\d\d-\d\d[T ][^"]*"/g, '"time"');
  return JSON.parse(text.replaceAll(/"id":\d+/g, '"id":0')) as unknown;
}

describe.each(PLACES)('the official client and the bookshop on $name', ({ start }) => {
  const cleanup = afterSuite();
  let origin: string;
  let send: Send;
  beforeAll(async () => {
    ({ origin, send } = await start(cleanup));
  });

  const connect = async (token?: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit,
      fetch: (url, init) => send(String(url), init as RequestInit),
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    // The client validates results by the schemas that it has listed.
    await client.listTools();
    return client;
  };

  const ask = async (request: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const [method, path] = request.split(' ') as [string, string];
    const response = await send(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${STAFF_TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };

  const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<any> => {
    const called = await client.callTool({ name, arguments: args });
    expect([called.isError ?? false, called.content]).toEqual([false, called.content]);
    return valueOf(called);
  };

  it('lists every operation that the caller may call', async () => {
    const names = async (token?: string): Promise<string[]> =>
      (await (await connect(token)).listTools()).tools.map(({ name }) => name);
    const all = await names(STAFF_TOKEN);
    expect(all.toSorted()).toEqual([...READS.map(([name]) => name), ...OTHERS].toSorted());
    const open = await names();
    expect(all.filter((name) => !open.includes(name))).toEqual(['removeReview']);
  });

  it.each(READS)('gets the answer of HTTP from %s', async (name, args, request, body) => {
    expect(await call(await connect(STAFF_TOKEN), name, args)).toEqual((await ask(request, body)).body);
  });

  it('orders, reads and cancels as HTTP does', async () => {
    const client = await connect(STAFF_TOKEN);
    const key = `key-${Math.random()}`;
    const ordered = await call(client, 'addOrder', { ...ORDER, idempotency_key: key });
    expect(await call(client, 'addOrder', { ...ORDER, idempotency_key: key })).toEqual(ordered);
    const { body: other } = await ask('POST /orders', ORDER);
    expect(withoutIds(ordered)).toEqual(withoutIds(other));
    const request = `/orders/${String(ordered.id)}`;
    expect(await call(client, 'getOrder', { order_id: ordered.id })).toEqual((await ask(`GET ${request}`)).body);
    const cancelled = await call(client, 'cancelOrder', { order_id: ordered.id });
    expect(withoutIds(cancelled)).toEqual(withoutIds((await ask(`POST /orders/${String(other.id)}/cancel`)).body));
    expect(await call(client, 'getOrder', { order_id: ordered.id })).toEqual((await ask(`GET ${request}`)).body);
  });

  it('reviews, and removes the review, as HTTP does', async () => {
    const client = await connect(STAFF_TOKEN);
    const review = await call(client, 'addReview', { book_id: 2, ...REVIEW });
    const { body: other } = await ask('POST /books/2/reviews', REVIEW);
    expect(withoutIds(review)).toEqual(withoutIds(other));
    const removed = await client.callTool({ name: 'removeReview', arguments: { book_id: 2, review_id: review.id } });
    expect(removed.content).toEqual([{ type: 'text', text: '204 No Content' }]);
    expect((await ask(`DELETE /books/2/reviews/${String(other.id)}`)).status).toBe(204);
    const again = await client.callTool({ name: 'removeReview', arguments: { book_id: 2, review_id: review.id } });
    expect([again.isError, (await ask(`DELETE /books/2/reviews/${String(other.id)}`)).status]).toEqual([true, 404]);
  });

  it('gets problems as texts, and images as content', async () => {
    const client = await connect(STAFF_TOKEN);
    const wrong = { ...ORDER, items: [{ book_id: 1, quantity: 0 }] };
    const refused = await client.callTool({ name: 'addOrder', arguments: wrong });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('- items/0/quantity: must be at least 1');
    const cover = await client.callTool({ name: 'drawCover', arguments: { book_id: 1 } });
    const content = cover.content as { type: string; data?: string; mimeType?: string }[];
    const image = content.find(({ type }) => type === 'image');
    expect(Buffer.from(image!.data!, 'base64').toString()).toBe((await ask('GET /covers/1.svg')).body);
    expect(image!.mimeType).toBe('image/svg+xml');
  });
});
