import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWith } from '../../custom-directives/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

// A session for each code: an editor opens a tree with the mistake, sees what `check` reports, and removes the tree.

const fixtures = join(import.meta.dirname, '../../fixtures/bad');
const codes = [
  ...readFileSync(join(import.meta.dirname, '../../../src/build/compiler/diagnostics/codes.ts'), 'utf8').matchAll(
    /^ {2}\| '([\w-]+)'/gm,
  ),
]
  .map((match) => match[1]!)
  // The editor does not know the option of the versions, and a bundler reports its imports.
  .filter((code) => !existsSync(join(fixtures, code, 'versions.json')) && code !== 'browser-import');

/** A Node whose parser of HTTP does not know QUERY. */
const NO_QUERY = `--import=data:text/javascript,${encodeURIComponent(
  "import { METHODS } from 'node:http'; const i = METHODS.indexOf('QUERY'); if (i !== -1) METHODS.splice(i, 1);",
)}`;

const handler = 'export default function run() {}\n';
/** The trees that cannot be fixtures, because of their names or the version of Node. */
const TREES: Readonly<Record<string, { readonly files: Record<string, string>; readonly expected: string[] }>> = {
  'name-character': {
    files: { 'app/operations/a#b@get.ts': `/** @returns {string} x */\n${handler}` },
    expected: ['app/operations/a#b@get.ts:1:1 error name-character'],
  },
  'case-clash': {
    files: {
      'app/operations/Pets/@get.ts': '/** @returns {string} x */\nexport default function one() {}\n',
      'app/operations/pets/@post.ts': '/** @returns {string} x */\nexport default function two() {}\n',
    },
    expected: ['app/operations/pets/@post.ts:1:1 error case-clash'],
  },
  'unserved-method': {
    files: { 'app/operations/a@query.ts': `/** @returns {string} x */\n${handler}` },
    expected: ['app/operations/a@query.ts:1:1 warning unserved-method'],
  },
};

/** The diagnostics of a fixture as `file:line:column severity code`. */
function expectedOf(name: string): string[] {
  const text = readFileSync(join(fixtures, name, 'expected.txt'), 'utf8');
  return [...text.matchAll(/^(\S.*:\d+:\d+) - (error|warning) ([\w-]+): /gm)]
    .map(([, place, severity, code]) => `${place} ${severity} ${code}`)
    .sort();
}

const directory = scratch(afterAll);
const clients: Record<'all' | 'noQuery', LanguageClient | undefined> = { all: undefined, noQuery: undefined };
beforeAll(async () => {
  for (const name of readdirSync(fixtures)) {
    cpSync(join(fixtures, name), join(directory, name), { recursive: true });
    if (existsSync(join(fixtures, name, 'package.json'))) installWith(join(directory, name));
    else await writeTree(join(directory, name), { 'package.json': '{}' });
  }
  for (const [name, { files }] of Object.entries(TREES))
    await writeTree(join(directory, name), { 'package.json': '{}', ...files });
  clients.all = await LanguageClient.start(directory);
  clients.noQuery = await LanguageClient.start(directory, {}, { NODE_OPTIONS: NO_QUERY });
  for (const code of codes) await clientFor(code).open(openedIn(code));
});
afterAll(() => Promise.all([clients.all?.stop(), clients.noQuery?.stop()]));

const clientFor = (code: string): LanguageClient => clients[code === 'unserved-method' ? 'noQuery' : 'all']!;

const diagnosticsOf = (code: string): string[] => TREES[code]?.expected ?? expectedOf(code);

/** The file that is opened: the first one with the mistake. */
function openedIn(code: string): string {
  const line = diagnosticsOf(code).find((each) => each.endsWith(` ${code}`));
  return `${code}/${line!.replace(/:\d+:\d+ \w+ [\w-]+$/, '')}`;
}

/** The published diagnostics of a tree in the form of {@link expectedOf}. */
function publishedIn(client: LanguageClient, name: string): string[] {
  return [...client.diagnostics]
    .filter(([path]) => path.startsWith(`${name}/`))
    .flatMap(([path, all]) =>
      all.map(({ code, severity, range: { start } }) => {
        const place = `${path.slice(name.length + 1)}:${start.line + 1}:${start.character + 1}`;
        return `${place} ${severity === 1 ? 'error' : 'warning'} ${String(code)}`;
      }),
    )
    .sort();
}

const POLL = { timeout: 20_000, interval: 10 };

describe('every code', () => {
  it('lists every code', () => {
    expect(codes.length).toBeGreaterThan(100);
  });

  it.each(codes)('%s is shown with the others of its tree', async (code) => {
    expect(diagnosticsOf(code).join('\n')).toContain(` ${code}`);
    await expect.poll(() => publishedIn(clientFor(code), code), POLL).toEqual(diagnosticsOf(code));
  });

  it('clears a code when its directory is gone', async () => {
    for (const code of codes) {
      const client = clientFor(code);
      await client.connection.sendNotification('textDocument/didClose', {
        textDocument: { uri: client.uriOf(openedIn(code)) },
      });
      rmSync(join(directory, code, 'app'), { recursive: true });
    }
    for (const client of [clients.all!, clients.noQuery!]) {
      const changes = codes.map((code) => ({ uri: client.uriOf(`${code}/app`), type: 3 }));
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
      await expect.poll(() => client.report(), POLL).toEqual([]);
      expect(client.logged).toEqual([]);
    }
  });
});
