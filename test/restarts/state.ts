import type { Cleanup } from '../playground/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { post } from './writes.ts';

// Processes of an app that keeps its keys with the entries, and what happens to them.

/** How long a key stays reserved after its process has died, in milliseconds. */
export const LEASE = 2_000;
/** How long a process is stopped: longer than its leases. */
const STOPPED = 3 * LEASE;
/** How long a proxy waits for a process, in milliseconds. */
const PROXY_TIMEOUT = 4_000;

const OPERATION = `import { setTimeout as sleep } from 'node:timers/promises';
import { defineOperation } from 'unplugin-operations/koa';
import { effect } from '../effects.ts';
/**
 * @idempotent required
 * @param {string} key
 * @returns {string} 201
 */
export default defineOperation<'addEffect'>(function addEffect({ input, idempotency }) {
  return effect(input.body.key, idempotency!, () => sleep(Math.random() * 20));
});
`;

const SERVER = `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { store } from './app/effects.ts';
const app = createApp(operations, { idempotency: { store, clientOf: 'shared', lease: ${LEASE} } });
app.silent = true;
const port = Number(process.env.PORT);
app.listen(port, () => console.log('http://localhost:' + port));
`;

/** The key and its effect in one transaction of a pool of pg. */
const IN_POSTGRES = `import type { Idempotency } from 'unplugin-operations/koa';
import { Pool } from 'pg';
import { completeIn, postgres } from 'unplugin-operations/postgres';
const bounds = { connectionTimeoutMillis: 2_000, statement_timeout: 3_000, query_timeout: 4_000 };
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, ...bounds });
export const store = postgres(pool).idempotency;
export async function effect(key: string, idempotency: Idempotency, pause: () => Promise<void>) {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    await client.query('insert into effects (key) values ($1)', [key]);
    await pause();
    await completeIn(client, idempotency, key);
    await client.query('commit');
    return key;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // The connection, and with it the transaction, ends.
    client.release(failure !== undefined);
  }
}
`;

/** The same in SQLite, with a connection that runs statements at once. */
const IN_SQLITE = `import Libsql from 'libsql';
import type { Idempotency } from 'unplugin-operations/koa';
import { completeIn, sqlite } from 'unplugin-operations/sqlite';
const database = new Libsql(process.env.DATABASE_FILE!, { timeout: 100 });
export const store = sqlite(database).idempotency;
export async function effect(key: string, idempotency: Idempotency, pause: () => Promise<void>) {
  await pause();
  database.exec('begin immediate');
  try {
    database.exec(\`insert into effects (key) values ('\${key}')\`);
    // Faults come in the middle, too.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
    completeIn(database, idempotency, key);
    database.exec('commit');
    return key;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}
`;

/** The files of an app whose effects are in a database. */
export function effectsIn(database: 'postgres' | 'sqlite'): Record<string, string> {
  return {
    'server.ts': SERVER,
    'app/effects.ts': database === 'postgres' ? IN_POSTGRES : IN_SQLITE,
    'app/operations/effects@post.ts': OPERATION,
  };
}

/** Moves the clock of a process: `node --import`. */
const CLOCK = `const { now } = Date; const shift = Number(process.env.CLOCK_SHIFT);
globalThis.Date = class extends Date { constructor(...args) { super(...(args.length === 0 ? [now() + shift] : args)); } static now() { return now() + shift; } };`;

/** Several processes behind a proxy. */
export class Fleet {
  readonly #start: (i: number) => Promise<Served>;
  readonly #processes: Served[] = [];
  readonly #absent = new Set<number>();
  #sent = 0;
  killed = 0;
  stopped = 0;

  private constructor(start: (i: number) => Promise<Served>) {
    this.#start = start;
  }

  /** Starts processes, whose clocks differ by 45 seconds. */
  static async start(root: string, env: Record<string, string>, count: number, cleanup: Cleanup): Promise<Fleet> {
    const fleet = new Fleet(async (i) => {
      const own = { ...env, PORT: String(await freePort()), CLOCK_SHIFT: String(i * 45_000) };
      const args = ['--import', `data:text/javascript,${encodeURIComponent(CLOCK)}`];
      const served = await startNode('dist/server.ts/server.js', { cwd: root, env: own, args });
      cleanup(async () => void (await served.stop('SIGKILL')));
      return served;
    });
    fleet.#processes.push(...(await Promise.all(Array.from({ length: count }, (_, i) => fleet.#start(i)))));
    return fleet;
  }

  /** Sends a write to a process that is not known to be absent, as a proxy does. */
  send(text: string): Promise<Response> {
    return this.pass((url, signal) =>
      post(`${url}/effects`, { key: text }, { 'Idempotency-Key': `"${text}"` }, signal),
    );
  }

  /** Passes a request to a process that is not known to be absent. */
  async pass(request: (url: string, signal: AbortSignal) => Promise<Response>): Promise<Response> {
    const present = this.#processes.filter((_, i) => !this.#absent.has(i));
    const { url } = present[(this.#sent += 1) % present.length]!;
    const signal = AbortSignal.timeout(PROXY_TIMEOUT);
    try {
      return await request(url, signal);
    } catch {
      return new Response(null, { status: signal.aborted ? 504 : 502 });
    }
  }

  /** Kills a process with SIGKILL, and starts another one in its place. */
  async kill(i: number): Promise<void> {
    this.killed++;
    await this.#processes[i]!.stop('SIGKILL');
    this.#absent.add(i);
    this.#processes[i] = await this.#start(i);
    this.#absent.delete(i);
  }

  /** Stops a process for longer than its leases, and lets it go on. */
  async freeze(i: number): Promise<void> {
    this.stopped++;
    process.kill(this.#processes[i]!.pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 100));
    this.#absent.add(i);
    await new Promise((resolve) => setTimeout(resolve, STOPPED));
    process.kill(this.#processes[i]!.pid, 'SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 500));
    this.#absent.delete(i);
  }

  /** The processes that have ended, as what they printed last. */
  async dead(): Promise<string[]> {
    const states = this.#processes.map(({ exited, output }) =>
      Promise.race([exited.then((code) => `${code}: ${output().slice(-2_000)}`), undefined]),
    );
    return (await Promise.all(states)).filter((state) => state !== undefined);
  }
}
