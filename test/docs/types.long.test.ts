import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { build } from 'vite';
import operations from '../../src/vite.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { alias } from '../support/alias.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import type { Block } from './examples.ts';
import { readBlocks, readPage } from './examples.ts';
import { codesOf } from './tables.ts';

const command = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(process.env.PORT, () => console.log('http://localhost:' + process.env.PORT));
`;

function filesOf(blocks: readonly Block[], prefix = ''): Record<string, string> {
  const files = blocks.filter(({ title }) => title.startsWith(prefix) && /^\S+\.ts$/.test(title.slice(prefix.length)));
  return Object.fromEntries(files.map(({ title, text }) => [title.slice(prefix.length), text]));
}

function textOf(blocks: readonly Block[], title: string): string {
  return blocks.find((block) => block.title === title)!.text;
}

/** What TypeScript says of a project once the command has written its operations.d.ts. */
async function check(root: string, files: Readonly<Record<string, string>>, options: object = {}): Promise<string[]> {
  await writeTree(root, { ...files, 'package.json': '{ "type": "module" }' });
  const { stdout, stderr } = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['Wrote operations.d.ts.\n', '']);
  return checkTypes(root, {}, 'server', options);
}

describe('docs/guides/authentication.md', () => {
  it('shows the types that its handlers need, in one file or in the app of a created project', async () => {
    const { 'server.ts': server = '', ...files } = filesOf(readBlocks(readPage('authentication.md')));
    const all = {
      ...files,
      'app/definitions/openapi.yaml': textOf(readBlocks(readPage('authentication.md')), 'app/definitions/openapi.yaml'),
    };
    expect(Object.keys(all).length).toBeGreaterThan(3);
    expect(await check(scratch(), { ...all, 'server.ts': server })).toEqual([]);
    const api = server.replace(
      /^const port[^]*/m,
      'export default (operations: Manifest) => createApp(operations, { security });\n',
    );
    const imports = api.replace(/^import operations.*\n/m, '').replace('createApp,', 'createApp, type Manifest,');
    expect(await check(scratch(), { ...all, 'app/api.ts': imports })).toEqual([]);
  });
});

describe('docs/start/typescript.md', () => {
  const blocks = readBlocks(readPage('typescript.md'));

  it('shows files that have the documented types', async () => {
    expect(Object.keys(filesOf(blocks))).toHaveLength(8);
    expect(await check(scratch(), filesOf(blocks))).toEqual([]);
  });

  it('names strict options that its files, their types and a client have no errors with', async () => {
    const [, section = ''] = /^## Strict compiler options\n([^]*?)^## /m.exec(readPage('typescript.md'))!;
    const options = codesOf(section.split('\n\n')[0]!).filter(
      (name) => !/^(?:operations\.d\.ts|skipLibCheck)$/.test(name),
    );
    expect(options).toHaveLength(7);
    const strict = Object.fromEntries(options.map((name) => [name, true]));
    const client = codesOf(section).find((code) => code.startsWith('export const api'));
    const imports = "import { createClient, type Client } from 'virtual:operations/client';\n";
    const files = { ...filesOf(blocks), 'page.ts': `${imports}${client};\n` };
    const all = { ...strict, skipLibCheck: false, declaration: true, lib: ['es2023', 'dom', 'dom.iterable'] };
    expect(await check(scratch(), files, all)).toEqual([]);
  });

  it('shows a path alias that TypeScript and the build resolve', async () => {
    const root = scratch();
    const operation = `import { books } from '#lib/books.ts';\n\n/** @returns {string[]} The books */\nexport default function listBooks() {\n  return books;\n}\n`;
    const files = { 'app/operations/books.ts': operation, 'app/lib/books.ts': "export const books = ['Dust'];\n" };
    const server = `/// <reference types="unplugin-operations/client" />\n${SERVER}`;
    await writeTree(root, { ...files, 'server.ts': server, 'package.json': textOf(blocks, 'package.json') });
    expect(await checkTypes(root, {})).toEqual([]);
    expect(readFileSync(await viteBuild(root, join(root, 'dist')), 'utf8')).toContain('Dust');
    await writeTree(root, { 'app/operations/books.ts': operation.replace('#lib', '#unknown') });
    expect(await checkTypes(root, {})).toEqual([expect.stringContaining("Cannot find module '#unknown/books.ts'")]);
  });

  it('types a handler in JavaScript as documented, and so does a file without checks', async () => {
    const [title, text] = blocks.flatMap((block) =>
      block.title.endsWith('@get.js') ? [[block.title, block.text]] : [],
    )[0]!;
    const again = text!.replace(' * @throws', ' * @returns {{title: string, reader: string}} 201 - Added\n * @throws');
    const javaScript = async (file: string): Promise<string[]> => {
      const root = scratch();
      const schemes = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n';
      const files = { [title!]: file, 'app/auth.d.ts': textOf(blocks, 'app/auth.d.ts') };
      const found = await check(
        root,
        { ...files, 'app/definitions/openapi.yaml': schemes },
        { allowJs: true, checkJs: true },
      );
      return found.filter((line) => !line.startsWith(' '));
    };
    expect(await javaScript(text!)).toEqual([]);
    expect(await javaScript(text!.replace('auth.bearer.user', 'auth.bearer.name'))).toEqual([
      expect.stringContaining("'name' does not exist on type '{ readonly user: string; }'"),
    ]);
    expect(await javaScript(again)).toEqual([expect.stringContaining("TS1223: 'returns' tag already specified.")]);
    expect(await javaScript(`// @ts-nocheck\n${again}`)).toEqual([]);
  });

  it('shows the errors of TypeScript for its mistakes', async () => {
    const mistakes = filesOf(blocks, 'mistake ');
    const lines = await check(scratch(), { ...filesOf(blocks), ...mistakes });
    const told = lines.filter((line) => !line.startsWith(' '));
    const shown = Object.keys(mistakes).map((file) => textOf(blocks, `tsc ${file}`));
    expect(`${told.join('\n')}\n`).toBe(shown.join(''));
  });
});

