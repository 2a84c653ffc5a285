import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vite from 'vite';
import * as vite7 from 'vite-7';
import { describe, expect, it, onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { linkPackages } from './bundlers/project.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';

// `vite preview` answers the paths of operations with the server that was built.

const VITES: readonly (readonly [string, Pick<typeof vite, 'build' | 'preview'>])[] = [
  ['Vite 8', vite],
  ['Vite 7', vite7 as unknown as typeof vite],
];

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(Number(process.env.PORT));
`;

const FILES = {
  'package.json': '{ "type": "module" }',
  'index.html': '<!doctype html><title>The front end</title>',
  'server.ts': SERVER,
  'app/operations/books/{id}.ts':
    '/**\n * @param {string} id - It\n * @returns {string} It\n * @header {string} X-Host - Its host\n */\nexport default (ctx): string => { ctx.set("X-Host", ctx.host); return ctx.input.path.id; };\n',
  'app/operations/books@post.ts':
    '/**\n * @param {{title: string}} body - It\n * @returns {string} 201 - It\n */\nexport default (ctx): string => ctx.input.body.title;\n',
  'app/operations/client.ts':
    "/** @returns {any} The client's address, and the fields that it has sent */\nexport default ({ cookies, ip, req }): object => { cookies.set('a', '1'); cookies.set('b', '2'); return { ip, fields: req.rawHeaders, headers: req.headers }; };\n",
  'app/operations/process.ts': '/** @returns {integer} Its ID */\nexport default (): number => process.pid;\n',
  'app/operations/ticks.ts':
    '/** @returns {Stream<integer>} 200 - Ticks */\nexport default async function* () { yield 1; await new Promise((resolve) => globalThis.tock = resolve); yield 2; }\n',
  'app/operations/tock.ts': '/** @returns {void} 204 - Nothing */\nexport default (): void => globalThis.tock();\n',
};

interface Preview {
  readonly url: string;
  readonly log: readonly string[];
  ask(path: string, init?: RequestInit): Promise<[status: number, body: string]>;
  close(): Promise<void>;
}

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = scratch();
  await writeTree(root, { ...FILES, ...files });
  await linkPackages(root, ['koa', '@koa']);
  return root;
}

function configOf(root: string, log: string[] = []): vite.InlineConfig {
  const customLogger = { ...vite.createLogger('silent'), warn: (message: string) => void log.push(message) };
  return { root, configFile: false, customLogger, resolve: { alias }, plugins: [operations({ base: '/api' })] };
}

type Vite = (typeof VITES)[number][1];

async function buildBoth({ build }: Vite, root: string): Promise<void> {
  await build({ ...configOf(root), build: { outDir: 'dist/public' } });
  await build({ ...configOf(root), build: { outDir: 'dist/server', ssr: 'server.ts' } });
}

async function start({ preview }: Vite, root: string, outDir = 'dist/public'): Promise<Preview> {
  const log: string[] = [];
  const server = await preview({
    ...configOf(root, log),
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const close = (): Promise<void> => server.close();
  onTestFinished(close);
  const url = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`;
  const ask: Preview['ask'] = async (path, init) => {
    const response = await fetch(url + path, init);
    return [response.status, await response.text()];
  };
  return { url, log, ask, close };
}

