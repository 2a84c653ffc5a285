import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { createEmptyDatabase } from '../playground/database.ts';
import { scratch, writeTree } from '../support/build.ts';
import { runDockerfile } from '../support/dockerfile.ts';
import { freePort } from '../support/process.ts';
import { startRegistry } from '../support/registry.ts';
import { runShell, startShell } from '../support/shell.ts';
import type { Block } from './examples.ts';
import { PAGES, readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// The commands of pages, word for word, in a shell: npm installs this checkout's package from a registry of the test, and all others from
// its own. Only ports that are taken are replaced.

// npm takes its time on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const root = join(import.meta.dirname, '../..');
const ADDRESS = /http:\/\/localhost:(\d+)/;
/** The environment of npm. */
let npm: Record<string, string>;

const shellBlocks = (page: string, title = ''): Block[] =>
  readBlocks(readPage(page)).filter((block) => block.language === 'sh' && block.title === title);
const textOf = (page: string, title: string): string =>
  readBlocks(readPage(page)).find((block) => block.title === title)!.text;
const filesOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    readBlocks(readPage(page)).flatMap(({ title, text }) => (/^\S+\.\w+$/.test(title) ? [[title, text]] : [])),
  );
/** The commands in the text of a page. */
const inlineCommands = (page: string): string[] =>
  [...readPage(page).matchAll(/`(npx (?!canceled)[^`]+)`/g)].map(([, command]) => command!);
const getJson = async (url: string): Promise<unknown> => (await fetch(url)).json();

beforeAll(async () => {
  const downloads = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const home = scratch(afterAll);
  // npx runs the package of this version that it has in its cache: not that of another run.
  const cache = join(home, 'cache');
  mkdirSync(cache);
  symlinkSync(join(downloads, '_cacache'), join(cache, '_cacache'));
  npm = {
    HOME: home,
    NO_COLOR: '1',
    npm_config_registry: await startRegistry(afterAll),
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
});

describe('start/quick-start.md, with a project that npm creates', () => {
  const [create, request, build] = shellBlocks('quick-start.md').map(({ text }) => text);
  const directory = scratch(afterAll);
  const project = join(directory, 'my-api');

  it('creates the project, serves it for development, sends requests, then builds and starts it', async () => {
    const [, port] = await startShell(
      create!,
      /Local: +http:\/\/localhost:(\d+)/,
      { cwd: directory, env: npm },
      onTestFinished,
    );
    const notes = await runShell(request!.replace('5173', port!), { cwd: directory });
    expect(JSON.parse(notes)).toEqual([{ id: 1, text: 'Buy milk' }]);
    const env = { ...npm, PORT: String(await freePort()) };
    const [url] = await startShell(build!, ADDRESS, { cwd: project, env }, onTestFinished);
    expect(url).toContain(env.PORT);
    expect(await getJson(`${url}/notes`)).toEqual([{ id: 1, text: 'Buy milk' }]);
  });

  it('builds a typed client by the command of the page', async () => {
    const [command] = inlineCommands('quick-start.md');
    await runShell(command!, { cwd: project, env: npm });
    expect(readFileSync(join(project, '../client/package.json'), 'utf8')).toContain('"name": "@shop/api"');
  });

  it('passes the commands for CI of reference/command.md, until its contract changes', async () => {
    const inCi = shellBlocks('reference/command.md').at(-1)!.text;
    expect(inCi).toContain('git diff --exit-code');
    const git = 'git -c user.name=Ada -c user.email=ada@example.com';
    await runShell(`git init -q && git add . && ${git} commit -qm Start`, { cwd: project, env: npm });
    expect(await runShell(inCi, { cwd: project, env: npm })).toContain('0 errors, 0 warnings');
    const file = join(project, 'app/operations/notes/@post.ts');
    const contract = readFileSync(file, 'utf8');
    writeFileSync(file, contract.replace(' * @param', ' * @param {integer} [query.copies]\n * @param'));
    await expect(runShell(inCi, { cwd: project, env: npm })).rejects.toThrow('Command failed');
    writeFileSync(file, contract.replace(' * @param', ' * @prama {integer} copies\n * @param'));
    await expect(runShell(inCi, { cwd: project, env: npm })).rejects.toMatchObject({
      stdout: expect.stringContaining('::warning file=app/operations/notes/@post.ts'),
    });
  });

  it('passes the commands of the workflow in deploy/ci.md', async () => {
    const { jobs } = parse(textOf('deploy/ci.md', '.github/workflows/ci.yml')) as {
      jobs: { test: { steps: { run?: string }[] } };
    };
    const commands = jobs.test.steps.flatMap(({ run }) => run ?? []);
    const [install, ...others] = commands;
    expect([install, others.length]).toEqual(['npm ci', 5]);
    const gitlab = parse(textOf('deploy/ci.md', '.gitlab-ci.yml')) as { test: { script: string[] } };
    const plain = commands.map((command) => command.replace(' --format github', ''));
    expect(plain).toEqual(expect.arrayContaining(gitlab.test.script));
    await runShell('git checkout -q .', { cwd: project, env: npm });
    for (const command of others) await runShell(command, { cwd: project, env: npm });
  });

  it('creates the project by the same command on every page', () => {
    const [line] = create!.split('\n');
    const readmes = ['README.md', 'packages/create/README.md'].map((file) => readFileSync(join(root, file), 'utf8'));
    for (const text of [...readmes, readPage('index.md'), readPage('reference/command.md')])
      expect(text).toContain(`\`\`\`sh\n${line}\n\`\`\`\n`);
  });

  it('creates the project without a terminal as reference/command.md shows', async () => {
    const cwd = scratch();
    const [, command] = shellBlocks('reference/command.md');
    const created = await runShell(command!.text, { cwd, env: npm });
    for (const file of ['app/database.ts', 'app/operations/notes/@post.ts']) expect(created).toContain(file);
  });

  it('adds the library to an existing project, and gets operations, as reference/command.md shows', async () => {
    const cwd = scratch();
    await writeTree(cwd, {
      'package.json': '{ "type": "module", "scripts": { "start": "node ." }}',
      'tsconfig.json': '{}',
    });
    const [, , add, write] = shellBlocks('reference/command.md').map(({ text }) => text);
    await runShell(add!.replace(' init', ' init --yes'), { cwd, env: npm });
    const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { scripts: object };
    const page = readPage('reference/command.md');
    for (const script of Object.keys(scripts)) expect(page).toMatch(new RegExp(`\`(?:npm (?:run )?)?${script}\``));
    await runShell('npm install', { cwd, env: npm });
    // The operations for the endpoints of events need to know who calls them.
    const scheme = 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n';
    await writeTree(cwd, { 'app/definitions/openapi.yaml': scheme });
    const written = await runShell(write!, { cwd, env: npm });
    expect(written.match(/^Wrote .+/gm)).toHaveLength(6);
    const [[path, text] = ['', '']] = Object.entries(filesOf('reference/command.md'));
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(text);
  });
});

