import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bundler } from '../../plugin/bundlers/bundlers.ts';
import { BUNDLERS } from '../../plugin/bundlers/bundlers.ts';
import { enter, linkPackages } from '../../plugin/bundlers/project.ts';
import { startDev, VITES } from '../../plugin/dev/server.ts';
import { run } from '../../command/client-package/command.ts';
import { writeTree } from '../../support/build.ts';
import type { Repository } from './repository.ts';
import { repository } from './repository.ts';

const pets = (limit: string, type = 'string[]'): string =>
  `/**\n * Lists the pets.\n *\n * @param {integer} [limit=20] (${limit})\n * @returns {${type}} Their names\n */\nexport default () => [];\n`;

const FILE = 'app/operations/pets.js';
const FILES = {
  'package.json': '{ "type": "module" }',
  '.gitignore': 'node_modules\ndist\noperations.d.ts\n',
  'server.ts': "import operations, { metadata } from 'virtual:operations';\nconsole.log(operations, metadata);\n",
  [FILE]: pets('maximum: 100'),
};

async function committed(): Promise<Repository> {
  const project = await repository(FILES);
  await linkPackages(project.root, ['koa', '@koa']);
  await enter(project.root);
  return project;
}

const build = (bundler: Bundler, root: string, diff: boolean | string): ReturnType<Bundler['build']> =>
  bundler.build({ out: join(root, 'dist'), options: { diff } });

describe.each(BUNDLERS)('the option diff in $name', (bundler) => {
  it('fails a build that breaks clients, with the report', async () => {
    const { root } = await committed();
    await writeTree(root, { [FILE]: pets('maximum: 50') });
    const { isBuilt, said } = await build(bundler, root, true);
    expect(isBuilt).toBe(false);
    expect(said).toContain('The contract has breaking changes');
    expect(said).toContain('app/operations/pets.js:4:22 - error request-parameter-max-decreased');
    expect(said).toContain("curl 'http://localhost:3000/pets?limit=100'");
    expect(said.match(/1 error, 0 warnings, 0 infos/g)).toHaveLength(1);
    expect((await build(bundler, root, false)).isBuilt).toBe(true);
  });

  it('builds if clients keep working', async () => {
    const { root } = await committed();
    expect(await build(bundler, root, true)).toMatchObject({ isBuilt: true, said: '' });
    await writeTree(root, { [FILE]: pets('maximum: 200') });
    expect(await build(bundler, root, true)).toMatchObject({ isBuilt: true, said: '' });
  });
});

describe('the option diff', () => {
  const [vite] = BUNDLERS as [Bundler];

  it('warns of changes that can break clients', async () => {
    const { root } = await committed();
    await writeTree(root, {
      [FILE]: pets('maximum: 50'),
      'operations.diff.yaml':
        'severities:\n  request-parameter-max-decreased: warning\n  request-parameter-value-refused: none\n',
    });
    const { isBuilt, said } = await build(vite, root, true);
    expect([isBuilt, said]).toEqual([true, expect.stringContaining('warning request-parameter-max-decreased')]);
  });

  it('accepts a revision or a document, which `operations diff` then uses too', async () => {
    const { root, git, commit } = await committed();
    git('tag', 'v1');
    await commit({ [FILE]: pets('maximum: 50') });
    expect((await build(vite, root, true)).isBuilt).toBe(true);
    expect((await build(vite, root, 'v1')).said).toContain('Compared with v1');
    run(root, 'openapi', '-o', 'openapi.json');
    expect((await build(vite, root, 'openapi.json')).isBuilt).toBe(true);
    await writeTree(root, { [FILE]: pets('maximum: 40') });
    expect((await build(vite, root, 'openapi.json')).said).toContain('request-parameter-max-decreased');
    for (const [baseline, message] of [
      ['v2', 'v2'],
      ['gone.json', 'The baseline gone.json does not exist'],
    ] as const) {
      const { isBuilt, said } = await build(vite, root, baseline);
      expect([isBuilt, said]).toEqual([false, expect.stringContaining(message)]);
    }
    const config = `import operations from 'unplugin-operations/vite';\nexport default { plugins: [operations({ diff: 'v1' })] };\n`;
    await writeTree(root, { 'vite.config.js': config });
    await symlink(join(import.meta.dirname, '../../../node_modules/vite'), join(root, 'node_modules/vite'));
    expect(run(root, 'diff').out).toContain('Compared with v1');
    expect(run(root, 'diff', 'HEAD').out).toContain('Compared with HEAD');
  });

  it('compares nothing in the dev server', async () => {
    const dev = await startDev(VITES[0]![1], { [FILE]: pets('maximum: 50') }, { diff: 'nothing' });
    expect((await dev.ask('/pets')).status).toBe(200);
    expect(dev.log).toEqual([]);
  });
});
