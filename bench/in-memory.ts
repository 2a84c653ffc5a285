import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { median, medianRatio } from './table.ts';

// All contestants run in this process, in short turns: a busy machine then slows all of them alike.

/** Requests that a connection has at a time, and how often in a turn. */
export const BATCH = 64;
export const BATCHES = 16;

/** A server in this process, and the paths that are requested in turn. Their answers have one length. */
export interface Contestant {
  readonly listener: RequestListener;
  readonly paths: readonly string[];
}

/**
 * Measures the processor time of a request.
 *
 * @returns The medians in microseconds, and their ratios to the first contestant, in the order of the contestants.
 */
export async function compareInMemory(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<{ readonly time: number; readonly ratio: number }[]> {
  const targets = contestants.map(({ listener, paths }) => new Target(listener, paths));
  for (const target of targets) await target.warm();
  for (let i = 0; i < 10; i++) for (const target of targets) await measure(target);
  const times: number[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another one.
    for (let turn = 0; turn < targets.length; turn++) {
      const index = (round + turn) % targets.length;
      times[index]!.push(await measure(targets[index]!));
    }
  }
  return times.map((own) => ({ time: median(own), ratio: medianRatio(own, times[0]!) }));
}

/** A server, and a connection to it in memory, whose answers all have one length. */
class Target {
  readonly #paths: readonly string[];
  readonly #connection: Duplex;
  #received = 0;
  #resolve: (() => void) | undefined;
  #expected = 0;
  #length = 0;

  constructor(listener: RequestListener, paths: readonly string[]) {
    this.#paths = paths;
    this.#connection = new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        this.#received += chunk.length;
        if (this.#received === this.#expected) this.#resolve?.();
        done();
      },
    });
    createServer({ keepAliveTimeout: 0 }, listener).emit('connection', this.#connection);
  }

  /** Learns how long an answer is. */
  async warm(): Promise<void> {
    this.#connection.push(this.#text(1));
    let before = -1;
    // A long answer comes in parts.
    while (this.#received === 0 || this.#received !== before) {
      before = this.#received;
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#length = this.#received;
  }

  /** Sends a batch of requests in one go, and waits for their answers. */
  send(): Promise<void> {
    this.#received = 0;
    this.#expected = BATCH * this.#length;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#connection.push(this.#text(BATCH));
    });
  }

  #text(count: number): string {
    const requests = this.#paths.slice(0, count).map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return requests.join('');
  }
}

/** The processor time of a request, in microseconds. */
async function measure(target: Target): Promise<number> {
  const before = process.cpuUsage();
  for (let batch = 0; batch < BATCHES; batch++) await target.send();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (BATCH * BATCHES);
}