describe('start/quick-start.md, with your own files', () => {
  const project = scratch(afterAll);
  const env = (): Record<string, string> => npm;
  const install = shellBlocks('quick-start.md').at(-1)!.text;

  beforeAll(async () => {
    await writeTree(project, filesOf('quick-start.md'));
    await runShell(install, { cwd: project, env: env() });
  });

  it('builds, checks and runs the files by the commands of the page', async () => {
    const commands = inlineCommands('quick-start.md');
    expect(commands).toEqual([
      expect.stringContaining('npx operations client'),
      'npx vite',
      'npx vite build',
      'npx tsc',
      'npx operations check',
      'npx operations openapi -o openapi.json',
    ]);
    const [, dev, ...others] = commands;
    const [, port] = await startShell(
      `${dev} --host 127.0.0.1`,
      /API: +http:\/\/127.0.0.1:(\d+)/,
      { cwd: project, env: env() },
      onTestFinished,
    );
    expect(await getJson(`http://127.0.0.1:${port}/hello`)).toEqual({ greeting: 'Hello, reader!' });
    await runShell(others.join('\n'), { cwd: project, env: env() });
    expect(readFileSync(join(project, 'openapi.json'), 'utf8')).toContain('"/hello"');
    const run = textOf('quick-start.md', 'run').replace('3000', String(await freePort()));
    const [url] = await startShell(run, ADDRESS, { cwd: project }, onTestFinished);
    expect(await getJson(`${url}/hello?name=Ada`)).toEqual({ greeting: 'Hello, Ada!' });
  });

  it('becomes an image: the instructions of the Dockerfile run in order, in directories (docker build and run are not run)', async () => {
    const ignored = textOf('docker.md', '.dockerignore').trim().split('\n');
    const image = await runDockerfile(textOf('docker.md', 'Dockerfile'), project, ignored, env(), onTestFinished);
    // `docker run -p 3000:3000` publishes the port that the image exposes and its server listens on.
    const [, published] = / -p \d+:(\d+) /.exec(textOf('docker.md', 'run'))!;
    expect([image.ports, image.env['PORT']]).toEqual([[published], published]);
    const container = { cwd: image.cwd, env: { ...image.env, PORT: String(await freePort()) } };
    const [url] = await startShell(image.command.join(' '), ADDRESS, container, onTestFinished);
    expect(await getJson(`${url}/hello`)).toEqual({ greeting: 'Hello, reader!' });
  });

  it('runs the script of guides/client.md by its command', async () => {
    const client = scratch();
    await writeTree(client, { ...filesOf('quick-start.md'), ...filesOf('guides/client.md') });
    symlinkSync(join(project, 'node_modules'), join(client, 'node_modules'));
    await runShell('npx vite build', { cwd: client, env: env() });
    const port = String(await freePort());
    await startShell('node dist/server.js', ADDRESS, { cwd: client, env: { PORT: port } }, onTestFinished);
    const [command] = shellBlocks('guides/client.md');
    const printed = await runShell(command!.text.replace('3000', port), { cwd: client, env: env() });
    expect(printed.endsWith(textOf('guides/client.md', 'output'))).toBe(true);
  });
});