/** Waits until a process has ended. */
async function ended(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid)).toBe(false);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.each(VITES)('the preview of %s', (_name, version) => {
  it('passes the paths of operations to the built server, and no other path', async () => {
    const root = await project();
    await buildBoth(version, root);
    const { url, log, ask } = await start(version, root);
    expect(log).toEqual([]);
    expect(await ask('/api/books/7?x=1')).toEqual([200, '"7"']);
    expect(await ask('/api/books/gr%C3%B6%C3%9Fe')).toEqual([200, '"größe"']);
    const added = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{ "title": "Emma" }' };
    expect(await ask('/api/books', added)).toEqual([201, '"Emma"']);
    expect((await ask('/api/books', { method: 'POST' }))[0]).toBe(400);
    expect((await ask('/api/books', { method: 'DELETE' }))[0]).toBe(405);
    expect((await ask('/api/nowhere'))[0]).toBe(404);
    expect((await fetch(`${url}/api/books/7`)).headers.get('x-host')).toBe(new URL(url).host);
    for (const path of ['/', '/index.html', '/books/7', '/apis'])
      expect(await ask(path, { headers: { accept: 'text/html' } })).toEqual([
        200,
        expect.stringContaining('The front end'),
      ]);
  });

  it('passes the address and the fields of a client on as they are', async () => {
    const root = await project();
    await buildBoth(version, root);
    const { url } = await start(version, root);
    const port = Number(new URL(url).port);
    const ask = async (host: string, ...lines: readonly string[]): Promise<any> => {
      const head = ['GET /api/client HTTP/1.1', ...lines].join('\r\n');
      const socket = connect({ port, host: '127.0.0.1', localAddress: host }, () =>
        socket.write(`${head}\r\nConnection: close\r\n\r\n`),
      );
      const text = String(Buffer.concat(await socket.toArray()));
      return text.startsWith('HTTP/1.1 200') ? JSON.parse(/\{.*\}/.exec(text)![0]) : text.slice(9, 12);
    };
    const fields = ['Host: localhost', 'Authorization: Bearer a', 'Authorization: Bearer b', 'X-tag: c', 'X-tag: d'];
    const sent = fields.flatMap((line) => line.split(': '));
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      const { ip, ...answer } = await ask(address, ...fields);
      expect([ip, answer.fields.slice(0, -2)]).toEqual([address, sent]);
      expect(answer.headers).toMatchObject({ host: 'localhost', authorization: 'Bearer a', 'x-tag': 'c, d' });
      expect(Object.keys(answer.headers)).toHaveLength(4);
    }
    expect(await ask('127.0.0.1', 'Host: localhost', 'Host: b.example')).toBe('400');
    const { headers } = await fetch(`${url}/api/client`);
    expect(headers.getSetCookie()).toEqual(['a=1; path=/; httponly', 'b=2; path=/; httponly']);
  });

  it('runs the server, even if a worker was built after it with the option standalone', async () => {
    const root = await project({
      'worker.ts': "import { problem } from 'unplugin-operations/koa';\nconsole.log(problem);\n",
    });
    await buildBoth(version, root);
    const plugins = [operations({ base: '/api', standalone: true })];
    await version.build({ ...configOf(root), plugins, build: { outDir: 'dist/worker', ssr: 'worker.ts' } });
    const { ask } = await start(version, root);
    expect(await ask('/api/books/7')).toEqual([200, '"7"']);
  });

  it('never sends the code of the built server', async () => {
    const root = await project();
    await version.build({ ...configOf(root), build: { outDir: 'dist', emptyOutDir: false } });
    const ssr = { ssr: 'server.ts', sourcemap: true, emptyOutDir: false };
    for (const outDir of ['dist', 'dist/server']) {
      await version.build({ ...configOf(root), build: { ...ssr, outDir } });
      const { ask, close } = await start(version, root, 'dist');
      const below = outDir.slice('dist'.length);
      for (const path of ['/server.js', '/server.js.map', '/%73erver.js', '/server.js/', '//server.js', '/server.js?x'])
        expect(await ask(below + path)).toEqual([404, expect.stringContaining('a file of a build for the server')]);
      expect(await ask('/api/books/7')).toEqual([200, '"7"']);
      expect(await ask('/')).toEqual([200, expect.stringContaining('The front end')]);
      await close();
    }
  });

  it('never sends what other builds wrote for a server, such as a worker', async () => {
    const root = await project({ 'worker.ts': "console.log('a password');\n", 'lambda.ts': SERVER });
    const builds: vite.BuildOptions[] = [
      { outDir: 'dist' },
      { outDir: 'dist/lambda', ssr: 'lambda.ts' },
      { outDir: 'dist', emptyOutDir: false, ssr: 'server.ts' },
      { outDir: 'dist/worker', ssr: 'worker.ts', sourcemap: true },
      { outDir: 'dist/both', ssr: true, rollupOptions: { input: [join(root, 'server.ts'), join(root, 'worker.ts')] } },
    ];
    for (const build of builds) await version.build({ ...configOf(root), build });
    const { ask } = await start(version, root, 'dist');
    for (const path of [
      '/worker/worker.js',
      '/worker/worker.js.map',
      '/lambda/lambda.js',
      '/both/worker.js',
      '/server.js',
    ])
      expect([path, ...(await ask(path))]).toEqual([path, 404, expect.stringContaining('a build for the server')]);
    expect(await ask('/api/books/7')).toEqual([200, '"7"']);
    expect(await ask('/')).toEqual([200, expect.stringContaining('The front end')]);
  });

  it('sends nothing but pages, scripts and public files of the front end if the record of the builds is lost', async () => {
    const root = await project({
      'index.html': '<!doctype html><title>The front end</title><script type="module" src="/main.js"></script>',
      'main.js': "console.log('shop');\n",
      'worker.ts': "console.log('a password');\n",
      'public/robots.js': '// no robots\n',
    });
    const servers: vite.BuildOptions[] = [
      { outDir: 'dist/worker', ssr: 'worker.ts', sourcemap: true },
      { outDir: 'dist', emptyOutDir: false, ssr: 'server.ts', sourcemap: true, copyPublicDir: false },
    ];
    const builds = [{ outDir: 'dist' }, ...servers];
    for (const build of builds) await version.build({ ...configOf(root), build });
    await mkdir(join(root, 'dist/data'));
    await writeFile(join(root, 'dist/data/added.json'), '{}');
    const { ask } = await start(version, root, 'dist');
    const script = /\/assets\/[^"]+\.js/.exec((await ask('/'))[1])![0];
    const pages = ['/', '/index.html', '/orders', '/robots.js', script];
    const code = ['/server.js', '/server.js.map', '/%73erver.js', '/worker/worker.js', '/worker/worker.js.map'];
    const statuses = async (paths: readonly string[]): Promise<number[]> =>
      Promise.all(paths.map(async (path) => (await ask(path, { headers: { accept: 'text/html' } }))[0]));
    const record = join(root, 'node_modules/.vite/unplugin-operations.json');
    expect([await statuses(pages), (await ask('/data/added.json'))[0]]).toEqual([pages.map(() => 200), 200]);
    for (const lose of [() => rm(record), () => writeFile(record, '{'), () => writeFile(record, '{"x":[]}')]) {
      await lose();
      expect([await statuses(pages), await statuses(code)]).toEqual([pages.map(() => 200), code.map(() => 404)]);
      expect(await ask('/data/added.json')).toEqual([404, expect.stringContaining('Build both again.')]);
      // A later build knows nothing of an earlier one that it has not emptied.
      await version.build({ ...configOf(root), build: { outDir: 'dist', emptyOutDir: false } });
      expect(await statuses(code)).toEqual(code.map(() => 404));
    }
  });

  it.each([
    'app.listen(process.env.PORT)',
    'app.listen(Number(process.env.PORT), "0.0.0.0", () => {})',
    'createServer(app.callback()).listen({ port: process.env.PORT, host: "::", backlog: 9 })',
  ])('lets the built server listen on the loopback only: %s', async (text) => {
    const root = await project({
      'thread.mjs': "import { parentPort } from 'node:worker_threads';\nparentPort.postMessage('ready');\n",
    });
    const server = `import operations from 'virtual:operations';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { createApp } from 'unplugin-operations/koa';
const app = createApp(operations);
let server;
app.use((ctx, next) => { ctx.set('X-Address', server.address().address); return next(); });
// A thread runs what Node preloads, too.
new Worker(${JSON.stringify(join(root, 'thread.mjs'))}).once('message', () => { server = ${text}; });
`;
    await writeFile(join(root, 'server.ts'), server);
    await buildBoth(version, root);
    const { url } = await start(version, root);
    const response = await fetch(`${url}/api/books/7`);
    expect(await response.text()).toBe('"7"');
    expect(response.headers.get('x-address')).toMatch(/^(?:127\.0\.0\.1|::1)$/);
  });

  it('sends a stream as it comes', async () => {
    const root = await project();
    await buildBoth(version, root);
    const { url, ask } = await start(version, root);
    const { body } = await fetch(`${url}/api/ticks`);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('1\n');
    expect((await ask('/api/tock'))[0]).toBe(204);
    expect((await reader.read()).value).toBe('2\n');
    expect((await reader.read()).done).toBe(true);
  });

  it('reports that nothing has been built, and answers 404', async () => {
    const root = await project();
    await version.build({ ...configOf(root), build: { outDir: 'dist/public' } });
    const { log, ask } = await start(version, root);
    expect(log).toEqual([expect.stringContaining('unplugin-operations: no server has been built')]);
    expect(await ask('/api/books/7')).toEqual([404, expect.stringContaining('vite build --ssr server.ts')]);
    expect(await ask('/')).toEqual([200, expect.stringContaining('The front end')]);
    await buildBoth(version, root);
    expect(await ask('/api/books/7')).toEqual([200, '"7"']);
  });

  it('runs a build again that was requested before all of its files were written', async () => {
    const root = await project();
    await buildBoth(version, root);
    const { ask } = await start(version, root);
    const pids: string[] = [];
    const request = async (): Promise<void> => void pids.push((await ask('/api/process'))[1]);
    const { plugins, ...config } = configOf(root);
    const early: vite.Plugin = { name: 'early', writeBundle: { order: 'pre', sequential: true, handler: request } };
    await version.build({
      ...config,
      plugins: [early, ...plugins!],
      build: { outDir: 'dist/server', ssr: 'server.ts' },
    });
    await request();
    await request();
    expect(pids).toEqual([expect.stringMatching(/^\d+$/), expect.not.stringContaining(pids[0]!), pids[1]]);
  });

  it('runs a new build, and ends it with the preview', async () => {
    const root = await project();
    await buildBoth(version, root);
    const { ask, close } = await start(version, root);
    const pid = Number((await ask('/api/process'))[1]);
    await writeFile(join(root, 'app/operations/new.ts'), '/** @returns {string} New */\nexport default () => "new";\n');
    await buildBoth(version, root);
    expect(await ask('/api/new')).toEqual([200, '"new"']);
    await ended(pid);
    const other = Number((await ask('/api/process'))[1]);
    expect(isRunning(other)).toBe(true);
    await close();
    await ended(other);
  });
});

