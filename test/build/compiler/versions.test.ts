import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { joinVersions } from '../../../src/build/compiler/versions/join-versions.ts';

type Files = Readonly<Record<string, string>>;

const listOf = (files: Files, prefix = ''): { path: string; text: string }[] =>
  Object.entries(files).map(([path, text]) => ({ path: prefix + path, text }));

const handler = (comment: string, name = 'run'): string =>
  `/**\n${comment
    .split('\n')
    .map((line) => ` * ${line}`)
    .join('\n')}\n */\nexport default function ${name}() {}\n`;

const BOOK = 'export interface Book {\n  title: string;\n}\n';
const OLD = 'export interface Book {\n  name: string;\n}\n';
const CONVERTED = `${OLD}export const down = (book) => ({ name: book.title });\nexport const up = (book) => ({ title: book.name });\n`;

/** Compiles two versions. */
function compileTwo(
  { files = {}, definitions = {} }: { files?: Files; definitions?: Files },
  older: { files?: Files; definitions?: Files },
  cache = createCache(),
): Compilation {
  return compileOperations({
    files: listOf(files),
    definitions: listOf(definitions),
    cache,
    versions: [
      {
        name: 'v1',
        prefix: 'v1',
        files: listOf(older.files ?? {}, pathInVersion('v1', '')),
        definitions: listOf(older.definitions ?? {}),
      },
      { name: 'v2', prefix: 'v2' },
    ],
  });
}

const codesOf = ({ diagnostics }: Compilation): string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);

describe('webhooks below the prefix of an older version', () => {
  const compileWith = (files: Files, webhooks: string): string[] =>
    compileOperations({
      files: listOf({ 'x@get.ts': handler('X.', 'x'), ...files }),
      webhooks,
      versions: [
        { name: 'v1', prefix: 'v1', files: listOf({ 'q@get.ts': handler('Q.', 'q') }, pathInVersion('v1', '')) },
        { name: 'v2', prefix: 'v2' },
      ],
    }).diagnostics.map(({ code, severity, at }) => `${severity} ${code} ${at.source.file}`);
  const GUARD = 'export const authorize = () => false;\n';
  const admin = { 'adm/_middleware.ts': GUARD, 'adm/z@post.ts': handler('Z.', 'z') };

  it.each<[string, Files, string, string]>([
    ['a webhook', { ...admin, '../webhooks/adm/q@post.ts': handler('Q.') }, '/v1', 'operations/adm'],
    ['a webhook', { ...admin, '../webhooks/q@post.ts': handler('Q.') }, '/v1/adm', 'operations/adm'],
    ['a webhook of today', { ...admin, '../webhooks/q@post.ts': handler('Q.') }, '/v2/adm', 'operations/adm'],
    [
      'an operation',
      {
        '../webhooks/_middleware.ts': GUARD,
        '../webhooks/q@post.ts': handler('Q.'),
        'hooks/z@post.ts': handler('Z.', 'z'),
      },
      '/v1/hooks',
      'webhooks',
    ],
  ])('reports a guard of the other directory that does not run for %s', (_name, files, webhooks, directory) => {
    expect(compileWith(files, webhooks)).toEqual([`warning lost-guard app/${directory}/_middleware.ts`]);
  });

  it('accepts webhooks elsewhere, or with a guard', () => {
    const webhook = { '../webhooks/adm/q@post.ts': handler('Q.') };
    expect(compileWith({ ...admin, ...webhook }, '/hooks')).toEqual([]);
    expect(compileWith({ ...admin, ...webhook, '../webhooks/adm/_middleware.ts': GUARD }, '/v1')).toEqual([]);
  });
});

