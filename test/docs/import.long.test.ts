import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode, startProgram } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { linkPackages } from './packages.ts';
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

const OPERATIONS = ['operations/books/{id}/@delete.ts', 'operations/books/{id}/@get.ts'];

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

  it('writes the same report as JSON', () => {
    const { text, code } = run(root, 'import', 'bookshop.yaml', '--dry-run', '--json', '--into', 'other');
    const place = { file: 'bookshop.yaml', line: 35, column: 9, pointer: '/paths/~1books~1{id}/delete/callbacks' };
    expect([code, JSON.parse(text)]).toEqual([
      1,
      {
        complete: false,
        dryRun: true,
        facts: { kept: 35, lost: 1, added: 55 },
        files: ['definitions/openapi.yaml', 'definitions/schemas/Book.ts', ...OPERATIONS].map((file) => ({
          kind: 'new',
          file: `other/${file}`,
        })),
        unneeded: [],
        untouched: [],
        unsafe: [],
        losses: [
          {
            kind: 'operation: callbacks',
            reason: 'a comment has no callbacks: they are requests that your server sends',
            facts: 1,
            onTheWire: true,
            places: [place],
          },
        ],
        corrections: [],
        differences: [],
        diagnostics: [],
        widened: [],
        next: [],
        read: [],
      },
    ]);
    expect(JSON.parse(run(root, 'import', 'bookshop.yaml', '--json').text)).toMatchObject({
      files: [],
      next: [{ command: 'npx operations mock' }, {}, { command: 'npx operations diff bookshop.yaml' }],
    });
  });

  it.each(blocks.map(({ title }) => title).filter((title) => title.startsWith('app/')))('shows %s', (title) => {
    expect(readFileSync(join(root, title), 'utf8')).toBe(textOf(title));
  });

  /** The requests of the page at a port, as those of port 3000. */
  const requestsAt = (port: number): { readonly text: string }[] =>
    blocks
      .filter(({ title, text }) => title === 'request' && text.includes(`localhost:${port}`))
      .map(({ text }) => ({ text: text.replace(`localhost:${port}`, 'localhost:3000') }));

  it('answers the requests of the mock server, which ends at a signal', async () => {
    linkPackages(root);
    const port = String(await freePort());
    const mock = await startProgram([command, 'mock', '--port', port], /Local:/, { cwd: root });
    expect(mock.output()).toMatch(
      /^unplugin-operations: mocking 2 of 2 operations, for requests from this computer only\./,
    );
    expect(requestsAt(5173)).toHaveLength(3);
    for (const { text } of requestsAt(5173)) expect(await replay(`http://localhost:${port}`, text)).toBe(text);
    await mock.stop();
  });

  it('serves a description alone, from a directory that is gone at the end', async () => {
    const port = String(await freePort());
    const temporary = join(root, 'temporary');
    await mkdir(temporary, { recursive: true });
    const args = [command, 'mock', 'bookshop.yaml', '--port', port];
    const mock = await startProgram(args, /Local:/, { cwd: root, env: { TMPDIR: temporary } });
    expect(readdirSync(temporary)).toHaveLength(1);
    expect((await fetch(`http://localhost:${port}/books/1`)).status).toBe(200);
    await mock.stop();
    expect(readdirSync(temporary)).toEqual([]);
  });

  describe('as a server', () => {
    const requests = requestsAt(3000);
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
    expect({ text: `${text.trimEnd().split('\n\n').at(-2)}\n`, code }).toEqual({
      text: textOf('corrections'),
      code: 0,
    });
  });

  it('names every option of the command', () => {
    const help = run(root, 'import', '--help').text;
    const options = [...readPage('openapi-description.md').matchAll(/^\| `(--[\w-]+)/gm)].map(([, option]) => option!);
    expect(options).toHaveLength(7);
    for (const option of options) expect(help).toContain(option);
  });
});
