import { join } from 'node:path';
import Libsql from 'libsql';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { linkPackages } from './packages.ts';

// docs/recipes/database.md says that its order is placed exactly once, even if its process is killed. Here it is killed at each point.

const shown = Object.fromEntries(
  readBlocks(readPage('recipes/database.md'))
    .filter(({ title }) => /^\S+\.\w+$/.test(title))
    .map(({ title, text }) => [title, text]),
);
const HANDLER = 'app/operations/orders@post.ts';
const COMPLETE = '    if (idempotency) await completeIn(transaction, idempotency, order);\n';

/** Replaces a part that a file must have. */
function replace(text: string, part: string, by: string): string {
  expect(text).toContain(part);
  return text.replace(part, by);
}

/** The handler of the recipe, which ends its process with SIGKILL at the point that the environment names. */
function killable(text: string): string {
  const body = replace(
    replace(
      replace(text, 'function addOrder(', 'async function addOrder('),
      'return db.transaction().execute(',
      'const done = await db.transaction().execute(',
    ),
    '  });\n});',
    "  });\n  kill('after the commit');\n  return done;\n});",
  );
  const points = replace(body, COMPLETE, `kill('after the effect');\n${COMPLETE}kill('before the commit');\n`);
  return `${points}
function kill(point: string): void {
  if (process.env.KILL !== point) return;
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
`;
}

async function buildShop(handler: string): Promise<string> {
  const root = scratch(afterAll);
  linkPackages(root);
  const server = replace(shown['server.ts']!, "clientOf: 'shared'", "clientOf: 'shared', lease: 300");
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': server, [HANDLER]: handler });
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations()],
    build: { ssr: 'server.ts' },
    ssr: { external: ['libsql'] },
  });
  return root;
}

/** Places an order in a process that is killed, repeats it in another one, and returns the answers and the number of orders. */
async function placeThrough(
  root: string,
  point: string,
): Promise<{ answers: unknown[]; orders: number; stock: number }> {
  const file = join(scratch(), 'shop.db');
  const start = async (env: Record<string, string> = {}) =>
    startNode('dist/server.js', { cwd: root, env: { DATABASE_FILE: file, PORT: String(await freePort()), ...env } });
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    body: '{"book_id":2}',
  };
  const killed = await start({ KILL: point });
  expect((await fetch(`${killed.url}/books`)).status).toBe(200);
  await expect(fetch(`${killed.url}/orders`, init)).rejects.toThrow('fetch failed');
  const { url, stop } = await start();
  onTestFinished(async () => void (await stop('SIGKILL')));
  const answers: unknown[] = [];
  while (answers.length < 2) {
    const response = await fetch(`${url}/orders`, init);
    const body: unknown = await response.json();
    // The lease of the killed process has not expired yet.
    if (response.status === 409) await new Promise((resolve) => setTimeout(resolve, 50));
    else answers.push([response.status, body]);
  }
  const db = new Libsql(file);
  const { orders } = db.prepare('select count(*) as orders from orders').get() as { orders: number };
  const { stock } = db.prepare('select stock from books where id = 2').get() as { stock: number };
  db.close();
  return { answers, orders, stock };
}

const POINTS = ['after the effect', 'before the commit', 'after the commit'];
const FIRST = [201, { id: 1, book_id: 2 }];

describe('an order whose process is killed', () => {
  let root: string;
  let without: string;
  beforeAll(async () => {
    root = await buildShop(killable(shown[HANDLER]!));
    without = await buildShop(replace(killable(shown[HANDLER]!), COMPLETE, ''));
  });

  it.each(POINTS)('places an order once if the process is killed %s', async (point) => {
    expect(await placeThrough(root, point)).toEqual({ answers: [FIRST, FIRST], orders: 1, stock: 4 });
  });

  it('places the order twice if the process is killed after the commit and the response is not in the transaction', async () => {
    const second = [201, { id: 2, book_id: 2 }];
    expect(await placeThrough(without, POINTS[2]!)).toEqual({ answers: [second, second], orders: 2, stock: 3 });
  });
});