it('deploy/docker.md: a project with a front end and a database runs from an image that its first Dockerfile makes, in directories', async () => {
  const directory = scratch();
  const line = 'npm create unplugin-operations@latest my-api -- --front-end --database sqlite --yes';
  await runShell(`${line} && cd my-api && npm install`, { cwd: directory, env: npm });
  const [prune, copy] = textOf('docker.md', 'database').trimEnd().split('\n');
  const file = readBlocks(readPage('docker.md'))
    .find(({ language, title }) => language === 'dockerfile' && title === '')!
    .text.replace(/(?<=\nRUN npm run build\n)/, `${prune}\n`)
    .replace(/(?=USER node\n)/, `${copy}\n`);
  const ignored = textOf('docker.md', '.dockerignore').trim().split('\n');
  const image = await runDockerfile(file, join(directory, 'my-api'), ignored, npm, onTestFinished);
  const data = { TMPDIR: directory, DATABASE_FILE: join(directory, 'notes.db') };
  const container = { cwd: image.cwd, env: { ...image.env, ...data, PORT: String(await freePort()) } };
  const [url] = await startShell(image.command.join(' '), ADDRESS, container, onTestFinished);
  expect(await getJson(`${url}/api/notes`)).toEqual([]);
  expect(await (await fetch(url!)).text()).toContain('/assets/');
});

