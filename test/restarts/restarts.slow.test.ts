import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import type { Counts } from './load.ts';
import { LINES, Load } from './load.ts';
import type { Proxy } from './proxies.ts';
import { startHaproxy, startNginx } from './proxies.ts';

/** How many rolling restarts each proxy sees. nginx and HAProxy must be installed. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 0);

const TREE = {
  'package.json': '{ "type": "module" }',
  'server.ts': `import operations from 'virtual:operations';
import { createApp, stop } from 'unplugin-operations/koa';
const server = createApp(operations).listen(process.env.PORT, () => console.log('http://localhost:' + process.env.PORT));
let ending;
process.on('SIGTERM', () => (ending ??= stop(server, { drain: Number(process.env.DRAIN) }).then(({ forced }) => process.exit(forced))));
`,
  'app/operations/now.ts':
    '/** @param {integer} n\n * @returns {integer} */\nexport default (ctx) => ctx.input.query.n;\n',
  'app/operations/slow.ts':
    '/** @returns {string} */\nexport default () => new Promise((resolve) => setTimeout(resolve, 800, "slow"));\n',
  'app/operations/items@post.ts':
    '/** @param {{n: integer}} body\n * @returns {{n: integer}} 200 */\nexport default (ctx) => ctx.input.body;\n',
  'app/operations/uploads@post.ts':
    '/** @param {{file: binary}} body\n * @consumes multipart/form-data\n * @returns {integer} 200 */\nexport default (ctx) => ctx.input.body.file.size;\n',
  'app/operations/readyz.ts': `import { isStopping, problem } from 'unplugin-operations/koa';
/** @returns {string} 200 */
export default (ctx) => { if (isStopping(ctx)) throw problem(503); return 'ready'; };
`,
  'app/operations/events.ts': `import { setTimeout as sleep } from 'node:timers/promises';
import { event } from 'unplugin-operations/koa';
/** @param {integer} client
 * @returns {Stream<integer>} 200 text/event-stream */
export default async function* events(ctx) {
  for (let n = Number(ctx.lastEventId ?? 0) + 1; ; n++) {
    yield event('message', n, { id: n });
    await sleep(10, undefined, { signal: ctx.signal });
  }
}
`,
  'app/operations/lines.ts': `import { setTimeout as sleep } from 'node:timers/promises';
/** @returns {Stream<integer>} */
export default async function* lines(ctx) {
  for (let n = 0; n < ${LINES}; n++) {
    yield n;
    await sleep(10, undefined, { signal: ctx.signal });
  }
}
`,
};

describe.skipIf(RESTARTS === 0)('rolling restarts (needs RESTARTS, nginx and HAProxy)', () => {
  const directory = scratch(afterAll);
  let file: string;
  beforeAll(async () => {
    await writeTree(directory, TREE);
    file = await viteBuild(directory, join(directory, 'dist'));
  });

  /** Restarts two processes in turns, under load. */
  async function restart(
    name: string,
    drain: number,
    startProxy: (ports: readonly [number, number]) => Promise<Proxy>,
  ): Promise<Counts> {
    const ports = [await freePort(), await freePort()] as const;
    const run = (index: number): Promise<Served> =>
      startNode(file, { cwd: directory, env: { PORT: String(ports[index]), DRAIN: String(drain) } });
    const served = [await run(0), await run(1)];
    onTestFinished(() => void served.map((one) => one.stop('SIGKILL')));
    const proxy = await startProxy(ports);
    onTestFinished(() => proxy.stop());
    await sleep(2_000);
    const load = new Load(proxy.url);
    const begun = performance.now();
    for (let i = 0; i < RESTARTS; i++) {
      await sleep(1_000);
      expect(await served[i % 2]!.stop()).toBe(0);
      served[i % 2] = await run(i % 2);
      await sleep(drain === 0 ? 500 : 2_000);
    }
    const counts = await load.stop();
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${name}: ${RESTARTS} restarts in ${seconds.toFixed()} s, ${counts.failed.length} failed, ${JSON.stringify(counts)}`,
    );
    return counts;
  }

  const nothingLost = { failed: [], lostEvents: 0, doubledEvents: 0, takenForWhole: 0 };

  it('lose nothing behind nginx with keep-alive', { timeout: 600_000 }, async () => {
    const counts = await restart('nginx', 0, (ports) => startNginx(join(directory, 'nginx'), ports));
    expect(counts).toMatchObject(nothingLost);
    expect(counts.cut).toBeGreaterThan(0);
  });

  it('lose nothing behind HAProxy with readiness', { timeout: 600_000 }, async () => {
    const counts = await restart('HAProxy', 2_500, (ports) => startHaproxy(join(directory, 'haproxy'), ports));
    expect(counts).toMatchObject(nothingLost);
    expect(counts.cut).toBeGreaterThan(0);
  });

  it('lose one request in 10,000 at most behind nginx without keep-alive', { timeout: 600_000 }, async () => {
    const asShipped = (text: string): string =>
      text.replaceAll(/^.*(?:keepalive|proxy_http_version|Connection).*\n/gm, '');
    const counts = await restart('nginx without keep-alive', 0, (ports) =>
      startNginx(join(directory, 'nginx-plain'), ports, asShipped),
    );
    expect(counts.failed.length).toBeLessThanOrEqual(Math.ceil(counts.requests / 10_000));
    expect(counts).toMatchObject({ lostEvents: 0, doubledEvents: 0, takenForWhole: 0 });
  });
});
