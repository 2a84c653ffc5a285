import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationsOf } from '../build/codegen/declarations.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { faultsIn, textsInPage } from '../support/wording.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';

const page = readPage('guides/streams.md');
const blocks = readBlocks(page);
const shown = Object.fromEntries(
  blocks.filter(({ language }) => language === 'ts').map(({ title, text }) => [title, text]),
);
const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
createApp(operations).listen(Number(process.env.PORT), () => console.log('http://localhost:' + process.env.PORT));
`;

describe('streams.md', () => {
  const root = scratch(afterAll);
  let served: Served;
  beforeAll(async () => {
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': SERVER });
    const file = await viteBuild(root, join(root, 'dist'));
    served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
  });
  afterAll(() => served.stop('SIGKILL'));

  it('shows a client that reads streams', async () => {
    const client = shown['client.ts']!.replace('http://localhost:3000', served.url);
    const text = `${client}\nconsole.log(JSON.stringify([await report(7), await report(8)]));\n`;
    const own = scratch();
    await writeTree(own, { 'package.json': '{ "type": "module" }', ...shown, 'server.ts': text });
    const file = await viteBuild(own, join(own, 'dist'));
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(JSON.parse(stdout)).toEqual([
      ['Persuasion', 'Emma', '1 of 3', '2 of 3', '3 of 3', '3 rows'],
      ['Persuasion', 'Emma', 'No such import'],
    ]);
  });

  it('shows a notice that reaches all clients', async () => {
    const abort = new AbortController();
    const watchers = await Promise.all(
      [1, 2].map(async () => {
        const response = await fetch(`${served.url}/notices/watch`, { signal: abort.signal });
        return response.body!.pipeThrough(new TextDecoderStream()).getReader();
      }),
    );
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${served.url}/notices`, { method: 'POST', headers, body: '{"text":"Closed today"}' });
    for (const watcher of watchers) {
      let text = '';
      for (let item = await watcher.read(); !item.done; item = await watcher.read()) {
        text += item.value;
        if (text.includes('data: {')) break;
      }
      expect(text).toContain('data: {"text":"Closed today"}');
    }
    abort.abort();
  });

  it('shows files with sound types', async () => {
    const own = scratch();
    await linkPackages(own, []);
    const tree = Object.fromEntries(Object.entries(shown).filter(([path]) => path.startsWith('app/')));
    expect(await checkTypes(own, { ...shown, 'operations.d.ts': declarationsOf(tree) })).toEqual([]);
  });

  it('is plain English', () => {
    expect(faultsIn(textsInPage(page, 'streams.md'))).toEqual([]);
  });
});
