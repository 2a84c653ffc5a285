import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';

// The cluster of docs/deploy/scaling.md, whole, while clients open connections.

const STOPS = Number(process.env['STOPS'] ?? 6);
const WORKERS = 3;
/** Clients with a connection for each request, and those that keep theirs. */
const CLIENTS = { new: 12, kept: 6 };

const TREE = {
  'package.json': '{ "type": "module" }',
  'server.ts': `import operations from 'virtual:operations';
import { createApp, stop } from 'unplugin-operations/koa';
const server = createApp(operations).listen(process.env.PORT, () => console.log('http://localhost:' + process.env.PORT));
let ending;
process.on('SIGTERM', () => (ending ??= stop(server, { drain: Number(process.env.DRAIN ?? 0) }).then(() => process.connected && process.disconnect())));
`,
  // A few milliseconds of work, so that connections wait.
  'app/operations/now.ts':
    '/** @returns {integer} 200 */\nexport default () => { const end = performance.now() + 2; while (performance.now() < end); return process.pid; };\n',
};

/** What became of the requests. */
interface Counts {
  answered: number;
  /** Requests on accepted connections that were not answered. */
  readonly lost: string[];
  /** Those on kept connections whose client paused for almost as long as idle connections stay open. */
  late: number;
  refused: number;
}

/** The longest pause of the clients, which share this process. */
const pauses = monitorEventLoopDelay({ resolution: 10 });
const PAUSE = 100;

/** Sends requests until the port is closed. */
async function load(url: string, isKept: boolean, counts: Counts, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: isKept, maxSockets: 1 });
  while (!isOver()) await ask(url, agent, counts);
  agent.destroy();
}

function ask(url: string, agent: Agent, counts: Counts): Promise<void> {
  return new Promise((resolve) => {
    let isConnected = false;
    const sent = request(`${url}/now`, { agent, timeout: 20_000 }, (response) => {
      response.resume().once('end', () => {
        counts.answered++;
        resolve();
      });
      response.once('error', (error) => fail(error));
    });
    const fail = (error: Error): void => {
      if (isConnected && sent.reusedSocket && pauses.max / 1e6 > PAUSE) counts.late++;
      else if (isConnected) counts.lost.push(`${error.message}${sent.reusedSocket ? ' on a kept connection' : ''}`);
      else counts.refused++;
      setTimeout(resolve, 5);
    };
    sent.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true));
      else isConnected = true;
    });
    sent.once('timeout', () => sent.destroy(new Error('No answer in 20 seconds')));
    sent.once('error', fail).end();
  });
}

describe('a cluster that stops', () => {
  const directory = scratch(afterAll);
  beforeAll(async () => {
    await writeTree(directory, TREE);
    await viteBuild(directory, join(directory, 'dist'));
    const shown = readBlocks(readPage('deploy/scaling.md')).find(({ title }) => title === 'cluster.mjs')!.text;
    writeFileSync(join(directory, 'cluster.mjs'), shown.replace('app/start.mjs', 'dist/server.js'));
  });

  it('starts a cluster as the page shows it', () => {
    expect(readFileSync(join(directory, 'cluster.mjs'), 'utf8')).toContain("exec: 'dist/server.js'");
  });

  /** Stops the cluster under load, and returns its exit code. */
  async function stopUnderLoad(counts: Counts, env: Record<string, string>): Promise<number | null> {
    const { url, stop } = await startNode('cluster.mjs', {
      cwd: directory,
      env: { WORKERS: String(WORKERS), PORT: String(await freePort()), ...env },
    });
    onTestFinished(async () => void (await stop('SIGKILL')));
    let isOver = false;
    const before = counts.answered;
    const clients = Object.entries(CLIENTS).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => load(url, kind === 'kept', counts, () => isOver)),
    );
    while (counts.answered < before + 300) await sleep(5);
    pauses.reset();
    const code = await stop();
    isOver = true;
    await Promise.all(clients);
    return code;
  }

  it.each([{ DRAIN: '0' }, { DRAIN: '300' }])(
    'resets no accepted connection: %j',
    { timeout: 300_000 },
    async (env) => {
      const counts: Counts = { answered: 0, lost: [], late: 0, refused: 0 };
      pauses.enable();
      onTestFinished(() => void pauses.disable());
      for (let i = 0; i < STOPS; i++) expect(await stopUnderLoad(counts, env)).toBe(0);
      const { answered, lost, late, refused } = counts;
      console.log(`${STOPS} stops: ${answered} answered, ${lost.length} lost, ${late} late, ${refused} refused`);
      expect(lost).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
