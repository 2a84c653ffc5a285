import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { viteBuild } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';
import { readBlocks, readPage } from '../examples.ts';
import { hasPackages } from '../packages.ts';
import { writePage } from './server.ts';

/** Titles that a spreadsheet would run, and as they are exported. */
const TITLES = [
  ['Dust', 'Dust'],
  ['a-b', 'a-b'],
  ['Light, "signed"', '"Light, ""signed"""'],
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', " '@SUM(A1)"],
  ["x;=cmd|' /C calc'!A0", `"x;'=cmd|' /C calc'!A0"`],
  ['x; \t-1', `"x; \t'-1"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\r\n=1', `"x\r\n'=1"`],
  ['x;\n＝1', `"x;\n'＝1"`],
  ['x;"=1+1"', `"x;""'=1+1"""`],
] as const;

/** The cells of a text that a spreadsheet reads with another separator: quotes count only at the start of a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cell = new RegExp(String.raw`"(?:[^"]|"")*"[^${separator}\r\n]*|[^${separator}\r\n]+`, 'g');
  return text
    .match(cell)!
    .map((each) => each.replace(/^"((?:[^"]|"")*)"/, (_, inner: string) => inner.replaceAll('""', '"')));
}

/** A process that quotes a megabyte of blanks and separators, by the code of the page. */
const QUOTING = (code: string): string => `${code}
for (const part of ['\\n', '\\t', ' ', '"', ';', '\\n ', ';"', '\\r\\n', '=', "'"]) quote(part.repeat(1_000_000 / part.length) + 'x');
console.log('done');`;

it('exports.md quotes a long text in time that is linear in its length', async () => {
  const page = readBlocks(readPage('recipes/exports.md')).find(({ title }) => title === 'app/operations/books.csv.ts')!;
  const [code] = /^const FORMULA[^]*?^}$/m.exec(page.text)!;
  const { code: script } = await transform(QUOTING(code), { loader: 'ts' });
  // In quadratic time, it would take hours.
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 60_000 });
  expect(stdout).toBe('done\n');
});

it.skipIf(!hasPackages)('exports.md writes no formula, whatever separates the cells of a spreadsheet', async () => {
  const titles = JSON.stringify(TITLES.map(([title]) => title));
  const books = `export async function* readBooks() { for (const title of ${titles}) yield { id: 1, title }; }`;
  const root = await writePage('exports.md', { change: (files) => ({ ...files, 'app/books.ts': books }) });
  const { url, stop } = await startNode(await viteBuild(root, join(root, 'dist')), {
    cwd: root,
    env: { PORT: String(await freePort()) },
  });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const text = await (await fetch(`${url}/books.csv`)).text();
  expect(text).toBe(`id,title\n${TITLES.map(([, shown]) => `1,${shown}\n`).join('')}`);
  for (const separator of [',', ';', '\t'])
    for (const cell of cellsOf(text, separator))
      expect([separator, cell]).toEqual([separator, expect.not.stringMatching(/^[\s"]*[=+\-@＝＋－＠]/)]);
});
