import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editCalls, editReads, editRoutes } from '../../../src/tools/language-server/parameter-names.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const GET = 'app/operations/books/{id}/@get.ts';
const NOTE = 'app/operations/books/{id}/notes/{note}@get.ts';
const POST = 'app/operations/books/@post.ts';
const MIDDLEWARE = 'app/operations/_middleware.ts';
const BOOKS = 'app/operations/books/@get.ts';
const SETS = 'app/definitions/sets.js';
const LIST = 'app/operations/tags/@get.ts';
const ADD = 'app/operations/tags/@post.ts';
const SHELF = 'app/operations/shelves/_middleware.ts';
const SHELVES = 'app/operations/shelves/@get.ts';
const SHOP = 'app/operations/shops/{shop}/@put.ts';
const DESK = 'app/operations/desks/{desk}@get.ts';
const DESKS = 'app/operations/desks/{desk}@delete.ts';
const LAMP = 'app/operations/desks/{desk}/lamp@get.ts';
const LAMPS = 'app/operations/lamps/_middleware.ts';
const LAMPS_INNER = 'app/operations/lamps/inner/_middleware.ts';
const DIMMER = 'app/operations/dimmers/_middleware.ts';
const FILE = 'app/operations/files/{path...}@get.ts';
const VIEW = 'src/view.tsx';
const PAGE = 'src/page.jsx';
const CALLS = 'src/main.ts';
const FILES: Record<string, string> = {
  'package.json': '{}',
  'app/definitions/book.ts':
    'export interface Book { id: string; author: Author }\nexport interface Author { name: string }\n',
  'app/definitions/openapi.yaml':
    'components: { securitySchemes: { key: { type: apiKey, in: header, name: X }, token: { type: http, scheme: bearer } } }\n',
  [FILE]: `/**
 * Reads.
 * @param {string} path - x
 */
const handler: Handler<'GET /files/{path...}'> = (ctx) => ctx.input.path.path;
export default handler;
`,
  [GET]: `/**
 * Reads.
 * @param {string} id - x
 * @param {integer} [limit=10] - y
 * @param {string} header.X-Tenant - z
 * @security key
 * @returns {Book} x
 */
export default function getBook(ctx: Context<'getBook'>) {
  const { id } = ctx.input.path;
  const { query: { limit: size } } = ctx.input;
  return [id, size, ctx.input['path'].id, ctx.input.query?.limit, ctx.params.id, ctx.state.id, ctx.input.header['X-Tenant']];
}
`,
  [NOTE]: `/**
 * Reads.
 * @param {string} path.id - x
 * @param {string} note - x
 * @param {string} query.id - z
 * @returns {string} x
 */
const handler: Handler<'GET /books/{id}/notes/{note}'> = ({ input: { path: { id = '' }, query } }) => id + query.id;
export default handler;
`,
  [POST]: `/**
 * Adds.
 * @param {string} title - x
 * @param {string} body.text - x
 * @returns {void} 204 - x
 */
export default function addBook({ input: { body } }) { const { title } = body; return title + body.title + body.text; }
`,
  [MIDDLEWARE]:
    '/** @param {string} [query.lang] - x */\nexport default (ctx, next) => (ctx.input.query.lang, next());\n',
  [BOOKS]: '/** @returns {string} x */\nexport default function listBooks(ctx) { return ctx.input.query.lang; }\n',
  [SETS]: `/**
 * @param-define search
 * @param {string} [query.words] - x
 * @param {string} [label] - x
 */
/**
 * @param-define all
 * @param-include search
 * @param {string} header.X-Org - x
 */
/**
 * @param-define other
 * @param {string} [query.words] - x
 */
/**
 * @param-define shelf
 * @param {string} [query.shelf] - x
 */
export {};
`,
  [LIST]: `/**
 * @param-include all
 * @returns {string} x
 */
export default function listTags({ input: { query: { words, label } } }) { return words + label; }
`,
  [ADD]: `/**
 * @param-include search
 * @returns {string} x
 */
export default function addTag({ input }) { return input.query.words + input.body.label + input.query.label; }
`,
  [SHELF]: '/** @param-include shelf */\nexport default (ctx, next) => (ctx.input.query.shelf, next());\n',
  [SHELVES]: `/**
 * @param-include other
 * @returns {string} x
 */
export default function listShelves({ input }) { return input.query.words + input.query.shelf; }
`,
  [SHOP]: `/**
 * Saves.
 * @param {string} shop - x
 * @param {string} [query.f[name]] - x
 * @param {object} address - x
 * @param {string} address.street - x
 * @param {object[]} body.rooms - x
 * @param {string} body.rooms[].color - x
 * @returns {void} 204 - x
 */
export default function saveShop(ctx) { const { ['address']: place, rooms } = ctx.input.body; return [place, rooms]; }
`,
  [DESK]: '/** @returns {string} x */\nexport default (ctx) => ctx.input.path.desk;\n',
  [DESKS]: '/** @returns {string} x */\nexport default (ctx) => ctx.input.path.desk;\n',
  [LAMP]: `/**
 * @param {string} desk - x
 * @returns {string} x
 */
export default (ctx) => ctx.input.path.desk;
`,
  [LAMPS]: '/** @param {string} [query.tone] - x */\nexport default (ctx, next) => next();\n',
  [LAMPS_INNER]: 'export default (ctx, next) => (ctx.input.query.tone, next());\n',
  'app/operations/lamps/inner/@get.ts': '/** @returns {string} x */\nexport default () => 1;\n',
  [DIMMER]: '/** @param {string} [query.tone] - x */\nexport default (ctx, next) => next();\n',
  'app/operations/dimmers/@get.ts':
    '/** @param {integer} [query.tone] - x\n * @returns {string} x */\nexport default () => 1;\n',
  [VIEW]: "import { api } from './client.ts';\nexport const view = <p>{api.saveShop({ path: { shop: 'a' } })}</p>;\n",
  [PAGE]: "import { api } from './client.ts';\nexport const page = <p>{api.saveShop({ path: { shop: 'a' } })}</p>;\n",
  'src/client.ts': "import { createClient } from 'virtual:operations/client';\nexport const api = createClient();\n",
  [CALLS]: `import { api } from './client.ts';
const [id, limit] = ['a', 1];
void api.getBook({ path: { id }, query: { limit: limit } });
void api.request('GET /books/{id}/notes/{note}', { path: { id, note: id }, query: { id } });
void api.addBook({ body: { title: 'a', text: 'b' } });
void api.listBooks({ query: { lang: 'en' } });
void api.listTags({ query: { words: 'a', label: 'b' } });
void api.addTag({ query: { words: 'a' }, body: { label: 'b' } });
void api.listShelves({ query: { words: 'a', shelf: 'b' } });
`,
};