describe('an operation that an older version inherits', () => {
  it.each([
    ['returns it', '@returns {Book} It'],
    ['returns a list of it', '@returns {Book[]} They'],
    ['returns it in a page', '@param-include paging\n@returns {Page<Book>} They'],
    ['returns it in another definition', '@returns {Shelf} It'],
    ['takes it', '@POST\n@param {Book} body - It'],
    ['streams it', '@returns {Stream<Book>} 200 application/jsonl - They'],
  ])(
    'reports an inherited operation if a definition differs and it %s, unless functions convert it',
    (_name, comment) => {
      const today = {
        files: { 'books.ts': handler(comment) },
        definitions: { 'Book.ts': BOOK, 'Shelf.ts': 'export interface Shelf {\n  best: Book;\n}\n' },
      };
      const [error] = codesOf(compileTwo(today, { definitions: { 'Book.ts': OLD } }));
      expect(error).toMatch(/^version-difference: (?:GET|POST) \/v1\/books of "v1" is served by the handler of "v2"/);
      expect(error).toContain('the definition "Book" differs: only "v1" has "name", only "v2" has "title"');
      expect(codesOf(compileTwo(today, { definitions: { 'Book.ts': CONVERTED } }))).toEqual([]);
    },
  );

  it.each([
    ['is one of several types', '@returns {Book|string} It'],
    ['is in an error', '@returns {string} It\n@throws {Book} 409 - It exists'],
    ['is in a header', '@returns {string} It\n@header {Book} X-Book - It'],
    ['is made of its parts', '@POST\n@param {Part} body - It'],
    ['decides the cursor of a list', '@param-include cursor (title)\n@returns {Book[]} They'],
    ['decides the filters of a list', '@param-include filter (title), paging\n@returns {Book[]} They'],
  ])('needs a file if the definition %s, even with functions', (_name, comment) => {
    const today = {
      files: { 'books.ts': handler(comment) },
      definitions: { 'Book.ts': BOOK, 'Part.ts': 'export type Part = Partial<Book>;\n' },
    };
    // The same properties, in another unit.
    const same = `${BOOK}export const down = (book) => book;\nexport const up = (book) => book;\n`;
    expect(codesOf(compileTwo(today, { definitions: { 'Book.ts': same } }))).toEqual([
      expect.stringMatching(/^version-difference: /),
    ]);
  });

  it('keeps its contract if only texts differ', () => {
    const today = { files: { 'books.ts': handler('@returns {Book} It') }, definitions: { 'Book.ts': BOOK } };
    const texts = '/** A book, as it was. */\nexport interface Book {\n  /** Its name. */\n  title: string;\n}\n';
    expect(codesOf(compileTwo(today, { definitions: { 'Book.ts': texts } }))).toEqual([]);
  });

  it('needs a file if its ctx.current would be that of the older version', () => {
    const today = {
      files: {
        'book@get.ts': handler('@etag\n@returns {Book} It', 'getBook'),
        'book@delete.ts': handler('Removes it.', 'removeBook'),
      },
      definitions: { 'Book.ts': BOOK },
    };
    expect(codesOf(compileTwo(today, { definitions: { 'Book.ts': CONVERTED } }))).toEqual([
      expect.stringContaining('DELETE /v1/book of "v1" is served by the handler of "v2"'),
    ]);
  });
});

describe('a conditional write that an older version inherits', () => {
  const files = {
    'book@get.ts': handler('@etag\n@returns {string} It', 'getBook'),
    'book@delete.ts': handler('Removes it.', 'removeBook'),
  };
  const missing = [
    expect.stringMatching(/^version-difference: DELETE \/v1\/book of "v1" .*, but only "v2" has "ctx\.current"/),
  ];

  it('needs a file if the version has a GET of its path without @etag', () => {
    const get = { 'book@get.ts': handler('@etag none\n@returns {string} It', 'getBook') };
    expect(codesOf(compileTwo({ files }, { files: get }))).toEqual(missing);
    const own = { ...get, 'book@delete.ts': handler('Removes it.', 'removeBook') };
    expect(codesOf(compileTwo({ files }, { files: own }))).toEqual([]);
  });

  it('needs a file if the version has no GET of its path', () => {
    const since = { ...files, 'book@get.ts': handler('@etag\n@since v2\n@returns {string} It', 'getBook') };
    const other = { 'other.ts': handler('Reads.', 'other') };
    expect(codesOf(compileTwo({ files: since }, { files: other }))).toEqual(missing);
  });
});