describe('docs/guides/client.md, with the pages that use its API', () => {
  const pages = ['guides/client.md', 'guides/client-details.md', 'guides/front-end.md'];
  const blocks = pages.flatMap((page) => readBlocks(readPage(page)));
  const files = filesOf(blocks);

  it('shows files that have the documented types', async () => {
    expect(Object.keys(files)).toHaveLength(10);
    expect(await check(scratch(), files)).toEqual([]);
  });

  it.each([
    ['list', /adds (\d\.\d) kB/, '@param-include paging\n * @returns {string[]} They'],
    ['stream', /or (\d\.\d) kB if your API has streams/, '@returns {Stream<string>} They'],
  ])('names the size of a client, gzipped, with one %s', async (_kind, shown, contract) => {
    const root = scratch();
    await writeTree(root, {
      'app/operations/books.js': `/**\n * ${contract}\n */\nexport default function listBooks() {}\n`,
      'package.json': '{ "type": "module" }',
      'page.js':
        "import { createClient } from 'virtual:operations/client';\nglobalThis.api = createClient({ baseUrl: '/' });\n",
    });
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations({ dts: false })],
      build: { lib: { entry: 'page.js', formats: ['es'], fileName: 'page' }, minify: true },
    });
    const { length } = gzipSync(readFileSync(join(root, 'dist/page.js')));
    const kilobytes = Number(shown.exec(readPage('guides/client.md'))![1]);
    expect(Math.abs(length / 1000 - kilobytes), `${length} bytes`).toBeLessThan(0.1);
  });

  it('shows what its program prints', async () => {
    const root = scratch();
    await writeTree(root, { ...files, 'package.json': '{ "type": "module" }', 'server.ts': SERVER });
    await viteBuild(root, join(root, 'dist'));
    const served = await startNode('dist/server.js', { cwd: root, env: { PORT: String(await freePort()) } });
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations()],
      build: { ssr: 'visit.ts', outDir: 'front' },
    });
    const visit = spawnSync(process.execPath, ['front/visit.js', served.url], { cwd: root, encoding: 'utf8' });
    await served.stop();
    expect(visit.stderr).toBe('');
    expect(visit.stdout).toBe(textOf(blocks, 'output'));
  });

  it('shows a project of front end and API, and how to build it', async () => {
    const root = scratch();
    const front = ['index.html', 'main.ts', 'vite.config.ts', 'server.ts'].map((name) => [
      name,
      textOf(blocks, `front ${name}`),
    ]);
    const { 'visit.ts': _, 'page.ts': __, 'cancel.ts': ___, ...api } = files;
    await writeTree(root, {
      ...api,
      ...Object.fromEntries(front),
      'fallback.ts': textOf(readBlocks(readPage('koa.md')), 'fallback.ts'),
      'package.json': '{ "type": "module" }',
    });
    await linkPackages(root, ['koa', '@koa', 'koa-static', 'vite']);
    for (const line of textOf(blocks, 'build').trim().split('\n')) {
      const [npx, vite, ...args] = line.split(' ');
      expect([npx, vite]).toEqual(['npx', 'vite']);
      const { status, stderr } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { cwd: root });
      expect([status, stderr.toString()]).toEqual([0, '']);
    }
    const [script] = readdirSync(join(root, 'dist/public/assets'));
    expect(readFileSync(join(root, 'dist/public/assets', script!), 'utf8')).toContain('/api/books');
    const served = await startNode('dist/server/server.js', { cwd: root, env: { PORT: String(await freePort()) } });
    const read = (path: string): Promise<Response> =>
      fetch(`${served.url}${path}`, { headers: { Accept: 'text/html' } });
    expect(await (await read('/api/books?limit=1')).json()).toEqual([{ id: 1, title: 'Dust' }]);
    const page = readFileSync(join(root, 'dist/public/index.html'), 'utf8');
    for (const path of ['/', '/checkout']) {
      const answer = await read(path);
      expect([answer.headers.get('Cache-Control'), await answer.text()]).toEqual(['no-cache', page]);
    }
    const asset = await read(`/assets/${script}`);
    expect(asset.headers.get('Cache-Control')).toBe('max-age=31536000, immutable');
    const unknown = await read('/api/unknown');
    await served.stop();
    expect([unknown.status, unknown.headers.get('Content-Type')]).toEqual([404, 'application/problem+json']);
  });
});
