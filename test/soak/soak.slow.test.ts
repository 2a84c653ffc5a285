import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite, buildPlayground } from '../playground/build.ts';
import { createFile } from '../playground/database.ts';
import type { Served } from '../support/process.ts';
import { VISITS } from './requests.ts';

const seconds = Number(process.env['SOAK_SECONDS'] ?? 0);

/** How long the server may take to close the connections of clients that have gone, in milliseconds: a leak takes longer. */
const PATIENCE = 30_000;

describe.skipIf(seconds === 0)('a busy day (needs SOAK_SECONDS, for it takes as many)', () => {
  const cleanup = afterSuite();
  let bundle: string;
  beforeAll(async () => {
    bundle = await buildPlayground(cleanup);
  });

  it(
    'answers every request, closes every connection, never crashes, and grows the heap by less than a tenth',
    async () => {
      const database = await createFile(bundle, onTestFinished);
      const preload = fileURLToPath(new URL('heap.cjs', import.meta.url));
      const served = await database.start(['--expose-gc', '--require', preload], { PROXIES: '1' });
      onTestFinished(async () => void (await served.stop('SIGKILL')));

      const counts = new Map<string, number>();
      // What is made once, such as tables and compiled code, is made in the first part.
      await visitFor((seconds * 1000) / 4, served.url, counts);
      const before = await idleHeap(served);
      await visitFor((seconds * 3000) / 4, served.url, counts);
      const after = await idleHeap(served);

      expect([...counts.keys()].sort()).toEqual(Object.keys(VISITS).sort());
      console.log(`${[...counts.values()].reduce((a, b) => a + b)} requests; heap`, before, after);
      expect(after).toBeLessThan(before * 1.1);
      expect(await served.stop()).toBe(0);
      expect(served.output()).not.toMatch(/unhandled|uncaught/i);
    },
    seconds * 1000 + 2 * PATIENCE + 60_000,
  );
});

/** Sends all kinds of requests, several at a time, until the time is over; the first that goes wrong is thrown. */
async function visitFor(milliseconds: number, url: string, counts: Map<string, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const end = Date.now() + milliseconds;
  const visitor = async (name: string): Promise<void> => {
    while (Date.now() < end) {
      await VISITS[name]!(url, agent);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  try {
    await Promise.all(Object.keys(VISITS).map(visitor));
  } finally {
    agent.destroy();
  }
}

/** The bytes on the server's heap once no connection or file is open any more. */
async function idleHeap(served: Served): Promise<number> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const { bytes, open } = await measure(served);
    if (open === '') return bytes;
    if (Date.now() > end) throw new Error(`still open ${PATIENCE / 1000} s after the last request: ${open}`);
    await sleep(100);
  }
}

/** The bytes on the server's heap, and the kinds of what is open. */
async function measure(served: Served): Promise<{ bytes: number; open: string }> {
  const from = served.output().length;
  process.kill(served.pid, 'SIGUSR2');
  for (;;) {
    const [, bytes, open] = /heap (\d+) open (.*)\n/.exec(served.output().slice(from)) ?? [];
    if (bytes !== undefined) return { bytes: Number(bytes), open: open! };
    await sleep(50);
  }
}
