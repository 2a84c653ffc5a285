import { mkdtempSync, rmSync } from 'node:fs';
import { tracingChannel } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Contestant } from './contestants.ts';
import { buildContestant, CASES, createContestants } from './contestants.ts';
import { printTable } from './table.ts';

// All contestants run in this process, in short turns: a busy machine then slows all of them alike.
const ROUNDS = Number(process.env['ROUNDS'] ?? 400);
/** Requests that a connection has at a time, and how often in a turn. */
const BATCH = 64;
const BATCHES = 16;

/** Takes the tracing channel and `ctx._matchedRoute` out of the runtime. */
const WITHOUT: Plugin = {
  name: 'without',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('src/koa/tracing.ts'))
      return "export { answerOperation as traceOperation } from './response/answer.ts';";
    if (!id.endsWith('src/koa/app.ts')) return null;
    const stripped = code.replaceAll(/^.*_matchedRoute.*$/gm, '');
    if (stripped === code) throw new Error('app.ts does not set _matchedRoute');
    return stripped;
  },
};

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
export const listener = createApp(operations).callback();
`;

const app = createContestants().find(({ name }) => name === 'createApp')!;
const files = { ...app.files, 'server.ts': SERVER };
const without: Contestant = { name: 'without the channel', files, plugins: [WITHOUT, ...app.plugins] };
const contestants = [
  without,
  { ...without, name: 'the same again' },
  { ...without, name: 'nobody listens', plugins: app.plugins },
];

/** A server, and a connection to it in memory, whose answers all have one length. */
class Target {
  readonly #paths: readonly string[];
  readonly #connection: Duplex;
  #received = 0;
  #resolve: (() => void) | undefined;
  #expected = 0;

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
    while (this.#received === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sends a batch of requests in one go, and waits for their answers. */
  send(length: number): Promise<void> {
    this.#received = 0;
    this.#expected = BATCH * length;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#connection.push(this.#text(BATCH));
    });
  }

  get length(): number {
    return this.#received;
  }

  #text(count: number): string {
    const requests = this.#paths.slice(0, count).map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return requests.join('');
  }
}

/** The processor time of a request, in microseconds. */
async function measure(target: Target, length: number): Promise<number> {
  const before = process.cpuUsage();
  for (let batch = 0; batch < BATCHES; batch++) await target.send(length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (BATCH * BATCHES);
}

async function compare(names: readonly { readonly name: string }[], listeners: RequestListener[]): Promise<void> {
  for (const [name, paths] of Object.entries(CASES).filter(([key]) => key !== 'list of 100')) {
    const targets = listeners.map((listener) => new Target(listener, paths));
    for (const target of targets) await target.warm();
    const { length } = targets[0]!;
    for (let i = 0; i < 10; i++) for (const target of targets) await measure(target, length);
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      // Each round begins with another one.
      for (let turn = 0; turn < targets.length; turn++) {
        const index = (round + turn) % targets.length;
        times[index] = await measure(targets[index]!, length);
      }
      rounds.push(times);
    }
    console.log(`\n${name}: ${ROUNDS} rounds of ${BATCH * BATCHES} requests`);
    printTable(names, { 'µs of processor time': rounds });
  }
}

const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  const listeners: RequestListener[] = [];
  for (const [index, contestant] of contestants.entries()) {
    const file = await buildContestant(contestant, join(directory, String(index)));
    listeners.push(((await import(/* @vite-ignore */ file)) as { listener: RequestListener }).listener);
  }
  await compare(contestants, listeners);
  tracingChannel('unplugin-operations.request').asyncEnd.subscribe(() => {});
  const [first, , last] = listeners;
  await compare([without, { name: 'one subscriber' }], [first!, last!]);
} finally {
  rmSync(directory, { recursive: true });
}
