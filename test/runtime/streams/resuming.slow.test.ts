import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveClient } from '../client/client.ts';
import { randomFrom } from '../../support/random.ts';
import { FACTOR } from './sketch.ts';

const CUTS = 60 * FACTOR;

/** A proxy that cuts connections: each after some bytes of the response, until there were enough cuts. */
async function startCutter(target: string, cuts: number, bytes: () => number) {
  const counts = { cuts: 0 };
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let left = counts.cuts < cuts ? bytes() : Infinity;
    const end = (): void => void [client.destroy(), upstream.destroy()];
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end));
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (left < chunk.length) {
        counts.cuts++;
        // What was sent before arrives.
        client.end(chunk.subarray(0, left));
        upstream.destroy();
        left = 0;
        return;
      }
      left -= chunk.length;
      client.write(chunk);
    });
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, counts };
}

const TREE = {
  'log.ts': `import { event } from '${process.cwd()}/src/runtime/koa/index.ts';
/**
 * @param {integer} last
 * @returns {Stream<ServerSentEvent<'entry', { n: integer, text: string }>>} 200 text/event-stream */
export default async function* log(ctx) {
  for (let n = Number(ctx.lastEventId ?? 0) + 1; n <= ctx.input.query.last; n++) {
    if (n % 7 === 0) await new Promise(setImmediate);
    yield event('entry', { n, text: 'ä€😀'.repeat(n % 5) }, { id: n, retry: 0 });
  }
}`,
  'broken.ts': `import { event } from '${process.cwd()}/src/runtime/koa/index.ts';
/** @returns {Stream<integer>} 200 text/event-stream */
export default async function* broken(ctx) {
  if (ctx.lastEventId === 'x') ctx.throw(410, 'too old');
  yield event('message', 1, { id: 'x', retry: 0 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  ctx.res.destroy();
  await new Promise(() => {});
}`,
  'anonymous.ts': `/** @returns {Stream<integer>} 200 text/event-stream */
export default async function* anonymous(ctx) { yield 1; await new Promise((resolve) => setTimeout(resolve, 50)); ctx.res.destroy(); await new Promise(() => {}); }`,
};

describe('a client whose connection is cut', () => {
  it('loses no event, and sees none twice', async () => {
    const random = randomFrom(7);
    const served = await serveClient(TREE, { warnings: ['undeclared-status'] });
    const cutter = await startCutter(served.url, CUTS, () => 200 + random(2000));
    const { client } = await serveClient(TREE, { warnings: ['undeclared-status'], client: { baseUrl: cutter.url } });
    const last = CUTS * 40;
    const seen: number[] = [];
    for await (const { event, data } of client['log']!({ query: { last } })) {
      expect(event).toBe('entry');
      expect(data.text).toBe('ä€😀'.repeat(data.n % 5));
      seen.push(data.n);
    }
    expect(seen).toEqual(Array.from({ length: last }, (_, i) => i + 1));
    expect(cutter.counts.cuts).toBe(CUTS);
    expect(served.errors).toEqual([]);
  });

  it('ends with a problem that it gets then, or with the cut if no id was sent', async () => {
    const { client } = await serveClient(TREE, { warnings: ['undeclared-status'] });
    const read = async (name: string): Promise<unknown[]> => {
      const items: unknown[] = [];
      try {
        for await (const item of client[name]!()) items.push(item);
      } catch (error) {
        items.push((error as Error).message);
      }
      return items;
    };
    expect(await read('broken')).toEqual([1, 'GET /broken failed with status 410: too old']);
    expect(await read('anonymous')).toEqual([1, 'terminated']);
  });

  it('stops when its caller stops, or aborts', async () => {
    const { client, url } = await serveClient(TREE, { warnings: ['undeclared-status'] });
    for await (const { data } of client['log']!({ query: { last: 1000 } })) if (data.n === 3) break;
    const controller = new AbortController();
    const read = (async () => {
      for await (const { data } of client['log']!({ query: { last: 100_000 } }, { signal: controller.signal }))
        if (data.n === 3) controller.abort();
    })();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect(url).toMatch(/^http/);
  });
});
