import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../tools/init/project.ts';
import { afterSuite, buildPlayground } from '../playground/build.ts';
import { createEmptyDatabase, createOnServer } from '../playground/database.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { canRestart, post, printCounts, repeatConfirmed, restartAgainAndAgain, rowsOf, writeDuring } from './writes.ts';

// PostgreSQL restarts under load: the project of `init`, and the bookshop.

/** Adds an operation with a transaction that is open for a while. */
const SLOW = `import { sql } from 'kysely';
import { defineOperation } from 'unplugin-operations/koa';
/** @returns {void} 204 - Done */
export default defineOperation<'wait'>(function wait({ db }) {
  return db.transaction().execute(async (transaction) => {
    await sql\`select 1\`.execute(transaction);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql\`select 1\`.execute(transaction);
  });
});
`;

describe.skipIf(!canRestart)('PostgreSQL restarts (needs FAULTS and TEST_DATABASE_RESTART)', () => {
  const cleanup = afterSuite();

  it('ends no process of a new project, and loses no confirmed write', { timeout: 300_000 }, async () => {
    const project = createProject((remove) => cleanup(remove));
    expect(project.operations('init', '--database', 'postgresql')).toMatchObject({ code: 0 });
    project.link();
    writeFileSync(join(project.directory, 'app/operations/wait@post.ts'), SLOW);
    expect(project.run('vite', 'build')).toMatchObject({ code: 0 });
    const url = await createEmptyDatabase(cleanup);
    const start = async (): Promise<Served> => {
      const env = { DATABASE_URL: url, PORT: String(await freePort()) };
      const served = await startNode('app/start.mjs', { cwd: project.directory, env });
      onTestFinished(async () => void (await served.stop('SIGKILL')));
      return served;
    };
    // At once: each creates the tables.
    const served = await Promise.all([start(), start(), start()]);
    const end = new AbortController();
    const statuses: number[] = [];
    // Each process always has a connection in use.
    const transactions = served.map(async ({ url: address }) => {
      while (!end.signal.aborted) {
        const { status } = await post(`${address}/wait`, {}).catch(() => ({ status: 0 }));
        statuses.push(status);
        if (status !== 204) await sleep(50);
      }
    });
    let sent = 0;
    const counts = await writeDuring((text) => {
      const { url: address } = served[(sent += 1) % served.length]!;
      return post(`${address}/notes`, { text });
    }, restartAgainAndAgain);
    end.abort();
    await Promise.all(transactions);
    printCounts('A new project', counts, { transactions: statuses.length });
    expect(counts.failed).toEqual([]);
    expect(counts.unconfirmed).toEqual([]);
    expect(Object.keys(counts.statuses).filter((status) => !['201', '500'].includes(status))).toEqual([]);
    const texts = new Set((await rowsOf<{ text: string }>(url, 'select text from notes')).map(({ text }) => text));
    expect(counts.confirmed.filter((text) => !texts.has(text))).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([204, 500]));
    const [one] = served;
    expect((await post(`${one!.url}/notes`, { text: 'a\0b' })).status).toBe(400);
    expect((await fetch(`${one!.url}/notes?page=2147483648`)).status).toBe(200);
    for (const { stop } of served) expect(await stop()).toBe(0);
  });

  it('places each order of the bookshop once', { timeout: 300_000 }, async () => {
    const database = await createOnServer(await buildPlayground(cleanup), cleanup);
    const served = await database.start();
    cleanup(async () => void (await served.stop('SIGKILL')));
    // No book is sold out: a 409 would be the response of its key for ever.
    await database.rows('update books set stock = 1000000');
    const send = (customer: string): Promise<Response> => {
      const [, client, count] = /(\d+)-(\d+)/.exec(customer)!;
      // The same for each attempt, and few orders for a book.
      const items = [{ book_id: 1 + ((Number(client) * 331 + Number(count)) % 4_000), quantity: 1 }];
      return post(`${served.url}/orders`, { customer, items }, { 'Idempotency-Key': `"${customer}"` });
    };
    const counts = await writeDuring(send, restartAgainAndAgain);
    await repeatConfirmed(counts, send);
    printCounts('The bookshop', counts);
    expect(counts.failed).toEqual([]);
    expect(counts.unconfirmed).toEqual([]);
    expect(counts.confirmed.length).toBeGreaterThan(0);
    const rows = await database.rows<{ customer: string; orders: number }>(
      "select customer, cast(count(*) as integer) as orders from orders where customer like 'text %' group by customer",
    );
    expect(rows.filter(({ orders }) => orders !== 1)).toEqual([]);
    const known = new Set(rows.map(({ customer }) => customer));
    expect(counts.confirmed.filter((customer) => !known.has(customer))).toEqual([]);
    expect(await served.stop()).toBe(0);
  });
});
