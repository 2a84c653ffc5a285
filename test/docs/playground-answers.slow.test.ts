import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it, onTestFinished } from 'vitest';
import type { OperationObject, Reference, ResponseObject } from '../../src/build/openapi/document.ts';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { bookshop } from '../playground/bookshop.ts';
import { describeOnEachDatabase } from '../playground/database.ts';
import type { Asked } from '../playground/requests.ts';
import { json, many, reads, removal, review, staff, writes } from '../playground/requests.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import { compilePlayground } from './playground.ts';

const { document } = compilePlayground();
const operations = new Map<string, OperationObject>(
  Object.values(document.paths).flatMap((item) => Object.values(item).map((value) => [value.operationId ?? '', value])),
);

// The documented schemas, shut: an answer has nothing that they do not name.
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const schemas = Object.entries(document.components!.schemas!).map(([name, schema]) => [name, shutParts(schema)]);
ajv.addSchema({ $id: 'document:', components: { schemas: Object.fromEntries(schemas) } });

function shut(schema: Schema): Schema {
  return { ...shutParts(schema), unevaluatedProperties: false };
}

function shutParts(schema: Schema): Schema {
  const { properties, items, allOf } = schema as { properties?: object; items?: Schema; allOf?: Schema[] };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, shut(part as Schema)]);
  return {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(parts) as object }),
    ...(items !== undefined && { items: shut(items) }),
    ...(allOf !== undefined && { allOf: allOf.map(shutParts) }),
  };
}

function resolve(response: ResponseObject | Reference): ResponseObject {
  return '$ref' in response ? document.components!.responses![response.$ref.split('/').at(-1)!]! : response;
}

/** What of an answer is not as the document says of its operation and status. */
async function faultsOf(operationId: string, answer: Response): Promise<unknown[]> {
  const documented = operations.get(operationId)!.responses[answer.status];
  if (documented === undefined) return [`${operationId} does not document ${answer.status}`];
  const { content = {}, headers = {} } = resolve(documented);
  const text = await answer.text();
  const mediaType = answer.headers.get('content-type')?.split(';')[0];
  const missing = Object.keys(headers).filter((name) => 'required' in headers[name]! && !answer.headers.has(name));
  if (mediaType === undefined) return [...missing, ...Object.keys(content), ...(text === '' ? [] : [text])];
  if (content[mediaType] === undefined) return [...missing, `${operationId} does not document ${mediaType}`];
  const { schema, itemSchema } = content[mediaType];
  if (itemSchema !== undefined) return [...missing, ...eventFaults(itemSchema, text)];
  return [...missing, ...faultsIn(schema!, mediaType.endsWith('json') ? JSON.parse(text) : text)];
}

function faultsIn(schema: Schema, value: unknown): unknown[] {
  const absolute = JSON.stringify(shut(schema)).replaceAll('"#/', '"document:#/');
  return ajv.validate(JSON.parse(absolute), value) ? [] : ajv.errors!;
}

/** What is wrong with the events of a stream: each name has its schema. */
function eventFaults(itemSchema: Schema, text: string): unknown[] {
  const events = text.split('\n\n').filter((one) => one !== '');
  if (events.length === 0) return ['no event'];
  return events.flatMap((one) => {
    const fields = Object.fromEntries(one.split('\n').map((line) => line.split(/: (.*)/s)));
    const kind = (itemSchema as any).anyOf.find(({ properties }: any) => properties.event.const === fields.event);
    if (kind === undefined) return [`an event that is not documented: ${one}`];
    const unknown = Object.keys(fields).filter((name) => !(name in kind.properties));
    return [...unknown, ...faultsIn(kind.properties.data.contentSchema, JSON.parse(fields.data))];
  });
}

/** A request to each operation with headers that are too large. */
const oversized = [...new Map([...reads, ...writes].map((request) => [request[0], request])).values()].map(
  ([operationId, , path, { method = 'GET' } = {}]): Asked => [
    operationId,
    431,
    path,
    { method, headers: { 'X-Long': 'x'.repeat(20_000) } },
  ],
);

