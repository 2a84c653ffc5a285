import { mkdtempSync, rmSync } from 'node:fs';
import { tracingChannel } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import operations from '../src/vite.ts';
import { buildServer, writeFiles } from './contestants.ts';
import { describeMachine } from './process.ts';
import { median, medianRatio, printTable } from './table.ts';

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
    if (id.endsWith('src/runtime/koa/tracing.ts'))
      return "export { serveOperation as traceOperation } from './serve.ts';";
    if (!id.endsWith('src/runtime/koa/app.ts')) return null;
    const stripped = code.replaceAll(/^.*_matchedRoute.*$/gm, '');
    if (stripped === code) throw new Error('app.ts does not set _matchedRoute');
    return stripped;
  },
};

const FILES = {
  'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
export const listener = createApp(operations).callback();
`,
  'app/operations/books/{id}.ts': `/**
 * Gets a book.
 * @GET
 * @param {string} id - The book
 * @returns {any} The book
 */
export default function getBook(ctx) {
  return { id: ctx.params.id };
}
`,
  'app/operations/now.ts': `/**
 * Gets a time.
 * @GET
 * @returns {any} The time
 */
export default () => ({ now: 1 });
`,
};

const BASE = 'without the channel';
const CONTESTANTS: Readonly<Record<string, readonly Plugin[]>> = {
  [BASE]: [WITHOUT],
  'the same again': [WITHOUT],
  'nobody listens': [],
};

/** Paths whose answers have one length. */
const CASES = {
  parameter: Array.from({ length: BATCH }, (_, index) => `/books/${100 + index}`),
  static: Array.from({ length: BATCH }, () => '/now'),
};

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

/** Prints the processor time of each listener, and its ratio to the first one. */
async function compare(listeners: Readonly<Record<string, RequestListener>>): Promise<void> {
  const names = Object.keys(listeners);
  const rows: string[][] = [];
  for (const [name, paths] of Object.entries(CASES)) {
    const targets = Object.values(listeners).map((listener) => new Target(listener, paths));
    for (const target of targets) await target.warm();
    const { length } = targets[0]!;
    for (let i = 0; i < 10; i++) for (const target of targets) await measure(target, length);
    const times: number[][] = targets.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      // Each round begins with another one.
      for (let turn = 0; turn < targets.length; turn++) {
        const index = (round + turn) % targets.length;
        times[index]!.push(await measure(targets[index]!, length));
      }
    }
    rows.push([
      name,
      ...times.map((own) => `${median(own).toFixed(2)} µs (${medianRatio(own, times[0]!).toFixed(3)})`),
    ]);
  }
  printTable(['case', ...names], rows);
}

const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  const listeners: Record<string, RequestListener> = {};
  for (const [name, plugins] of Object.entries(CONTESTANTS)) {
    const root = join(directory, name.replaceAll(' ', '-'));
    writeFiles(root, FILES);
    const file = await buildServer(root, 'server.ts', [...plugins, ...[operations()].flat()]);
    listeners[name] = ((await import(/* @vite-ignore */ file)) as { listener: RequestListener }).listener;
  }
  console.log(`${describeMachine()}. ${ROUNDS} rounds of ${BATCH * BATCHES} requests; processor time of a request.\n`);
  await compare(listeners);
  tracingChannel('unplugin-operations.request').asyncEnd.subscribe(() => {});
  console.log();
  await compare({ [BASE]: listeners[BASE]!, 'one subscriber': listeners['nobody listens']! });
} finally {
  rmSync(directory, { recursive: true });
}