let client: LanguageClient;
beforeAll(async () => {
  const root = scratch(afterAll);
  await writeTree(root, FILES);
  const workspaceEdit = { documentChanges: true, resourceOperations: ['rename'], changeAnnotationSupport: {} };
  client = await LanguageClient.start(root, { workspace: { workspaceEdit } });
});
afterAll(() => client.stop());

async function ask<T>(method: string, path: string, text: string, more: object = {}): Promise<T> {
  await client.open(path);
  const position = client.positionAt(path, FILES[path]!.indexOf(text) + text.length);
  return client.request(`textDocument/${method}`, path, { position, ...more });
}

/** The lines that a rename changes, without indentation. */
async function changedBy(path: string, text: string, newName: string): Promise<Record<string, string[]>> {
  const { changes = {}, documentChanges = [] } = await ask<WorkspaceEdit>('rename', path, text, { newName });
  const edits = documentChanges.filter((one): one is TextDocumentEdit => 'edits' in one);
  const all = [
    ...Object.entries(changes),
    ...edits.map((one) => [one.textDocument.uri, one.edits as (typeof changes)[string]] as const),
  ];
  return Object.fromEntries(
    all.map(([uri, some]) => {
      const before = readFileSync(join(client.root, client.pathOf(uri)), 'utf8');
      const after = TextDocument.applyEdits(TextDocument.create(uri, '', 0, before), [...some]);
      const old = before.split('\n');
      return [client.pathOf(uri), after.split('\n').flatMap((line, i) => (line === old[i] ? [] : [line.trim()]))];
    }),
  );
}

