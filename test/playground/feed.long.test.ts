import { expect, it, onTestFinished } from 'vitest';
import { afterSuite, buildPlayground } from './build.ts';
import { ask } from './client.ts';
import { describeOnEachDatabase } from './database.ts';
import { cover, PNG } from './requests.ts';
import type { Served } from '../support/process.ts';

const cleanup = afterSuite();
let bundle: Promise<string> | undefined;

/** An event of the feed. */
interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly id: number; readonly customer: string };
}

/** Opens the feed, and reads its events one by one. It is left at the end of the test. */
async function openFeed(url: string, query: string, lastEventId?: string): Promise<() => Promise<Event | undefined>> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await fetch(`${url}/orders/feed${query}`, { headers, signal: leaving.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  return async () => {
    for (;;) {
      const [, event] = /((?:^(?:id|event|data): .*\n)+)\n/m.exec(text) ?? [];
      if (event !== undefined) {
        text = text.slice(text.indexOf(event) + event.length);
        const fields = Object.fromEntries(
          event
            .trimEnd()
            .split('\n')
            .map((line) => line.split(/: (.*)/s)),
        );
        return { ...fields, data: JSON.parse(fields.data) } as Event;
      }
      const { done, value } = await chunks.next();
      if (done === true) return undefined;
      text += value;
    }
  };
}

describeOnEachDatabase('the feed of orders', (create) => {
  const start = async (): Promise<Served> => {
    const database = await create(await (bundle ??= buildPlayground(cleanup)), onTestFinished);
    const served = await database.start();
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    return served;
  };
  const order = async (url: string, customer: string): Promise<number> =>
    (await ask(url, 'POST', '/orders', { customer, items: [{ book_id: 12, quantity: 1 }] })).body.id;

  it('sends the latest orders, and new ones as they come in', async () => {
    const { url } = await start();
    const latest = (await ask(url, 'GET', '/orders?page_size=3')).body.items.toReversed();
    const next = await openFeed(url, '?latest=3');
    for (const one of latest) expect(await next()).toEqual({ event: 'order', id: String(one.id), data: one });
    const ids = [await order(url, 'Ada'), await order(url, 'Bo')];
    expect([(await next())!.data, (await next())!.data]).toMatchObject([
      { id: ids[0], customer: 'Ada', status: 'open' },
      { id: ids[1], customer: 'Bo', status: 'open' },
    ]);
    const resumed = await openFeed(url, '', String(ids[0]));
    expect((await resumed())!.data.id).toBe(ids[1]);
    const rest = await openFeed(url, '?follow=false', String(ids[1]));
    expect(await rest()).toBeUndefined();
    const refused = await fetch(`${url}/orders/feed`, { headers: { 'Last-Event-ID': '99999999999' } });
    expect(await refused.json()).toMatchObject({ status: 400, detail: 'Last-Event-ID must be the ID of an order.' });
  });

  it('ends with the shop', async () => {
    const served = await start();
    const next = await openFeed(served.url, '?latest=1');
    expect((await next())!.event).toBe('order');
    const ended = next().then(
      () => false,
      () => true,
    );
    expect(await served.stop()).toBe(0);
    // The connection is cut, so that the client reconnects elsewhere.
    expect(await ended).toBe(true);
    expect(served.output()).not.toContain('Error');
  });
});

describeOnEachDatabase('covers', (create) => {
  it('draws covers until the staff sets one, and replaces them', async () => {
    const database = await create(await (bundle ??= buildPlayground(cleanup)), onTestFinished);
    const served = await database.start();
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const path = `${served.url}/books/12/cover`;
    const shown = async (): Promise<[type: string | null, bytes: string]> => {
      const response = await fetch(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      return [response.headers.get('content-type'), bytes.toString('latin1')];
    };
    const drawn = Buffer.from((await ask(served.url, 'GET', '/covers/12.svg')).body as string).toString('latin1');
    expect(await shown()).toEqual(['image/svg+xml', drawn]);
    const png = PNG + '\0\xff'.repeat(100);
    expect((await fetch(path, cover('image/png', png))).status).toBe(204);
    expect(await shown()).toEqual(['image/png', png]);
    const jpeg = `\xff\xd8\xff${'\xfe'.repeat(65_533)}`;
    expect((await fetch(path, cover('image/jpeg', jpeg))).status).toBe(204);
    expect(await shown()).toEqual(['image/jpeg', jpeg]);
    expect((await fetch(path, cover('image/jpeg', `${jpeg}x`))).status).toBe(413);
    expect((await fetch(path, cover('image/jpeg', '<script>'))).status).toBe(400);
    expect(await shown()).toEqual(['image/jpeg', jpeg]);
    expect(await database.rows('select book_id, type from covers')).toEqual([{ book_id: 12, type: 'image/jpeg' }]);
  });
});
