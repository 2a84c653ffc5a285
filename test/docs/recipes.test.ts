import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

const run = promisify(execFile);

/** Writes the files that a page shows, with the packages that they import. */
async function writeFilesOf(name: string): Promise<string> {
  const root = scratch();
  const files = readBlocks(readPage(name)).filter(({ title }) => /^\S+\.\w+$/.test(title));
  const shown = Object.fromEntries(files.map(({ title, text }) => [title, text]));
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...shown });
  linkPackages(root);
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
