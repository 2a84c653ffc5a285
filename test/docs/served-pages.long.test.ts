import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { alias } from '../support/alias.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { hasChromium, startChromium } from '../e2e/chromium.ts';
import { readBlocks, readPage } from './examples.ts';
import { replay } from './requests.ts';

const run = promisify(execFile);

const SERVER = `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const port = Number(process.env.PORT ?? 3000);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

/** The files that a page, or a part of it, shows as a project. */
function projectOf(name: string, part: string = readPage(name)): Record<string, string> {
  const files = readBlocks(part).filter(({ title }) => /\.\w+$/.test(title) && !title.startsWith('client '));
  const shown = Object.fromEntries(files.map(({ title, text }) => [title, text]));
  return { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...shown };
}

describe('errors.md', () => {
  it('shows a problem that is answered', async () => {
    const root = scratch();
    const operation = projectOf('errors.md')['app/operations/orders@post.ts']!;
    await writeTree(root, {
      'package.json': '{ "type": "module" }',
      'server.ts': SERVER,
      'app/operations/orders@post.ts': operation,
    });
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const { text } = readBlocks(readPage('errors.md')).find(({ title }) => title === 'request')!;
    expect(await replay(served.url, text)).toBe(text);
  });
});

it.each([
  ['guides/errors.md', /^(?:borrow|app\/operations\/loans@post|app\/definitions\/problems)\.ts$/, 3],
  // app/database.ts needs the types of D1.
  ['deploy/workers.md', /^(?:worker|app\/worker-of|app\/operations\/greetings@post)\.ts$/, 3],
])('%s shows files with sound types', async (page, kept, count) => {
  const root = scratch();
  const shown = Object.entries(projectOf(page)).filter(([path]) => kept.test(path));
  expect(shown).toHaveLength(count);
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...Object.fromEntries(shown) });
  await linkPackages(root, ['koa', '@koa']);
  const command = join(import.meta.dirname, '../../dist/command/index.js');
  await run(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: root });
  const options = { lib: ['es2023', 'dom', 'dom.iterable'] };
  expect(await checkTypes(root, {}, 'server', options)).toEqual([]);
});

describe('docs-page.md', () => {
  it('shows a server with a public page first', async () => {
    const root = scratch();
    const server = readBlocks(readPage('docs-page.md')).find(({ title }) => title === 'server.ts')!;
    await writeTree(root, { ...projectOf('docs-page.md'), 'server.ts': server.text });
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    expect((await fetch(`${served.url}/docs`)).status).toBe(200);
  });

  it('shows a server whose guard decides, and a policy that is sent', async () => {
    const root = scratch();
    await writeTree(root, projectOf('docs-page.md'));
    const file = await viteBuild(root, join(root, 'dist'));
    const env = { PORT: String(await freePort()), DOCS_PASSWORD: 'dust' };
    const served = await startNode(file, { cwd: root, env });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const refused = await fetch(`${served.url}/docs`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="docs"']);
    const headers = { Authorization: `Basic ${btoa('docs:dust')}` };
    const page = await fetch(`${served.url}/docs`, { headers });
    expect(page.status).toBe(200);
    const policy = readBlocks(readPage('docs-page.md')).find(({ language }) => language === 'text');
    expect(policy!.text).toBe(`${page.headers.get('content-security-policy')}\n`);
    const document = await (await fetch(`${served.url}/docs/openapi.json`, { headers })).json();
    expect(Object.keys((document as { paths: object }).paths)).toEqual(['/books']);
  });
});

describe('openapi.md', () => {
  it('shows a module that changes a copy of the document', async () => {
    const root = scratch();
    const [, section = ''] = /^## Change the document with your own code\n([^]*?)^## /m.exec(readPage('openapi.md'))!;
    const server = `${SERVER}