describe('the rename of a parameter', () => {
  it('renames a parameter of the path in handlers, types and calls, and confirms before it moves the directory', async () => {
    expect(await changedBy(GET, '} i', 'book_id')).toEqual({
      [GET]: [
        '* @param {string} book_id - x',
        'const { book_id: id } = ctx.input.path;',
        "return [id, size, ctx.input['path'].book_id, ctx.input.query?.limit, ctx.params.book_id, ctx.state.id, ctx.input.header['X-Tenant']];",
      ],
      [NOTE]: [
        '* @param {string} path.book_id - x',
        "const handler: Handler<'GET /books/{book_id}/notes/{note}'> = ({ input: { path: { book_id: id = '' }, query } }) => id + query.id;",
      ],
      [CALLS]: [
        'void api.getBook({ path: { book_id: id }, query: { limit: limit } });',
        "void api.request('GET /books/{book_id}/notes/{note}', { path: { book_id: id, note: id }, query: { id } });",
      ],
    });
    const edit = await ask<WorkspaceEdit>('rename', GET, '} i', { newName: 'book-id' });
    expect(Object.values(edit.changeAnnotations!)).toMatchObject([{ needsConfirmation: true }]);
    const move = edit.documentChanges!.at(-1) as RenameFile;
    expect([client.pathOf(move.newUri), move.annotationId]).toEqual([
      'app/operations/books/{book-id}',
      Object.keys(edit.changeAnnotations!)[0],
    ]);
    expect((await changedBy(GET, '} i', 'book-id'))[GET]!.slice(1)).toEqual([
      "const { 'book-id': id } = ctx.input.path;",
      "return [id, size, ctx.input['path']['book-id'], ctx.input.query?.limit, ctx.params['book-id'], ctx.state.id, ctx.input.header['X-Tenant']];",
    ]);
  });

  it('renames a parameter of other locations in its handler and the calls', async () => {
    expect(await changedBy(GET, '[lim', 'size')).toEqual({
      [GET]: [
        '* @param {integer} [size=10] - y',
        'const { query: { size: size } } = ctx.input;',
        "return [id, size, ctx.input['path'].id, ctx.input.query?.size, ctx.params.id, ctx.state.id, ctx.input.header['X-Tenant']];",
      ],
      [CALLS]: ['void api.getBook({ path: { id }, query: { size: limit } });'],
    });
    expect((await changedBy(GET, 'header.X-', 'X-Org'))[GET]).toEqual([
      '* @param {string} header.X-Org - z',
      expect.stringContaining("ctx.input.header['X-Org']"),
    ]);
    expect(await changedBy(POST, 'string} titl', 'name')).toEqual({
      [POST]: [
        '* @param {string} name - x',
        'export default function addBook({ input: { body } }) { const { name: title } = body; return title + body.name + body.text; }',
      ],
      [CALLS]: ["void api.addBook({ body: { name: 'a', text: 'b' } });"],
    });
  });

  it('renames for a parameter of the path the files of all methods and the directory', async () => {
    const code = 'export default (ctx) => ctx.input.path.table;';
    expect(await changedBy(LAMP, '{string} de', 'table')).toEqual({
      [LAMP]: ['* @param {string} table - x', code],
      [DESK]: [code],
      [DESKS]: [code],
    });
    const { documentChanges } = await ask<WorkspaceEdit>('rename', LAMP, '{string} de', { newName: 'table' });
    const moves = documentChanges!.filter((one) => 'newUri' in one);
    expect(moves.map((one) => client.pathOf(one.newUri)).sort()).toEqual([
      'app/operations/desks/{table}',
      'app/operations/desks/{table}@delete.ts',
      'app/operations/desks/{table}@get.ts',
    ]);
  });

  it('renames for the rest of a path its file too', async () => {
    expect(await changedBy(FILE, '{string} pa', 'file')).toEqual({
      [FILE]: [
        '* @param {string} file - x',
        "const handler: Handler<'GET /files/{file...}'> = (ctx) => ctx.input.path.file;",
      ],
    });
    const { documentChanges } = await ask<WorkspaceEdit>('rename', FILE, '{string} pa', { newName: 'file' });
    const moves = documentChanges!.filter((one) => 'newUri' in one);
    expect(moves.map((one) => client.pathOf(one.newUri))).toEqual(['app/operations/files/{file...}@get.ts']);
  });

  it.each(['a...', 'a b', 'a:b', 'a*', "it's", 'a|b', '<a>', 'a\u0007'])(
    'refuses for a parameter of the path the name %j',
    async (newName) => {
      await expect(ask('rename', LAMP, '{string} de', { newName })).rejects.toThrow('is not a valid name.');
    },
  );

  it('changes modules with JSX', async () => {
    const changed = await changedBy(SHOP, '{string} sho', 'store');
    expect(changed[VIEW]).toEqual(["export const view = <p>{api.saveShop({ path: { store: 'a' } })}</p>;"]);
    expect(changed[PAGE]).toEqual(["export const page = <p>{api.saveShop({ path: { store: 'a' } })}</p>;"]);
  });

  it('renames a parameter of the body in the lines of its properties, and in keys in brackets', async () => {
    expect(await changedBy(SHOP, '{object} addr', 'site')).toEqual({
      [SHOP]: [
        '* @param {object} site - x',
        '* @param {string} site.street - x',
        "export default function saveShop(ctx) { const { ['site']: place, rooms } = ctx.input.body; return [place, rooms]; }",
      ],
    });
    expect((await changedBy(SHOP, 'body.roo', 'halls'))[SHOP]!.slice(0, 2)).toEqual([
      '* @param {object[]} body.halls - x',
      '* @param {string} body.halls[].color - x',
    ]);
  });

  it('finds references to a name that no rename accepts', async () => {
    expect(await ask('references', SHOP, '[query.f[na', { context: { includeDeclaration: true } })).toHaveLength(1);
  });

  it('renames a parameter of a directory in the handlers below it', async () => {
    expect(await changedBy(MIDDLEWARE, '[query.la', 'locale')).toEqual({
      [MIDDLEWARE]: [
        '/** @param {string} [query.locale] - x */',
        'export default (ctx, next) => (ctx.input.query.locale, next());',
      ],
      [BOOKS]: ['export default function listBooks(ctx) { return ctx.input.query.locale; }'],
      [CALLS]: ["void api.listBooks({ query: { locale: 'en' } });"],
    });
  });

  it('renames a parameter of a set in the operations that include it', async () => {
    expect(await changedBy(SETS, '[query.wor', 'text')).toEqual({
      [SETS]: ['* @param {string} [query.text] - x'],
      [LIST]: [
        'export default function listTags({ input: { query: { text: words, label } } }) { return words + label; }',
      ],
      [ADD]: [
        'export default function addTag({ input }) { return input.query.text + input.body.label + input.query.label; }',
      ],
      [CALLS]: [
        "void api.listTags({ query: { text: 'a', label: 'b' } });",
        "void api.addTag({ query: { text: 'a' }, body: { label: 'b' } });",
      ],
    });
    expect(await changedBy(SETS, '[lab', 'name')).toEqual({
      [SETS]: ['* @param {string} [name] - x'],
      [LIST]: [
        'export default function listTags({ input: { query: { words, name: label } } }) { return words + label; }',
      ],
      [ADD]: [
        'export default function addTag({ input }) { return input.query.words + input.body.name + input.query.label; }',
      ],
      [CALLS]: [
        "void api.listTags({ query: { words: 'a', name: 'b' } });",
        "void api.addTag({ query: { words: 'a' }, body: { name: 'b' } });",
      ],
    });
    expect(await changedBy(SETS, '[query.she', 'rack')).toEqual({
      [SETS]: ['* @param {string} [query.rack] - x'],
      [SHELF]: ['export default (ctx, next) => (ctx.input.query.rack, next());'],
      [SHELVES]: ['export default function listShelves({ input }) { return input.query.words + input.query.rack; }'],
      [CALLS]: ["void api.listShelves({ query: { words: 'a', rack: 'b' } });"],
    });
    const references = { context: { includeDeclaration: false } };
    expect(await ask('references', SETS, '[query.wor', references)).toHaveLength(4);
  });

  it('finds the references and the definition of a parameter', async () => {
    const places = async (method: string, more: object = {}): Promise<string[]> =>
      (await ask<Location[]>(method, GET, '} i', more)).map(
        ({ uri, range }) => `${client.pathOf(uri)}:${range.start.line + 1}`,
      );
    expect(await places('definition')).toEqual([`${GET}:3`]);
    expect((await places('references', { context: { includeDeclaration: false } })).sort()).toEqual(
      [
        `${GET}:10`,
        `${GET}:12`,
        `${GET}:12`,
        `${NOTE}:3`,
        `${NOTE}:8`,
        `${CALLS}:3`,
        `${CALLS}:4`,
        `${CALLS}:4`,
        `${NOTE}:8`,
      ].sort(),
    );
  });
});

