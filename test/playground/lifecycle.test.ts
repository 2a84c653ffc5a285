import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SEEDED } from '../../playground/database/seed.ts';
import type { Served } from '../support/process.ts';
import { afterSuite, buildPlayground } from './build.ts';
import { ask } from './client.ts';
import { createFile, describeOnEachDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';

const TABLES = ['authors', 'books', 'reviews', 'orders', 'order_items'];

/** SHA-256 of all the rows that the seed makes, as JSON; it changes with the seed, and with nothing else. */
const SEED_DIGEST = 'a344e5b278d5fd18fbebcc5eb19275a42818b574e10c033d5a7f969dba17cdd3';

let bundle: string;
const cleanup = afterSuite();
beforeAll(async () => {
  bundle = await buildPlayground(cleanup);
});

async function start(database: TestDatabase): Promise<Served> {
  const served = await database.start();
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  return served;
}

/** Sends the first half of a review, and waits until the server has begun to answer. */
async function beginReview(
  served: Served,
  agent?: Agent,
): Promise<{ outgoing: ClientRequest; finish: () => Promise<IncomingMessage> }> {
  const body = JSON.stringify({ rating: 3, reviewer: 'Slow', text: 'Took my time.' });
  const outgoing = request(`${served.url}/books/1/reviews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    ...(agent && { agent }),
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 20));
  const finish = async (): Promise<IncomingMessage> => {
    outgoing.end(body.slice(20));
    const [response] = await once(outgoing, 'response');
    response.resume();
    await once(response, 'end');
    return response;
  };
  return { outgoing, finish };
}

/** Waits until nobody accepts connections any more. */
async function refused(served: Served): Promise<void> {
  for (;;) {
    const accepted = await fetch(served.url, { headers: { connection: 'close' } }).then(
      (response) => response.text(),
      () => undefined,
    );
    if (accepted === undefined) return;
  }
}

describeOnEachDatabase('the life of the bookshop', (create) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create(bundle, onTestFinished);
  });

  const counts = async (): Promise<Record<string, number>> => {
    const rows = await database.rows<{ name: string; count: unknown }>(
      TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(' union all '),
    );
    return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
  };

  it('makes the same rows every time in under 3 s, and leaves them alone from then on', async () => {
    const begun = performance.now();
    const first = await start(database);
    expect(performance.now() - begun).toBeLessThan(3_000);
    const digest = createHash('sha256');
    for (const table of TABLES)
      digest.update(JSON.stringify(await database.rows(`select * from ${table} order by 1, 2`)));
    expect(digest.digest('hex')).toBe(SEED_DIGEST);
    expect(await counts()).toMatchObject(SEEDED);

    expect((await ask(first.url, 'DELETE', `/books/1/reviews/1`)).status).toBe(404);
    expect((await ask(first.url, 'POST', '/books/1/reviews', { rating: 5, reviewer: 'Ada' })).status).toBe(201);
    expect(await first.stop()).toBe(0);
    await start(database);
    expect(await counts()).toMatchObject({ ...SEEDED, reviews: SEEDED.reviews + 1 });
  });

  it('is set up once where several processes start at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => start(database)));
    expect(await counts()).toMatchObject(SEEDED);
    for (const served of all) {
      expect((await ask(served.url, 'GET', '/books?total=1')).headers.get('x-total-count')).toBe(String(SEEDED.books));
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s once a request under way is answered', async (signal) => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const served = await start(database);
    const { finish } = await beginReview(served, agent);
    const exited = served.stop(signal);
    await refused(served);
    expect((await finish()).statusCode).toBe(201);
    const answered = performance.now();
    expect(await exited).toBe(0);
    // The kept-alive connection would hold it for five seconds.
    expect(performance.now() - answered).toBeLessThan(2_000);
    expect(await database.rows(`select rating, text from reviews where reviewer = 'Slow'`)).toEqual([
      { rating: 3, text: 'Took my time.' },
    ]);
  });
});

describe('the end of the bookshop', () => {
  let served: Served;
  beforeEach(async () => {
    served = await start(await createFile(bundle, onTestFinished));
  });

  it('does not wait for idle connections', async () => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [response] = await once(get(served.url, { agent }), 'response');
    response.resume();
    await once(response, 'end');
    const begun = performance.now();
    expect(await served.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('comes at once with a second signal', async () => {
    const { outgoing } = await beginReview(served);
    const cut = once(outgoing, 'error');
    void served.stop();
    await refused(served);
    const begun = performance.now();
    expect(await served.stop()).toBe(1);
    expect(performance.now() - begun).toBeLessThan(2_000);
    await cut;
  });

  it('comes after ten seconds whatever is under way', async () => {
    const { outgoing } = await beginReview(served);
    const cut = once(outgoing, 'error');
    const begun = performance.now();
    expect(await served.stop()).toBe(1);
    const seconds = (performance.now() - begun) / 1_000;
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(13);
    await cut;
  });
});

it('says where it is and what to try', async () => {
  const served = await start(await createFile(bundle, onTestFinished));
  const paths = [...served.output().matchAll(/curl -i '(http:[^']+)'(?! -H)/g)].map(([, url]) => url!);
  expect(paths.length).toBeGreaterThan(1);
  for (const url of paths) expect((await fetch(url)).status).toBe(200);
});
