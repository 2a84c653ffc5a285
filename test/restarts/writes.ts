import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

// Clients that write while a server of state fails.

/** How often a server of state fails. */
export const FAULTS = Number(process.env['FAULTS'] ?? 1);
const CLIENTS = 12;
/** The time limit of each response, in milliseconds. */
const PATIENCE = 10_000;
/** How long clients repeat their writes after the last fault, in milliseconds: a key whose attempt is lost has a lease of 30 seconds. */
const REPEATS = 90_000;

// A run with other tests on the same server would break theirs.
const command = process.env['FAULTS'] === undefined ? undefined : process.env['TEST_DATABASE_RESTART'];
/** Whether this run may restart PostgreSQL. */
export const canRestart: boolean = command !== undefined;

/** Restarts PostgreSQL: `fast` rolls transactions back, `immediate` is a crash. The clients go on meanwhile. */
export async function restartPostgresql(mode: 'fast' | 'immediate'): Promise<void> {
  const child = spawn('bash', ['-c', command!], { env: { ...process.env, RESTART_MODE: mode }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`PostgreSQL did not restart: ${command} ended with ${code}`);
}

/** Lets a fault happen again and again, under load before and after each. */
export async function repeatFault(fault: (count: number) => Promise<void> | void): Promise<void> {
  for (let i = 0; i < FAULTS; i++) {
    await sleep(1_000);
    await fault(i);
  }
  await sleep(1_000);
}

/** Restarts PostgreSQL and crashes it, by turns. */
export function restartAgainAndAgain(): Promise<void> {
  return repeatFault((count) => restartPostgresql(count % 2 === 0 ? 'fast' : 'immediate'));
}

/** What clients saw. */
export interface Counts {
  requests: number;
  readonly statuses: Record<number, number>;
  /** Requests without a response, or with one that came too late. */
  readonly failed: string[];
  /** The writes that a response has confirmed. */
  readonly confirmed: string[];
  /** The writes that were repeated for too long. */
  readonly unconfirmed: string[];
  /** The time of the slowest response, in milliseconds. */
  slowest: number;
}

/** Sends a write, as often as its client repeats it. */
export type Send = (text: string) => Promise<Response>;

/** Counts a request, and returns its status; 0 if there is none. */
export async function countRequest(counts: Counts, send: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  let status = 0;
  counts.requests++;
  try {
    const response = await send();
    await response.text();
    ({ status } = response);
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
  } catch (error) {
    counts.failed.push(String((error as Error).cause ?? error));
  }
  const time = performance.now() - begun;
  counts.slowest = Math.max(counts.slowest, time);
  if (time > PATIENCE) counts.failed.push(`A response after ${time} ms`);
  return status;
}

/**
 * Writes texts until `run` has ended, and then repeats each that a 2xx has not confirmed.
 *
 * @param least How many texts are written at least.
 */
export async function writeDuring(send: Send, run: () => Promise<void>, least = 0): Promise<Counts> {
  const counts: Counts = { requests: 0, statuses: {}, failed: [], confirmed: [], unconfirmed: [], slowest: 0 };
  let last = Number.POSITIVE_INFINITY;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const open: string[] = [];
    const write = async (text: string): Promise<void> => {
      const status = await countRequest(counts, () => send(text));
      if (status >= 200 && status < 300) counts.confirmed.push(text);
      else open.push(text);
    };
    const goesOn = (count: number): boolean => last === Number.POSITIVE_INFINITY || count * CLIENTS < least;
    for (let count = 0; goesOn(count) && counts.failed.length < 100; count++) {
      // One that waits for its lease must not keep others from being written.
      if (open.length < 20) await write(`text ${client}-${count}`);
      else count--;
      if (open.length > 0) await write(open.shift()!);
      if (open.length > 0) await sleep(20);
    }
    while (open.length > 0 && performance.now() < last) {
      await write(open.shift()!);
      await sleep(20);
    }
    counts.unconfirmed.push(...open);
  });
  await run().finally(() => (last = performance.now() + REPEATS));
  await Promise.all(clients);
  return counts;
}

/** Sends each confirmed write once more, until it has a response: its effect must not be doubled. */
export async function repeatConfirmed(counts: Counts, send: Send): Promise<void> {
  const last = performance.now() + REPEATS;
  const texts = [...counts.confirmed];
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const repeated = text;
      while ((await countRequest(counts, () => send(repeated))) !== 201) {
        if (performance.now() > last) throw new Error(`${repeated} has no response`);
        await sleep(500);
      }
    }
  });
  await Promise.all(clients);
}

/** Prints the figures of a run. */
export function printCounts(name: string, counts: Counts, others: object = {}): void {
  const { requests, statuses, failed, confirmed, slowest } = counts;
  const figures = { requests, statuses, failed: failed.length, confirmed: confirmed.length, ...others };
  console.log(`${name}: ${FAULTS} faults, slowest ${Math.round(slowest)} ms, ${JSON.stringify(figures)}`);
}

/** The rows of a query, on a connection that is opened for it. */
export async function rowsOf<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as Row[];
}

/** Sends JSON. */
export const post = (
  url: string,
  body: object,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    ...(signal && { signal }),
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
