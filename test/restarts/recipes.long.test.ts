import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withRedis } from '../docs/attacks/limits-in-redis.ts';
import { filesOf } from '../docs/attacks/server.ts';
import { hasPackages, linkPackages } from '../docs/packages.ts';
import { createEmptyDatabase } from '../playground/database.ts';
import { scratch } from '../support/build.ts';
import { startProgram } from '../support/process.ts';
import { LOCKED, buildProject, deadOf, keysInRedis, queue, replace, shop, startServer } from './recipes.ts';
import { RedisServer } from './redis.ts';
import type { Counts } from './writes.ts';
import {
  FAULTS,
  canRestart,
  countRequest,
  post,
  printCounts,
  repeatConfirmed,
  restartAgainAndAgain,
  rowsOf,
  writeDuring,
} from './writes.ts';

// PostgreSQL and Redis fail under load, below the recipes as they are printed.

const TIMEOUT = 600_000;

/** Expects that each request had a response in time, and that each write was confirmed in the end. */
function expectResponses(counts: Counts): void {
  expect(counts.failed).toEqual([]);
  expect(counts.unconfirmed).toEqual([]);
  expect(counts.confirmed.length).toBeGreaterThan(0);
}

/** A number that only this write has. */
function numberOf(text: string): number {
  const [, client, count] = /(\d+)-(\d+)/.exec(text)!;
  return 1 + Number(client) * 10_000 + Number(count);
}

const createDatabase = (): Promise<string> => createEmptyDatabase(onTestFinished);

