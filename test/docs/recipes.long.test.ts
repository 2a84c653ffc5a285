import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { createProject } from '../tools/init/project.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { runShell } from '../support/shell.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// What recipes promise beyond the requests that they show, which test/exchanges sends.

const run = promisify(execFile);

/** Writes the files that a page shows, with the packages that they import. */
async function writeFilesOf(name: string): Promise<string> {
  const root = scratch();
  const files = readBlocks(readPage(name)).filter(({ title }) => /^\S+\.\w+$/.test(title));
  const shown = Object.fromEntries(files.map(({ title, text }) => [title, text]));
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...shown });
  linkPackages(root, ['drizzle-orm']);
  return root;
}

it.skipIf(!hasPackages)('orms.md shows a test that passes', async () => {
  const root = await writeFilesOf('orms.md');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter', 'json'], { cwd: root });
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numTotalTests: 1 });
});

it.skipIf(!hasPackages)('configuration.md shows the message of a server that does not start', async () => {
  const root = await writeFilesOf('configuration.md');
  const file = await viteBuild(root, join(root, 'dist'));
  const { status, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8', env: {} });
  const shown = readBlocks(readPage('configuration.md')).find(({ title }) => title === 'failure')!;
  expect(status).toBe(1);
  expect(stderr).toContain(shown.text);
});

it('versions.md writes a document and a client per version, and the changes between them', async () => {
  const root = await writeFilesOf('versions.md');
  const commands = readBlocks(readPage('versions.md')).find(({ text }) => text.startsWith('npx'))!.text;
  const cli = join(import.meta.dirname, '../../dist/command/index.js');
  const stdout = await runShell(commands.replaceAll('npx operations', `node ${cli}`), { cwd: root });
  const written = JSON.parse(readFileSync(join(root, 'openapi-v1.json'), 'utf8')) as { paths: object };
  expect(Object.keys(written.paths).sort()).toEqual(['/v1/books', '/v1/people/{id}']);
  expect(readFileSync(join(root, 'packages/client-v1/index.d.ts'), 'utf8')).toContain('name: string');
  expect(stdout).toContain('# Changes from v1 to v2');
  expect(stdout).toContain('- `GET /books`: "name" of Book was renamed to "title".');
});

it.skipIf(!hasPackages)(
  'database.md: three processes use its database at once, and again after a restart',
  async () => {
    const root = await writeFilesOf('database.md');
    await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: root });
    const file = join(scratch(), 'shop.db');
    const start = async (): Promise<string> => {
      const env = { DATABASE_FILE: file, PORT: String(await freePort()) };
      const { url, stop } = await startNode('dist/server.js', { cwd: root, env });
      onTestFinished(async () => void (await stop('SIGKILL')));
      return url;
    };
    const order = async (url: string, key: number): Promise<number> => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `k${key}` };
      return (await fetch(`${url}/orders`, { method: 'POST', headers, body: '{"book_id":2}' })).status;
    };
    const urls = await Promise.all([start(), start(), start()]);
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, i) => order(urls[i % 3]!, i)));
    expect(statuses.sort()).toEqual([...Array<number>(5).fill(201), ...Array<number>(55).fill(409)]);
    expect(await order(await start(), 60)).toBe(409);
  },
);

