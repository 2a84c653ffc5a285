import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { AttemptReport } from '../src/runtime/events/index.ts';
import { sqlStore } from '../src/runtime/events/sql-store.ts';
import { postgres } from '../src/runtime/postgres/index.ts';
import { createTestEvents, invoice, KEY } from '../test/runtime/events/contracts.ts';
import { tableStatements } from '../test/runtime/state/tables.ts';
import { median } from './table.ts';

// What deliveries cost in one process on PostgreSQL: each figure in fresh tables. The receiver is in another process.

const RECEIVER = process.env['RECEIVER']!;
const HANGING = 200;

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function createTables(): Promise<void> {
  await pool.query('drop table if exists operations_event_deliveries, operations_event_endpoints, operations_events');
  for (const text of tableStatements('postgres')) await pool.query(text);
}

function createSender(onAttempt: (report: AttemptReport) => unknown) {
  return createTestEvents({ store: postgres(pool).events, key: KEY, allowHosts: ['127.0.0.1'], onAttempt });
}

/** Deliveries for each second of processor time, while all of them are due. */
async function measureRate(endpoints: number, sent: number): Promise<number> {
  await createTables();
  let left = endpoints * sent;
  let end = (): void => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  const events = createSender(({ state }) => void (state === 'delivered' && --left === 0 && end()));
  for (let i = 0; i < endpoints; i++) await events.endpoints.add({ url: `${RECEIVER}/${i}` });
  for (let i = 0; i < sent; i += 50)
    await Promise.all(Array.from({ length: Math.min(50, sent - i) }, () => events.send(pool, 'invoice.paid', invoice)));
  await pool.query('analyze');
  const before = process.cpuUsage();
  events.start();
  await done;
  const { user, system } = process.cpuUsage(before);
  await events.stop();
  return (endpoints * sent) / ((user + system) / 1e6);
}

/** The milliseconds of the statement that takes 100 of 100,000 due deliveries, which endpoints have in equal parts. */
async function measureTake(endpoints: number): Promise<number> {
  await createTables();
  const each = 100_000 / endpoints;
  await pool.query(`insert into operations_event_endpoints (id, tenant, url, secrets, created_at)
    select 'ep_' || i, '', 'https://example.com', 'x', now() from generate_series(1, ${endpoints}) i`);
  await pool.query(`insert into operations_events (id, type, tenant, body, created_at, expires_at)
    select 'msg_' || i, 'invoice.paid', '', '{}', now(), now() + interval '1 day' from generate_series(1, ${each}) i`);
  await pool.query(`insert into operations_event_deliveries (event_id, endpoint_id, due_at)
    select 'msg_' || m, 'ep_' || e, now() from generate_series(1, ${each}) m, generate_series(1, ${endpoints}) e`);
  await pool.query('vacuum analyze');
  const store = sqlStore(postgres(pool).events);
  const times: number[] = [];
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    const { length } = await store.take({ limit: 100, failingLimit: 50, busy: new Map(), lease: 60_000 });
    times.push(performance.now() - start);
    if (length !== 100) throw new Error(`Took ${length} deliveries.`);
  }
  return median(times);
}

/** The milliseconds until an event for a healthy endpoint is delivered, at most, while 200 others hang. */
async function measureWait(): Promise<number> {
  await createTables();
  const arrivals = new Map<string, number>();
  const events = createSender(({ id, state }) => void (state === 'delivered' && arrivals.set(id, performance.now())));
  for (let i = 0; i < HANGING; i++) await events.endpoints.add({ url: `${RECEIVER}/hang/${i}`, tenant: 'hang' });
  await events.endpoints.add({ url: `${RECEIVER}/healthy`, tenant: 'healthy' });
  for (let i = 0; i < 10; i++) await events.send(pool, 'invoice.paid', invoice, { tenant: 'hang' });
  events.start();
  await sleep(3_000);
  const sent = new Map<string, number>();
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    sent.set((await events.send(pool, 'invoice.paid', invoice, { tenant: 'healthy' })).id, start);
    await sleep(500);
  }
  while (arrivals.size < sent.size) await sleep(50);
  return Math.max(...[...sent].map(([id, start]) => arrivals.get(id)! - start));
}

const figures = {
  'deliveries per CPU second, 2 endpoints': await measureRate(2, 2_000),
  'deliveries per CPU second, 100 endpoints': await measureRate(100, 40),
  'ms to take 100 of 100,000 due deliveries, of 100 endpoints': await measureTake(100),
  'ms to take 100 of 100,000 due deliveries, of 1,000 endpoints': await measureTake(1_000),
  'ms that a healthy endpoint waits at most behind 200 that hang': await measureWait(),
};
console.log(JSON.stringify(figures));
// The worker would wait for the attempts that hang.
process.exit();