describe.skipIf(!canRestart || !hasPackages)(
  'recipes (need FAULTS, TEST_DATABASE_RESTART and packages of docs)',
  () => {
    it('database.md: five processes create a table at once', { timeout: TIMEOUT }, async () => {
      const root = scratch();
      linkPackages(root);
      const file = join(root, 'create.mjs');
      writeFileSync(
        file,
        `import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.DATABASE_URL }) }) });
${LOCKED}
console.log('created');
await db.destroy();
`,
      );
      for (let round = 0; round < FAULTS; round++) {
        const env = { DATABASE_URL: await createDatabase() };
        const started = Array.from({ length: 5 }, () => startProgram([file], /created/, { cwd: root, env }));
        const programs = await Promise.all(started);
        expect(await Promise.all(programs.map(({ exited }) => exited))).toEqual([0, 0, 0, 0, 0]);
      }
    });

    it('database.md: an order is placed exactly once while PostgreSQL restarts', { timeout: TIMEOUT }, async () => {
      const root = await buildProject(shop(), onTestFinished);
      const url = await createDatabase();
      const start = () => startServer(root, { DATABASE_URL: url }, onTestFinished);
      const served = await Promise.all(Array.from({ length: 5 }, start));
      await rowsOf(url, "insert into books (id, title, stock) select id, 'Dust', 9 from generate_series(1, 120000) id");
      let sent = 0;
      const send = (text: string): Promise<Response> => {
        const { url: address } = served[(sent += 1) % served.length]!;
        return post(`${address}/orders`, { book_id: numberOf(text) }, { 'Idempotency-Key': `"${text}"` });
      };
      const counts = await writeDuring(send, restartAgainAndAgain);
      await repeatConfirmed(counts, send);
      const orders = await rowsOf<{ book_id: number; count: number }>(
        url,
        'select book_id, cast(count(*) as integer) as count from orders group by book_id',
      );
      const doubled = orders.filter(({ count }) => count > 1);
      const known = new Set(orders.map(({ book_id }) => book_id));
      const lost = counts.confirmed.filter((text) => !known.has(numberOf(text)));
      const dead = await deadOf(served);
      printCounts('Orders', counts, { lost: lost.length, doubled: doubled.length, dead: dead.length });
      expect({ lost, doubled, dead }).toEqual({ lost: [], doubled: [], dead: [] });
      const [{ sold } = { sold: 0 }] = await rowsOf<{ sold: number }>(
        url,
        'select cast(sum(9 - stock) as integer) as sold from books',
      );
      expect(sold).toBe(orders.length);
      expectResponses(counts);
    });

    it('jobs.md: each job runs once while PostgreSQL restarts', { timeout: TIMEOUT }, async () => {
      const root = await buildProject(queue(), onTestFinished, ['server.ts', 'app/worker.ts']);
      const url = await createDatabase();
      await rowsOf(
        url,
        `create table jobs (id serial primary key, name text not null, data text not null, state text not null default 'waiting',
       attempts integer not null default 0, run_at text not null)`,
      );
      const env = { DATABASE_URL: url };
      const served = await startServer(root, env, onTestFinished);
      const run = async () => {
        const worker = await startProgram(['dist/app/worker.ts/worker.js'], /A report for/, { cwd: root, env });
        onTestFinished(async () => void (await worker.stop('SIGKILL')));
        return worker;
      };
      const workers = [run(), run()];
      const counts = await writeDuring(
        (text) => post(`${served.url}/reports`, { year: 2_000 + numberOf(text) }),
        restartAgainAndAgain,
      );
      const running = await Promise.all(workers);
      const states = async () =>
        Object.fromEntries(
          (await rowsOf<{ state: string; count: string }>(url, 'select state, count(*) from jobs group by state')).map(
            ({ state, count }) => [state, Number(count)],
          ),
        );
      await expect.poll(async () => (await states())['waiting'] ?? 0, { timeout: 120_000 }).toBe(0);
      // Those whose worker lost the response of `takeJob`: as if the 10 minutes were over.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const { length: expired } = await rowsOf(url, "update jobs set run_at = '' where state = 'running' returning id");
      await expect.poll(async () => Object.keys(await states()), { timeout: 120_000 }).toEqual(['done']);
      const jobs = await rowsOf<{ data: string }>(url, 'select data from jobs');
      const count = (list: readonly string[]): Map<string, number> => {
        const counted = new Map<string, number>();
        for (const item of list) counted.set(item, (counted.get(item) ?? 0) + 1);
        return counted;
      };
      const wanted = count(jobs.map(({ data }) => data));
      const ran = count(
        running.flatMap(({ output }) => [...output().matchAll(/^A report for (.*)$/gm)].map(([, data]) => data!)),
      );
      const lost = counts.confirmed.filter((text) => !ran.has(JSON.stringify({ year: 2_000 + numberOf(text) })));
      const doubled = [...ran].filter(([data, times]) => times > (wanted.get(data) ?? 0));
      const dead = await deadOf([served, ...running]);
      printCounts('Jobs', counts, {
        jobs: jobs.length,
        expired,
        lost: lost.length,
        doubled: doubled.length,
        dead: dead.length,
      });
      expect({ lost, doubled, dead }).toEqual({ lost: [], doubled: [], dead: [] });
      expectResponses(counts);
      for (const worker of running) expect(await worker.stop()).toBe(0);
    });

    it('state.md: a retry with its key in Redis gets an error while Redis fails', { timeout: TIMEOUT }, async () => {
      const redis = await RedisServer.start(scratch());
      onTestFinished(() => redis.stop('SIGKILL'));
      const root = await buildProject(keysInRedis(), onTestFinished);
      const url = await createDatabase();
      await rowsOf(url, 'create table effects (key text not null, is_retry boolean not null)');
      const env = { DATABASE_URL: url, REDIS_URL: redis.url };
      const served = await Promise.all([1, 2, 3].map(() => startServer(root, env, onTestFinished)));
      let sent = 0;
      const send = (text: string): Promise<Response> => {
        const { url: address } = served[(sent += 1) % served.length]!;
        return post(`${address}/effects`, { key: text }, { 'Idempotency-Key': `"${text}"` });
      };
      const counts = await writeDuring(send, () => redis.fail());
      const effects = await rowsOf<{ key: string }>(url, 'select key from effects');
      const known = new Set(effects.map(({ key }) => key));
      const lost = counts.confirmed.filter((text) => !known.has(text));
      const doubled = effects.length - known.size;
      const dead = await deadOf(served);
      printCounts('Keys in Redis', counts, { lost: lost.length, doubled, dead: dead.length });
      expect({ lost, doubled, dead }).toEqual({ lost: [], doubled: 0, dead: [] });
      expectResponses(counts);
      // Those whose response is not in Redis run again, and learn that they are retries.
      await repeatConfirmed(counts, send);
      const rows = await rowsOf<{ count: number }>(
        url,
        'select cast(count(*) as integer) as count from effects where not is_retry group by key',
      );
      expect(rows.filter(({ count }) => count > 1)).toEqual([]);
      printCounts('Keys in Redis, repeated', counts);
    });

    it('cors-and-rate-limits.md: no limit is exceeded while Redis fails', { timeout: TIMEOUT }, async () => {
      const redis = await RedisServer.start(scratch());
      onTestFinished(() => redis.stop('SIGKILL'));
      const changed = withRedis(filesOf('cors-and-rate-limits.md'));
      // Each client has its own address.
      const server = replace(
        changed['server.ts']!,
        'security, dispose',
        'proxy: true, maxIpsCount: 1, security, dispose',
      );
      const root = await buildProject({ ...changed, 'server.ts': server }, onTestFinished);
      const served = await Promise.all(
        [1, 2, 3].map(() => startServer(root, { REDIS_URL: redis.url }, onTestFinished)),
      );
      const counts: Counts = { requests: 0, statuses: {}, failed: [], confirmed: [], unconfirmed: [], slowest: 0 };
      const allowed = new Map<string, number>();
      const end = new AbortController();
      const guess = async (address: string, email: string): Promise<number> => {
        const { url } = served[counts.requests % served.length]!;
        const body = { email, password: 'guess' };
        const headers = { 'X-Forwarded-For': address };
        const status = await countRequest(counts, () => post(`${url}/session`, body, headers));
        if (status === 401) allowed.set(address, (allowed.get(address) ?? 0) + 1);
        return status;
      };
      const clients = Array.from({ length: 12 }, async (_, client) => {
        for (let count = 0; !end.signal.aborted; count++) {
          const address = `10.${client}.${count >> 8}.${count & 255}`;
          // As many as the limit lets through, and more.
          for (let i = 0, refused = 0; i < 100 && refused < 3 && !end.signal.aborted; i++) {
            const status = await guess(address, `user${client}-${count}-${i}@shop.example`);
            if (status === 429) refused++;
            if (status === 503) await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }
      });
      await redis.fail();
      end.abort();
      await Promise.all(clients);
      const exceeded = [...allowed].filter(([, count]) => count > 5);
      const dead = await deadOf(served);
      printCounts('Limits in Redis', counts, { exceeded: exceeded.length, dead: dead.length });
      expect({ exceeded, dead, failed: counts.failed }).toEqual({ exceeded: [], dead: [], failed: [] });
      expect(new Set(Object.keys(counts.statuses))).toEqual(new Set(['401', '429', '503']));
      // All processes count again.
      for (const { url } of served) {
        const headers = { 'X-Forwarded-For': `192.0.2.${served.findIndex((one) => one.url === url)}` };
        const body = { email: 'ada@shop.example', password: 'guess' };
        await expect.poll(async () => (await post(`${url}/session`, body, headers)).status).toBe(401);
      }
    });
  },
);