describeOnEachDatabase("the bookshop's responses match its document", (create) => {
  const shop = bookshop(create, { EVENTS_ALLOW_HOSTS: '127.0.0.1' });
  const asked: string[] = [];
  const ask = async (
    operationId: string,
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; faults: unknown[]; answer: Response }> => {
    const answer = await fetch(`${shop.url()}${path}`, init);
    asked.push(`${operationId} ${answer.status}`);
    return { status: answer.status, faults: await faultsOf(operationId, answer.clone()), answer };
  };

  const requests = [...reads, ...writes, ...oversized].map(
    (request) => [`${request[0]} ${request[1]}`, request] as const,
  );
  it.each(requests)('%s', async (_title, [operationId, status, path, init]) => {
    expect(await ask(operationId, path, init)).toMatchObject({ status, faults: [] });
  });

  it('removeReview 204', async () => {
    const added = await ask('addReview', '/books/13/reviews', json({ ...review, text: 'Ünïcödé' }));
    expect(added).toMatchObject({ status: 201, faults: [] });
    const { id } = (await added.answer.json()) as { id: number };
    const removed = await ask('removeReview', `/books/13/reviews/${id}`, removal);
    expect(removed).toMatchObject({ status: 204, faults: [] });
  });

  it('addOrder 201, cancelOrder 200 and 409', async () => {
    const [book] = await shop.rows<{ id: number }>('select id from books where stock > 0 limit 1');
    const added = await ask(
      'addOrder',
      '/orders',
      json({ customer: 'Renée', items: [{ book_id: book!.id, quantity: 1 }] }),
    );
    expect(added).toMatchObject({ status: 201, faults: [] });
    const path = `${added.answer.headers.get('location')}/cancel`;
    expect(await ask('cancelOrder', path, { method: 'POST' })).toMatchObject({ status: 200, faults: [] });
    expect(await ask('cancelOrder', path, { method: 'POST' })).toMatchObject({ status: 409, faults: [] });
  });

  it('addOrder 422', async () => {
    const keyed = (body: object): RequestInit => {
      const init = json(body);
      return { ...init, headers: { ...init.headers, 'Idempotency-Key': 'order-1' } };
    };
    const sold = keyed({ customer: 'Ada', items: many });
    expect(await ask('addOrder', '/orders', sold)).toMatchObject({ status: 409, faults: [] });
    expect(await ask('addOrder', '/orders', sold)).toMatchObject({ status: 409, faults: [] });
    const other = keyed({ customer: 'Bo', items: many });
    expect(await ask('addOrder', '/orders', other)).toMatchObject({ status: 422, faults: [] });
  });

  it('addEndpoint 201, removeEndpoint 204, replayDelivery 202', async () => {
    const receiver = await startReceiver(onTestFinished);
    const added = await ask('addEndpoint', '/webhooks/endpoints', staff('POST', { url: receiver.url }));
    expect(added).toMatchObject({ status: 201, faults: [] });
    const { id: endpoint_id } = (await added.answer.json()) as { id: string };
    const [book] = await shop.rows<{ id: number }>('select id from books where stock > 0 limit 1');
    await ask('addOrder', '/orders', json({ customer: 'Renée', items: [{ book_id: book!.id, quantity: 1 }] }));
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(1);
    const id = String(receiver.received.at(-1)!.headers['webhook-id']);
    const replay = () => ask('replayDelivery', `/webhooks/deliveries/${id}/replay`, staff('POST', { endpoint_id }));
    // Until its result is noted, the delivery waits.
    await expect.poll(async () => (await replay()).status, { timeout: 20_000 }).toBe(202);
    expect(await ask('listDeliveries', '/webhooks/deliveries', staff('GET'))).toMatchObject({
      status: 200,
      faults: [],
    });
    const removed = await ask('removeEndpoint', `/webhooks/endpoints/${endpoint_id}`, staff('DELETE'));
    expect(removed).toMatchObject({ status: 204, faults: [] });
  });

  it('checkReadiness 503', async () => {
    await shop.rows('alter table books rename to hidden');
    const refused = await ask('checkReadiness', '/readyz');
    await shop.rows('alter table hidden rename to books');
    expect(refused).toMatchObject({ status: 503, faults: [] });
    expect(await ask('checkReadiness', '/readyz')).toMatchObject({ status: 200, faults: [] });
  });

  it.each([
    ['addReview', '/books/12/reviews', json(review)],
    ['removeReview', '/books/12/reviews/4000000', { method: 'DELETE' }],
    ['setCover', '/books/12/cover', { method: 'PUT' }],
    ['listEndpoints', '/webhooks/endpoints', undefined],
    ['addEndpoint', '/webhooks/endpoints', { method: 'POST' }],
    ['removeEndpoint', '/webhooks/endpoints/ep_1', { method: 'DELETE' }],
    ['listDeliveries', '/webhooks/deliveries', undefined],
    ['replayDelivery', '/webhooks/deliveries/msg_1/replay', { method: 'POST' }],
  ] as const)('%s 429', async (operationId, path, init) => {
    // Twice the quota, sent at once.
    const answers = Array.from({ length: 120 }, () => fetch(`${shop.url()}${path}`, init));
    await Promise.all(answers);
    let last = await ask(operationId, path, init);
    // On a busy machine, a part of the quota is refilled meanwhile.
    for (let i = 0; i < 10 && last.status !== 429; i += 1) last = await ask(operationId, path, init);
    expect(last).toMatchObject({ status: 429, faults: [] });
  });

  it('every answer of the page has been seen', () => {
    const documented = [...operations].flatMap(([id, { responses }]) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    );
    // The runtime answers 403 where a verifier says so; the shop's knows its staff and no one else. It answers 503 if the counters are lost; the shop's
    // are in memory.
    const seen = documented.filter((response) => !/^(?!addReview|checkReadiness)\w+ (?:403|503)$/.test(response));
    expect([...new Set(asked)].sort()).toEqual(seen.sort());
  });
});
