import { symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, esmExternalRequirePlugin } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import operations from '../../dist/vite.js';
import { afterSuite } from '../playground/build.ts';
import { readDeployment } from '../serverless/deployment.ts';
import { startWorker } from '../serverless/worker.ts';
import { scratch, writeTree } from '../support/build.ts';
import { lib } from './places.ts';

const FILES = {
  'package.json': '{ "type": "module" }',
  'worker.ts': `import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { createApp } from 'unplugin-operations/koa';
import { workersHandler } from 'unplugin-operations/workers';
export default workersHandler(createApp(operations).use(mcp({ streamItems: 50 })));
`,
  'app/operations/count.ts': `/** Counts.
 * @tool count
 * @param {integer} to - Where to end
 * @param {integer} [pause=1] - Milliseconds between two numbers
 * @returns {Stream<{i: integer}>} The numbers
 */
export default async function* (ctx) {
  for (let i = 1; i <= ctx.input.query.to; i++) {
    globalThis.made = (globalThis.made ?? 0) + 1;
    yield { i };
    await new Promise((resolve) => setTimeout(resolve, ctx.input.query.pause));
  }
}`,
  'app/operations/made.ts': `/** The numbers that streams have made. @returns {integer} Them */
export default () => globalThis.made ?? 0;`,
};

describe.skipIf(process.env['TOOLS_DIR'] === undefined)('streams of tools in workerd', () => {
  const cleanup = afterSuite();
  let url: string;
  beforeAll(async () => {
    const root = scratch(cleanup);
    await writeTree(root, FILES);
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [operations(), esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
      resolve: { alias: { 'unplugin-operations/workers': lib('workers'), 'unplugin-operations/koa': lib('koa') } },
      build: { ssr: 'worker.ts', outDir: 'dist', rolldownOptions: { external: [/^cloudflare:/] } },
    });
    const { main: _, ...config } = JSON.parse(readDeployment('workers.md').files['wrangler.jsonc']!) as {
      main: string;
    };
    ({ url } = await startWorker(root, JSON.stringify({ ...config, main: 'dist/worker.js' }), cleanup));
  });

  const call = (args: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      ...(signal && { signal }),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'count', arguments: args, _meta: { progressToken: 'p' } },
      }),
    });
  const made = async (): Promise<number> => Number(await (await fetch(`${url}/made`)).text());
  /** Whether no stream goes on: workerd ends the work of a request with its response, so no `finally` block shows it. */
  const isQuiet = async (): Promise<boolean> => {
    const before = await made();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (await made()) === before;
  };

  it('sends progress, then the items', async () => {
    const response = await call({ to: 3 });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data!) as object,
    );
    expect(messages).toMatchObject([
      ...[1, 2, 3].map((progress) => ({ method: 'notifications/progress', params: { progress } })),
      { id: 1, result: { structuredContent: { items: [{ i: 1 }, { i: 2 }, { i: 3 }], isComplete: true } } },
    ]);
  });

  it('cancels a stream at the limit', async () => {
    expect(await (await call({ to: 1_000_000 })).text()).toContain('"isComplete":false');
    await expect.poll(isQuiet, { timeout: 10_000 }).toBe(true);
  });

  it('cancels a stream if the client closes the response', async () => {
    const controller = new AbortController();
    const response = await call({ to: 1_000_000, pause: 50 }, controller.signal);
    await response.body!.getReader().read();
    expect(await isQuiet()).toBe(false);
    controller.abort();
    await expect.poll(isQuiet, { timeout: 10_000 }).toBe(true);
  });
});
