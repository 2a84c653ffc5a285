import { expect, it, onTestFinished } from 'vitest';
import { verifyWebhook } from '../../src/runtime/events/index.ts';
import type { Receiver } from '../runtime/events/receiver.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import { bookshop } from './bookshop.ts';
import { afterSuite, buildPlayground } from './build.ts';
import { ask } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

interface Stock {
  id: number;
  title: string;
  stock: number;
}

const eventsOf = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; data: any });

describeOnEachDatabase('the events of the bookshop', (create) => {
  const shop = bookshop(create, { EVENTS_ALLOW_HOSTS: '127.0.0.1' });
  const post = (path: string, json: unknown) => shop.ask('POST', path, json);

  /** Adds an endpoint for the test: its receiver, and the response. */
  const addEndpoint = async (types?: readonly string[], answer?: Parameters<typeof startReceiver>[1]) => {
    const receiver = await startReceiver(onTestFinished, answer);
    const { status, body } = await post('/webhooks/endpoints', { url: receiver.url, ...(types && { types }) });
    expect(status).toBe(201);
    onTestFinished(async () => void (await shop.ask('DELETE', `/webhooks/endpoints/${body.id}`)));
    return { receiver, added: body as { id: string; secret: string; test: unknown } };
  };
  const waitFor = async (receiver: Receiver, count: number) => {
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count);
  };

  it('sends a new endpoint a test, and shows its secret once', async () => {
    const { receiver, added } = await addEndpoint();
    expect(added).toMatchObject({ secret: expect.stringMatching(/^whsec_/), test: { delivered: true } });
    expect(eventsOf(receiver)).toMatchObject([{ type: 'endpoint.added', data: { id: added.id, url: receiver.url } }]);
    const [{ body, headers }] = receiver.received as [Receiver['received'][number]];
    expect(verifyWebhook(body, headers, added.secret).id).toMatch(/^msg_/);
    const listed = await shop.ask('GET', '/webhooks/endpoints');
    expect(listed.body).toContainEqual({ id: added.id, url: receiver.url });
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const rows = await shop.rows<{ secrets: string }>('select secrets from operations_event_endpoints');
    expect(JSON.stringify(rows)).not.toContain(added.secret);
  });

  it('reports a test that fails, and keeps the endpoint', async () => {
    const { added } = await addEndpoint(undefined, (response) => response.writeHead(500).end());
    expect(added.test).toEqual({ delivered: false, error: 'The receiver has answered with 500.' });
    expect((await shop.ask('GET', '/webhooks/endpoints')).body).toContainEqual(
      expect.objectContaining({ id: added.id }),
    );
  });

  it('sends each order, and each book that it sells out, but nothing of an order that fails', async () => {
    const { receiver, added } = await addEndpoint();
    const { receiver: second } = await addEndpoint(['book.soldout']);
    const [last] = await shop.rows<Stock>('select id, title, stock from books where stock between 1 and 5 order by id');
    const [more] = await shop.rows<Stock>('select id, title, stock from books where stock > 5 order by id');
    const items = [
      { book_id: last!.id, quantity: last!.stock },
      { book_id: more!.id, quantity: 1 },
    ];
    expect((await post('/orders', { customer: 'Ada', items })).status).toBe(201);
    expect((await post('/orders', { customer: 'Bo', items })).status).toBe(409);
    const { body: order } = await post('/orders', { customer: 'Cy', items: [items[1]] });
    await waitFor(receiver, 4);
    await waitFor(second, 2);
    const [, ...events] = eventsOf(receiver);
    expect(
      events
        .filter(({ type }) => type === 'order.placed')
        .map(({ data }) => data.customer)
        .sort(),
    ).toEqual(['Ada', 'Cy']);
    expect(events.find(({ data }) => data.customer === 'Cy')!.data).toEqual(order);
    const soldOut = { type: 'book.soldout', data: { book_id: last!.id, title: last!.title } };
    expect(events.filter(({ type }) => type === 'book.soldout')).toMatchObject([soldOut]);
    expect(eventsOf(second)[1]).toMatchObject(soldOut);
    for (const { body, headers } of receiver.received) verifyWebhook(body, headers, added.secret);
  });

  it('lists deliveries, and sends one again with the same ID', async () => {
    const { receiver, added } = await addEndpoint(['order.placed']);
    const [book] = await shop.rows<Stock>(
      'select id, title, stock from books where stock > 1 order by id desc limit 1',
    );
    await post('/orders', { customer: 'Ada', items: [{ book_id: book!.id, quantity: 1 }] });
    await waitFor(receiver, 2);
    const id = receiver.received[1]!.headers['webhook-id'];
    const list = () => shop.ask('GET', `/webhooks/deliveries?endpoint_id=${added.id}&state=delivered`);
    await expect
      .poll(async () => (await list()).body, { timeout: 20_000 })
      .toMatchObject([{ event_id: id, type: 'order.placed', endpoint_id: added.id, attempts: 1 }]);
    const replayed = await post(`/webhooks/deliveries/${id}/replay`, { endpoint_id: added.id });
    expect(replayed.status).toBe(202);
    await waitFor(receiver, 3);
    expect(receiver.received[2]!.headers['webhook-id']).toBe(id);
    expect(receiver.received[2]!.body).toBe(receiver.received[1]!.body);
  });

  it('adds no endpoint with a private address', async () => {
    const { status, body } = await post('/webhooks/endpoints', { url: 'https://10.0.0.1/hooks' });
    expect([status, body.detail]).toEqual([400, 'The address of the endpoint is not public.']);
  });
});

describeOnEachDatabase('a bookshop that stops', (create) => {
  const cleanup = afterSuite();

  it('waits for the delivery that runs, and notes its result', async () => {
    const database = await create(await buildPlayground(cleanup), cleanup);
    const served = await database.start([], { EVENTS_ALLOW_HOSTS: '127.0.0.1' });
    cleanup(async () => void (await served.stop('SIGKILL')));
    const answers: (() => void)[] = [];
    const receiver = await startReceiver(onTestFinished, (response, index) =>
      index === 0 ? response.end() : answers.push(() => response.end()),
    );
    await ask(served.url, 'POST', '/webhooks/endpoints', { url: receiver.url });
    await ask(served.url, 'POST', '/orders', { customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] });
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(1);
    const stopped = served.stop();
    // The port is closed, and the process still runs.
    await expect
      .poll(() => ask(served.url, 'GET', '/healthz').catch(() => 'closed'), { timeout: 20_000 })
      .toBe('closed');
    answers[0]!();
    expect(await stopped).toBe(0);
    expect(await database.rows('select state, attempt from operations_event_deliveries')).toEqual([
      { state: 'delivered', attempt: 1 },
    ]);
  });
});
