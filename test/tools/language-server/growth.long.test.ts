import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

/** The smaller of the two sizes; a long run has larger ones. */
const SIZE = Number(process.env['GROWTH_SIZE'] ?? 250);
const FACTOR = 8;
/** Eight times the size can take this many times as long; quadratic time is 64 times. */
const MAX_GROWTH = 30;
/** What takes less, in ticks of 10 ms, is mostly the compiler of JavaScript. */
const LEAST = 10;

/** A project, and a text of a file with `|` at the place that is asked about. */
interface Large {
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly marked: string;
}

const OPERATION = 'app/operations/a@post.ts';

const list = (size: number, line: (i: number) => string): string =>
  Array.from({ length: size }, (_, i) => line(i)).join('');

const LARGE: Readonly<Record<string, (size: number) => Large>> = {
  'lines of @param': (size) => ({
    files: {},
    path: OPERATION,
    marked: `/**\n * A.\n${list(size * 4, (i) => ` * @param {string} body.p${i} - It\n`)} * @param {string} bo|dy.last - It\n */\nexport default () => {};\n`,
  }),
  'one long line': (size) => ({
    files: {},
    path: OPERATION,
    marked: `/**\n * A. ${'word '.repeat(size * 100)}\n * @returns {str|ing} 200 - It\n */\nexport default () => '';\n`,
  }),
  'one long line of code': (size) => ({
    files: {},
    path: OPERATION,
    marked: `/**\n * A.\n * @returns {str|ing} 200 - It\n */\nexport default () => '';\nexport const a = [${'1, '.repeat(size * 100)}];\n`,
  }),
  'types of a file': (size) => ({
    files: { [OPERATION]: '/**\n * A.\n * @returns {T0} 200 - It\n */\nexport default () => ({});\n' },
    path: 'app/definitions/types.ts',
    marked: list(size, (i) =>
      `/** It. */\nexport interface T|${i} { next?: T${(i + 1) % size}; name: string }\n`.replace(
        i === 0 ? '' : '|',
        '',
      ),
    ),
  }),
  'files of operations': (size) => ({
    files: Object.fromEntries([
      ['app/definitions/types.ts', 'export interface T0 { name: string }\n'],
      ...Array.from({ length: size }, (_, i) => [
        `app/operations/o${i}@get.ts`,
        '/**\n * A.\n * @returns {T0} 200 - It\n */\nexport default () => ({});\n',
      ]),
    ]),
    path: OPERATION,
    marked: '/**\n * A.\n * @returns {T|0} 200 - It\n */\nexport default () => ({});\n',
  }),
  'files of definitions': (size) => ({
    files: Object.fromEntries(
      Array.from({ length: size }, (_, i) => [
        `app/definitions/schemas/T${i}.yaml`,
        `type: object\nproperties:\n  next: { $ref: '#/components/schemas/T${(i + 1) % size}' }\n`,
      ]),
    ),
    path: OPERATION,
    marked: '/**\n * A.\n * @returns {T|0} 200 - It\n */\nexport default () => ({});\n',
  }),
};

/** The time that a process has taken on the processors, in ticks of 10 ms. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** The ticks of each request to a new server. */
async function measure({ files, path, marked }: Large): Promise<Record<string, number>> {
  const root = scratch(afterAll);
  const text = marked.replace('|', '');
  await writeTree(root, { 'package.json': '{}', ...files, [path]: text });
  const client = await LanguageClient.start(root);
  const ticks: Record<string, number> = {};
  let before = ticksOf(client.child.pid!);
  const end = (name: string): void => {
    const after = ticksOf(client.child.pid!);
    ticks[name] = after - before;
    before = after;
  };
  await client.setText(path, text);
  const position = client.positionAt(path, marked.indexOf('|'));
  await client.request('textDocument/documentSymbol', path);
  end('open');
  // A tag that is unknown has a diagnostic.
  await client.setText(path, text.replace('/**', '/** @prama x\n'));
  await expect.poll(() => client.diagnostics.get(path)?.length ?? 0).toBeGreaterThan(0);
  end('diagnostics');
  await client.setText(path, text);
  for (const name of [
    'completion',
    'hover',
    'definition',
    'references',
    'codeAction',
    'semanticTokens/full',
    'rename',
  ]) {
    const range = { start: position, end: position };
    const more = { position, range, newName: 'Other', context: { includeDeclaration: true, diagnostics: [] } };
    // Some have nothing to rename there.
    await client.request(`textDocument/${name}`, path, more).catch(() => {});
    end(name);
  }
  await client.stop();
  return ticks;
}

describe.runIf(process.platform === 'linux')('the time of each request to the language server', () => {
  it.each(Object.entries(LARGE))('grows with the size of %s', async (name, make) => {
    const small = await measure(make(SIZE));
    const large = await measure(make(SIZE * FACTOR));
    if (process.env['GROWTH_REPORT'] !== undefined) console.log(name, JSON.stringify({ small, large }));
    for (const [request, ticks] of Object.entries(large))
      expect([request, ticks / Math.max(LEAST, small[request]!)]).toEqual([
        request,
        expect.toSatisfy((ratio: number) => ratio < MAX_GROWTH),
      ]);
  });
});
