import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hover, Location, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { createSession } from '../../../src/build/project/session.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const FILES: Record<string, string> = {
  'package.json': '{}',
  'app/definitions/book.ts':
    '/** A book of the shop. */\nexport interface Book { id: string; genre: Genre; next?: Book }\n',
  'app/definitions/Genre.yaml': 'type: object\nproperties:\n  name: { type: string }\n',
  'app/definitions/Shelf.json': '{ "type": "array", "items": { "$ref": "#/components/schemas/Book" } }\n',
  'app/definitions/sets.js': '/**\n * @param-define tenant\n * @param {string} header.X-Tenant - The tenant\n */\n',
  'app/definitions/openapi.yaml':
    'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }\n',
  'app/operations/_middleware.ts': '/** @param-include tenant */\n',
  'app/operations/books/{id}/@get.ts':
    "import type { Context } from '../../../../operations.d.ts';\n" +
    "import type { Book } from '../../../definitions/book.ts';\n" +
    '/**\n * Reads a book.\n * @security key\n * @param {string} id (minLength: 1, maxLength: 36) - Its ID\n * @returns {Book} The book\n * @see https://example.com/a The guide\n */\n' +
    "export default function getBook(ctx: Context<'getBook'>): Book { return ctx.input.path.id as never; }\n",
  'app/operations/books/{id}/shelf@get.ts':
    '/**\n * Reads its shelf.\n * @param {string} id - Its ID\n * @returns {Shelf} The shelf\n */\nexport default function getShelf() {}\n',
  'operations.d.ts': '',
  'src/main.ts':
    "import { createClient } from 'virtual:operations/client';\nconst client = createClient();\nconst other = { getBook: 1 };\nvoid client.getBook();\nvoid other.getBook;\n",
};
const GET = 'app/operations/books/{id}/@get.ts';

let root: string;
let client: LanguageClient;
const make = scratch;

/** An offset after the first appearance of a text. */
const after = (path: string, text: string): number =>
  readFileSync(join(root, path), 'utf8').indexOf(text) + text.length;

async function ask<T>(method: string, path: string, text: string, more: object = {}): Promise<T> {
  await client.open(path);
  return client.request(method, path, { position: client.positionAt(path, after(path, text)), ...more });
}

const shown = (places: readonly Location[] | null): string[] =>
  (places ?? [])
    .map(({ uri, range }) => `${client.pathOf(uri)}:${range.start.line + 1}:${range.start.character + 1}`)
    .sort();

/** Makes the edits of a rename on the disk. */
function apply({ changes = {}, documentChanges }: WorkspaceEdit): void {
  const edits = (documentChanges ?? []).flatMap((one) =>
    'edits' in one ? [[one.textDocument.uri, one.edits as TextEdit[]] as const] : [],
  );
  for (const [uri, some] of [...Object.entries(changes), ...edits]) {
    const file = fileURLToPath(uri);
    let text = readFileSync(file, 'utf8');
    const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    const offset = ({ line, character }: { line: number; character: number }): number => starts[line]! + character;
    for (const { range, newText } of some.toSorted((a, b) => offset(b.range.start) - offset(a.range.start)))
      text = text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end));
    writeFileSync(file, text);
  }
  for (const one of documentChanges ?? []) {
    if (!('kind' in one) || one.kind !== 'rename') continue;
    mkdirSync(dirname(fileURLToPath(one.newUri)), { recursive: true });
    renameSync(fileURLToPath(one.oldUri), fileURLToPath(one.newUri));
  }
}

/** The diagnostics of the project on the disk. */
function check(): string[] {
  const { diagnostics } = createSession(locateProject(resolveOptions(), root)).compile();
  return diagnostics.map(({ code, at }) => `${at.source.file} ${code}`);
}

async function begin(): Promise<void> {
  root = make(afterAll);
  await writeTree(root, FILES);
  client = await LanguageClient.start(root, {
    workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
  });
}

