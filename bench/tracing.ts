import { mkdtempSync, rmSync } from 'node:fs';
import { tracingChannel } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import operations from '../src/vite.ts';
import { buildServer, writeFiles } from './contestants.ts';
import { BATCH, BATCHES, compareInMemory } from './in-memory.ts';
import { describeMachine } from './process.ts';
import { printTable } from './table.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 400);

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

/** Prints the processor time of each listener, and its ratio to the first one. */
async function compare(listeners: Readonly<Record<string, RequestListener>>): Promise<void> {
  const rows: string[][] = [];
  for (const [name, paths] of Object.entries(CASES)) {
    const contestants = Object.values(listeners).map((listener) => ({ listener, paths }));
    const found = await compareInMemory(contestants, ROUNDS);
    rows.push([name, ...found.map(({ time, ratio }) => `${time.toFixed(2)} µs (${ratio.toFixed(3)})`)]);
  }
  printTable(['case', ...Object.keys(listeners)], rows);
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
