import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { linkPackages } from '../bundlers/project.ts';
import { createApiFiles } from '../../../src/tools/init/api-files.ts';
import { withDefaults } from '../../../src/tools/init/project-choices.ts';
import operations from '../../../src/vite.ts';
import { alias } from '../../support/alias.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { startDev, VITES } from './server.ts';

/** A database: something that counts its connections. */
async function startDatabase(): Promise<{ port: number; open: Set<Socket>; opened: () => number }> {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count++;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open, opened: () => count };
}

const connecting = (port: number, edit: number): string => `import { once } from 'node:events';
import { connect } from 'node:net';
import { createApp } from 'unplugin-operations/koa';
export default async function createApi(operations) {
  const db = connect(${port}, '127.0.0.1');
  await once(db, 'connect');
  const app = createApp(operations, { dispose: () => db.end() });
  app.context.db = db;
  return app.use((ctx, next) => {
    ctx.set('X-Edit', '${edit}');
    return next();
  });
}
`;
const OPERATION =
  '/** @returns {string} It */\nexport default async (ctx) => {\n  await new Promise((resolve) => setTimeout(resolve, 100));\n  return String(ctx.db.writable);\n};\n';

describe.each(VITES)('what the app has opened, in the dev server of %s,', (_name, vite) => {
  it('closes what the app opened when it is created again: after 12 edits of it and 12 of the contract', async () => {
    const { port, open, opened } = await startDatabase();
    const dev = await startDev(
      vite,
      { 'app/api.ts': connecting(port, 0), 'app/operations/a.ts': OPERATION },
      { app: 'app/api.ts' },
    );
    await Promise.all([dev.ask('/a'), dev.ask('/a'), dev.ask('/a')]);
    expect(opened()).toBe(1);
    const answers: string[] = [];
    for (let edit = 1; edit <= 12; edit++) {
      const under = dev.ask('/a');
      await dev.write({ 'app/api.ts': connecting(port, edit) });
      await expect.poll(async () => (await fetch(`${dev.url}/a`)).headers.get('x-edit')).toBe(String(edit));
      answers.push((await under).body);
      await dev.write({ [`app/operations/b${edit}.ts`]: OPERATION });
      await dev.until(`/b${edit}`, (status, body) => status === 200 && body === '"true"');
    }
    expect(opened()).toBeGreaterThanOrEqual(25);
    await expect.poll(() => open.size).toBe(1);
    // Requests under way have kept their connection.
    expect(new Set(answers)).toEqual(new Set(['"true"']));
  }, 120_000);

  it('closes what a plain Koa app opened too, and reports once what went wrong', async () => {
    const app = (text: string): string => `import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';
globalThis.disposed ??= [];
export default (operations) => {
  const app = new Koa().use(createRouter(operations).routes()).use((ctx) => (ctx.body = '${text}'));
  return Object.assign(app, {
    [Symbol.asyncDispose]: async () => {
      globalThis.disposed.push('${text}');
      throw new Error('cannot close');
    },
  });
};
`;
    const dev = await startDev(
      vite,
      { 'app/api.js': app('one'), 'app/operations/a.js': '/** @returns {string} It */\nexport default () => "a";\n' },
      { app: 'app/api.js' },
    );
    await linkPackages(dev.root, ['koa']);
    await dev.until('/x', (_, body) => body === 'one');
    await dev.write({ 'app/api.js': app('two') });
    await dev.until('/x', (_, body) => body === 'two');
    await expect.poll(() => (globalThis as { disposed?: string[] }).disposed).toEqual(['one']);
    delete (globalThis as { disposed?: string[] }).disposed;
    await expect.poll(() => dev.log.filter((line) => line.includes('disposed of'))).toHaveLength(1);
    expect(dev.log.join('\n')).toContain('The app could not be disposed of: Error: cannot close');
  });
});

it('what the app has opened is closed with the dev server, and when Vite restarts', async () => {
  const { port, open } = await startDatabase();
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'app/api.ts': connecting(port, 0),
    'app/operations/a.ts': OPERATION,
  });
  const server = await createVite({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations({ app: 'app/api.ts' })],
    server: { port: 0, host: '127.0.0.1' },
  });
  const ask = async (): Promise<string> => {
    const { port: own } = server.httpServer!.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${own}/a`)).text();
  };
  await server.listen();
  expect(await ask()).toBe('"true"');
  await server.restart();
  await expect.poll(() => open.size).toBe(0);
  expect(await ask()).toBe('"true"');
  expect(open.size).toBe(1);
  await server.close();
  await expect.poll(() => open.size).toBe(0);
});

it('edits of a project of `operations init` leave one database open', async () => {
  const databases: { readonly open: boolean }[] = ((globalThis as { databases?: unknown }).databases = []);
  vi.stubEnv('DATABASE_FILE', join(scratch(), 'data.db'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const choices = withDefaults({ database: 'sqlite' }, '/notes');
  const files: Record<string, string> = { ...createApiFiles(choices, 'dist/server.js') };
  files['app/database.ts'] = files['app/database.ts']!.replace(
    '  const db = ',
    '  globalThis.databases.push(database);\n  const db = ',
  );
  const dev = await startDev(VITES[0]![1], files, { app: 'app/api.ts' }, { ssr: { external: ['libsql'] } });
  await linkPackages(dev.root, ['koa', 'kysely', 'libsql']);
  await dev.until('/notes', (status) => status === 200);
  for (let edit = 1; edit <= 6; edit++) {
    const app = files['app/api.ts']!.replace(
      'return app;',
      `return app.use((ctx, next) => (ctx.set('X-Edit', '${edit}'), next()));`,
    );
    await dev.write({ 'app/api.ts': app });
    await expect.poll(async () => (await fetch(`${dev.url}/notes`)).headers.get('x-edit')).toBe(String(edit));
  }
  expect(databases.length).toBeGreaterThan(6);
  await expect.poll(() => databases.filter(({ open }) => open).length).toBe(1);
}, 120_000);