import document from 'virtual:operations/openapi';
import { changedDocument } from './app/changed-document.ts';
console.log(JSON.stringify([document, changedDocument].map(({ paths }) => paths['/books']?.get)));
`;
    await writeTree(root, {
      ...projectOf('openapi.md', section),
      'server.ts': server,
      'app/operations/books.ts': '/** Lists the books. */\nexport default function listBooks() {}\n',
    });
    expect(await checkTypes(root, {})).toEqual([]);
    const file = await viteBuild(root, join(root, 'dist'));
    const { stdout } = await run(
      process.execPath,
      ['-e', `import(${JSON.stringify(file)}).then(() => process.exit())`],
      {
        env: { ...process.env, PORT: String(await freePort()) },
      },
    );
    const [original, changed] = JSON.parse(/^\[.*\]$/m.exec(stdout)![0]);
    const source = 'curl -X GET https://books.example.com/books';
    expect(changed).toEqual({ ...original, 'x-codeSamples': [{ lang: 'Shell', source }] });
    expect(original).not.toHaveProperty('x-codeSamples');
  });
});

describe('openapi-tools.md', () => {
  const read = (root: string, name: string): any => JSON.parse(readFileSync(join(root, name), 'utf8'));

  it('shows a page with the document', async () => {
    const root = scratch();
    await writeTree(root, projectOf('openapi-tools.md'));
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const page = await fetch(`${served.url}/reference`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, address] = /data-url="([^"]+)"/.exec(await page.text())!;
    const document = await (await fetch(`${served.url}${address}`)).json();
    expect(Object.keys((document as { paths: object }).paths)).toEqual(['/books', '/orders']);
  });

  it.skipIf(!hasChromium)('shows pages of viewers whose scripts are those of their packages', async () => {
    const root = scratch();
    await writeTree(root, projectOf('openapi-tools.md'));
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const browser = await startChromium();
    onTestFinished(() => browser.close());
    const redoc = readBlocks(readPage('openapi-tools.md')).find(({ title }) => title === 'redoc.html')!.text;
    for (const html of [await (await fetch(`${served.url}/reference`)).text(), redoc]) {
      const page = await browser.newPage();
      await page.route('https://**', (route) => route.abort());
      await page.route('https://cdn.jsdelivr.net/npm/**', async (route) => {
        const [, name, path] = /\/npm\/(.+@\d+\.\d+\.\d+)\/(.+)$/.exec(route.request().url())!;
        const { stdout } = await run('npm', ['pack', '--silent', name!], { cwd: root });
        await run('tar', ['-xzf', stdout.trim()], { cwd: root });
        const headers = { 'Access-Control-Allow-Origin': '*' };
        await route.fulfill({
          path: join(root, 'package', path!),
          contentType: 'text/javascript; charset=utf-8',
          headers,
        });
      });
      await page.route(`${served.url}/reference`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
      await page.goto(`${served.url}/reference`);
      await expect.poll(() => page.innerText('body'), { timeout: 30_000 }).toContain('Lists the orders');
    }
  });

  it('shows a module that merges the document with one of old routes', async () => {
    const root = scratch();
    const files = projectOf('openapi-tools.md');
    const old = JSON.parse(files['old-openapi.json']!);
    old.paths['/books'].get = { description: 'Replaced' };
    const imports = "import document from 'virtual:operations/openapi';";
    expect(files['app/reference.ts']).toContain(imports);
    const reference = files['app/reference.ts']!.replace(
      imports,
      "import { wholeDocument as document } from './whole-document.ts';",
    );
    await writeTree(root, { ...files, 'app/reference.ts': reference, 'old-openapi.json': JSON.stringify(old) });
    expect(await checkTypes(root, {})).toEqual([]);
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const { paths, components } = (await (await fetch(`${served.url}/openapi.json`)).json()) as any;
    expect(Object.keys(paths['/books']).sort()).toEqual(['delete', 'get']);
    expect(paths['/books'].get.summary).toBe('Lists the books.');
    expect(Object.keys(paths)).toEqual(['/books', '/orders']);
    expect(Object.keys(components.schemas)).toEqual(['OldBook']);
  });

  it('shows commands that lint the document', async () => {
    const root = scratch();
    await writeTree(root, projectOf('openapi-tools.md'));
    await linkPackages(root, ['koa', '@koa', 'vite', '@redocly']);
    const { text } = readBlocks(readPage('openapi-tools.md')).find(({ title }) => title === 'lint')!;
    const [write, lint] = text.trim().split('\n');
    const cli = { operations: 'unplugin-operations/dist/command/index.js', '@redocly/cli': '@redocly/cli/bin/cli.js' };
    const outcome = async (command: string): Promise<string> => {
      const [npx, name, ...args] = command.split(' ');
      expect(npx).toBe('npx');
      const env = { ...process.env, CI: 'true', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
      const script = join(root, 'node_modules', cli[name as keyof typeof cli]);
      const { stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: root, env }).catch((e) => e);
      return `${stdout}${stderr}`;
    };
    await outcome(write!);
    expect(await outcome(lint!)).toContain('Your API description is valid');
  });

  it('shows commands that write a document for partners, one with old routes, and one with webhooks', async () => {
    const root = scratch();
    await writeTree(root, projectOf('openapi-tools.md'));
    await linkPackages(root, ['koa', '@koa', 'vite', '@redocly']);
    // It writes to the standard output instead of the file where NODE_ENV is test.
    const settings = { CI: 'true', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NODE_ENV: '' };
    const env = { ...process.env, ...settings };
    const commands = ['partner', 'old routes', 'join'].flatMap((name) => {
      const { text } = readBlocks(readPage('openapi-tools.md')).find(({ title }) => title === name)!;
      return text.trim().split('\n');
    });
    for (const command of commands) {
      const [npx, name, ...args] = command.split(' ');
      expect(npx).toBe('npx');
      const script = name === 'operations' ? 'unplugin-operations/dist/command/index.js' : '@redocly/cli/bin/cli.js';
      await run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, env });
    }
    expect(Object.keys(read(root, 'partner.json').paths)).toEqual(['/books']);
    expect(Object.keys(read(root, 'all.json').paths['/books'])).toEqual(expect.arrayContaining(['get', 'delete']));
    const joined = read(root, 'public.json');
    expect([Object.keys(joined.paths), Object.keys(joined.webhooks)]).toEqual([['/books', '/orders'], ['book.added']]);
  });
});

describe('testing.md', () => {
  const [before = '', after = ''] = readPage('testing.md').split(/^(?=## With a database and a user$)/m);
  const { 'vitest.config.ts': config } = projectOf('testing.md');

  it.each([
    ['without a database', before],
    ['with one', after],
  ])('shows tests that pass, %s', async (_name, text) => {
    const root = scratch();
    await writeTree(root, { 'vitest.config.ts': config!, ...projectOf('testing.md', text) });
    await linkPackages(root, ['koa', '@koa', 'vite', 'vitest', 'light-my-request', 'kysely', 'libsql']);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter', 'json'], { cwd: root });
    const results = JSON.parse(stdout) as { numPassedTests: number; numTotalTests: number };
    const shown = text.match(/^it\('/gm)!;
    expect(results).toMatchObject({ numPassedTests: shown.length, numTotalTests: shown.length });
    expect(existsSync(join(root, 'operations.d.ts'))).toBe(false);
  });
});

it('safe-writes.md shows a client that gets the new version after a 412', async () => {
  const root = scratch();
  await writeTree(root, projectOf('safe-writes.md'));
  await linkPackages(root, ['koa', '@koa']);
  const command = join(import.meta.dirname, '../../dist/command/index.js');
  await run(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: root });
  const { text } = readBlocks(readPage('safe-writes.md')).find(({ title }) => title === 'client edit-note.ts')!;
  const types = readFileSync(join(root, 'operations.d.ts'), 'utf8');
  expect(await checkTypes(scratch(), { 'edit-note.ts': text, 'operations.d.ts': types }, 'browser')).toEqual([]);

  const file = await viteBuild(root, join(root, 'dist'));
  const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  const use = `import { loadNote, saveNote } from './edit-note.ts';
