import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { postgres } from '../../src/runtime/postgres/index.ts';
import { createTestEvents, KEY } from '../runtime/events/contracts.ts';

// A process that sends events, or delivers them, until it is killed: bundled and started by events.long.test.ts.

const bounds = { connectionTimeoutMillis: 2_000, statement_timeout: 3_000, query_timeout: 4_000 };
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 5, ...bounds });
const events = createTestEvents({
  store: postgres(pool).events,
  key: KEY,
  allowHosts: ['127.0.0.1'],
  onError: () => {},
  timeout: 500,
  interval: 100,
  retries: Array.from({ length: 200 }, () => 300),
  disableAfter: 1e12,
});

/** Pays an invoice and sends the event of it, in one transaction, which is rolled back now and then. */
async function pay(): Promise<void> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    const { rows } = await client.query('insert into invoices default values returning id');
    await events.send(client, 'invoice.paid', { id: (rows as { id: number }[])[0]!.id, amount: 1 });
    if (Math.random() < 0.1) throw new Error('rolled back');
    await client.query('commit');
  } catch (error) {
    failure = error;
  } finally {
    // The connection, and with it the transaction, ends.
    client.release(failure !== undefined);
  }
}

async function produce(): Promise<never> {
  for (;;) {
    await pay().catch(() => {});
    await sleep(Math.random() * 20);
  }
}

console.log('ready');
if (process.env['ROLE'] === 'worker') events.start();
else for (let i = 0; i < 3; i++) void produce();
