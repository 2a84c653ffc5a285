import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../init/project.ts';
import { afterSuite, buildPlayground } from '../playground/build.ts';
import { createEmptyDatabase, createOnServer } from '../playground/database.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';

// PostgreSQL restarts under load: the project of `init`, and the bookshop.

/** How often PostgreSQL restarts. */
const RESTARTS = Number(process.env['FAULTS'] ?? 3);
const CLIENTS = 12;
/** Within this time, each request has a response, in milliseconds. */
const PATIENCE = 10_000;

// A run with other tests on the same server would break theirs.
const command = process.env['FAULTS'] === undefined ? undefined : process.env['TEST_DATABASE_RESTART'];

function restartPostgresql(): void {
  const { status, stderr } = spawnSync('bash', ['-c', command!], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`PostgreSQL did not restart: ${stderr}`);
}

/** What clients saw. */
interface Counts {
  readonly statuses: Record<number, number>;
  /** Requests without a response, or with one that came too late. */
  readonly failed: string[];
  /** The texts that a response has confirmed. */
  readonly confirmed: string[];
}

type Send = (text: string) => Promise<Response>;

/** Writes texts, one after the other per client, until `run` has ended. A text is sent again until it is confirmed. */
async function writeDuring(send: Send, run: () => Promise<void>): Promise<Counts> {
  const counts: Counts = { statuses: {}, failed: [], confirmed: [] };
  const end = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let count = 0; !end.signal.aborted; count++) {
      const text = `text ${client}-${count}`;
      for (let status = 0; status !== 201;) {
        const begun = performance.now();
        try {
          const response = await send(text);
          await response.text();
          ({ status } = response);
          counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
        } catch (error) {
          counts.failed.push(String((error as Error).cause ?? error));
        }
        if (performance.now() - begun > PATIENCE)
          counts.failed.push(`A response after ${performance.now() - begun} ms`);
        if (status !== 201) await sleep(20);
        if (status !== 201 && counts.failed.length > 100) return;
      }
      counts.confirmed.push(text);
    }
  });
  await run();
  end.abort();
  await Promise.all(clients);
  return counts;
}

async function restartAgainAndAgain(): Promise<void> {
  for (let i = 0; i < RESTARTS; i++) {
    await sleep(1_000);
    restartPostgresql();
  }
  await sleep(1_000);
}

async function rowsOf<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as Row[];
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

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

describe.skipIf(!command)('PostgreSQL restarts (needs FAULTS and TEST_DATABASE_RESTART)', () => {
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
    expect(counts.failed).toEqual([]);
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
    const counts = await writeDuring((customer) => {
      const [, client, count] = /(\d+)-(\d+)/.exec(customer)!;
      // The same for each attempt, and few orders for a book.
      const items = [{ book_id: 1 + ((Number(client) * 331 + Number(count)) % 4_000), quantity: 1 }];
      return post(`${served.url}/orders`, { customer, items }, { 'Idempotency-Key': `"${customer}"` });
    }, restartAgainAndAgain);
    expect(counts.failed).toEqual([]);
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
