import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite, buildPlayground } from '../playground/build.ts';
import { STAFF_TOKEN, ask } from '../playground/client.ts';
import { startNode } from '../support/process.ts';

const ORDER = { items: [{ book_id: 1, quantity: 1 }], customer: 'Ada Lovelace' };

/** A call of each operation without a lasting effect, and the request that has the same answer. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>, request: string, body?: unknown])[] = [
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

/** The body of a response, from the result of a tool: a text is content. */
function valueOf({ structuredContent, content }: { structuredContent?: unknown; content: unknown }): unknown {
  if (structuredContent === undefined) return (content as readonly { text?: string }[]).at(-1)!.text;
  return Object.hasOwn(Object(structuredContent), 'result')
    ? (structuredContent as { result: unknown }).result
    : structuredContent;
}

describe('the official client', () => {
  const cleanup = afterSuite();
  let url: string;
  beforeAll(async () => {
    const file = await buildPlayground(cleanup);
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(dirname(file), 'node_modules'));
    const shop = await startNode(file, { cwd: dirname(file), env: { STAFF_TOKEN } });
    cleanup(async () => void (await shop.stop()));
    ({ url } = shop);
  });

  const connect = async (token?: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    return client;
  };

  it('lists every operation that the caller may call', async () => {
    const names = async (token?: string): Promise<string[]> =>
      (await (await connect(token)).listTools()).tools.map(({ name }) => name);
    const all = await names(STAFF_TOKEN);
    expect(all).toHaveLength(20);
    const open = await names();
    expect(all.filter((name) => !open.includes(name))).toEqual(['removeReview']);
  });

  it.each(CALLS)('gets the answer of HTTP from %s', async (name, args, request, body) => {
    const client = await connect(STAFF_TOKEN);
    // The client validates the result by the schema that it has listed.
    await client.listTools();
    const called = await client.callTool({ name, arguments: args });
    const [method, path] = request.split(' ') as [string, string];
    const answer = await ask(url, method, path, body);
    expect([called.isError ?? false, called.content]).toMatchObject([false, called.content]);
    expect(valueOf(called)).toEqual(answer.body);
  });

  it('orders, reads and cancels, with the problems of HTTP', async () => {
    const client = await connect(STAFF_TOKEN);
    const ordered = await client.callTool({
      name: 'addOrder',
      arguments: { ...ORDER, idempotency_key: 'the-same-key-of-a-model' },
    });
    expect([ordered.isError ?? false, ordered.content]).toMatchObject([false, ordered.content]);
    const again = await client.callTool({
      name: 'addOrder',
      arguments: { ...ORDER, idempotency_key: 'the-same-key-of-a-model' },
    });
    expect(again.structuredContent).toEqual(ordered.structuredContent);
    const { id: order_id } = valueOf(ordered) as { id: unknown };
    const read = await client.callTool({ name: 'getOrder', arguments: { order_id } });
    expect(valueOf(read)).toEqual((await ask(url, 'GET', `/orders/${String(order_id)}`)).body);
    const cancelled = await client.callTool({ name: 'cancelOrder', arguments: { order_id } });
    expect([cancelled.isError ?? false, cancelled.content]).toMatchObject([false, cancelled.content]);
    const review = await client.callTool({ name: 'addReview', arguments: { book_id: 2, rating: 5, reviewer: 'Ada' } });
    expect([review.isError ?? false, review.content]).toMatchObject([false, review.content]);
    const { id: review_id } = valueOf(review) as { id: unknown };
    const removed = await client.callTool({ name: 'removeReview', arguments: { book_id: 2, review_id } });
    expect(removed.content).toEqual([{ type: 'text', text: '204 No Content' }]);
    const refused = await client.callTool({
      name: 'addOrder',
      arguments: { ...ORDER, items: [{ book_id: 1, quantity: 0 }] },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('- items/0/quantity: must be at least 1');
    const cover = await client.callTool({ name: 'drawCover', arguments: { book_id: 1 } });
    const content = cover.content as { type: string; data?: string; mimeType?: string }[];
    const image = content.find(({ type }) => type === 'image');
    expect(Buffer.from(image!.data!, 'base64').toString()).toBe((await ask(url, 'GET', '/covers/1.svg')).body);
    expect(image!.mimeType).toBe('image/svg+xml');
  });
});
