import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptReport, DisabledReport, EventOptions, EventStore } from '../../../src/runtime/events/index.ts';
import { createSecret, verifyWebhook } from '../../../src/runtime/events/index.ts';
import { sqlStore } from '../../../src/runtime/events/sql-store.ts';
import type { TestEvents } from './contracts.ts';
import { createTestEvents, invoice, KEY } from './contracts.ts';
import { startReceiver } from './receiver.ts';
import type { EventDatabase } from './stores.ts';
import { STORES } from './stores.ts';

type Options = Omit<EventOptions<never>, 'store'>;

/** The events of an app that delivers to the loopback, and reports of its attempts. */
function eventsIn({ store }: EventDatabase, options: Options = {}) {
  const attempts: AttemptReport[] = [];
  const disabled: DisabledReport[] = [];
  const errors: unknown[] = [];
  const events: TestEvents<never> = createTestEvents<never>({
    store,
    key: KEY,
    allowHosts: ['127.0.0.1'],
    interval: 10,
    retries: [10, 10],
    timeout: 5_000,
    onAttempt: (report) => attempts.push(report),
    onDisabled: (report) => disabled.push(report),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => events.stop());
  return { events, attempts, disabled, errors };
}

/** What the worker uses of a store. */
function innerStore({ store }: EventDatabase): EventStore<never> {
  return 'state' in store ? sqlStore(store) : store;
}

const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 30_000 });

/** Sends an event in a transaction of its own. */
async function send(database: EventDatabase, events: TestEvents<never>, tenant?: string) {
  let sent: ReturnType<typeof events.send> | undefined;
  await database.transaction(
    (transaction) => (sent = events.send(transaction, 'invoice.paid', invoice, tenant === undefined ? {} : { tenant })),
  );
  return sent!;
}