/** A program beside the server, such as a worker: how its page builds it after the server, and the file that is built. */
function secondProgram(page: string): { command: string[]; file: string } {
  const text = readPage(page);
  const [, command = ''] = /add ` && vite (build [^`]+)` to the end of the script `build`/.exec(text)!;
  const shown = readBlocks(text).find((block) => block.text.startsWith(`npx vite ${command}\n`))!;
  return { command: command.split(' '), file: /^node (.+)\n$/m.exec(shown.text)![1]! };
}

it.each([['without a front end'], ['with a front end', '--front-end']])(
  'database.md and jobs.md: their programs are built after the server %s',
  (_kind, ...options) => {
    const project = createProject();
    expect(project.operations('init', '--database', 'sqlite', ...options).code).toBe(0);
    project.link();
    const names = ['app/database.ts', 'app/migrations.ts', 'app/migrate.ts'];
    for (const { title, text } of readBlocks(readPage('database.md')))
      if (names.includes(title)) writeFileSync(join(project.directory, title), text);
    const worker = readBlocks(readPage('jobs.md')).find(({ title }) => title === 'app/worker.ts')!;
    writeFileSync(join(project.directory, 'app/worker.ts'), worker.text);
    const { scripts } = JSON.parse(readFileSync(join(project.directory, 'package.json'), 'utf8')) as {
      scripts: { build: string };
    };
    const programs = ['database.md', 'jobs.md'].map(secondProgram);
    for (const command of scripts.build.split(' && '))
      expect(project.run(...(command.split(' ') as [string])).code).toBe(0);
    const scriptsOf = (): string[] =>
      readdirSync(join(project.directory, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .sort();
    const built = scriptsOf();
    for (const { command } of programs) expect(project.run('vite', ...command).code).toBe(0);
    // A new project with a database builds its worker itself.
    expect(built).toContain('worker/worker.js');
    expect(scriptsOf()).toEqual([...built, 'migrate/migrate.js'].sort());
    for (let i = 0; i < 2; i++)
      expect(spawnSync(process.execPath, [programs[0]!.file], { cwd: project.directory }).status).toBe(0);
  },
);

/** A large export from a database with one connection, and another query. */
const EXPORT: Readonly<Record<string, string>> = {
  'app/books.ts': `import { Kysely, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
const db = new Kysely<{ books: { id: number; title: string } }>({ dialect: new SqliteDialect({ database: new Libsql(':memory:') }) });
await sql\`create table books (id integer primary key, title text)\`.execute(db);
await sql\`insert into books (title) with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select printf('%0100d', i) from n\`.execute(db);
export const readBooks = () => db.selectFrom('books').selectAll().stream();
export const readFirst = () => db.selectFrom('books').selectAll().limit(1).executeTakeFirstOrThrow();
`,
  'app/operations/first.ts': `import { readFirst } from '../books.ts';
/** @returns {{id: integer}} The first book */
export default () => readFirst();
`,
  'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(process.env.PORT, () => console.log('http://localhost:' + process.env.PORT));
`,
};

it.skipIf(!hasPackages)(
  'exports.md: an export ends with its client, so the next query gets the connection',
  async () => {
    const root = await writeFilesOf('exports.md');
    const config = readBlocks(readPage('database.md')).find(({ title }) => title === 'vite.config.ts')!;
    await writeTree(root, { ...EXPORT, 'vite.config.ts': config.text });
    await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: root });
    const env = { PORT: String(await freePort()) };
    const { url, stop } = await startNode('dist/server.js', { cwd: root, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    const leaving = new AbortController();
    const { body } = await fetch(`${url}/books.csv`, { signal: leaving.signal });
    const { value } = await body!.getReader().read();
    expect(new TextDecoder().decode(value)).toMatch(/^id,title\n/);
    leaving.abort();
    expect(await (await fetch(`${url}/first`)).json()).toEqual({ id: 1 });
  },
);

it.skipIf(!hasPackages)('storage.md: a video is sent whole, or the part that is requested', async () => {
  const root = await writeFilesOf('storage.md');
  await writeTree(root, { 'videos/7.mp4': '0123456789' });
  const file = await viteBuild(root, join(root, 'dist'));
  const env = { UPLOADS: 'videos', PORT: String(await freePort()) };
  const { url, stop } = await startNode(file, { cwd: root, env });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const get = async (range: string): Promise<unknown[]> => {
    const response = await fetch(`${url}/videos/7`, { headers: { Range: range } });
    const text = await response.text();
    return [response.status, response.headers.get('Content-Range'), response.ok ? text : undefined];
  };
  expect(await get('bytes=0-4')).toEqual([206, 'bytes 0-4/10', '01234']);
  expect(await get('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await get('bytes=8-100')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await get('bytes=-100')).toEqual([206, 'bytes 0-9/10', '0123456789']);
  for (const beyond of ['bytes=10-', 'bytes=50-60', 'bytes=-0'])
    expect(await get(beyond)).toEqual([416, 'bytes */10', undefined]);
  for (const ignored of ['bytes=0-1,3-4', 'bytes=4-2', 'bytes=-', 'bytes=a-b', 'items=0-4'])
    expect(await get(ignored)).toEqual([200, null, '0123456789']);
});

it.skipIf(!hasPackages)('database.md: migrations run once', async () => {
  const root = await writeFilesOf('database.md');
  const { command, file } = secondProgram('database.md');
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...command], { cwd: root });
  const env = { ...process.env, DATABASE_FILE: join(root, 'shop.db') };
  for (let i = 0; i < 2; i++) await run(process.execPath, [file], { cwd: root, env });
  const database = new Libsql(env.DATABASE_FILE);
  onTestFinished(() => void database.close());
  const row = database.prepare('select * from books where id = 1').get();
  expect(row).toMatchObject({ id: 1, title: 'Dust', stock: 1, price: null });
});

it.skipIf(!hasPackages)('crud.md: its seed data is inserted once', async () => {
  const root = await writeFilesOf('crud.md');
  const { 'seed.ts': seed } = Object.fromEntries(
    readBlocks(readPage('crud.md')).map(({ title, text }) => [title, text]),
  );
  const count = "console.log(await db.selectFrom('books').select(['id', 'title']).where('id', '>', 98).execute());";
  await writeTree(root, { 'server.ts': seed!.replace('await db.destroy();', `${count}\nawait db.destroy();`) });
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: root });
  const env = { ...process.env, DATABASE_FILE: join(root, 'books.db') };
  const start = () => run(process.execPath, ['dist/server.js'], { cwd: root, env });
  await start();
  const { stdout } = await start();
  expect(stdout.match(/id: \d+/g)).toEqual(['id: 99', 'id: 100']);
});

it.skipIf(!hasPackages)('refresh-tokens.md: a token is exchanged once, and its second use revokes all', async () => {
  const root = await writeFilesOf('refresh-tokens.md');
  const file = await viteBuild(root, join(root, 'dist'));
  const env = { JWT_SECRET: 'a-secret-of-32-bytes-for-examples', PORT: String(await freePort()) };
  const { url, stop } = await startNode(file, { cwd: root, env });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const post = async (path: string, body: object): Promise<{ status: number; body: any; stored: string | null }> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json(), stored: response.headers.get('Cache-Control') };
  };
  const refresh = (token: string) => post('/tokens/refresh', { refresh_token: token });
  const get = async (path: string, token: string): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  const me = (token: string): Promise<unknown> => get('/me', token);

  expect((await post('/tokens', { name: 'ada', password: 'wrong' })).status).toBe(401);
  const first = await post('/tokens', { name: 'ada', password: 'correct horse' });
  expect(first).toMatchObject({ status: 201, body: { expires_in: 600 }, stored: 'no-store' });
  expect(await me(first.body.access_token)).toEqual({ name: 'ada' });
  expect(await get('/sales', first.body.access_token)).toEqual({ sold: 7 });
  const second = await refresh(first.body.refresh_token);
  expect(second).toMatchObject({ status: 201, stored: 'no-store' });
  expect(await me(second.body.access_token)).toEqual({ name: 'ada' });
  expect((await refresh(first.body.refresh_token)).status).toBe(401);
  expect((await refresh(second.body.refresh_token)).status).toBe(401);
});

it.skipIf(!hasPackages)(
  'jobs.md: its worker does a job that waits, fails one whose worker died last, and stops on SIGTERM',
  async () => {
    const root = await writeFilesOf('jobs.md');
    const { command, file } = secondProgram('jobs.md');
    for (const args of [['build'], command])
      await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], { cwd: root });
    const env = { DATABASE_FILE: join(root, 'jobs.db'), PORT: String(await freePort()) };
    const { url, stop } = await startNode('dist/server.js', { cwd: root, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    const body = JSON.stringify({ year: 2026 });
    const sent = await fetch(`${url}/reports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const job = new URL(sent.headers.get('Location')!, url);
    const stateOf = async (address: URL): Promise<unknown> => (await fetch(address)).json();
    expect(await stateOf(job)).toEqual({ id: 1, state: 'waiting' });
    const died = new URL('/reports/2', url);
    const database = new Libsql(join(root, 'jobs.db'));
    database.exec(
      `insert into jobs (name, data, state, attempts, run_at) values ('report', '{}', 'running', 3, '2026-01-01')`,
    );
    database.close();

    const worker = spawn(process.execPath, [file], { cwd: root, env: { ...process.env, ...env } });
    onTestFinished(() => void worker.kill('SIGKILL'));
    const ended = once(worker, 'exit');
    const [line] = (await once(worker.stdout, 'data')) as [Buffer];
    expect(String(line)).toBe('A report for {"year":2026}\n');
    await expect.poll(() => stateOf(job), { timeout: 30_000 }).toEqual({ id: 1, state: 'done' });
    await expect.poll(() => stateOf(died), { timeout: 30_000 }).toEqual({ id: 2, state: 'failed' });
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);