describe('navigation', () => {
  beforeAll(begin);
  afterAll(() => client.stop());

  it('goes to definitions of types, includes and schemes', async () => {
    const definition = async (path: string, text: string): Promise<string[]> =>
      shown(await ask('textDocument/definition', path, text));
    expect(await definition(GET, '{Bo')).toEqual(['app/definitions/book.ts:2:18']);
    expect(await definition('app/operations/_middleware.ts', 'ten')).toEqual(['app/definitions/sets.js:2:18']);
    expect(await definition(GET, '@security k')).toEqual(['app/definitions/openapi.yaml:2:34']);
    expect(await definition('app/definitions/Shelf.json', 'schemas/Bo')).toEqual(['app/definitions/book.ts:2:18']);
    expect(await definition('app/definitions/book.ts', 'Gen')).toEqual(['app/definitions/Genre.yaml:1:1']);
    expect(await definition(GET, 'Reads a')).toEqual([]);
  });

  it('finds references in comments, JSON and TypeScript', async () => {
    const references = async (path: string, text: string): Promise<string[]> =>
      shown(await ask('textDocument/references', path, text, { context: { includeDeclaration: false } }));
    expect(await references('app/definitions/book.ts', 'interface Bo')).toEqual([
      'app/definitions/Shelf.json:1:61',
      'app/definitions/book.ts:2:58',
      `${GET}:7:14`,
    ]);
    expect(await references('app/definitions/Genre.yaml', 'type')).toEqual(['app/definitions/book.ts:2:44']);
    expect(await references(GET, '@security k')).toEqual(['app/definitions/openapi.yaml:1:14', `${GET}:5:14`]);
  });

  it('lists the symbols of a file and of the project, and links', async () => {
    await client.open(GET);
    expect(await client.request('textDocument/documentSymbol', GET)).toMatchObject([
      { name: 'GET /books/{id}', detail: 'Reads a book.' },
    ]);
    const symbols = await client.connection.sendRequest('workspace/symbol', { query: 'book' });
    expect((symbols as { name: string }[]).map(({ name }) => name)).toEqual([
      'GET /books/{id}',
      'GET /books/{id}/shelf',
      'Book',
    ]);
    expect(await client.request('textDocument/documentLink', GET)).toMatchObject([{ target: 'https://example.com/a' }]);
  });

  it('colours the parts of a contract', async () => {
    await client.open(GET);
    const { data } = await client.request<{ data: number[] }>('textDocument/semanticTokens/full', GET);
    // @security key: a keyword, and a namespace behind it.
    expect(data.slice(0, 10)).toEqual([4, 3, 9, 0, 0, 0, 10, 3, 6, 0]);
    expect(data.length % 5).toBe(0);
  });

  it('explains what is under the cursor', async () => {
    const hover = async (path: string, text: string): Promise<string> =>
      (((await ask<Hover | null>('textDocument/hover', path, text))?.contents ?? { value: '' }) as { value: string })
        .value;
    expect(await hover(GET, '@ret')).toMatch(/A response: type, status .*@returns \{Pet\} 201/s);
    expect(await hover(GET, '{Bo')).toMatch(
      /\*\*Book\*\* \(app\/definitions\/book\.ts\)\n\nA book of the shop\..*"genre".*Used 3 times: /s,
    );
    expect(await hover(GET, '@security k')).toMatch(/"apiKey"/);
    expect(await hover(GET, '@param {string} i')).toBe(
      '`id`: path, required, 1 to 36 characters.\n\nIts ID\n\n```json\n{\n  "type": "string",\n  "minLength": 1,\n  "maxLength": 36\n}\n```',
    );
    expect(await hover(GET, 'function getB')).toMatch(
      /\*\*GET \/books\/\{id\}\*\* - Reads a book\..*Input: `header\.X-Tenant`, `path\.id`.*Access: key.*Inherits from: _middleware\.ts/s,
    );
    // The shelf has the `security` of openapi.yaml.
    expect(await hover('app/operations/books/{id}/shelf@get.ts', 'function getS')).toMatch(/Access: key/);
    expect(await hover('app/operations/_middleware.ts', 'ten')).toMatch(
      /\*\*tenant\*\*.*`header\.X-Tenant` - The tenant/s,
    );
    expect(await hover(GET, 'as nev')).toBe('');
    expect(await hover('src/main.ts', 'getB')).toBe('');
    const list =
      '/**\n * @param-include paging, filter (id starts)\n * @returns {Book[]} x\n */ export default () => []';
    const inList = async (before: string, rest: string): Promise<string> => {
      const text = list.replace(before + rest, `${before}|${rest}`);
      const found = await client.at<Hover>('textDocument/hover', 'app/operations/list@get.ts', text);
      return (found!.contents as { value: string }).value;
    };
    expect(await inList('filt', 'er')).toMatch(/Conditions for the rows.*@param-include filter/s);
    expect(await inList('(i', 'd')).toMatch(/operators eq, ne, in, .*starts, contains.*"string"/s);
    const facet = await client.at<Hover>(
      'textDocument/hover',
      'app/operations/a@get.ts',
      '/** @param {integer} a (min|imum: 1) - x */ export default () => {}',
    );
    expect(facet.contents).toMatchObject({ value: '`minimum`: The value must be at least this. Takes a number.' });
  });
});

