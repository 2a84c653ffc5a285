import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const list = (includes: string, returns: string, name = ''): string =>
  `/**\n * Lists.\n * @param-include ${includes}\n * @returns {${returns}} All\n */\nexport default function ${name}({ input }) { return input.query.year_gte; }\n`;

const BOOKS = 'app/operations/books.ts';
const WALK = 'app/operations/walk.ts';
const AUTHORS = 'app/operations/authors.ts';
const SHELVES = 'app/operations/shelves.ts';
const INLINE = 'app/operations/inline.ts';
const CALLS = 'src/main.ts';
const FILES: Record<string, string> = {
  'package.json': '{}',
  'app/definitions/books.ts': `export interface Base {
  /** @type integer */
  id: number;
  place: { year: number };
  year: number;
}
export interface Book extends Base {
  title: string;
  'kind': string;
}
`,
  'app/definitions/authors.js': `/**
 * @typedef {object} Author
 * @property {integer} id - x
 * @property {string} name - x
 * @property {integer} [year] - x
 */
`,
  'app/definitions/Shelf.yaml':
    'type: object\nproperties:\n  id: { type: integer }\n  year: { type: integer }\nrequired: [id, year]\n',
  [BOOKS]: list(
    'filter (year gte, since = year lte, kind), search (title), sort (year desc, title, id), paging',
    'Page<Book>',
    'listBooks',
  ),
  [WALK]: list('cursor (year desc, id)', 'Base[]'),
  [AUTHORS]: list('filter (year), sort (name, id), paging', 'Author[]'),
  [SHELVES]: list('filter (year), sort (year, id), paging', 'Shelf[]'),
  [INLINE]: list('filter (year), sort (id), paging', '{id: integer, year: integer}[]'),
  [CALLS]:
    "import { createClient } from 'virtual:operations/client';\nconst api = createClient();\nvoid api.listBooks({ query: { year_gte: 1 } });\n",
};

describe('the rename of a property of the rows of a list', () => {
  let root: string;
  let client: LanguageClient;

  beforeEach(async () => {
    root = scratch();
    await writeTree(root, FILES);
    client = await LanguageClient.start(root);
    onTestFinished(async () => void (await client.stop()));
  });

  const ask = async <T>(method: string, path: string, before: string, more: object = {}): Promise<T> => {
    await client.open(path);
    const offset = readFileSync(join(root, path), 'utf8').indexOf(before) + before.length;
    return client.request(method, path, { position: client.positionAt(path, offset), ...more });
  };

  /** The lines that a rename changes. */
  async function changed(path: string, before: string, newName: string): Promise<string[]> {
    const { changes = {}, documentChanges = [] } = await ask<WorkspaceEdit>('textDocument/rename', path, before, {
      newName,
    });
    const edits = documentChanges.flatMap((one) =>
      'edits' in one ? [[one.textDocument.uri, one.edits as TextEdit[]] as const] : [],
    );
    const lines = [...Object.entries(changes), ...edits].flatMap(([uri, some]) => {
      const file = client.pathOf(uri);
      const text = readFileSync(join(root, file), 'utf8').split('\n');
      const from = [...some].sort((a, b) => b.range.start.character - a.range.start.character);
      const numbers = new Set(from.map(({ range }) => range.start.line));
      for (const {
        range: { start, end },
        newText,
      } of from)
        text[start.line] =
          text[start.line]!.slice(0, start.character) + newText + text[start.line]!.slice(end.character);
      return [...numbers].map((line) => `${file}: ${text[line]!.trim()}`);
    });
    return lines.sort();
  }

  const OF_BOOKS = [
    'app/definitions/books.ts: published: number;',
    `${BOOKS}: * @param-include filter (published gte, since = published lte, kind), search (title), sort (published desc, title, id), paging`,
    `${BOOKS}: export default function listBooks({ input }) { return input.query.published_gte; }`,
    `${WALK}: * @param-include cursor (published desc, id)`,
    `${CALLS}: void api.listBooks({ query: { published_gte: 1 } });`,
  ];

  it.each([
    ['the interface that declares it', 'app/definitions/books.ts', '};\n  yea'],
    ['a filter', BOOKS, 'filter (yea'],
    ['a filter with a name', BOOKS, 'since = ye'],
    ['a key of the order', BOOKS, 'sort (y'],
    ['a key of a cursor', WALK, 'cursor (y'],
  ])('changes all lists of these rows, from %s', async (_, path, before) => {
    const lines = await changed(path, before, 'published');
    expect(lines).toEqual(OF_BOOKS);
  });

  it('changes a search, and a name in quotes', async () => {
    expect(await changed(BOOKS, 'search (ti', 'name')).toEqual([
      'app/definitions/books.ts: name: string;',
      expect.stringContaining('search (name), sort (year desc, name, id)'),
    ]);
    expect(await changed('app/definitions/books.ts', "'kin", 'genre')).toEqual([
      "app/definitions/books.ts: 'genre': string;",
      expect.stringContaining('since = year lte, genre)'),
    ]);
  });

  it('changes a typedef, a file of data with its required properties, and a type in the comment', async () => {
    expect(await changed('app/definitions/authors.js', '[ye', 'born')).toEqual([
      'app/definitions/authors.js: * @property {integer} [born] - x',
      `${AUTHORS}: * @param-include filter (born), sort (name, id), paging`,
    ]);
    expect(await changed(SHELVES, 'filter (y', 'since')).toEqual([
      'app/definitions/Shelf.yaml: required: [id, since]',
      'app/definitions/Shelf.yaml: since: { type: integer }',
      `${SHELVES}: * @param-include filter (since), sort (since, id), paging`,
    ]);
    expect(await changed(INLINE, 'filter (y', 'since')).toEqual([
      `${INLINE}: * @param-include filter (since), sort (id), paging`,
      `${INLINE}: * @returns {{id: integer, since: integer}[]} All`,
    ]);
  });

  it('refuses the name of another property, and one that is not a name', async () => {
    const attempt = (newName: string): Promise<unknown> => ask('textDocument/rename', BOOKS, 'filter (ye', { newName });
    await expect(attempt('title')).rejects.toThrow('"title" already exists.');
    await expect(attempt('a b')).rejects.toThrow('"a b" is not a valid name.');
  });

  it('leaves properties that no list names to TypeScript', async () => {
    expect(await ask('textDocument/prepareRename', 'app/definitions/books.ts', 'pla')).toBe(null);
    expect(await ask('textDocument/prepareRename', 'app/definitions/books.ts', '{ ye')).toBe(null);
  });
});