it.skipIf(!hasPackages)('jobs.md: background tasks end before the database is closed', async () => {
  const root = await writeFilesOf('jobs.md');
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: root });
  const env = { DATABASE_FILE: join(root, 'jobs.db'), PORT: String(await freePort()) };
  const { url, stop, exited, output } = await startNode('dist/server.js', { cwd: root, env });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const post = async (path: string): Promise<number> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"year":2026}' };
    return (await fetch(`${url}${path}`, init)).status;
  };
  expect(await post('/reports')).toBe(202);
  // The second one fails, because there is no such report.
  for (const id of [1, 2, 1]) expect(await post(`/reports/${id}/mail`)).toBe(202);
  await stop('SIGTERM');
  expect(await exited).toBe(0);
  expect(output().match(/Mailed report 1, which is waiting/g)).toHaveLength(2);
  expect(output()).toContain('NoResultError: no result');
});

it('openapi.md: the reference is published by its commands', async () => {
  const root = await writeFilesOf('quick-start.md');
  const [write, publish] = [...readPage('guides/openapi.md').matchAll(/^\d\. `npx (.+)`$/gm)].map(([, text]) => text!);
  const [, ...writeOptions] = write!.split(' ');
  await run(process.execPath, [join(root, 'node_modules/unplugin-operations/dist/command/index.js'), ...writeOptions], {
    cwd: root,
  });
  const [, ...publishOptions] = publish!.split(' ');
  // It would look for a newer version of itself.
  const env = { ...process.env, CI: 'true', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  await run(process.execPath, [join(root, 'node_modules/@redocly/cli/bin/cli.js'), ...publishOptions], {
    cwd: root,
    env,
  });
  expect(readFileSync(join(root, 'public/index.html'), 'utf8')).toContain('Greets a reader.');
});