const [mine, other] = [await loadNote(1), await loadNote(1)];
const results = [await saveNote(other, 'Tea'), await saveNote(mine, 'Coffee')];
results.push(await saveNote(results[1], 'Coffee'), await loadNote(1));
console.log(JSON.stringify(results.map((note) => note?.text ?? null)));
`;
  const baseUrl = `createClient({ baseUrl: '${served.url}' })`;
  await writeTree(root, { 'use.ts': use, 'edit-note.ts': text.replace('createClient()', baseUrl) });
  const plugins = [operations({ dts: false })];
  const options = { ssr: 'use.ts', outDir: 'front' };
  await build({ root, configFile: false, logLevel: 'silent', resolve: { alias }, plugins, build: options });
  const { stdout } = await run(process.execPath, ['front/use.js'], { cwd: root });
  expect(JSON.parse(stdout)).toEqual([null, 'Tea', null, 'Coffee']);
});

it.each([
  'authentication.md',
  'middleware.md',
  'koa.md',
  'testing.md',
  'docs-page.md',
  'openapi-tools.md',
  'deploy/node.md',
  'safe-writes.md',
  'lifecycle.md',
])('%s shows files with sound types', async (name) => {
  const root = scratch();
  await linkPackages(root, ['vite', 'vitest', 'light-my-request', 'koa', '@types', 'kysely', 'libsql']);
  expect(await checkTypes(root, projectOf(name))).toEqual([]);
});
