import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { DOCS, PAGES, compileFiles, printOutcome, readBlocks, readPage, withoutBlocks } from './examples.ts';
import { environmentOf, replay } from './requests.ts';

// Pages that show a whole project: it is built, started as its block `run` does, and asked. Its types are checked.

const root = join(import.meta.dirname, '../..');
const command = join(root, 'dist/command/index.js');
/** The packages of recipes are those of docs/package.json: `npm ci` in docs. */
const packages = [join(root, 'node_modules'), join(DOCS, 'node_modules')].filter((directory) => existsSync(directory));

/** Pages with a test of their own. */
const OTHERS = [
  'recipes/observability.md',
  'migrate/openapi-description.md',
  'start/typescript.md',
  'start/comparison.md',
];
const pages = PAGES.filter((page) => /^(?:recipes|migrate|start)\//.test(page) && !OTHERS.includes(page));

const SERVER = readBlocks(readPage('quick-start.md')).find(({ title }) => title === 'server.ts')!.text;

/** Links the packages that a page imports into its project. */
function linkPackages(project: string): void {
  const modules = join(project, 'node_modules');
  link(root, join(modules, 'unplugin-operations'));
  for (const directory of packages) {
    for (const name of readdirSync(directory).filter((entry) => !entry.startsWith('.'))) {
      const scoped = name.startsWith('@')
        ? readdirSync(join(directory, name)).map((part) => `${name}/${part}`)
        : [name];
      for (const path of scoped) link(join(directory, path), join(modules, path));
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  if (!existsSync(path)) symlinkSync(target, path);
}

/** Packages that stay outside of the bundle: those that the page's configuration lists. */
function externalsOf(config = ''): string[] {
  const list = /external: \[(.*?)\]/.exec(config)?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
}

describe.skipIf(packages.length < 2).each(pages)('docs/%s, if the packages of docs are installed', (name) => {
  const page = readPage(name);
  const blocks = readBlocks(page);
  const isFile = (title: string): boolean => /^\S+\.\w+$/.test(title);
  const shown = Object.fromEntries(blocks.flatMap(({ title, text }) => (isFile(title) ? [[title, text]] : [])));
  const { 'before.mjs': before, ...after } = shown;
  const files: Record<string, string> = { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...after };
  const requests = blocks.filter(({ title }) => title === 'request');
  const outcomes = blocks.filter(({ title }) => title.startsWith('openapi '));
  const directory = scratch(afterAll);
  let served: Served;

  beforeAll(async () => {
    await writeTree(directory, files);
    linkPackages(directory);
    writeFileSync(join(directory, 'cover.png'), '0123456789');
    const file = await viteBuild(directory, join(directory, 'dist'), {}, externalsOf(files['vite.config.ts']));
    served = await startNode(file, { cwd: directory, env: { ...environmentOf(page), PORT: String(await freePort()) } });
  });
  afterAll(() => served?.stop('SIGKILL'));

  it('has no block that is not tested', () => {
    expect(withoutBlocks(page)).not.toMatch(/^\s*(?:```|~~~)/m);
    const commands = blocks.filter(({ language, title }) => language === 'sh' && (title === '' || title === 'run'));
    const known = Object.keys(shown).length + requests.length + outcomes.length + commands.length;
    expect(blocks).toHaveLength(known);
    expect(requests).not.toEqual([]);
  });

  it.each(requests.map(({ line, text }) => [line, text] as const))(
    'shows at line %i what is answered',
    async (_line, text) => {
      expect(await replay(served.url, text, directory)).toBe(text);
    },
  );

  it.runIf(before !== undefined)('gets the same answers from the server before', async () => {
    await writeTree(directory, { 'before.mjs': before! });
    const old = await startNode('before.mjs', { cwd: directory, env: { PORT: String(await freePort()) } });
    onTestFinished(() => void old.stop('SIGKILL'));
    const wanted = requests.filter(({ text }) => / 2\d\d /.test(text));
    expect(wanted.length).toBeGreaterThan(1);
    for (const { text } of wanted) expect(await replay(old.url, text, directory)).toBe(text);
  });

  it('has a tree without warnings, and the document that it shows', () => {
    const compilation = compileFiles(files);
    expect(printOutcome('diagnostics', compilation)).toBe('');
    for (const { title, text } of outcomes) expect(parse(printOutcome(title, compilation)!)).toEqual(parse(text));
  });

  it('has files with sound types', async () => {
    const project = scratch();
    await writeTree(project, files);
    linkPackages(project);
    const written = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: project });
    expect(String(written.stderr)).toBe('');
    expect(await checkTypes(project, {})).toEqual([]);
  });
});