it('deploy/docker.md: the API of a monorepo runs from an image that its Dockerfile makes, in directories', async () => {
  const workspace = scratch();
  await writeTree(workspace, {
    'package.json': '{ "private": true, "workspaces": ["apps/*", "packages/*"] }',
    'packages/shared/package.json':
      '{ "name": "@shop/shared", "version": "1.0.0", "type": "module", "exports": "./index.ts" }',
    'packages/shared/index.ts': "export const shop: string = 'Harbor';\n",
  });
  await runShell('npm create unplugin-operations@latest apps/api -- --yes', { cwd: workspace, env: npm });
  await runShell("npm pkg set 'dependencies.@shop/shared=*' -w apps/api && npm install", { cwd: workspace, env: npm });
  const operation = '/** @returns {string} The name */\nexport default function getShop() {\n  return shop;\n}\n';
  await writeTree(workspace, {
    'apps/api/app/operations/shop.ts': `import { shop } from '@shop/shared';\n\n${operation}`,
  });
  const ignored = textOf('docker.md', '.dockerignore').trim().split('\n');
  const image = await runDockerfile(textOf('docker.md', 'monorepo'), workspace, ignored, npm, onTestFinished);
  const container = { cwd: image.cwd, env: { ...image.env, PORT: String(await freePort()) } };
  const [url] = await startShell(image.command.join(' '), ADDRESS, container, onTestFinished);
  expect(await getJson(`${url}/shop`)).toBe('Harbor');
});