describe.each(STORES)('events in $name', ({ isPresent, create }) => {
  const cleanups: (() => unknown)[] = [];
  let database: EventDatabase;
  beforeAll(async () => {
    if (isPresent) database = await create((each) => void cleanups.push(each));
  });
  afterAll(async () => {
    for (const each of cleanups) await each();
  });
  beforeEach(async () => {
    if (!isPresent) return;
    const { endpoints } = eventsIn(database).events;
    for (const { id, tenant } of await endpoints.list())
      await endpoints.remove(id, tenant === undefined ? {} : { tenant });
    await database.run?.('delete from operations_events');
  });

  it.skipIf(!isPresent)('delivers an event to each endpoint of its tenant that takes its type', async () => {
    const receiver = await startReceiver(onTestFinished);
    const { events, attempts, errors } = eventsIn(database);
    const at = (path: string) => `${receiver.url}/${path}`;
    const all = await events.endpoints.add({ url: at('all'), tenant: 't1' });
    await events.endpoints.add({ url: at('paid'), tenant: 't1', types: ['invoice.paid'] });
    await events.endpoints.add({ url: at('sent'), tenant: 't1', types: ['invoice.sent'] });
    await events.endpoints.add({ url: at('other'), tenant: 't2' });
    const sent = await send(database, events, 't1');
    expect(sent).toEqual({ id: expect.stringMatching(/^msg_[0-9a-f]{32}$/), deliveries: 2 });
    events.start();
    await until(() => expect(attempts).toHaveLength(2));
    expect(receiver.received.map(({ url }) => url).sort()).toEqual(['/hook/all', '/hook/paid']);
    const first = receiver.received.find(({ url }) => url === '/hook/all')!;
    expect(verifyWebhook(first.body, first.headers, all.secret).id).toBe(sent.id);
    expect(JSON.parse(first.body)).toEqual({ type: 'invoice.paid', timestamp: expect.any(String), data: invoice });
    expect(await events.list({ tenant: 't1' })).toMatchObject([
      { id: sent.id, state: 'delivered', attempts: 1, status: 200, error: undefined, dueAt: undefined },
      { id: sent.id, state: 'delivered' },
    ]);
    expect(errors).toEqual([]);
  });

  it.skipIf(!isPresent)('sends an internal event only to endpoints that name it', async () => {
    const { events } = eventsIn(database);
    const url = 'https://example.com/';
    await events.endpoints.add({ url });
    await events.endpoints.add({ url, types: ['invoice.paid', 'invoice.sent'] });
    await events.endpoints.add({ url, types: [] });
    const sendLogin = async (sender: TestEvents<never>) => {
      let sent: ReturnType<typeof events.send> | undefined;
      await database.transaction((transaction) => (sent = sender.send(transaction, 'staff.login', invoice)));
      return sent!;
    };
    expect((await sendLogin(events)).deliveries).toBe(0);
    const named = await events.endpoints.add({ url, types: ['invoice.sent', 'staff.login'] });
    const { id, deliveries } = await sendLogin(events);
    expect(deliveries).toBe(1);
    expect(await events.list()).toMatchObject([{ id, endpoint: named.id, type: 'staff.login' }]);
    // What the app chooses itself, it chooses by name.
    const own = { endpointsOf: () => [{ id: 'mine', url, secrets: [createSecret()] }] };
    expect((await sendLogin(eventsIn(database, own).events)).deliveries).toBe(1);
  });

  it.skipIf(!isPresent || create === STORES[0]!.create)('sends nothing if the transaction is rolled back', async () => {
    const { events } = eventsIn(database);
    await events.endpoints.add({ url: 'https://example.com/' });
    await expect(
      database.transaction((transaction) => {
        const sent = events.send(transaction, 'invoice.paid', invoice);
        const fail = (): never => {
          throw new Error('rolled back');
        };
        // A transaction that runs statements at once does not wait.
        return innerStore(database).runsAtOnce(transaction) ? fail() : sent.then(fail);
      }),
    ).rejects.toThrow('rolled back');
    expect(await events.list()).toEqual([]);
    expect(await database.run!('select id from operations_events')).toEqual([]);
  });

  it.skipIf(!isPresent)('throws at the sender if the event is unknown or its payload invalid', async () => {
    const { events } = eventsIn(database);
    await database.transaction((transaction) => {
      expect(() => events.send(transaction, 'invoice.payd', invoice)).toThrow(
        'Unknown event "invoice.payd". Did you mean "invoice.paid"?',
      );
      expect(() => events.send(transaction, 'invoice.paid', { id: 7, amount: '1' })).toThrow(
        'The payload of the event "invoice.paid" is invalid: /amount must be a number.',
      );
    });
    expect(await events.list()).toEqual([]);
  });

  it.skipIf(!isPresent)('leaves undeclared properties out of the payload', async () => {
    const receiver = await startReceiver(onTestFinished);
    const { events } = eventsIn(database);
    await events.endpoints.add({ url: receiver.url });
    await database.transaction((transaction) => events.send(transaction, 'invoice.paid', { ...invoice, secret: 1 }));
    events.start();
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ data: invoice });
    expect(receiver.received[0]!.body).not.toContain('secret');
  });

  it.skipIf(!isPresent)(
    'repeats a delivery with the same ID until it is dead, and sends it again on request',
    async () => {
      let status = 500;
      const receiver = await startReceiver(onTestFinished, (response) => response.writeHead(status).end());
      const { events, attempts } = eventsIn(database);
      const { id: endpoint } = await events.endpoints.add({ url: receiver.url });
      const { id } = await send(database, events);
      const start = new Date(Date.now() - 60_000);
      events.start();
      await until(() => expect(attempts).toHaveLength(3));
      expect(attempts.map(({ attempt, state }) => [attempt, state]).toSorted()).toEqual([
        [1, 'waiting'],
        [2, 'waiting'],
        [3, 'dead'],
      ]);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
      expect(await events.list({ state: 'dead' })).toMatchObject([
        { id, endpoint, attempts: 3, status: 500, error: 'The receiver has answered with 500.' },
      ]);
      status = 204;
      expect(await events.replay({ endpoint: 'ep_other' })).toBe(0);
      expect(await events.replay({ since: new Date(Date.now() + 60_000) })).toBe(0);
      expect(await events.replay({ endpoint, since: start })).toBe(1);
      await until(() => expect(attempts).toHaveLength(4));
      expect(await events.replay({ endpoint, since: start })).toBe(0);
      expect(await events.replay({ id })).toBe(1);
      await until(() => expect(attempts).toHaveLength(5));
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
      expect(attempts.at(-1)).toMatchObject({ attempt: 5, state: 'delivered', status: 204 });
    },
  );

  it.skipIf(!isPresent)('waits for the time of Retry-After, and pauses an overloaded endpoint', async () => {
    const receiver = await startReceiver(onTestFinished, (response, index) =>
      index === 0 ? response.writeHead(429, { 'Retry-After': '1' }).end() : response.end(),
    );
    const { events, attempts } = eventsIn(database);
    await events.endpoints.add({ url: receiver.url });
    await send(database, events);
    events.start();
    await until(() => expect(attempts).toHaveLength(1));
    const start = performance.now();
    await send(database, events);
    await until(() => expect(attempts).toHaveLength(3));
    // Both the repeated and the new one wait.
    expect(performance.now() - start).toBeGreaterThan(500);
    expect(receiver.received).toHaveLength(3);
  });

  it.skipIf(!isPresent)('disables an endpoint after a 410, and reports that once', async () => {
    const receiver = await startReceiver(onTestFinished, (response) => response.writeHead(410).end());
    const { events, attempts, disabled } = eventsIn(database);
    const { id } = await events.endpoints.add({ url: receiver.url, tenant: 't' });
    await send(database, events, 't');
    await send(database, events, 't');
    events.start();
    await until(() => expect(disabled).toEqual([{ endpoint: id, tenant: 't', reason: 'gone' }]));
    expect((await send(database, events, 't')).deliveries).toBe(0);
    await until(() => expect(attempts).toHaveLength(receiver.received.length));
    await sleep(100);
    expect(attempts).toHaveLength(receiver.received.length);
    expect(await events.endpoints.list({ tenant: 't' })).toMatchObject([
      { id, disabledAt: expect.any(Date), disabledReason: 'gone', failingSince: expect.any(Date) },
    ]);
    expect(disabled).toHaveLength(1);
    expect(await events.endpoints.enable(id, { tenant: 't' })).toBe(true);
    expect(await events.endpoints.list()).toMatchObject([{ id, disabledAt: undefined, failingSince: undefined }]);
    expect((await send(database, events, 't')).deliveries).toBe(1);
  });

  it.skipIf(!isPresent)('disables an endpoint that has failed for too long', async () => {
    const receiver = await startReceiver(onTestFinished, (response) => response.writeHead(500).end());
    const { events, disabled } = eventsIn(database, {
      disableAfter: 50,
      retries: Array.from({ length: 50 }, () => 20),
    });
    const { id } = await events.endpoints.add({ url: receiver.url });
    await send(database, events);
    events.start();
    await until(() => expect(disabled).toEqual([{ endpoint: id, tenant: undefined, reason: 'failing' }]));
    await sleep(50);
    const { length } = receiver.received;
    await sleep(100);
    expect(receiver.received).toHaveLength(length);
  });

  it.skipIf(!isPresent)('signs with the old and the new secret while one is rotated', async () => {
    const receiver = await startReceiver(onTestFinished);
    const { events } = eventsIn(database);
    const { id, secret: before } = await events.endpoints.add({ url: receiver.url });
    const after = await events.endpoints.rotate(id);
    await send(database, events);
    events.start();
    await until(() => expect(receiver.received).toHaveLength(1));
    for (const secret of [before, after])
      expect(verifyWebhook(receiver.received[0]!.body, receiver.received[0]!.headers, secret)).toBeDefined();
    const last = await events.endpoints.rotate(id, { overlap: 0 });
    await send(database, events);
    await until(() => expect(receiver.received).toHaveLength(2));
    const { body, headers } = receiver.received[1]!;
    expect(() => verifyWebhook(body, headers, after)).toThrow('The signature is wrong.');
    expect(verifyWebhook(body, headers, last)).toBeDefined();
  });

  it.skipIf(!isPresent)('finds the endpoint of a tenant only with its tenant', async () => {
    const { events } = eventsIn(database);
    const { endpoints } = events;
    const { id } = await endpoints.add({ url: 'https://example.com/', tenant: 'a' });
    for (const owner of [{}, { tenant: 'b' }]) {
      await expect(endpoints.rotate(id, owner)).rejects.toThrow(`Unknown endpoint "${id}".`);
      expect(await endpoints.disable(id, owner)).toBe(false);
      expect(await endpoints.enable(id, owner)).toBe(false);
      expect(await endpoints.remove(id, owner)).toBe(false);
    }
    expect(await endpoints.list({ tenant: 'a' })).toMatchObject([{ id, disabledAt: undefined }]);
    expect(await endpoints.rotate(id, { tenant: 'a' })).toMatch(/^whsec_/);
    expect(await endpoints.disable(id, { tenant: 'a', reason: 'asked' })).toBe(true);
    expect(await endpoints.list({ tenant: 'a' })).toMatchObject([{ id, disabledReason: 'asked' }]);
    expect(await endpoints.remove(id, { tenant: 'a' })).toBe(true);
  });

  it.skipIf(!isPresent)('takes a tenant that is undefined neither for all nor for none', async () => {
    const { events } = eventsIn(database);
    // Without strict types, a variable that is not set can get here; null is of a row, and an empty text of a header.
    for (const [tenant, given] of [
      [undefined, 'undefined'],
      [null, 'null'],
      ['', 'an empty string'],
      ['org:undefined', '"org:undefined"'],
      [NaN, 'a value of type number'],
      [['a'], 'a value of type object'],
    ] as const)
      await expectRefused(events, { tenant } as unknown as { tenant: string }, `The tenant is ${given}.`);
    const { id } = await events.endpoints.add({ url: 'https://example.com/', tenant: 7 } as never);
    expect(await events.endpoints.list({ tenant: '7' })).toMatchObject([{ id, tenant: '7' }]);
  });

  async function expectRefused(events: TestEvents<never>, unset: { tenant: string }, message: string): Promise<void> {
    await expect(events.list(unset)).rejects.toThrow(message);
    await expect(events.replay({ since: new Date(0), ...unset })).rejects.toThrow(message);
    await expect(events.endpoints.list(unset)).rejects.toThrow(message);
    await expect(events.endpoints.remove('ep_1', unset)).rejects.toThrow(message);
    await expect(events.endpoints.add({ url: 'https://example.com/', ...unset })).rejects.toThrow(message);
    await expect(
      database.transaction((transaction) => void events.send(transaction, 'invoice.paid', invoice, unset)),
    ).rejects.toThrow(message);
  }

  it.skipIf(!isPresent)('delivers to the endpoints that the app has itself', async () => {
    const receiver = await startReceiver(onTestFinished);
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const own = [{ id: 'mine', url: receiver.url, secrets: [secret] }];
    const { events } = eventsIn(database, {
      endpointsOf: (tenant, type) => (tenant === 't' && type === 'invoice.paid' ? own : []),
    });
    expect((await send(database, events, 'u')).deliveries).toBe(0);
    expect((await send(database, events, 't')).deliveries).toBe(1);
    expect((await send(database, events, 't')).deliveries).toBe(1);
    events.start();
    await until(() => expect(receiver.received).toHaveLength(2));
    expect(verifyWebhook(receiver.received[0]!.body, receiver.received[0]!.headers, secret)).toBeDefined();
    expect(await events.endpoints.disable('mine', { tenant: 't' })).toBe(true);
    expect((await send(database, events, 't')).deliveries).toBe(0);
  });

  it.skipIf(!isPresent)('lets no late worker change what a later attempt has', async () => {
    const { events } = eventsIn(database);
    await events.endpoints.add({ url: 'https://example.com/' });
    await send(database, events);
    const inner = innerStore(database);
    const request = { limit: 10, failingLimit: 10, busy: new Map<string, number>(), lease: 1 };
    const [first] = await inner.take(request);
    await sleep(20);
    const [second] = await inner.take({ ...request, lease: 60_000 });
    expect([first!.attempt, second!.attempt]).toEqual([1, 2]);
    expect(await inner.take(request)).toEqual([]);
    const base = { delay: 0, status: 200, error: undefined, pause: 0, isGone: false, disableAfter: 1e9 };
    expect(await inner.settle(first!, { ...base, state: 'dead' })).toEqual({ isCurrent: false, hasDisabled: false });
    expect((await events.list()).map(({ state }) => state)).toEqual(['waiting']);
    expect((await inner.settle(second!, { ...base, state: 'delivered' })).isCurrent).toBe(true);
    expect((await events.list()).map(({ state }) => state)).toEqual(['delivered']);
  });

  it.skipIf(!isPresent)('takes at most four deliveries of an endpoint at once, and one if it fails', async () => {
    const { events } = eventsIn(database);
    const { id } = await events.endpoints.add({ url: 'https://example.com/' });
    const other = await events.endpoints.add({ url: 'https://example.com/', types: ['invoice.sent'] });
    for (let i = 0; i < 9; i++) await send(database, events);
    await database.transaction((transaction) => events.send(transaction, 'invoice.sent', invoice));
    const inner = innerStore(database);
    const request = { limit: 100, failingLimit: 100, busy: new Map<string, number>(), lease: 60_000 };
    const counts = (taken: readonly { readonly endpoint: string }[]) =>
      [id, other.id].map((each) => taken.filter(({ endpoint }) => endpoint === each).length);
    const taken = await inner.take({ ...request, busy: new Map([[id, 1]]) });
    expect(counts(taken)).toEqual([3, 1]);
    expect(counts(await inner.take({ ...request, busy: new Map([[id, 4]]) }))).toEqual([0, 0]);
    const base = { delay: 60_000, status: 500, error: 'x', pause: 0, isGone: false, disableAfter: 1e9 };
    await inner.settle(
      taken.find(({ endpoint }) => endpoint === id)!,
      { ...base, state: 'waiting' },
    );
    expect(await inner.take({ ...request, failingLimit: 0 })).toEqual([]);
    expect(await inner.take({ ...request, busy: new Map([[id, 1]]) })).toEqual([]);
    const failing = await inner.take(request);
    expect(counts(failing)).toEqual([1, 0]);
    await inner.settle(failing[0]!, { ...base, state: 'delivered' });
    expect(counts(await inner.take({ ...request, limit: 2 }))).toEqual([2, 0]);
  });

  it.skipIf(!isPresent)('forgets events whose time is over', async () => {
    const { events } = eventsIn(database, { retention: 1 });
    const kept = eventsIn(database).events;
    await events.endpoints.add({ url: 'https://example.com/' });
    await send(database, events);
    await send(database, events);
    const { id } = await send(database, kept);
    await sleep(20);
    const inner = innerStore(database);
    while (await inner.sweep());
    expect((await kept.list()).map((each) => each.id)).toEqual([id]);
    const tables = database.run === undefined ? [] : ['operations_events', 'operations_event_deliveries'];
    const left = await Promise.all(tables.map((table) => database.run!(`select 1 from ${table}`)));
    expect(left.map(({ length }) => length)).toEqual(tables.map(() => 1));
    expect(await kept.endpoints.remove((await kept.endpoints.list())[0]!.id)).toBe(true);
    expect(await kept.list()).toEqual([]);
  });
});
