import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { scratch, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { PAGES, compileFiles, printOutcome, readBlocks, readPage, withoutBlocks } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';
import { replay } from './requests.ts';

// Pages that show a whole project: its blocks, its types and its document. test/exchanges sends the requests.

const root = join(import.meta.dirname, '../..');
const command = join(root, 'dist/command/index.js');
/** Pages with a test of their own. */
const OTHERS = [
  'recipes/observability.md',
  // It has a table only: test/docs/attacks/table.slow.test.ts
  'recipes/index.md',
  'migrate/openapi-description.md',
  'start/typescript.md',
  'start/comparison.md',
];
const pages = PAGES.filter((page) => /^(?:recipes|migrate|start)\//.test(page) && !OTHERS.includes(page));

const SERVER = readBlocks(readPage('quick-start.md')).find(({ title }) => title === 'server.ts')!.text;

/** Compiles `before.ts` with the decorators that NestJS needs. */
function compileDecorators(project: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const decorators = ['--experimentalDecorators', '--emitDecoratorMetadata'];
  const others = ['--target', 'ES2022', '--module', 'NodeNext', '--types', 'node', '--strict', '--skipLibCheck'];
  const { stdout } = spawnSync(process.execPath, [compiler, ...decorators, ...others, 'before.ts'], { cwd: project });
  expect(String(stdout)).toBe('');
}

describe.skipIf(!hasPackages).each(pages)('docs/%s, if the packages of docs are installed', (name) => {
  const page = readPage(name);
  const blocks = readBlocks(page);
  const isFile = (title: string): boolean => /^\S+\.\w+$/.test(title);
  const shown = Object.fromEntries(blocks.flatMap(({ title, text }) => (isFile(title) ? [[title, text]] : [])));
  const { 'before.mjs': script, 'before.ts': decorated, ...after } = shown;
  const files: Record<string, string> = { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...after };
  const requests = blocks.filter(({ title }) => title === 'request');
  const outcomes = blocks.filter(({ title }) => title.startsWith('openapi ') || title === 'routes');
  it('every block of the page is tested', () => {
    expect(withoutBlocks(page)).not.toMatch(/^\s*(?:```|~~~)/m);
    const commands = blocks.filter(({ language, title }) => language === 'sh' && (title === '' || title === 'run'));
    // test/docs/recipes.long.test.ts
    const failures = blocks.filter(({ title }) => title === 'failure');
    // Code for a package that isn't installed, which the page doesn't hide.
    const others = blocks.filter(({ title }) => title.startsWith('needs '));
    expect(others.length === 0 || /haven't tested|[Oo]nly .* is tested/.test(page)).toBe(true);
    // test/docs/in-front.slow.test.ts
    const inFront = blocks.filter(({ title }) => title === 'in front');
    // test/docs/postgresql.slow.test.ts
    const onServer = blocks.filter(({ title }) => title === 'postgresql');
    // test/docs/sign-in.long.test.ts
    const inBrowsers = blocks.filter(({ title }) => title.startsWith('browsers '));
    // test/docs/attacks/rate-limits.slow.test.ts
    // The lines for Workers: test/serverless/platforms.test.ts
    const lines = blocks.filter(({ title }) => title.startsWith('lines for '));
    const all = [requests, outcomes, commands, failures, others, inFront, onServer, inBrowsers, lines];
    const known = all.reduce((sum, { length }) => sum + length, Object.keys(shown).length);
    expect(blocks).toHaveLength(known);
    expect(requests).not.toEqual([]);
  });

  it.runIf(script ?? decorated)('gets the same answers from the server before', async () => {
    const directory = scratch();
    linkPackages(directory);
    const before = script === undefined ? { 'before.ts': decorated! } : { 'before.mjs': script };
    await writeTree(directory, { 'package.json': '{ "type": "module" }', ...before });
    if (script === undefined) compileDecorators(directory);
    const old = await startNode(script === undefined ? 'before.js' : 'before.mjs', {
      cwd: directory,
      env: { PORT: String(await freePort()) },
    });
    onTestFinished(() => void old.stop('SIGKILL'));
    const wanted = requests.filter(({ text }) => / 2\d\d /.test(text));
    expect(wanted.length).toBeGreaterThan(1);
    for (const { text } of wanted) expect(await replay(old.url, text, directory)).toBe(text);
  });

  it('builds a tree without warnings, and the document that the page shows', () => {
    const compilation = compileFiles(files);
    expect(printOutcome('diagnostics', compilation)).toBe('');
    for (const { title, text } of outcomes) {
      const read = (outcome: string): unknown => (title === 'routes' ? outcome : parse(outcome));
      expect(read(printOutcome(title, compilation)!)).toEqual(read(text));
    }
  });

  it('the files of the page have sound types', async () => {
    const project = scratch();
    await writeTree(project, files);
    linkPackages(project);
    const written = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: project });
    expect(String(written.stderr)).toBe('');
    // As with skipLibCheck, which recipes/storage.md and recipes/orms.md require; indented lines continue the line above.
    const found = (await checkTypes(project, {})).join('\n').split(/\n(?! )/);
    expect(found.filter((text) => !/^$|node_modules\/(?:aws4fetch|drizzle-orm)\//.test(text))).toEqual([]);
  });
});
