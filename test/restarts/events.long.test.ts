import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEvents } from '../../src/runtime/events/index.ts';
import { postgres } from '../../src/runtime/postgres/index.ts';
import { DOCS } from '../docs/examples.ts';
import { createEmptyDatabase } from '../playground/database.ts';
import { contracts, KEY } from '../runtime/events/contracts.ts';
import type { Receiver } from '../runtime/events/receiver.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import { tableStatements } from '../runtime/state/tables.ts';
import { scratch } from '../support/build.ts';
import { startProgram } from '../support/process.ts';
import { canRestart, FAULTS, repeatFault, restartPostgresql } from './writes.ts';

// Events while producers and workers are killed, PostgreSQL restarts and receivers fail: none is lost, and none is made up.

/** How many events are committed at least. */
const EVENTS = FAULTS * 250;
/** How long deliveries may take after the last fault, in milliseconds: a killed worker's have a lease of 15.5 seconds. */
const PATIENCE = 300_000;

const { Webhook } = createRequire(join(DOCS, 'package.json'))('standardwebhooks') as {
  Webhook: new (secret: string) => { verify(body: string, headers: object): unknown };
};

/** A receiver that fails, hangs, resets and loses answers, and then does what it should. */
function startFaulty(): Promise<Receiver> {
  return startReceiver(onTestFinished, (response) => {
    const fate = Math.random();
    if (fate < 0.05) response.writeHead(500).end();
    else if (fate < 0.07) setTimeout(() => response.destroy(), 2_000);
    else if (fate < 0.1) response.socket!.resetAndDestroy();
    else if (fate < 0.11) response.writeHead(302, { Location: '/elsewhere' }).end();
    else response.end('ok');
  });
}

/** Starts a process again and again, until it is over. */
class Respawned {
  readonly #start: () => ReturnType<typeof startProgram>;
  #current: ReturnType<typeof startProgram>;
  #isOver = false;
  killed = 0;

  constructor(start: () => ReturnType<typeof startProgram>) {
    this.#start = start;
    this.#current = start();
  }

  async kill(): Promise<void> {
    await (await this.#current).stop('SIGKILL');
    this.killed++;
    if (!this.#isOver) this.#current = this.#start();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.kill();
  }
}

async function buildProcess(): Promise<string> {
  const outfile = join(scratch(), 'event-process.mjs');
  const entryPoints = [join(import.meta.dirname, 'event-process.ts')];
  const requires = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  const pg = { 'pg-native': 'node:path' };
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: requires },
    alias: pg,
  });
  return outfile;
}

async function openDatabase() {
  const url = await createEmptyDatabase(onTestFinished);
  const pool = new Pool({ connectionString: url, max: 4 });
  onTestFinished(() => pool.end());
  for (const text of [...tableStatements('postgres'), 'create table invoices (id serial primary key)'])
    await pool.query(text);
  return { url, pool };
}

describe.skipIf(!canRestart)('events (needs FAULTS and TEST_DATABASE_RESTART)', () => {
  it('loses none and makes none up, and each duplicate has its ID', { timeout: 1_800_000 }, async () => {
    const { url, pool } = await openDatabase();
    const events = createEvents(contracts, { store: postgres(pool).events, key: KEY, allowHosts: ['127.0.0.1'] });
    const receivers = await Promise.all([startFaulty(), startFaulty()]);
    const endpoints = await Promise.all(receivers.map((each) => events.endpoints.add({ url: each.url })));
    const file = await buildProcess();
    const spawn = (role: string) =>
      new Respawned(() => startProgram([file], /ready/, { env: { ROLE: role, DATABASE_URL: url } }));
    const processes = ['producer', 'producer', 'worker', 'worker'].map(spawn);
    onTestFinished(async () => void (await Promise.all(processes.map((each) => each.end()))));
    const count = async (text: string): Promise<number> =>
      Number(((await pool.query(`select count(*) as n from ${text}`)).rows as { n: string }[])[0]!.n);

    let kills = 0;
    const killOne = async (): Promise<void> => {
      await processes[kills++ % processes.length]!.kill();
      await sleep(1_000);
    };
    const secrets = endpoints.map(({ secret }) => [secret]);
    await repeatFault(async (i) => {
      for (let n = 0; n < 4; n++) await killOne();
      await restartPostgresql(i % 2 === 0 ? 'fast' : 'immediate');
      const rotated = await retry(() => events.endpoints.rotate(endpoints[i % 2]!.id));
      secrets[i % 2]!.push(rotated);
    });
    while ((await retry(() => count('invoices'))) < EVENTS) await killOne();
    await Promise.all(processes.slice(0, 2).map((each) => each.end()));

    const end = performance.now() + PATIENCE;
    const waiting = "operations_event_deliveries where state <> 'delivered'";
    while ((await count(waiting)) > 0 && performance.now() < end) await sleep(1_000);
    const { rows } = await pool.query('select id from invoices');
    const committed = new Set((rows as { id: number }[]).map(({ id }) => id));
    const results = receivers.map((receiver, i) => judge(receiver, committed, secrets[i]!));
    const killed = processes.reduce((sum, each) => sum + each.killed, 0);
    console.log(
      `Events: ${committed.size} committed, ${killed} processes killed, ${FAULTS} restarts, ${JSON.stringify(results)}`,
    );
    for (const result of results) expect(result).toMatchObject({ lost: 0, phantoms: 0, unsigned: 0, otherIds: 0 });
    expect(committed.size).toBeGreaterThanOrEqual(EVENTS);
    expect(await count(waiting)).toBe(0);
  });
});

/** Repeats what fails while PostgreSQL restarts. */
async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) {
    try {
      return await run();
    } catch (error) {
      if (i === 40) throw error;
      await sleep(250);
    }
  }
}

/** Compares what a receiver got with the committed invoices. */
function judge({ received }: Receiver, committed: ReadonlySet<number>, secrets: readonly string[]) {
  const ids = new Map<number, Set<string>>();
  let unsigned = 0;
  for (const { headers, body } of received) {
    const { data } = JSON.parse(body) as { data: { id: number } };
    ids.set(data.id, (ids.get(data.id) ?? new Set<string>()).add(String(headers['webhook-id'])));
    if (!secrets.some((secret) => isSigned(secret, body, headers))) unsigned++;
  }
  return {
    received: received.length,
    repeated: received.length - ids.size,
    unsigned,
    lost: [...committed].filter((id) => !ids.has(id)).length,
    phantoms: [...ids.keys()].filter((id) => !committed.has(id)).length,
    otherIds: [...ids.values()].filter((each) => each.size > 1).length,
  };
}

/** Whether the official package accepts a request, whatever its age. */
function isSigned(secret: string, body: string, headers: object): boolean {
  const { now } = Date;
  const { 'webhook-timestamp': timestamp } = headers as { readonly 'webhook-timestamp': string };
  try {
    Date.now = () => Number(timestamp) * 1000;
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}
