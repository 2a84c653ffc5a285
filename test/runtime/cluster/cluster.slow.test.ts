import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEEDED } from '../../../playground/database/seed.ts';
import { afterSuite, buildPlayground } from '../../playground/build.ts';
import { linked } from '../../playground/client.ts';
import type { TestDatabase } from '../../playground/database.ts';
import { createOnServer } from '../../playground/database.ts';
import type { Served } from '../../support/process.ts';
import type { ClusterAnswer, Unanswered } from './client.ts';
import { ClusterClient } from './client.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PROCESSES = 3;
/** Clients of each kind. */
const CLIENTS = 5;
/** Answers before a process is killed. */
const ENOUGH = 200;

describe.skipIf(!process.env['TEST_DATABASE_URL'])('a cluster on PostgreSQL (needs TEST_DATABASE_URL)', () => {
  const cleanup = afterSuite();
  let database: TestDatabase;
  let served: Served;
  beforeAll(async () => {
    database = await createOnServer(await buildPlayground(cleanup), cleanup);
    const args = ['--import', here('process-header.mjs'), here('../../../playground/cluster.js')];
    served = await database.start(args, { WORKERS: String(PROCESSES), PROXIES: '1' });
    cleanup(async () => void (await served.stop('SIGTERM')));
    await waitForProcesses(served.url);
  });

  it('loses no request but those of the process that is killed under load, and pages stay right', async () => {
    const load = new Load(served.url);
    const clients = Array.from({ length: CLIENTS }, () => [load.readPages(), load.writeReviews()]).flat();
    await load.until(() => load.count >= ENOUGH && load.processes.size === PROCESSES);
    const killed = load.busiest();
    process.kill(killed, 'SIGKILL');
    // Until the one that replaces it has answered too, and everyone was once through all pages.
    await load.until(() => load.processes.size > PROCESSES && load.walks >= CLIENTS);
    load.stop();
    await Promise.all(clients);

    // Each client lost one request at most, on a connection with that process, or on a new one that none had answered on yet.
    expect(load.lost.length).toBeLessThanOrEqual(2 * CLIENTS);
    expect(load.lost.filter((lost) => lost.process !== killed && lost.process !== undefined)).toEqual([]);
    expect(load.lost.filter((lost) => lost.process === killed).length).toBeGreaterThan(0);
    expect(load.unexpected).toEqual([]);

    const rows = await database.rows<{ text: string }>("select text from reviews where reviewer = 'Load'");
    const written = new Set(rows.map(({ text }) => text));
    expect(written.size).toBe(rows.length);
    expect(load.acknowledged.filter((text) => !written.has(text))).toEqual([]);
    const asked = new Set(load.asked);
    expect(rows.filter(({ text }) => !asked.has(text))).toEqual([]);
  }, 120_000);

  it('ends completely on a signal', async () => {
    expect(await served.stop('SIGTERM')).toBe(0);
    await expect(fetch(served.url)).rejects.toThrow('fetch failed');
    expect(served.output().match(/ended with/g)).toHaveLength(1);
  });
});

/** Waits until all processes answer. */
async function waitForProcesses(url: string): Promise<void> {
  const seen = new Set<number>();
  while (seen.size < PROCESSES) {
    const client = new ClusterClient(url);
    seen.add((await client.ask('GET', '/readyz')).process);
    client.close();
  }
}

/** Clients that ask all the time, and what came of it. */
class Load {
  /** Those that answered. */
  readonly processes = new Set<number>();
  readonly lost: Unanswered[] = [];
  /** Answers that are none of a bookshop in order. */
  readonly unexpected: unknown[] = [];
  /** The texts of the reviews that were sent, and of those that were answered. */
  readonly asked: string[] = [];
  readonly acknowledged: string[] = [];
  /** How often all books were gone through. */
  walks = 0;
  count = 0;
  readonly #url: string;
  readonly #open: ClusterClient[] = [];
  #isOver = false;
  #clients = 0;

  constructor(url: string) {
    this.#url = url;
  }

  stop(): void {
    this.#isOver = true;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** The process that most connections are with. */
  busiest(): number {
    const counts = new Map<number, number>();
    for (const { process } of this.#open)
      if (process !== undefined) counts.set(process, (counts.get(process) ?? 0) + 1);
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]![0];
  }

  /** Follows the links from page to page; a page that was not answered is asked for again. */
  async readPages(): Promise<void> {
    const first = '/books?sort=title&page_size=100&total=1';
    await this.#run(async (ask) => {
      const ids: number[] = [];
      for (let path: string | undefined = first; path !== undefined && !this.#isOver;) {
        const answer = await ask('GET', path);
        if (answer === undefined) continue;
        if (answer.status !== 200 || answer.headers['x-total-count'] !== String(SEEDED.books))
          this.unexpected.push(answer);
        ids.push(...answer.body.map((book: { id: number }) => book.id));
        path = nextPath(answer, this.#url);
      }
      if (this.#isOver) return;
      this.walks += 1;
      if (new Set(ids).size !== SEEDED.books || ids.length !== SEEDED.books) this.unexpected.push(ids);
    });
  }

  async writeReviews(): Promise<void> {
    const client = (this.#clients += 1);
    let count = 0;
    await this.#run(async (ask) => {
      const text = `${client}-${(count += 1)}`;
      this.asked.push(text);
      const answer = await ask('POST', `/books/${client}/reviews`, { rating: 5, reviewer: 'Load', text });
      if (answer?.status === 201) this.acknowledged.push(text);
      else if (answer !== undefined) this.unexpected.push(answer);
    });
  }

  async #run(
    turn: (ask: (...asked: Parameters<ClusterClient['ask']>) => Promise<ClusterAnswer | undefined>) => Promise<void>,
  ) {
    const client = new ClusterClient(this.#url);
    this.#open.push(client);
    const ask = async (...asked: Parameters<ClusterClient['ask']>): Promise<ClusterAnswer | undefined> => {
      try {
        const answer = await client.ask(...asked);
        this.processes.add(answer.process);
        this.count += 1;
        return answer;
      } catch (error) {
        this.lost.push(error as Unanswered);
        return undefined;
      }
    };
    while (!this.#isOver) await turn(ask);
    client.close();
  }
}

/** Where the next page is, as the Link header says. */
function nextPath({ headers }: ClusterAnswer, url: string): string | undefined {
  const next = linked({ headers: new Headers({ link: String(headers['link']) }) }, 'next', url);
  return next?.slice(url.length);
}