describe('rename', () => {
  beforeEach(begin);

  it.each([
    ['a definition in TypeScript', GET, '{Bo', 'Volume'],
    ['a definition in a file of data', 'app/definitions/book.ts', 'Gen', 'Kind'],
    ['an include', 'app/operations/_middleware.ts', 'ten', 'customer'],
    ['a scheme', GET, '@security k', 'token'],
    ['a scheme from its declaration', 'app/definitions/openapi.yaml', 'securitySchemes: { k', 'token'],
    ['a scheme from the default security', 'app/definitions/openapi.yaml', '[{ k', 'token'],
    ['an operation', GET, 'function getB', 'readBook'],
    ['a path parameter and its directory', GET, '} i', 'book_id'],
  ])('renames %s everywhere', async (_, path, text, newName) => {
    expect(check()).toEqual([]);
    const edit = await ask<WorkspaceEdit>('textDocument/rename', path, text, { newName });
    const before = await ask<{ placeholder: string }>('textDocument/prepareRename', path, text);
    apply(edit);
    expect(check()).toEqual([]);
    const all = (): string => {
      const { operations, definitions } = createSession(locateProject(resolveOptions(), root)).compile();
      return [
        ...operations.map(({ handler }) => handler.at.source),
        ...[...definitions.schemas.values()].map(({ at }) => at.source),
      ]
        .map(({ text: code }) => code)
        .join('');
    };
    expect(all()).not.toMatch(new RegExp(`\\b${before.placeholder}\\b(?![:?/])`.replace('id\\b', 'id\\b(?!: )')));
    await client.stop();
  });

  it.each<[string, string, string, string[]]>([
    // Its name is the start of another one.
    ['@security ke', "security: [{ 'key': [] }]", '@security k', [`${GET}:5:14`]],
    [
      '@security kez',
      'security: [{ "kez": [] }, { key: [] }]',
      '@security k',
      [`${GET}:5:14`, 'app/definitions/openapi.yaml:1:15'],
    ],
    ['@security none', 'security: [{ key: [] }]', '@security n', []],
  ])('renames the undeclared scheme of %s alone, with %s', async (line, security, text, expected) => {
    const schemes = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }';
    await writeTree(root, {
      [GET]: FILES[GET]!.replace('@security key', line),
      'app/definitions/openapi.yaml': `${security}\n${schemes}\n`,
    });
    await client.stop();
    client = await LanguageClient.start(root);
    expect(await ask('textDocument/definition', GET, text)).toEqual([]);
    const { changes = {} } =
      (await ask<WorkspaceEdit | null>('textDocument/rename', GET, text, { newName: 'a' })) ?? {};
    const places = Object.entries(changes).flatMap(([uri, edits]) => edits.map(({ range }) => ({ uri, range })));
    expect(shown(places)).toEqual(expected.sort());
    await client.stop();
  });

  it('leaves other code alone, and refuses invalid names', async () => {
    const edit = await ask<WorkspaceEdit>('textDocument/rename', GET, 'function getB', { newName: 'readBook' });
    apply(edit);
    expect(readFileSync(join(root, 'src/main.ts'), 'utf8')).toContain('client.readBook()');
    expect(readFileSync(join(root, 'src/main.ts'), 'utf8')).toContain('other.getBook');
    await expect(ask('textDocument/rename', GET, '{Bo', { newName: 'a b' })).rejects.toThrow(
      '"a b" is not a valid name.',
    );
    await client.stop();
  });
});
