import { performance } from 'node:perf_hooks';
import type { Fleet } from './state.ts';

// An app that counts its requests with the entries, and clients that send more than it lets pass.

/** The limit of both operations. */
export const QUOTA = 40;
const WINDOW = 2_000;
/** How long requests wait for the store, in milliseconds: the default is shorter than the pauses of a busy machine. */
const DEADLINE = 500;

const SERVER = `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { store } from './app/store.ts';
const app = createApp(operations, { rateLimits: { store, timeout: ${DEADLINE} } });
app.silent = true;
const port = Number(process.env.PORT);
app.listen(port, () => console.log('http://localhost:' + port));
`;

const operation = (rule: string): string =>
  `/**\n * @rate-limit ${QUOTA} per ${WINDOW / 1000} seconds per all (onStoreError: ${rule})\n * @returns {string} 200\n */\nexport default () => 'a';\n`;

const IN_POSTGRES = `import { Pool } from 'pg';
import { postgres } from 'unplugin-operations/postgres';
const bounds = { connectionTimeoutMillis: 2_000, statement_timeout: 3_000, query_timeout: 4_000 };
export const store = postgres(new Pool({ connectionString: process.env.DATABASE_URL, max: 5, ...bounds })).rateLimits;
`;

const IN_SQLITE = `import Libsql from 'libsql';
import { sqlite } from 'unplugin-operations/sqlite';
export const store = sqlite(new Libsql(process.env.DATABASE_FILE!, { timeout: 5_000 })).rateLimits;
`;

/** The files of an app that counts in a database. */
export function limitsIn(database: 'postgres' | 'sqlite'): Record<string, string> {
  return {
    'server.ts': SERVER,
    'app/store.ts': database === 'postgres' ? IN_POSTGRES : IN_SQLITE,
    'app/operations/open@get.ts': operation('open'),
    'app/operations/closed@get.ts': operation('closed'),
  };
}

/** A request, in milliseconds. */
interface Sent {
  readonly path: string;
  readonly status: number;
  /** Whether the limit has counted it. */
  readonly isCounted: boolean;
  readonly sent: number;
  readonly known: number;
}

/** Sends requests for both operations until `run` has ended. */
export async function askDuring(fleet: Fleet, run: () => Promise<void>): Promise<readonly Sent[]> {
  const all: Sent[] = [];
  const over = new AbortController();
  const ask = async (path: string): Promise<void> => {
    while (!over.signal.aborted) {
      const sent = performance.now();
      const response = await fleet.pass((url, signal) => fetch(url + path, { signal }));
      await response.text().catch(() => '');
      const isCounted = response.headers.has('RateLimit');
      all.push({ path, status: response.status, isCounted, sent, known: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const clients = Array.from({ length: 8 }, (_, i) => ask(i % 2 === 0 ? '/open' : '/closed'));
  await run().finally(() => over.abort());
  await Promise.all(clients);
  return all;
}

/** The windows in which more than the quota and its refill have passed, as text. */
export function exceeded(all: readonly Sent[], path: string): string[] {
  const passed = all.filter((one) => one.path === path && one.status === 200 && one.isCounted);
  return passed.flatMap(({ sent }) => {
    const later = passed.filter((other) => other.sent >= sent).sort((a, b) => a.known - b.known);
    return later.flatMap(({ known }, i) => {
      const allowed = QUOTA + ((known - sent) * QUOTA) / WINDOW;
      return i + 1 > allowed + 1 ? [`${i + 1} passed in ${known - sent} ms`] : [];
    });
  });
}
