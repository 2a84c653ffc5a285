import { beforeAll } from 'vitest';
import type { Served } from '../support/process.ts';
import { afterSuite, buildPlayground } from './build.ts';
import { ask } from './client.ts';
import type { Answer } from './client.ts';
import type { CreateDatabase, TestDatabase } from './database.ts';

/** A bookshop that is open while a suite runs, and its database. */
export interface Bookshop extends Omit<TestDatabase, 'longAgo'> {
  url(): string;
  /** All it has printed so far. */
  output(): string;
  ask(method: string, path: string, json?: unknown): Promise<Answer>;
}

/** Opens a bookshop for the suite that is being described, with more variables of the environment. */
export function bookshop(create: CreateDatabase, env: Readonly<Record<string, string>> = {}): Bookshop {
  const cleanup = afterSuite();
  let database: TestDatabase;
  let served: Served;
  beforeAll(async () => {
    database = await create(await buildPlayground(cleanup), cleanup);
    served = await database.start([], env);
    cleanup(async () => void (await served.stop('SIGKILL')));
  });
  return {
    url: () => served.url,
    output: () => served.output(),
    ask: (method, path, json) => ask(served.url, method, path, json),
    start: () => database.start(),
    rows: (sql) => database.rows(sql),
  };
}
