import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { repository } from '../tools/diff/repository.ts';
import { scratch, writeTree } from '../support/build.ts';
import { faultsIn, textsInPage } from '../support/wording.ts';
import { readBlocks, readPage } from './examples.ts';

const command = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));
const page = readPage('diff.md');
const blocks = readBlocks(page);
const block = (title: string): string => blocks.find((one) => one.title === title)!.text;

describe('docs/reference/diff.md', () => {
  const top = scratch(afterAll);
  let root: string;

  const run = (...args: string[]): { code: number | null; out: string } => {
    const { status, stdout } = spawnSync(process.execPath, [command, 'diff', ...args], { cwd: root, encoding: 'utf8' });
    // A commit has another name in each run.
    return { code: status, out: stdout.replaceAll(/\b[\da-f]{7}(?=[:)])/g, '4f1c2d3') };
  };

  beforeAll(async () => {
    const file = 'app/operations/books/@get.ts';
    ({ root } = await repository({ [file]: block(`${file} before`) }, '.', top));
    await writeTree(root, { [file]: block(`${file} after`) });
  });

  it('shows the output', () => {
    expect(run()).toEqual({ code: 1, out: block('output') });
  });

  it('shows a file of severities that does as the page claims', () => {
    writeFileSync(join(root, 'operations.diff.yaml'), block('operations.diff.yaml'));
    const { code, out } = run();
    expect(code).toBe(0);
    expect(out).toMatch(/Compared with main \(\w+\): 0 errors, 1 warning, 0 infos\.\n$/);
  });

  it('shows a severity of one operation that does as the page claims', () => {
    const [, one] = blocks.filter(({ title }) => title === 'operations.diff.yaml');
    writeFileSync(join(root, 'operations.diff.yaml'), one!.text);
    const { code, out } = run();
    expect(code).toBe(0);
    expect(out).toMatch(/Compared with main \(\w+\): 0 errors, 0 warnings, 1 info\.\n$/);
  });

  it('shows a configuration whose build fails', async () => {
    rmSync(join(root, 'operations.diff.yaml'));
    const server = "import operations from 'virtual:operations';\nconsole.log(operations);\n";
    const files = { 'vite.config.ts': block('vite.config.ts'), 'server.ts': server };
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
    await linkPackages(root, ['vite', 'koa', '@koa']);
    const build = ['node_modules/vite/bin/vite.js', 'build', '--ssr', 'server.ts'];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: root, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('error request-parameter-max-decreased')]);
  });

  it('shows a workflow, and nothing that is not tested', () => {
    expect(parse(block('.github/workflows/contract.yml'))).toMatchObject({ on: 'pull_request' });
    expect(parse(block('.gitlab-ci.yml'))).toMatchObject({ contract: { variables: { GIT_DEPTH: 0 } } });
    expect(blocks).toHaveLength(9);
  });

  it('the page is plain English', () => {
    expect(faultsIn(textsInPage(page, 'diff.md'))).toEqual([]);
  });
});
