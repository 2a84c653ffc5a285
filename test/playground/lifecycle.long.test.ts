import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
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

/** Keeps idle connections alive for longer than the bookshop may take to end: one that is not closed makes it exit with 1. */
const PATIENT = ['--require', fileURLToPath(new URL('keep-alive.cjs', import.meta.url))];

/** How long requests under way have to finish, in milliseconds. */
const DEADLINE = 10_000;

async function start(database: TestDatabase): Promise<Served> {
  const served = await database.start(PATIENT);
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

  it('makes the same rows every time, and leaves them alone from then on', async () => {
    const first = await start(database);
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

  it('sets up the database once if several processes start at once', async () => {
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
    expect(await exited).toBe(0);
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

  it('ends without waiting for idle connections', async () => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [response] = await once(get(served.url, { agent }), 'response');
    response.resume();
    await once(response, 'end');
    expect(await served.stop()).toBe(0);
  });

  it('waits for requests under way after a second SIGTERM too', async () => {
    const { finish } = await beginReview(served);
    void served.stop();
    await refused(served);
    const exited = served.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await finish()).statusCode).toBe(201);
    expect(await exited).toBe(0);
  });

  it('comes at once with a second SIGINT', async () => {
    const { outgoing } = await beginReview(served);
    const cut = once(outgoing, 'error');
    const begun = performance.now();
    void served.stop('SIGINT');
    await refused(served);
    expect(await served.stop('SIGINT')).toBe(1);
    expect(performance.now() - begun).toBeLessThan(DEADLINE);
    await cut;
  });

  it('comes after the deadline whatever is under way', async () => {
    const { outgoing } = await beginReview(served);
    const cut = once(outgoing, 'error');
    const begun = performance.now();
    expect(await served.stop()).toBe(1);
    expect(performance.now() - begun).toBeGreaterThan(DEADLINE - 1_000);
    await cut;
  });
});

it('the bookshop prints its address and what to try', async () => {
  const served = await start(await createFile(bundle, onTestFinished));
  const paths = [...served.output().matchAll(/curl -i '(http:[^']+)'(?! -H)/g)].map(([, url]) => url!);
  expect(paths.length).toBeGreaterThan(1);
  for (const url of paths) expect((await fetch(url)).status).toBe(200);
});
