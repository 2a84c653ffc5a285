import { join } from 'node:path';
import { build } from 'vite';
import { expect } from 'vitest';
import type { Cleanup } from '../playground/build.ts';
import { filesOf } from '../docs/attacks/server.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { linkPackages } from '../docs/packages.ts';
import operations from '../../src/vite.ts';
import { migrationText } from '../../src/tools/migrations/migration-text.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';

// The recipes as they are printed, with the changes for PostgreSQL that their pages name.

/** The block of a page that contains a text. */
export function blockWith(page: string, part: string): string {
  const found = readBlocks(readPage(page)).filter(({ text }) => text.includes(part));
  expect([part, found.length]).toEqual([part, 1]);
  return found[0]!.text;
}

/** Replaces a part that a text must have. */
export function replace(text: string, part: string | RegExp, by: string): string {
  expect(text).toMatch(part);
  return text.replace(part, () => by);
}

/** `app/database.ts` of a page, with the pool for PostgreSQL. */
function databaseOf(page: string): string {
  const [tables] = /^export interface Tables \{[\s\S]*?^\}\n/m.exec(filesOf(page)['app/database.ts']!)!;
  return `import type { Generated } from 'kysely';\n${tables}${blockWith('database.md', 'export function openPool')}`;
}

/** The lock of the page, and what it protects. */
export const LOCKED: string = blockWith('database.md', 'pg_advisory_xact_lock(1)');

/** Faults come between the commit and a slow `complete`. With `completeIn`, it isn't called. */
const SLOW = `const slow = (store: IdempotencyStore): IdempotencyStore => ({
  ...store,
  complete: async (...values) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await store.complete(...values);
  },
});
`;

/** The shop of recipes/database.md. */
export function shop(): Record<string, string> {
  const files = Object.fromEntries(
    Object.entries(filesOf('database.md')).map(([file, text]) => [
      file,
      text.replaceAll('unplugin-operations/sqlite', 'unplugin-operations/postgres'),
    ]),
  );
  const more = `
  await sql\`alter table books add column if not exists title text, add column if not exists stock integer\`.execute(transaction);
  await sql\`create table if not exists orders (id serial primary key, book_id integer not null)\`.execute(transaction);
  await keys.up(transaction);
});
`;
  const opened = 'const db = await openDatabase();\n';
  const created = replace(files['server.ts']!, opened, `${opened}${replace(LOCKED, /\n\}\);\n$/, more)}${SLOW}`);
  const imported = replace(created, 'import { createApp }', 'import { createApp, type IdempotencyStore }');
  const named = replace(imported, 'import { sqlite }', "import * as keys from './app/keys.ts';\nimport { postgres }");
  const server = replace(named, 'store: sqlite(db).idempotency', 'store: slow(postgres(openPool()).idempotency)');
  return {
    ...files,
    'server.ts': replace(
      replace(server, 'import type { Kysely }', 'import { sql, type Kysely }'),
      'import { openDatabase, ',
      'import { openDatabase, openPool, ',
    ),
    'app/database.ts': databaseOf('database.md'),
    'app/keys.ts': migrationText({ version: 1, database: 'postgres' }, 'keys.ts'),
  };
}

/** The queue of recipes/jobs.md. */
export function queue(): Record<string, string> {
  const files = filesOf('jobs.md');
  const worker = replace(files['app/worker.ts']!, '.limit(1),', '.limit(1).forUpdate().skipLocked(),');
  return { ...files, 'app/database.ts': databaseOf('jobs.md'), 'app/worker.ts': worker };
}

/** An effect in PostgreSQL, and the keys in Redis. */
export function keysInRedis(): Record<string, string> {
  return {
    'server.ts': `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { Pool } from 'pg';
import { createApp } from 'unplugin-operations/koa';
import { redis as storesIn } from 'unplugin-operations/redis';
import { openRedis } from './app/redis.ts';
declare module 'koa' { interface DefaultContext { pool: Pool } }
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const redis = await openRedis();
const app = createApp(operations, { idempotency: { store: storesIn(redis).idempotency, clientOf: 'shared' }, dispose: () => redis.disconnect() });
app.context.pool = pool;
const port = Number(process.env.PORT);
app.listen(port, () => console.log('http://localhost:' + port));
`,
    'app/redis.ts': filesOf('cors-and-rate-limits.md')['app/redis.ts']!,
    'app/operations/effects@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
/**
 * @idempotent
 * @param {string} key
 * @returns {string} 201
 */
export default defineOperation<'addEffect'>(async function addEffect({ pool, input, idempotency }) {
  await pool.query('insert into effects values ($1, $2)', [input.body.key, idempotency?.isRetry ?? false]);
  return input.body.key;
});
`,
  };
}

/** Builds a project, each entry in a directory with its name. Drivers stay outside. */
export async function buildProject(
  files: Record<string, string>,
  cleanup: Cleanup,
  entries: readonly string[] = ['server.ts'],
): Promise<string> {
  const root = scratch(cleanup);
  linkPackages(root);
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
  for (const entry of entries) {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations()],
      build: { ssr: entry, outDir: join(root, 'dist', entry), emptyOutDir: true },
      ssr: { external: ['pg', 'libsql'] },
    });
  }
  return root;
}

/** Starts the server of a project. */
export async function startServer(root: string, env: Record<string, string>, cleanup: Cleanup): Promise<Served> {
  const served = await startNode('dist/server.ts/server.js', {
    cwd: root,
    env: { ...env, PORT: String(await freePort()) },
  });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return served;
}

/** The processes that have ended, as what they printed last. */
export async function deadOf(processes: readonly Omit<Served, 'url'>[]): Promise<string[]> {
  const states = processes.map(({ exited, output }) =>
    Promise.race([exited.then((code) => `${code}: ${output().slice(-2_000)}`), undefined]),
  );
  return (await Promise.all(states)).filter((state) => state !== undefined);
}
