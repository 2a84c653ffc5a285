import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../client-package/command.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { isFile, readBlocks, readPage } from './examples.ts';

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const port = Number(process.env.PORT);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

describe('docs/client-package.md', () => {
  const blocks = readBlocks(readPage('client-package.md'));
  const shown = (title: string): string => blocks.find((block) => block.title === title)!.text;

  it('shows a package that a program of another project uses', async () => {
    const root = scratch();
    const tree = Object.fromEntries(blocks.filter(isFile).map(({ title, text }) => [title, text]));
    await writeTree(root, { ...tree, 'server.ts': SERVER, 'package.json': '{ "name": "zoo", "type": "module" }' });
    const [npx, operations, ...args] = shown('write').trim().split(' ');
    expect([npx, operations]).toEqual(['npx', 'operations']);
    expect(run(root, ...args)).toEqual({ code: 0, out: shown('written'), err: '' });

    const consumer = scratch();
    mkdirSync(join(consumer, 'node_modules/@zoo'), { recursive: true });
    symlinkSync(join(root, 'packages/api'), join(consumer, 'node_modules/@zoo/api'));
    const visit = shown('consumer visit.ts');
    expect(await checkTypes(consumer, { 'package.json': '{ "type": "module" }', 'visit.ts': visit })).toEqual([]);
    // The program has no syntax of TypeScript.
    await writeTree(consumer, { 'visit.js': visit });

    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    const { stdout, stderr } = spawnSync(process.execPath, ['visit.js', served.url], {
      cwd: consumer,
      encoding: 'utf8',
    });
    await served.stop();
    expect([stderr, stdout]).toEqual(['', shown('output')]);
  });
});