describe('a rename', () => {
  it.each([
    ['a definition', GET, '{Bo', 'Author'],
    ['a definition', GET, '{Bo', 'integer'],
    ['a scheme', GET, '@security k', 'token'],
    ['an operation', GET, 'function getB', 'addBook'],
    ['a parameter of the path', GET, '} i', 'note'],
    ['another parameter', POST, 'string} titl', 'text'],
    ['a parameter that a directory declares too', GET, 'integer} [limi', 'lang'],
    ['a parameter of a directory', MIDDLEWARE, '[query.lan', 'limit'],
    ['a parameter of a set', SETS, '[query.wor', 'X-Org'],
    ['a parameter of a set', SETS, '[query.wor', 'label'],
  ])('refuses to rename %s to a name that exists: %#', async (_, path, text, newName) => {
    await expect(ask('rename', path, text, { newName })).rejects.toThrow(`"${newName}" already exists.`);
  });
});

it('a parameter of a directory is renamed in the middleware below it, unless an operation declares it again', async () => {
  const changed = await changedBy(LAMPS, '[query.ton', 'sound');
  expect(changed[LAMPS_INNER]).toEqual(['export default (ctx, next) => (ctx.input.query.sound, next());']);
  await expect(ask('rename', DIMMER, '[query.ton', { newName: 'sound' })).rejects.toThrow(
    'app/operations/dimmers/@get.ts declares "tone" too. Rename it there first.',
  );
});

