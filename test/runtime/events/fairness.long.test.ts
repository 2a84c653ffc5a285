import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DATABASES } from '../state/databases.ts';
import { createTestEvents, invoice, KEY } from './contracts.ts';
import { startReceiver } from './receiver.ts';

const HANGING = 200;
const HEALTHY = 20;
/** How long an attempt may take, in milliseconds. */
const TIMEOUT = 15_000;
/** How long an event for a healthy endpoint may wait, in milliseconds: a worker looks for events twice a second. */
const LONG = 2_000;

const [postgres] = DATABASES;

describe.skipIf(!postgres!.isPresent)('a worker on PostgreSQL (needs TEST_DATABASE_URL)', () => {
  it('lets no healthy endpoint wait behind 200 that hang', { timeout: 300_000 }, async () => {
    const database = await postgres!.create(onTestFinished);
    const arrivals = new Map<string, number>();
    let hanging = 0;
    const receiver = await startReceiver(onTestFinished, (response, _, { url, headers }) => {
      if (url.startsWith('/hook/hang')) return void hanging++;
      arrivals.set(String(headers['webhook-id']), performance.now());
      return response.end();
    });
    const events = createTestEvents<never>({
      store: database.events!(),
      key: KEY,
      allowHosts: ['127.0.0.1'],
      timeout: TIMEOUT,
    });
    onTestFinished(() => events.stop());
    const addAll = async (count: number, tenant: string): Promise<void> => {
      for (let i = 0; i < count; i++) await events.endpoints.add({ url: `${receiver.url}/${tenant}/${i}`, tenant });
    };
    await addAll(HANGING, 'hang');
    await addAll(1, 'healthy');
    const send = async (tenant: string): Promise<string> => {
      let sent: ReturnType<typeof events.send> | undefined;
      await database.transaction!(
        (transaction) => (sent = events.send(transaction, 'invoice.paid', invoice, { tenant })),
      );
      return (await sent!).id;
    };
    for (let i = 0; i < 10; i++) await send('hang');
    events.start();
    await expect.poll(() => hanging, { timeout: 60_000 }).toBe(4 * HANGING);
    const sent = new Map<string, number>();
    for (let i = 0; i < HEALTHY; i++) {
      const start = performance.now();
      sent.set(await send('healthy'), start);
      await sleep(TIMEOUT / HEALTHY);
    }
    await expect.poll(() => arrivals.size, { timeout: 60_000 }).toBe(HEALTHY);
    const waits = [...sent].map(([id, start]) => arrivals.get(id)! - start).sort((a, b) => a - b);
    console.log(
      `Behind ${HANGING} hanging endpoints, a healthy one waits ${Math.round(Math.max(...waits))} ms at most.`,
    );
    // Behind endpoints that hang, half of them would wait for half of an attempt's time.
    expect(waits[HEALTHY / 2]).toBeLessThan(LONG);
    expect(waits.at(-1)).toBeLessThan(TIMEOUT);
  });
});
