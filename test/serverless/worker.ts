import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { D1Database } from '../../src/runtime/d1/index.ts';
import type { Cleanup } from '../playground/build.ts';

/** What the tests use of miniflare, which is not a dependency of the project. */
interface Miniflare {
  readonly ready: Promise<URL>;
  getD1Database(binding: string): Promise<TestD1>;
  dispose(): Promise<void>;
}

/** A D1 database, as far as the tests use it. */
interface TestD1 extends D1Database {
  exec(query: string): Promise<unknown>;
}
type MiniflareModule = { readonly Miniflare: new (options: object) => Miniflare };

/** What the tests read of a wrangler configuration. */
interface WranglerConfig {
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
}

function loadMiniflare(): MiniflareModule {
  return createRequire(join(resolve(process.env['TOOLS_DIR']!), 'node_modules/'))('miniflare') as MiniflareModule;
}

/** Whether the tools contain miniflare. */
export const hasMiniflare: boolean = existsSync(join(process.env['TOOLS_DIR'] ?? '', 'node_modules/miniflare'));

/** Starts a D1 database, whose binding works in this process. */
export async function startD1(cleanup: Cleanup): Promise<TestD1> {
  const { Miniflare } = loadMiniflare();
  const script = 'export default { fetch: () => new Response() };';
  const worker = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-03-17',
    d1Databases: ['DB'],
    cf: false,
  });
  cleanup(() => worker.dispose());
  return worker.getD1Database('DB');
}

/**
 * Starts a built worker in workerd.
 *
 * @param config Of wrangler, as JSON.
 * @returns Its address, without a slash at the end.
 */
export async function startWorker(
  project: string,
  config: string,
  cleanup: Cleanup,
  bindings: Readonly<Record<string, string>> = {},
  d1Databases: readonly string[] = [],
  ratelimits: object = {},
): Promise<{ url: string; database: (binding: string) => Promise<TestD1> }> {
  const { Miniflare } = loadMiniflare();
  const { main, compatibility_date: date, compatibility_flags: flags } = JSON.parse(config) as WranglerConfig;
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(join(project, main), 'utf8') }],
    compatibilityDate: date,
    compatibilityFlags: flags,
    bindings,
    d1Databases,
    ratelimits,
    // Else it asks Cloudflare for a sample of what it knows of requests.
    cf: false,
  });
  cleanup(() => worker.dispose());
  const database = (binding: string): Promise<TestD1> => worker.getD1Database(binding);
  return { url: (await worker.ready).href.replace(/\/$/, ''), database };
}
