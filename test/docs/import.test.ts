import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { replay } from './requests.ts';

const command = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const port = Number(process.env.PORT);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

/** Runs the command. Without success the report is on standard error. */
function run(root: string, ...args: string[]): { readonly text: string; readonly code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, ...args], { cwd: root, encoding: 'utf8' });
  return { text: stdout + stderr, code: status };
}

describe('openapi-description.md', () => {
  const blocks = readBlocks(readPage('openapi-description.md')).filter(({ title }) => title !== '');
  const textOf = (title: string): string => blocks.find((block) => block.title === title)!.text;
  const root = scratch(afterAll);
  let report: ReturnType<typeof run>;

  beforeAll(async () => {
    await writeTree(root, { 'bookshop.yaml': textOf('bookshop.yaml') });
    report = run(root, 'import', 'bookshop.yaml');
  });

  it('shows the report', () => {
    expect(report).toEqual({ text: textOf('report'), code: 1 });
  });

  it.each(blocks.map(({ title }) => title).filter((title) => title.startsWith('app/')))('shows %s', (title) => {
    expect(readFileSync(join(root, title), 'utf8')).toBe(textOf(title));
  });

  describe('as a server', () => {
    const requests = blocks.filter(({ title }) => title === 'request');
    let served: Served;

    beforeAll(async () => {
      await writeTree(root, { 'package.json': '{ "type": "module" }', 'server.ts': SERVER });
      const file = await viteBuild(root, join(root, 'dist'));
      served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    });
    afterAll(() => served.stop('SIGKILL'));

    it.each(requests.map(({ text }) => text))('answers %s', async (text) => {
      expect(await replay(served.url, text)).toBe(text);
    });
  });

  it('shows every file', () => {
    expect(textOf('report').match(/^ {2}app\/\S+$/gm)).toEqual(
      blocks
        .map(({ title }) => title)
        .filter((title) => title.startsWith('app/'))
        .toSorted()
        .map((title) => `  ${title}`),
    );
  });

  it('shows the report of a second import', async () => {
    const changed = textOf('bookshop.yaml').replace('Finds a book', 'Finds a book by its number');
    await writeFile(join(root, 'bookshop.yaml'), changed);
    expect(run(root, 'import', 'bookshop.yaml', '--lossy')).toEqual({ text: textOf('again'), code: 0 });
  });

  it('shows the corrections of a description', async () => {
    const other = join(root, 'other');
    await writeTree(other, { 'shop.yaml': textOf('shop.yaml'), 'package.json': '{}' });
    const { text, code } = run(other, 'import', 'shop.yaml');
    expect({ text: `${text.trimEnd().split('\n\n').at(-1)}\n`, code }).toEqual({
      text: textOf('corrections'),
      code: 0,
    });
  });

  it('names every option of the command', () => {
    const help = run(root, 'import', '--help').text;
    const options = [...readPage('openapi-description.md').matchAll(/^\| `(--[\w-]+)/gm)].map(([, option]) => option!);
    expect(options).toHaveLength(5);
    for (const option of options) expect(help).toContain(option);
  });
});
