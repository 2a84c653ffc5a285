import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import operations from '../src/vite.ts';
import { buildServer, writeFiles } from './contestants.ts';
import type { Server } from './process.ts';
import { describeMachine, startServer } from './process.ts';
import { inTurn, medianRatio, printTable, withSpread } from './table.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ITEMS = Number(process.env['ITEMS'] ?? 200_000);

/** The items, which both servers make in the same way. `/waits` waits for each one, so that no two are there at once. */
const ROWS = `
export async function* rows(count) {
  for (let id = 0; id < count; id++) yield { id, title: 'A title', price: 12.5, tags: ['a', 'b'] };
}
export async function* waiting(count) {
  for (let id = 0; id < count; id++) {
    await new Promise(setImmediate);
    yield { id, title: 'A title', price: 12.5, tags: ['a', 'b'] };
  }
}
`;

const BY_HAND = `import { once } from 'node:events';
import { createServer } from 'node:http';
import { rows, waiting } from './rows.js';
const line = (row) => JSON.stringify(row) + '\\n';
const event = (row) => 'data: ' + JSON.stringify(row) + '\\n\\n';
const CASES = {
  '/lines': ['application/jsonl', rows, line],
  '/events': ['text/event-stream', rows, event],
  '/waits': ['application/jsonl', waiting, line],
};
createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://localhost');
  const [type, source, encode] = CASES[pathname];
  res.writeHead(200, { 'Content-Type': type });
  for await (const row of source(Number(searchParams.get('count')))) {
    if (!res.write(encode(row))) await once(res, 'drain');
  }
  res.end();
}).listen(Number(process.env.PORT), () => console.log('ready'));
`;

const OURS = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(Number(process.env.PORT), () => console.log('ready'));
`;

const operation = (
  name: string,
  source: string,
  mediaType: string,
): string => `import { ${source} } from '../../rows.js';
/**
 * Streams rows.
 * @param {integer} count - How many
 * @returns {Stream<{ id: integer, title: string, price: number, tags: string[] }>} 200 ${mediaType}
 */
export default function ${name}(ctx) {
  return ${source}(ctx.input.query.count);
}
`;

const FILES = {
  'rows.js': ROWS,
  'by-hand.js': BY_HAND,
  'ours.js': OURS,
  'app/operations/lines.js': operation('lines', 'rows', 'application/jsonl'),
  'app/operations/events.js': operation('events', 'rows', 'text/event-stream'),
  'app/operations/waits.js': operation('waits', 'waiting', 'application/jsonl'),
};

/** Reads a whole stream, and returns the length of its body. */
function read(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      response.on('end', () => resolve(length)).on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** The items for each second of a server's processor time. */
async function measure(server: Server, path: string, length: number): Promise<number> {
  const before = server.cpu();
  if ((await read(`${server.url}${path}?count=${ITEMS}`)) !== length) throw new Error(`${path}: another length`);
  return ITEMS / (server.cpu() - before);
}

const root = mkdtempSync(join(tmpdir(), 'bench-streams-'));
try {
  const files = await inTurn(['by-hand', 'ours'], (name) => {
    const own = join(root, name);
    writeFiles(own, FILES);
    return buildServer(own, join(own, `${name}.js`), name === 'ours' ? [operations({ dts: false })].flat() : []);
  });
  const [byHand, ours] = (await inTurn(files, (file) => startServer(file))) as [Server, Server];
  const rows: string[][] = [];
  for (const path of ['/lines', '/events', '/waits']) {
    const length = await read(`${byHand.url}${path}?count=${ITEMS}`);
    await measure(ours, path, length);
    const figures: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      figures[0].push(await measure(byHand, path, length));
      figures[1].push(await measure(ours, path, length));
    }
    const ratios = figures[1].map((figure, round) => figure / figures[0][round]!);
    rows.push([
      path.slice(1),
      ...figures.map((all) =>
        Math.round(
          medianRatio(
            all,
            all.map(() => 1),
          ),
        ).toLocaleString('en'),
      ),
      withSpread(ratios),
      '0.90',
    ]);
  }
  await Promise.all([byHand.stop(), ours.stop()]);
  console.log(`\n## Streams\n\n${ITEMS.toLocaleString('en')} items, ${ROUNDS} rounds. ${describeMachine()}\n`);
  printTable(['case', 'node:http by hand, items a second', 'a stream operation', 'ratio', 'to reach'], rows);
} finally {
  rmSync(root, { recursive: true, force: true });
}
