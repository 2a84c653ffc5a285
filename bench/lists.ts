import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import operations from '../src/vite.ts';
import { buildServer, writeFiles } from './contestants.ts';
import { BATCH, BATCHES, compareInMemory } from './in-memory.ts';
import { describeMachine } from './process.ts';
import { printTable } from './table.ts';

// What `ctx.list` costs a list of 100 rows, which the handler has at hand: against the same list with paging alone.

const ROUNDS = Number(process.env['ROUNDS'] ?? 60);

/** The rows are parsed from JSON, because the texts that a database driver returns are flat. */
const ROWS = `export const rows = JSON.parse(JSON.stringify(Array.from({ length: 101 }, (_, i) => ({
  id: i,
  title: 'The title of a book ' + (100 + i),
  author: 'The name of an author',
  genre: 'novel',
  year: 2000,
  price_cents: 1299,
}))));
`;

const list = (includes: string, result: string): string => `import { keyset, page } from 'unplugin-operations/koa';
import { rows } from '../../rows.js';
/**
 * Lists the books.
 * @param-include ${includes}
 * @returns {{id: integer, title: string, author: string, genre: string, year: integer, price_cents: integer}[]} The books
 */
export default (ctx) => ${result};
`;

const CHOICES = 'filter (genre in, price_cents gte lte), search (title, author), sort (year desc, title, id)';
const FILES = {
  'rows.js': ROWS,
  'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
export const listener = createApp(operations).callback();
`,
  'app/operations/paged.js': list('paging', 'page(rows.slice(0, ctx.paging.limit))'),
  'app/operations/listed.js': list(`${CHOICES}, paging`, 'keyset(rows.slice(0, ctx.list.limit + 1))'),
  'app/operations/keyed.js': list('cursor (year desc, id)', 'keyset(rows.slice(0, ctx.cursor.limit + 1))'),
  'app/operations/walked.js': list(`${CHOICES}, paging, cursor`, 'keyset(rows.slice(0, ctx.list.limit + 1))'),
};

const PAGE = 'page=2&page_size=100';
const CONTESTANTS: Readonly<Record<string, string>> = {
  'paging alone': `/paged?${PAGE}`,
  'the same again': `/paged?${PAGE}`,
  'ctx.list': `/listed?${PAGE}`,
  'ctx.list, three filters and an order': `/listed?genre=novel&price_cents_gte=500&price_cents_lte=1500&sort=-title&${PAGE}`,
  'ctx.list, with a cursor': `/walked?${PAGE}`,
  'a cursor that names its keys': '/keyed?page_size=100',
  'ctx.list, by a cursor': '/walked?page_size=100',
};

const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  writeFiles(directory, FILES);
  const file = await buildServer(directory, 'server.ts', [operations()].flat());
  const { listener } = (await import(/* @vite-ignore */ file)) as { readonly listener: RequestListener };
  const names = Object.keys(CONTESTANTS);
  console.log(`${describeMachine()}. ${ROUNDS} rounds of ${BATCH * BATCHES} requests; processor time of a request.\n`);
  const contestants = Object.values(CONTESTANTS).map((path) => ({ listener, paths: Array<string>(BATCH).fill(path) }));
  const found = await compareInMemory(contestants, ROUNDS);
  const [base] = found;
  printTable(
    ['a list of 100 rows', 'µs', 'more', 'ratio'],
    found.map(({ time, ratio }, i) => [
      names[i]!,
      time.toFixed(2),
      `${(time - base!.time).toFixed(2)} µs`,
      ratio.toFixed(3),
    ]),
  );
} finally {
  rmSync(directory, { recursive: true });
}
