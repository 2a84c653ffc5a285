import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compileFiles, isFile, printOutcome, readBlocks } from './docs/examples.ts';
import { readBooks } from './support/books.ts';
import { scratch, writeTree } from './support/build.ts';
import type { Served } from './support/process.ts';
import { freePort, startNode } from './support/process.ts';

// The packed package, in the project that the README shows a part of: what the README shows is what happens.

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const blocks = readBlocks(readme);
const shownFiles = Object.fromEntries(blocks.filter(isFile).map(({ title, text }) => [title, text]));
const files: Readonly<Record<string, string>> = { ...readBooks(), ...shownFiles };
const textOf = (title: string): string => blocks.find((block) => block.title === title)!.text;
const shownRequests = blocks.filter(({ title }) => title === 'request').map(({ text }) => text);

const project = scratch(afterAll);
/** Where the bundle runs: nothing else is there. */
const empty = scratch(afterAll);
let server: Served;

/** Installs the tarball from the registry's packages where asked to, else beside links to this checkout's. */
function install(tarball: string): void {
  if (process.env['CONSUMER_INSTALL'] !== undefined) {
    const packages = [tarball, 'koa', '@koa/router', 'vite', 'typescript', '@types/node'];
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: project, stdio: 'pipe' });
    return;
  }
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  execFileSync('tar', ['-xzf', tarball, '-C', modules]);
  cpSync(join(modules, 'package'), join(modules, 'unplugin-operations'), { recursive: true });
}

/** The program that the package's "bin" names. */
function command(): string {
  const installed = join(project, 'node_modules/unplugin-operations');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: { operations: string } };
  return join(installed, manifest.bin.operations);
}

beforeAll(async () => {
  await writeTree(project, files);
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
      cwd: root,
      encoding: 'utf8',
    }),
  ) as [{ filename: string }];
  install(join(project, packed.filename));
  execFileSync('npx', ['vite', 'build'], { cwd: project, stdio: 'pipe' });
  cpSync(join(project, 'dist/server.js'), join(empty, 'server.mjs'));
  server = await startNode('server.mjs', { cwd: empty, env: { PORT: String(await freePort()) } });
});

afterAll(() => server.stop());

describe('the README', () => {
  it('shows the tree that its files make', () => {
    const tree = /^```\napp\/operations\/\n([\s\S]*?)```$/m.exec(readme)![1]!;
    const shown = [...tree.matchAll(/(GET|POST) +(\/\S*)/g)].map((match) => `${match[1]} ${match[2]}`);
    const list = execFileSync('node', [command(), 'list'], { cwd: project, encoding: 'utf8' });
    const listed = list
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).slice(0, 2).join(' '));
    expect(listed.sort()).toEqual(shown.sort());
    expect(shown).toHaveLength(5);
  });

  it.each(shownRequests)('shows the answer that comes: %s', async (shown) => {
    const [, path] = /'http:\/\/localhost:3000(.*?)'/.exec(shown)!;
    const [, field, text] = / -H '(.*?): (.*?)'/.exec(shown) ?? [];
    const [, sent] = / -d '(.*)'/.exec(shown) ?? [];
    const [head, body] = shown.trimEnd().split('\n\n');
    const [, status, ...headers] = head!.split('\n');
    const response = await fetch(`${server.url}${path}`, {
      ...(field !== undefined && { headers: { [field]: text! } }),
      ...(sent !== undefined && { method: 'POST', body: sent }),
    });
    expect(`HTTP/1.1 ${response.status} ${response.statusText}`).toBe(status);
    for (const header of headers) {
      const [name, value] = header.split(/: (.*)/);
      expect(response.headers.get(name!)).toBe(value);
    }
    const shownBody = body === undefined ? { status: response.status } : JSON.parse(body);
    expect(await response.json()).toMatchObject(shownBody);
  });

  it('shows the diagnostics of its mistake', async () => {
    const mistake = blocks.find(({ title }) => title.startsWith('mistake '))!;
    const file = mistake.title.replace('mistake ', '');
    await writeTree(project, { [file]: mistake.text });
    const check = spawnSync('node', [command(), 'check'], { cwd: project, encoding: 'utf8' });
    rmSync(join(project, file));
    expect(check.status).toBe(1);
    expect(check.stderr).toContain(blocks.find(({ title }) => title === 'diagnostics')!.text.trim());
  });

  it('shows files of its project', () => {
    expect(shownFiles).not.toEqual({});
    for (const [path, text] of Object.entries(shownFiles)) expect([path, text]).toEqual([path, readBooks()[path]]);
  });

  it('shows a part of the document', () => {
    const [block, ...others] = blocks.filter(({ language }) => language === 'yaml');
    expect(others).toEqual([]);
    expect(parse(block!.text)).toEqual(parse(printOutcome(block!.title, compileFiles(files))!));
  });

  it('shows the type of the input, and a call of the client that type-checks', async () => {
    const uses = `/// <reference types="unplugin-operations/client" />
import { createClient, isErrorOf } from 'virtual:operations/client';
import addBook from './app/operations/books/@post.ts';

declare const title: string;
declare function show(book: { id: number }): void;
declare function warn(text: string): void;
type Shown = ${textOf('input')};
type Body = Parameters<typeof addBook>[0]['input']['body'];
export const same = (body: Body): Shown['body'] => body;
export const back = (body: Shown['body']): Body => body;
export async function add(): Promise<void> {
${textOf('client')}
}
`;
    await writeTree(project, { 'uses.ts': uses });
    const types = spawnSync('npx', ['tsc'], { cwd: project, encoding: 'utf8' });
    rmSync(join(project, 'uses.ts'));
    expect([types.stdout, types.status]).toEqual(['', 0]);
  });

  it('shows files that type-check with its tsconfig.json against the packed declarations', () => {
    expect(files['tsconfig.json']).toBeDefined();
    const types = spawnSync('npx', ['tsc'], { cwd: project, encoding: 'utf8' });
    expect([types.stdout, types.status]).toEqual(['', 0]);
    const listed = execFileSync('npx', ['tsc', '--listFilesOnly'], { cwd: project, encoding: 'utf8' }).split('\n');
    for (const file of Object.keys(files).filter((name) => name.endsWith('.ts')))
      expect(listed).toContain(join(realpathSync(project), file));
    expect(listed).toContain(join(realpathSync(project), 'operations.d.ts'));
  });
});

describe('the package', () => {
  it('packs what its exports name, and no sources or tests', () => {
    const installed = join(project, 'node_modules/unplugin-operations');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    for (const target of Object.values(manifest.exports)) {
      for (const file of Object.values(
        [target].flat().flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))),
      )) {
        expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
      }
    }
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'client.d.ts',
      'dist',
      'docs',
      'package.json',
    ]);
  });
});