it.each([
  ['throw new Error("no database");', /server\.js ended with exit code 1/],
  [
    'import { createServer } from "node:http"; createServer().listen(0);',
    /does not listen on port \d+. Make your server listen on process.env.PORT/,
  ],
])("explains why the built server doesn't answer: %s", { timeout: 30_000 }, async (text, reason) => {
  const root = await project({ 'server.ts': `import 'virtual:operations';\n${text}\n` });
  await buildBoth(vite, root);
  const { ask } = await start(vite, root);
  expect(await ask('/api/books/7')).toEqual([502, expect.stringMatching(reason)]);
});

it('the preview ends the built server if it is killed', async () => {
  const root = await project({
    'vite.config.mjs':
      "import operations from 'unplugin-operations/vite';\nexport default { plugins: [operations({ base: '/api' })] };\n",
  });
  await buildBoth(vite, root);
  const bin = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
  const child = spawn(process.execPath, [bin, 'preview', '--port', '0', '--outDir', 'dist/public'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  // eslint-disable-next-line no-control-regex -- what a terminal takes for colours
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString().replaceAll(/\u001b\[[\d;]*m/g, '')));
  await expect.poll(() => output).toMatch(/http:\/\/localhost:\d+/);
  const [url] = /http:\/\/localhost:\d+/.exec(output)!;
  const pid = Number(await (await fetch(`${url}/api/process`)).text());
  child.kill('SIGKILL');
  await once(child, 'exit');
  await ended(pid);
});
