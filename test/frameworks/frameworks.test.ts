import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';
import { freePort } from '../support/process.ts';
import type { Framework } from './projects.ts';
import { FRAMEWORKS } from './projects.ts';

// Frameworks beside an API: the dev server serves both, the plugin leaves the framework's build as it is, and the preview serves both.

const run = promisify(execFile);
const packages = join(import.meta.dirname, 'node_modules');
const repository = join(import.meta.dirname, '../..');

const API = {
  'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(Number(process.env.PORT));
`,
  'api.config.js': `import operations from 'unplugin-operations/vite';
export default { plugins: [operations({ base: '/api' })], build: { ssr: 'server.ts', outDir: 'dist-api' } };
`,
  'app/operations/pets.ts': '/** @returns {string[]} Pets */\nexport default (): string[] => ["Rex"];\n',
};

const DEPENDENCIES = ['@react-router/node', 'react-router', 'react', 'react-dom', 'isbot'];

async function createProject({ files, packages: own = {} }: Framework): Promise<string> {
  const project = scratch();
  const manifest = { type: 'module', dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, '*'])) };
  await writeTree(project, { 'package.json': JSON.stringify(manifest), ...API, ...files });
  const links = new Map((await readdir(packages)).map((name) => [name, join(packages, name)]));
  for (const [name, path] of Object.entries(own)) links.set(name, join(packages, path));
  for (const name of ['koa', '@koa']) links.set(name, join(repository, 'node_modules', name));
  links.set('unplugin-operations', repository);
  for (const [name, path] of links) {
    if (name.startsWith('.')) continue;
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(path, link);
  }
  return project;
}

const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  ASTRO_TELEMETRY_DISABLED: '1',
  ...more,
});

/** Starts a server until the test is over, and waits until it has the page. */
async function serve(project: string, command: readonly string[]): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [...command, '--port', String(port)], { cwd: project, env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const url = `http://localhost:${port}`;
  const page = async (): Promise<string> =>
    fetch(url, { headers: { accept: 'text/html' } }).then(
      (response) => response.text(),
      () => `none: ${output}`,
    );
  await expect.poll(page, { timeout: 60_000, interval: 200 }).toContain('The front end');
  return url;
}

/** The files that a build wrote, with their sizes. */
async function sizes(project: string, directories: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const directory of directories)
    for (const file of (await readdir(join(project, directory), { recursive: true })).toSorted()) {
      const { size } = await stat(join(project, directory, file));
      found.push(`${directory}/${file.replaceAll(/[-.][\w-]{8}(?=\.)/g, '')} ${size}`);
    }
  return found;
}

describe.each(FRAMEWORKS)('$name', (framework) => {
  const { commands, written } = framework;

  it('serves the front end with the API in development', async () => {
    const project = await createProject(framework);
    const url = await serve(project, commands.dev);
    expect(await (await fetch(`${url}/api/pets`)).json()).toEqual(['Rex']);
  });

  it('builds the front end as without the plugin, and previews it with the API', async () => {
    const project = await createProject(framework);
    await run(process.execPath, commands.build, { cwd: project, env: environment({ WITHOUT: '1' }) });
    const before = await sizes(project, written);
    await run(process.execPath, commands.build, { cwd: project, env: environment() });
    expect(await sizes(project, written)).toEqual(before);
    if (!framework.name.startsWith('React,'))
      await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'api.config.js'], {
        cwd: project,
        env: environment(),
      });
    const url = await serve(project, commands.preview);
    expect(await (await fetch(`${url}/api/pets`)).json()).toEqual(['Rex']);
    expect((await fetch(`${url}/api/pets`, { method: 'DELETE' })).status).toBe(405);
  });
});