it.skipIf(!hasPackages)('recipes/storage.md: the client gets a URL and uploads the file', async () => {
  const received: string[] = [];
  const store = createServer((req, res) => {
    let size = 0;
    req.on('data', (chunk: Buffer) => (size += chunk.length));
    req.on('end', () => {
      received.push(`${req.method} ${req.url!.split('?')[0]} ${req.headers['content-type']} ${size}`);
      res.end();
    });
  }).listen(0);
  onTestFinished(() => void store.close());
  const project = scratch();
  const { 'before.mjs': _, ...files } = filesOf('storage.md');
  await writeTree(project, { 'package.json': '{ "type": "module" }', ...files, 'cover.png': '0123456789' });
  linkPackages(project);
  await runShell(`node ${join(root, 'node_modules/vite/bin/vite.js')} build --ssr server.ts`, {
    cwd: await withConfig(project),
  });
  const port = String(await freePort());
  const env = {
    PORT: port,
    BUCKET_URL: `http://localhost:${(store.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'books',
  };
  const [address] = await startShell(
    'node dist/server.js',
    ADDRESS,
    { cwd: project, env: { ...env, AWS_SECRET_ACCESS_KEY: 'x' } },
    onTestFinished,
  );
  const [sign, upload] = shellBlocks('storage.md').at(-1)!.text.trim().split('\n');
  const { url } = JSON.parse(await runShell(sign!.replace('http://localhost:3000', address!), { cwd: project })) as {
    url: string;
  };
  await runShell(upload!, { cwd: project, env: { url } });
  expect(received).toEqual(['PUT /7 image/png 10']);
});

/** Gives a project that shows no configuration the one of the quick start. */
async function withConfig(project: string): Promise<string> {
  await writeTree(project, { 'vite.config.ts': filesOf('quick-start.md')['vite.config.ts']! });
  return project;
}

/** A copy of the files that git has, with the packages of this checkout. */
function copyCheckout(): string {
  const copy = scratch();
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) {
    mkdirSync(join(copy, file, '..'), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

it.skipIf(!process.env['TEST_DATABASE_URL'])(
  'deploy/scaling.md: the bookshop runs in several processes (needs TEST_DATABASE_URL)',
  async () => {
    const copy = copyCheckout();
    const [{ text } = { text: '' }] = shellBlocks('scaling.md');
    const commands = text.replace('postgres://localhost/bookshop', await createEmptyDatabase(onTestFinished));
    expect(commands).not.toBe(text);
    const env = { PORT: String(await freePort()) };
    const [address] = await startShell(commands, ADDRESS, { cwd: copy, env }, onTestFinished);
    expect((await fetch(`${address}/books`)).status).toBe(200);
  },
);

it('guides/editors.md: the extension is packaged (test/vscode installs its file)', async () => {
  const copy = copyCheckout();
  const [{ text } = { text: '' }] = shellBlocks('editors.md');
  // VS Code's program, of which there is none: it looks whether it gets an archive.
  await writeTree(copy, { 'bin/code': '#!/bin/sh\ntest "$1" = --install-extension && head -c 2 "$2"\n' });
  const env = { ...npm, PATH: `${join(copy, 'bin')}:${process.env['PATH']}` };
  expect(await runShell(`chmod +x bin/code\n${text}`, { cwd: copy, env })).toMatch(/PK$/);
});

it('guides/tools.md: clients get the addresses of the dev server and of the built server (Claude Code itself is not run)', async () => {
  const project = scratch();
  const { 'vite.config.ts': config, 'tsconfig.json': tsconfig } = filesOf('quick-start.md');
  const files = { 'package.json': '{ "type": "module" }', 'vite.config.ts': config!, 'tsconfig.json': tsconfig! };
  await writeTree(project, { ...files, ...filesOf('guides/tools.md'), 'bin/claude': '#!/bin/sh\necho "$@"\n' });
  const [, install] = /`(npm install light-my-request)`/.exec(readPage('guides/tools.md'))!;
  const packages = 'npm install koa @koa/router unplugin-operations vite';
  await runShell(`chmod +x bin/claude\n${packages}\n${install}\nnpx vite build`, { cwd: project, env: npm });
  const port = String(await freePort());
  await startShell('node dist/server.js', ADDRESS, { cwd: project, env: { PORT: port } }, onTestFinished);
  const [, dev] = await startShell(
    'npx vite',
    /Local: +http:\/\/localhost:(\d+)/,
    { cwd: project, env: npm },
    onTestFinished,
  );
  const env = { PATH: `${join(project, 'bin')}:${process.env['PATH']}` };
  const ports: Readonly<Record<string, string>> = { 3000: port, 5173: dev! };
  const blocks = shellBlocks('guides/tools.md').filter(({ text }) => text.startsWith('claude '));
  expect(blocks).toHaveLength(2);
  for (const { text } of blocks) {
    const [, origin, shown, path] = /^mcp add --transport http \S+ (http:\/\/localhost:)(\d+)(\/\S+)$/m.exec(
      await runShell(text, { cwd: project, env }),
    )!;
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const response = await fetch(`${origin}${ports[shown!]}${path}`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ result: { tools: [{ name: 'get_book' }] } });
  }
});

it('migrate/openapi-description.md: a description is imported from a file and from a URL', async () => {
  const page = 'openapi-description.md';
  const [install, file, address, ...others] = shellBlocks(page)[0]!.text.trim().split('\n');
  expect(others).toEqual([]);
  const project = scratch();
  await writeTree(project, { 'bookshop.yaml': textOf(page, 'bookshop.yaml'), 'tsconfig.json': '{}' });
  const place = { cwd: project, env: npm };
  await runShell(install!, place);
  // The page shows its report: a part of the description is lost, so the command fails.
  await expect(runShell(file!, place)).rejects.toMatchObject({ code: 1, stderr: textOf(page, 'report') });
  const document =
    '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"responses":{"200":{"description":"All"}}}}}}';
  const server = createServer((_req, res) => void res.end(document)).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const command = address!.replace('https://example.com', `http://localhost:${port}`);
  expect(await runShell(command, place)).toContain('app/operations/pets/@get.');
});

const installs = PAGES.flatMap((page) => {
  const lines = readBlocks(readPage(page)).flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
  const install = lines.filter((line) => line.startsWith('npm install '));
  return page.startsWith('start/') || install.length === 0 ? [] : [[page, install] as const];
});

it.each(installs)('%s: npm finds the packages, and they fit together', async (_page, lines) => {
  const cwd = scratch();
  await writeTree(cwd, { 'package.json': '{ "type": "module" }' });
  // npm resolves everything, and downloads nothing.
  const env = { ...npm, npm_config_package_lock_only: 'true' };
  await runShell(['npm install unplugin-operations koa @koa/router vite', ...lines].join('\n'), { cwd, env });
  const lock = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as { packages: object };
  const names = lines.flatMap((line) => line.split(' ').slice(2)).filter((word) => !word.startsWith('-'));
  expect(Object.keys(lock.packages)).toEqual(expect.arrayContaining(names.map((name) => `node_modules/${name}`)));
  // An SDK refuses a newer version of it.
  const apis = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/@opentelemetry/api'));
  expect(apis.length).toBe(names.some((name) => name.startsWith('@opentelemetry/')) ? 1 : 0);
});
