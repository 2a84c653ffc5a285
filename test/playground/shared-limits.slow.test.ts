import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNginx } from '../restarts/proxies.ts';
import { scratch } from '../support/build.ts';
import { afterSuite, buildPlayground } from './build.ts';
import { createOnServer } from './database.ts';
import { json, review } from './requests.ts';

/** The quota of reviews, of which one is refilled each minute. */
const QUOTA = 60;

/** Writes reviews at several addresses at once, one after the other at each of them, and counts the statuses. */
async function writeReviews(urls: readonly string[], count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const write = async (url: string): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const { status } = await fetch(`${url}/books/12/reviews`, json(review));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(urls.map(write));
  return statuses;
}

/** What a quota lets pass from a start, in milliseconds. */
const allowed = (start: number): number => QUOTA + Math.floor((performance.now() - start) / 60_000);

describe.skipIf(!process.env['TEST_DATABASE_URL'])('bookshops on PostgreSQL (need TEST_DATABASE_URL)', () => {
  const cleanup = afterSuite();
  const open = async (count: number, env: Readonly<Record<string, string>> = {}) => {
    const database = await createOnServer(await buildPlayground(cleanup), cleanup);
    const shops = await Promise.all(Array.from({ length: count }, () => database.start([], env)));
    for (const shop of shops) cleanup(async () => void (await shop.stop('SIGKILL')));
    return { database, shops };
  };

  it('let an address write exactly the quota of reviews in three processes', async () => {
    const { database, shops } = await open(3);
    const rows = async () =>
      Number((await database.rows<{ count: string }>('select count(*) as count from reviews'))[0]!.count);
    const before = await rows();
    const start = performance.now();
    const statuses = await writeReviews(
      shops.map(({ url }) => url),
      2 * (QUOTA / 3),
    );
    expect(statuses).toEqual({ 201: allowed(start), 429: 2 * QUOTA - allowed(start) });
    expect((await rows()) - before).toBe(statuses[201]);
  });

  it('count together behind nginx', async () => {
    const { shops } = await open(2, { PROXIES: '1' });
    const [first, second] = shops.map(({ url }) => Number(new URL(url).port)) as [number, number];
    const proxy = await startNginx(join(scratch(cleanup), 'nginx'), [first, second]);
    cleanup(() => proxy.stop());
    const start = performance.now();
    const statuses = await writeReviews([proxy.url, proxy.url], QUOTA);
    expect(statuses).toEqual({ 201: allowed(start), 429: 2 * QUOTA - allowed(start) });
    // Both have had a part of them.
    const direct = await Promise.all(
      shops.map(({ url }) =>
        fetch(`${url}/books/12/reviews`, {
          ...json(review),
          headers: { ...json(review).headers, 'X-Forwarded-For': '127.0.0.1' },
        }),
      ),
    );
    expect(direct.map(({ status }) => status)).toEqual([429, 429]);
  });
});
