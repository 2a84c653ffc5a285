import { cpSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { build, esmExternalRequirePlugin } from 'vite';
import operations from '../../dist/vite.js';
import type { HttpResult } from '../../src/runtime/lambda/index.ts';
import type { Cleanup } from '../playground/build.ts';
import { buildPlayground } from '../playground/build.ts';
import { STAFF_TOKEN } from '../playground/client.ts';
import { FUNCTION_URL } from '../serverless/aws.ts';
import { readDeployment } from '../serverless/deployment.ts';
import { startRuntimeClient } from '../serverless/function.ts';
import { startWorker } from '../serverless/worker.ts';
import { scratch, writeTree } from '../support/build.ts';
import { startNode } from '../support/process.ts';

/** Sends a request to the bookshop: `fetch`. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** A place where the bookshop runs. */
export interface Place {
  readonly name: string;
  /** Starts the bookshop; its address is the origin of all requests. */
  readonly start: (cleanup: Cleanup) => Promise<{ readonly origin: string; readonly send: Send }>;
}

/** The bookshop as a function, and as a worker: workerd allows no connections before a request, nor those of another request. */
const ENTRIES = {
  'lambda.ts': `import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { lambdaHandler } from 'unplugin-operations/lambda';
import createShop from './api.ts';
const shop = await createShop(operations);
export const handler = lambdaHandler(shop.use(mcp({ budget: 10_000 })));
`,
  'worker.ts': `import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { workersHandler } from 'unplugin-operations/workers';
import createShop from './api.ts';
export default {
  async fetch(request, env, ctx) {
    const shop = await createShop(operations);
    const response = await workersHandler(shop.use(mcp({ budget: 10_000 }))).fetch(request, env, ctx);
    const body = await response.arrayBuffer();
    await shop[Symbol.asyncDispose]();
    return new Response(body.byteLength === 0 ? null : body, response);
  },
};
`,
};

const PLAYGROUND = join(import.meta.dirname, '../../playground');
const MODULES = join(import.meta.dirname, '../../node_modules');

async function writeShop(cleanup: Cleanup): Promise<string> {
  const project = scratch(cleanup);
  for (const name of ['api.ts', 'app', 'database', 'events.ts', 'staff.ts'])
    cpSync(join(PLAYGROUND, name), join(project, name), { recursive: true });
  await writeTree(project, { 'package.json': '{ "type": "module" }', ...ENTRIES });
  symlinkSync(MODULES, join(project, 'node_modules'));
  return project;
}

async function buildShop(cleanup: Cleanup, entry: keyof typeof ENTRIES): Promise<string> {
  const root = await writeShop(cleanup);
  const isWorker = entry === 'worker.ts';
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      operations(),
      ...(isWorker ? [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })] : []),
    ],
    resolve: {
      alias: [{ find: /^unplugin-operations\/([\w-]+)$/, replacement: lib('$1') }],
      ...(isWorker && { conditions: ['workerd', 'module'] }),
    },
    build: { ssr: entry, outDir: 'dist', rolldownOptions: { external: [/^cloudflare:/, 'libsql'] } },
    ssr: { external: ['libsql'], ...(isWorker && { resolve: { conditions: ['workerd', 'module'] } }) },
  });
  return join(root, 'dist', entry.replace('.ts', '.js'));
}

/** A module of the library, as it was built. */
export const lib = (name: string): string => join(import.meta.dirname, '../../dist', name, 'index.js');

/** A PostgreSQL database, which is the only one that all places have. */
const DATABASE_URL = process.env['TEST_DATABASE_URL'];
const hasTools = process.env['TOOLS_DIR'] !== undefined && DATABASE_URL !== undefined;

/** Node, and with TOOLS_DIR and TEST_DATABASE_URL the other places. */
export const PLACES: readonly Place[] = [
  {
    name: 'Node',
    async start(cleanup) {
      const file = await buildPlayground(cleanup);
      symlinkSync(MODULES, join(dirname(file), 'node_modules'));
      const shop = await startNode(file, { cwd: dirname(file), env: { STAFF_TOKEN } });
      cleanup(async () => void (await shop.stop()));
      return { origin: shop.url, send: (url, init) => fetch(url, init) };
    },
  },
  ...(hasTools
    ? [
        { name: "AWS's runtime client", start: startLambda },
        { name: 'workerd', start: startWorkerd },
      ]
    : []),
];

/** The environment of the bookshop with PostgreSQL. */
const SHOP_ENV = {
  STAFF_TOKEN,
  DATABASE_URL: DATABASE_URL!,
  EVENTS_KEY: Buffer.alloc(32, 'k').toString('base64'),
};

async function startLambda(cleanup: Cleanup): Promise<{ origin: string; send: Send }> {
  const file = await buildShop(cleanup, 'lambda.ts');
  const invoke = await startRuntimeClient(dirname(file), 'lambda.handler', cleanup, { env: SHOP_ENV });
  const send: Send = async (url, init) => {
    const asked = new Request(url, init);
    const { method, headers } = asked;
    const { pathname, search } = new URL(url);
    const body = Buffer.from(await asked.arrayBuffer());
    const { result } = await invoke(
      FUNCTION_URL.event({
        method,
        target: `${pathname}${search}`,
        headers: [...headers, ...(body.length > 0 ? [['content-length', String(body.length)] as const] : [])],
        ...(body.length > 0 && { body }),
      }),
    );
    const received = FUNCTION_URL.receive(result as HttpResult);
    return new Response([202, 204].includes(received.status) ? null : new Uint8Array(received.body), {
      status: received.status,
      headers: received.headers as [string, string][],
    });
  };
  return { origin: 'https://bookshop.example', send };
}

async function startWorkerd(cleanup: Cleanup): Promise<{ origin: string; send: Send }> {
  const file = await buildShop(cleanup, 'worker.ts');
  const { main: _, ...config } = JSON.parse(readDeployment('workers.md').files['wrangler.jsonc']!) as { main: string };
  const root = dirname(dirname(file));
  const { url } = await startWorker(root, JSON.stringify({ ...config, main: 'dist/worker.js' }), cleanup, SHOP_ENV);
  return { origin: url, send: (address, init) => fetch(address, init) };
}
