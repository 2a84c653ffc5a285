import { expect, it } from 'vitest';
import { afterSuite, buildPlayground } from './build.ts';
import { describeOnEachDatabase } from './database.ts';

/** How often the process is killed, and how many orders are on their way each time. */
const KILLS = 4;
const ORDERS = 60;

describeOnEachDatabase('orders whose process is killed', (create) => {
  const cleanup = afterSuite();

  it(
    'orders are placed exactly once, and a retry gets the response of the first attempt',
    { timeout: 300_000 },
    async () => {
      const database = await create(await buildPlayground(cleanup), cleanup);
      /** The responses by key. */
      const responses = new Map<string, Set<string>>();
      const unanswered = new Set<string>();
      const place = async (url: string, key: string): Promise<number> => {
        const body = JSON.stringify({
          customer: `of ${key}`,
          items: [{ book_id: 1 + (Number(key.slice(1)) % 900), quantity: 1 }],
        });
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `"${key}"` };
        const response = await fetch(`${url}/orders`, { method: 'POST', headers, body });
        const text = await response.text();
        if (response.status === 201) {
          unanswered.delete(key);
          responses.set(key, (responses.get(key) ?? new Set()).add(`${response.headers.get('Location')} ${text}`));
        }
        return response.status;
      };
      for (let kill = 0; kill < KILLS; kill++) {
        const served = await database.start();
        cleanup(async () => void (await served.stop('SIGKILL')));
        let answered = 0;
        const keys = Array.from({ length: ORDERS }, (_, i) => `k${kill * ORDERS + i}`);
        for (const key of keys) unanswered.add(key);
        const sent = keys.map((key) =>
          place(served.url, key).then(
            () => (answered += 1),
            () => {},
          ),
        );
        const enough = ORDERS / 4 + 5 * kill;
        await expect.poll(() => answered, { interval: 1 }).toBeGreaterThanOrEqual(enough);
        await served.stop('SIGKILL');
        await Promise.all(sent);
      }
      const lost = [...unanswered];
      expect(lost.length).toBeGreaterThan(0);
      // As if the leases of the killed processes had expired.
      await database.rows(
        `update operations_idempotency_keys set leased_until = ${database.longAgo} where answer is null returning key`,
      );
      const { url, stop } = await database.start();
      cleanup(async () => void (await stop('SIGKILL')));
      const statuses: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const keys = Array.from({ length: ORDERS }, (_, i) => `k${kill * ORDERS + i}`);
        statuses.push(...(await Promise.all(keys.map((key) => place(url, key)))));
      }
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      const rows = await database.rows<{ customer: string; orders: number }>(
        "select customer, cast(count(*) as integer) as orders from orders where customer like 'of k%' group by customer",
      );
      const ordered = new Map(rows.map(({ customer, orders }) => [customer, orders]));
      expect(rows.filter(({ orders }) => orders > 1)).toEqual([]);
      for (const [key, seen] of responses) expect([key, seen.size, ordered.get(`of ${key}`)]).toEqual([key, 1, 1]);
      // Whoever was refused, because the book is sold out, has no order.
      expect(rows.length).toBe(responses.size);
    },
  );
});