describe('the reads of a parameter', () => {
  it.each([
    'const params = new Map(); params.id = 3;',
    'export default (params: URLSearchParams) => params.id;',
    'const { path } = ctx.input; function page(path) { return path.id; }',
    'const { path } = ctx.input; for (const path of all) path.id;',
    'const { path } = ctx.input; { const [path] = all; path.id; }',
    'const { path } = ctx.input; try {} catch ({ path }) { path.id; }',
    'function f() { const { path } = ctx.input; } path.id;',
    'function f() { if (a) { var { path } = b; } path.id; }',
    'const input = { path: {} }; input.path.id;',
  ])('finds no reads in %s', (text) => {
    expect(editReads({ file: 'a.ts', text }, { place: 'path', name: 'id' }, 'to')).toEqual([]);
  });

  it.each([
    ['const i = ctx.input; i.path.id;', 'i.path.id'],
    ['const { path } = ctx.input; function page(other) { return path.id; }', 'path.id'],
    ['function f() { if (a) { var { path } = ctx.input; } return path.id; }', 'path.id'],
    ['export default ({ input }) => { const all = input.path!; return all.id; };', 'all.id'],
    ['export default ({ input: { path } }) => [1].map(() => path.id);', 'path.id'],
    ['const { ...all } = ctx.input; all.path.id;', 'all.path.id'],
  ])('finds the reads in %s', (text, read) => {
    const found = editReads({ file: 'a.ts', text }, { place: 'path', name: 'id' }, 'to');
    expect(found.map(({ at }) => at.span.start)).toEqual([text.lastIndexOf(read) + read.length - 2]);
  });

  it('parses no modules that do not mention the parameter', () => {
    const source = {
      get file(): string {
        throw new Error('parsed');
      },
      text: 'export const a = 1;',
    };
    const parameter = { place: 'path', name: 'id' } as const;
    const called = { ids: new Set(['getBook']), routes: new Set(['GET /books/{id}']) };
    expect([
      ...editReads(source, parameter, 'to'),
      ...editCalls(source, called, () => true, parameter, 'to'),
      ...editRoutes(source, called.routes, 'id', 'to'),
    ]).toEqual([]);
  });
});
