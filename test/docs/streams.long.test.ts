import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { declarationsOf } from '../build/codegen/declarations.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { faultsIn, textsInPage } from '../support/wording.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';

const page = readPage('guides/streams.md');
const blocks = readBlocks(page);
const shown = Object.fromEntries(
  blocks.filter(({ language }) => language === 'ts').map(({ title, text }) => [title, text]),
);
const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(Number(process.env.PORT), () => console.log('http://localhost:' + process.env.PORT));
`;
/** The same, with paths that send 80 notices, and that measure what is kept. */
const MEASURED = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { notices } from './app/notices.ts';
const app = createApp(operations).use((ctx, next) => {
  if (ctx.path === '/burst') for (let i = 0; i < 80; i++) notices.emit('notice', 'x'.repeat(200) + i);
  if (ctx.path !== '/burst' && ctx.path !== '/kept') return next();
  if (ctx.path === '/kept') globalThis.gc();
  ctx.body = { heap: process.memoryUsage().heapUsed, listeners: notices.listenerCount('notice') };
});
app.listen(Number(process.env.PORT), () => console.log('http://localhost:' + process.env.PORT));
`;

/** Opens the stream of notices and does not read it further than its head. */
async function openUnread(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write('GET /notices/watch HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  return socket;
}

/** The number of notices in a stream, as they arrive. */
function countNotices(response: Response): { count: number } {
  const seen = { count: 0 };
  const add = (text: string): void => void (seen.count += text.split('data: {').length - 1);
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      add(lines.join('\n'));
    }
  };
  read().catch(() => {});
  return seen;
}

describe('streams.md', () => {
  const root = scratch(afterAll);
  let served: Served;
  beforeAll(async () => {
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': SERVER });
    const file = await viteBuild(root, join(root, 'dist'));
    served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
  });
  afterAll(() => served.stop('SIGKILL'));

  it('shows a client that reads streams', async () => {
    const client = shown['client.ts']!.replace('http://localhost:3000', served.url);
    const text = `${client}\nconsole.log(JSON.stringify([await report(7), await report(8)]));\n`;
    const own = scratch();
    await writeTree(own, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': text });
    const file = await viteBuild(own, join(own, 'dist'));
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(JSON.parse(stdout)).toEqual([
      ['Persuasion', 'Emma', '1 of 3', '2 of 3', '3 of 3', '3 rows'],
      ['Persuasion', 'Emma', 'No such import'],
    ]);
  });

  it('shows a notice that reaches all clients', async () => {
    const abort = new AbortController();
    const watchers = await Promise.all(
      [1, 2].map(async () => {
        const response = await fetch(`${served.url}/notices/watch`, { signal: abort.signal });
        return response.body!.pipeThrough(new TextDecoderStream()).getReader();
      }),
    );
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${served.url}/notices`, { method: 'POST', headers, body: '{"text":"Closed today"}' });
    for (const watcher of watchers) {
      let text = '';
      for (let item = await watcher.read(); !item.done; item = await watcher.read()) {
        text += item.value;
        if (text.includes('data: {')) break;
      }
      expect(text).toContain('data: {"text":"Closed today"}');
    }
    abort.abort();
  });

  it('keeps a bounded number of notices for clients that do not read, and lets them go', async () => {
    const own = scratch();
    await writeTree(own, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': MEASURED });
    const file = await viteBuild(own, join(own, 'dist'));
    const measured = await startNode(file, {
      cwd: own,
      args: ['--expose-gc'],
      env: { PORT: String(await freePort()) },
    });
    const ask = async (path: string): Promise<{ heap: number; listeners: number }> =>
      (await (await fetch(`${measured.url}${path}`)).json()) as never;
    const abort = new AbortController();
    const unread = await Promise.all(Array.from({ length: 200 }, () => openUnread(measured.url)));
    try {
      const seen = countNotices(await fetch(`${measured.url}/notices/watch`, { signal: abort.signal }));
      const before = await ask('/kept');
      expect(before.listeners).toBe(201);
      for (let sent = 80; sent <= 20_000; sent += 80) {
        await ask('/burst');
        await vi.waitFor(() => expect(seen.count).toBe(sent), { timeout: 30_000, interval: 1 });
      }
      const after = await ask('/kept');
      // The client that reads is the only one left. All texts in all queues would take a hundred MB and more.
      expect(after.listeners).toBe(1);
      expect(after.heap - before.heap).toBeLessThan(40_000_000);
    } finally {
      abort.abort();
      for (const socket of unread) socket.destroy();
      await measured.stop('SIGKILL');
    }
  });

  it('shows files with sound types', async () => {
    const own = scratch();
    await linkPackages(own, []);
    const tree = Object.fromEntries(Object.entries(shown).filter(([path]) => path.startsWith('app/')));
    expect(await checkTypes(own, { ...shown, 'operations.d.ts': declarationsOf(tree) })).toEqual([]);
  });

  it('the page is plain English', () => {
    expect(faultsIn(textsInPage(page, 'streams.md'))).toEqual([]);
  });
});