describe('an older version', () => {
  it.each([
    ['@security', handler('@security token'), handler('Reads.')],
    ['authorize', `${handler('Reads.')}export const authorize = () => true;\n`, handler('Reads.')],
    ['@rate-limit', handler('@rate-limit 5 per minute per address'), handler('Reads.')],
  ])('an older version cannot lose the %s of a file that it replaces', (_name, today, older) => {
    const definitions = {
      'openapi.yaml': 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n',
    };
    const tree = { files: { 'books.ts': today, 'other.ts': handler('@security token', 'other') }, definitions };
    expect(codesOf(compileTwo(tree, { files: { 'books@get.ts': older } }))).toEqual([
      expect.stringMatching(/^version-guard: /),
    ]);
    expect(codesOf(compileTwo(tree, { files: { 'books@get.ts': today } }))).toEqual([]);
  });

  it.each([
    ["export const authorize = (ctx) => ctx.input.path.book_id !== 'a';", 'input.path.book_id'],
    ["export default (ctx, next) => (ctx.params.book_id === 'a' ? ctx.throw(403) : next());", 'params.book_id'],
    ["export const authorize = (ctx) => ctx.input.query.owner !== 'a';", 'input.query.owner'],
  ])('warns of a guard of today that reads a parameter with another name: %s', (guard, field) => {
    const of = (id: string, owner: string): string =>
      handler(`@param {string} ${id} - It\n * @param {string} query.${owner} - It`);
    const tree = { files: { 'books/_middleware.ts': guard, 'books/{book_id}/@get.ts': of('book_id', 'owner') } };
    const found = (path: string, text: string): string[] =>
      compileTwo(tree, { files: { [path]: text } }).diagnostics.map(({ code, message }) => `${code}: ${message}`);
    expect(found('books/{id}@get.ts', of('id', 'user'))).toEqual([
      expect.stringContaining(`version-guard: A guard reads "ctx.${field}", which is undefined for this older version`),
    ]);
    expect(found('books/{book_id}@get.ts', of('book_id', 'owner'))).toEqual([]);
  });

  it('warns of definitions and schemes that no version uses', () => {
    const yaml = 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }';
    const today = { files: { 'a.ts': handler('Reads.') }, definitions: { 'openapi.yaml': yaml, 'Pet.json': '{}' } };
    const unusedOf = (line: string): string[] =>
      compileTwo(today, {
        files: { 'a.ts': handler(line), 'b.ts': handler('Reads.', 'read') },
      }).diagnostics.flatMap(({ code }) => (code.startsWith('unused-') ? [code] : []));
    expect(unusedOf('Reads.')).toEqual(['unused-definition', 'unused-scheme']);
    expect(unusedOf('@returns {Pet} It')).toEqual(['unused-scheme']);
    expect(unusedOf('@security token')).toEqual(['unused-definition']);
  });

  it('reports a lost @x-... line, which middleware can read', () => {
    const tree = { files: { 'books.ts': handler('@x-plan pro') } };
    const warningsOf = (older: string): string[] =>
      compileTwo(tree, { files: { 'books@get.ts': handler(older) } }).diagnostics.flatMap(({ code, message }) =>
        code === 'version-guard' ? [message] : [],
      );
    expect(warningsOf('Reads.')).toEqual([expect.stringContaining('has "@x-plan", and this one does not')]);
    expect(warningsOf('@x-plan free')).toEqual([]);
  });

  it.each([
    ['@idempotent', 'book@post.ts', '@idempotent', ['@idempotent none', '@idempotent', '@idempotent required']],
    ['@idempotent', 'book@post.ts', '@idempotent required', ['@idempotent none', '@idempotent']],
    ['@etag', 'book@get.ts', '@etag\n@returns {string} It', ['@etag none', '@etag\n@returns {string} It']],
    ['@cache', 'book@get.ts', '@cache no-store', ['@cache private, max-age=60', '@cache no-store']],
    ['@cache', 'book@get.ts', '@cache private, max-age=60', ['@cache no-store', '@cache max-age=60, private']],
  ])('warns of a lost %s, unless the file in its place has such a line: %s, %s', (name, file, today, others) => {
    const tree = { files: { [file]: handler(today) } };
    const warningsOf = (older: string): string[] =>
      compileTwo(tree, { files: { [file]: handler(older) } }).diagnostics.map(
        ({ code, severity, message }) => `${severity} ${code}: ${message}`,
      );
    expect(warningsOf('Reads.')).toEqual([
      expect.stringMatching(`^warning version-guard: .* has "${name}", and this one does not\\. Write it here too`),
    ]);
    for (const line of others) expect(warningsOf(line)).toEqual([]);
  });

  it.each([
    ['a public @cache', { 'book@get.ts': handler('@cache public, max-age=60') }],
    ['an @etag that today does not have', { 'book@get.ts': handler('@etag none\n@returns {string} It') }],
    ['the @cache of a directory', { '_middleware.ts': '/** @cache no-store */', 'book@get.ts': handler('Reads.') }],
  ])('accepts a file without %s', (_name, files) => {
    const { diagnostics } = compileTwo({ files }, { files: { 'book@get.ts': handler('@returns {string} It') } });
    expect(diagnostics).toEqual([]);
  });

  const guard = 'export const authorize = () => true;\n';

  it.each([
    ['books/@get.ts', 'books/_middleware.ts', 'books@get.ts'],
    ['books/{book_id}/@get.ts', 'books/{book_id}/_middleware.ts', 'books/{id}@get.ts'],
    ['books/{book_id}/@get.ts', 'books/{book_id}/_middleware.ts', 'books/{id}/@get.ts'],
    ['books/{book_id}/@get.ts', 'books/{book_id}/_middleware.ts', 'books/{book_id}@get.ts'],
  ])('an older version cannot replace %s, guarded by %s, by the unguarded %s', (file, middleware, older) => {
    const text = handler(file.includes('{') ? '@param {string} path.book_id - The book' : 'Reads.', 'read');
    for (const code of [guard, 'export default (ctx, next) => next();\n']) {
      const today = { files: { [file]: text, [middleware]: code } };
      const one = text.replace('book_id', /\{(\w+)\}/.exec(older)?.[1] ?? '');
      const codes = codesOf(compileTwo(today, { files: { [older]: one } }));
      expect(codes).toEqual([expect.stringMatching(/^(?:version-guard|lost-guard): /)]);
      const own = codesOf(compileTwo(today, { files: { [older]: one + guard } }));
      expect(own.filter((each) => !each.startsWith('lost-guard'))).toEqual([]);
    }
  });

  it('reports a lost guard of a directory once', () => {
    const files = { 'books/@get.ts': handler('Reads.', 'read'), 'books/_middleware.ts': guard };
    const { diagnostics } = compileTwo({ files }, { files: { 'books@get.ts': handler('Reads.', 'read') } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['version-guard']);
  });

  it('accepts a separate guard in place of that of another directory', () => {
    const today = { files: { 'books/@get.ts': handler('Reads.', 'read'), 'books/_middleware.ts': guard } };
    const own = { 'books@get.ts': handler('Reads.', 'read') + guard, '_middleware.ts': guard };
    expect(codesOf(compileTwo(today, { files: own }))).toEqual([]);
    // A guard of all operations replaces none of one directory.
    const all = { 'books@get.ts': handler('Reads.', 'read'), '_middleware.ts': guard };
    expect(codesOf(compileTwo(today, { files: all }))).toEqual([expect.stringMatching(/^version-guard: /)]);
  });

  it('keeps the guard of a directory in addition to that of the operation', () => {
    const read = handler('Reads.', 'read');
    const today = { files: { 'books/@get.ts': read + guard, 'books/_middleware.ts': guard } };
    const { diagnostics } = compileTwo(today, { files: { 'books@get.ts': read + guard } });
    expect(diagnostics.map(({ code, message }) => [code, /[^.]+\.$/.exec(message)![0]])).toEqual([
      ['version-guard', ' Move it to the same directory as the file of today.'],
    ]);
  });

  it('reports a lost guard if the version has middleware that only sets headers', () => {
    const sets = 'export default async (ctx, next) => { await next(); ctx.set("X-Old", "yes"); };\n';
    const refuses = 'export default (ctx, next) => (ctx.ip === "192.0.2.1" ? next() : ctx.throw(403));\n';
    const read = handler('Reads.', 'read');
    const today = { files: { 'books/@get.ts': read, 'books/_middleware.ts': refuses } };
    const codes = (file: string, root: string): string[] =>
      compileTwo(today, {
        files: { [file]: handler('Reads.', file === 'books@get.ts' ? 'read' : 'table'), '_middleware.ts': root },
      }).diagnostics.map(({ code }) => code);
    expect(codes('books@get.ts', sets)).toEqual(['version-guard']);
    const closes =
      'export default async (ctx, next) => { if (process.env.DOWN) throw problem(503, "Closed"); await next(); };\n';
    expect(codes('books.csv@get.ts', closes)).toEqual(['unguarded-path']);
    expect(codes('books.csv@get.ts', sets)).toEqual(['unguarded-path']);
    // A guard of all operations isn't as deep as that of the directory.
    expect(codes('books@get.ts', refuses)).toEqual(['version-guard']);
    expect(codes('books.csv@get.ts', refuses)).toEqual(['unguarded-path']);
  });

  it('warns of an operation of an older version that is next to a guarded directory of today', () => {
    const today = { files: { 'books/@get.ts': handler('Reads.', 'read'), 'books/_middleware.ts': guard } };
    const { diagnostics } = compileTwo(today, { files: { 'books@post.ts': handler('Adds.', 'add') } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unguarded-path']);
  });

  const rest = handler('@param {string} path.path - The rest', 'read');
  const one = handler('@param {string} path.id - The ID', 'read');

  it.each<[string, Files, Files, string]>([
    [
      'today books/{org}/, v1 below books/{id}/',
      { 'books/{org}/_middleware.ts': guard },
      { 'books/{id}/x@get.ts': one },
      'lost-guard',
    ],
    [
      'today books/, v1 books.csv',
      { 'books/_middleware.ts': guard },
      { 'books.csv@get.ts': handler('A.') },
      'unguarded-path',
    ],
    [
      'today books/a/, v1 rest',
      { 'books/a/_middleware.ts': guard },
      { 'books/{path...}@get.ts': rest },
      'unguarded-path',
    ],
    [
      'today books/a/, v1 parameter',
      { 'books/a/_middleware.ts': guard },
      { 'books/{id}/x@get.ts': one },
      'unguarded-path',
    ],
    [
      'v1 books/{id}/, today books/{org}/',
      { 'books/{org}/@get.ts': one.replace('id', 'org') },
      { 'books/{id}/_middleware.ts': guard },
      'lost-guard',
    ],
    ['v1 books/, today books', { 'books@get.ts': handler('A.') }, { 'books/_middleware.ts': guard }, 'unguarded-path'],
    [
      'v1 books/, today books.csv',
      { 'books.csv@get.ts': handler('A.') },
      { 'books/_middleware.ts': guard },
      'unguarded-path',
    ],
    [
      'v1 books/a/, today rest',
      { 'books/{path...}@get.ts': rest },
      { 'books/a/_middleware.ts': guard },
      'unguarded-path',
    ],
    [
      'v1 books/a/, today parameter',
      { 'books/{id}/x@get.ts': one },
      { 'books/a/_middleware.ts': guard },
      'unguarded-path',
    ],
  ])('reports a guard of one tree that does not run for an operation of the other: %s', (_, files, older, code) => {
    const compilation = compileTwo({ files: { 'other@get.ts': handler('O.', 'other'), ...files } }, { files: older });
    expect(compilation.diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it('reports an older version without the operation that today answers the guarded path', () => {
    const today = {
      files: {
        'files/private/_middleware.ts': guard,
        'files/private/content@get.ts': handler('Reads.\n\n@since v2', 'readPrivate'),
        'files/{folder}/content@get.ts': handler('@param {string} folder - The folder', 'readFolder'),
      },
    };
    const { diagnostics } = compileTwo(today, { files: { 'other@get.ts': handler('O.', 'other') } });
    expect(diagnostics.map(({ code }) => code)).toContain('unguarded-path');
  });

  it.each<[string, Files, Files, string]>([
    ['v2 books/, v1 books', { 'books/_middleware.ts': guard }, { 'books@get.ts': handler('A.') }, 'unguarded-path'],
    ['v2 books, v1 books/', { 'books@get.ts': handler('A.') }, { 'books/_middleware.ts': guard }, 'unguarded-path'],
    [
      'v2 books/a/, v1 books/{id}/',
      { 'books/a/_middleware.ts': guard },
      { 'books/{id}/x@get.ts': one },
      'unguarded-path',
    ],
    [
      'v2 books/{id}/, v1 below books/{org}/',
      { 'books/{id}/_middleware.ts': guard },
      { 'books/{org}/x@get.ts': one.replace('id', 'org') },
      'lost-guard',
    ],
  ])('reports a guard between two older versions: %s', (_, middle, oldest, code) => {
    const { diagnostics } = compileOperations({
      files: listOf({ 'other@get.ts': handler('O.', 'other') }),
      definitions: [],
      versions: [
        { name: 'v1', prefix: 'v1', files: listOf(oldest, pathInVersion('v1', '')), definitions: [] },
        { name: 'v2', prefix: 'v2', files: listOf(middle, pathInVersion('v2', '')), definitions: [] },
        { name: 'v3', prefix: 'v3' },
      ],
    });
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it('runs the guards of the _middleware files of today inside of those of the version', () => {
    const wrap = 'export default (ctx, next) => next();\n';
    const compilation = compileTwo(
      { files: { '_middleware.ts': wrap + guard, 'a/_middleware.ts': guard, 'a/books.ts': handler('Reads.') } },
      { files: { 'a/_middleware.ts': wrap, 'a/books.ts': handler('Reads.') } },
    );
    expect(codesOf(compilation)).toEqual([]);
    const [older] = compilation.older!;
    expect(older!.operations.map(({ contract }) => [contract.path, contract.authorized])).toEqual([
      ['/v1/a/books', true],
    ]);
  });

  it('lacks operations with a later @since, also of a directory', () => {
    const compilation = compileTwo(
      {
        files: {
          'old.ts': handler('Reads.', 'old'),
          'new.ts': handler('Reads.\n\n@since v2', 'recent'),
          'all/_middleware.ts': '/**\n * @since v2\n * @tags all\n */\n',
          'all/new.ts': handler('Reads.', 'other'),
        },
      },
      {},
    );
    expect(compilation.diagnostics).toEqual([]);
    const paths = joinVersions(compilation).operations.map(({ contract }) => contract.path);
    expect(paths).toEqual(['/v1/old', '/v2/all/new', '/v2/new', '/v2/old']);
  });

  it.each([
    ['alone', ''],
    ['above authorize', 'export const authorize = () => true;\n'],
    ['above middleware', 'export default (ctx, next) => next();\n'],
  ])('lacks the operations of a directory whose file has @since as the only line, %s', (_, code) => {
    const files = { 'old.ts': handler('Reads.', 'old'), 'all/_middleware.ts': `/** @since v2 */\n${code}` };
    const compilation = compileTwo({ files: { ...files, 'all/new.ts': handler('Reads.', 'other') } }, {});
    expect(compilation.diagnostics).toEqual([]);
    const paths = joinVersions(compilation).operations.map(({ contract }) => contract.path);
    expect(paths).toEqual(['/v1/old', '/v2/all/new', '/v2/old']);
  });

  it('lacks an operation that passes on one of a directory with a later @since', () => {
    const files = {
      'old.ts': handler('Reads.', 'old'),
      'all/_middleware.ts': '/** @since v2 */\n',
      'all/new@get.ts': handler('Reads.', 'other'),
      'again@get.ts': "/** @operationId again */\nexport { default } from './all/new@get.ts';\n",
    };
    const paths = joinVersions(compileTwo({ files }, {})).operations.map(({ contract }) => contract.path);
    expect(paths.filter((path) => path.startsWith('/v1/'))).toEqual(['/v1/old']);
  });

  it('warns of an unknown version in the only line of a directory', () => {
    const files = { 'all/_middleware.ts': '/** @since v9 */\nexport default (ctx, next) => next();\n' };
    const { diagnostics } = compileTwo(
      { files: { ...files, 'all/new.ts': handler('Reads.', 'other') } },
      { files: { 'b@get.ts': handler('B.', 'b') } },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-since']);
  });

  it('compiles an older version after an edit as it does from the start', () => {
    const today = { files: { 'books.ts': handler('@returns {Book} It') }, definitions: { 'Book.ts': BOOK } };
    const cache = createCache();
    for (const definitions of [
      { 'Book.ts': CONVERTED },
      { 'Book.ts': OLD },
      { 'Book.ts': BOOK },
      { 'Book.ts': CONVERTED },
    ]) {
      const again = compileTwo(today, { definitions }, cache);
      const first = compileTwo(today, { definitions });
      expect(codesOf(again)).toEqual(codesOf(first));
      const contracts = (compilation: Compilation): unknown =>
        joinVersions(compilation).operations.map(({ contract, conversions }) => [contract, conversions]);
      expect(contracts(again)).toEqual(contracts(first));
    }
  });
});

describe('a file of an older version', () => {
  it('replaces the operation of the same path without a method in its name', () => {
    const { older, diagnostics } = compileTwo(
      { files: { 'books.ts': handler('Lists them.\n\n@returns {string} Today') } },
      { files: { 'books.ts': handler('Lists them.\n\n@returns {integer} Before') } },
    );
    expect(diagnostics).toEqual([]);
    expect(older![0]!.operations.map(({ contract }) => [contract.id, contract.path])).toEqual([
      ['../versions/v1/operations/books.ts', '/v1/books'],
    ]);
  });

  it('an operation of a version is internal if the one that it replaces is, by its own line or by that of its directory', () => {
    const today = {
      'own.ts': handler('Reads.\n@internal', 'own'),
      'shown.ts': handler('Reads.', 'shown'),
      'all/{id}/_middleware.ts': '/** @internal */\n',
      'all/{id}/@get.ts': handler('@param {string} id', 'below'),
    };
    const older = {
      'own.ts': handler('Reads it.', 'own'),
      'shown.ts': handler('Reads it.', 'shown'),
      'all/{id}@get.ts': handler('@param {string} id', 'below'),
      'only.ts': handler('Reads it.', 'only'),
    };
    const layers = (name: string, files: Files) => ({
      name,
      prefix: name,
      files: listOf(files, pathInVersion(name, '')),
      definitions: [],
    });
    const { older: [first, second] = [], diagnostics } = compileOperations({
      files: listOf(today),
      definitions: [],
      versions: [layers('v1', older), layers('v2', { 'own.ts': older['own.ts'] }), { name: 'v3', prefix: 'v3' }],
    });
    expect(diagnostics).toEqual([]);
    const internal = ({ operations }: Pick<Compilation, 'operations'>) =>
      operations.flatMap(({ contract }) => (contract.internal === true ? [contract.path] : [])).sort();
    expect(internal(first!)).toEqual(['/v1/all/{id}', '/v1/own']);
    expect(internal(second!)).toEqual(['/v2/all/{id}', '/v2/own']);
  });
});
