import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { guardsOf } from '../../../src/build/compiler/operations/middleware.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import type { Operation } from '../../../src/shared/contract/operation.ts';
import { brief, compile } from './compile.ts';

const PUT = `/**
 * Replaces a book.
 * It has to exist.
 *
 * @tags books
 * @tool
 * @security token write
 * @param {integer} id - The book
 * @param {string} title - The title
 * @param {string} [header.X-Note] - A note
 * @returns {{title: string}} The book
 * @throws 404 - Unknown
 * @header {string} X-Trace - The trace
 * @deprecated
 * @x-plan pro
 */
export default function replaceBook() {}
`;
const OPENAPI = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};
const AGAIN = "export { default } from './@put.ts';\n";

function contractOf(path: string, text: string, others: Record<string, string> = {}): Operation {
  const { operations, diagnostics } = compile(
    { 'books/{id}/@put.ts': PUT, [path]: text, ...others },
    { definitions: [OPENAPI] },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  return operations.find(({ contract }) => contract.id === path)!.contract;
}

/** What a contract says, without what a place decides. */
const linesOf = ({ id: _id, method: _method, path: _path, operationId: _name, ...lines }: Operation): object => lines;

describe('an operation that passes on another one', () => {
  const { tool: _tool, ...put } = compile({ 'books/{id}/@put.ts': PUT }, { definitions: [OPENAPI] }).operations[0]!
    .contract;

  it("takes on the contract of the passed operation, but its own name, and isn't a tool unless its own comment makes it one", () => {
    const patch = contractOf('books/{id}/@patch.ts', `/** @operationId patchBook */\n${AGAIN}`);
    expect([patch.method, patch.path, patch.operationId]).toEqual(['PATCH', '/books/{id}', 'patchBook']);
    expect(linesOf(patch)).toEqual(linesOf(put));
  });

  const [, COMMENT] = /^(.*?\*\/\n)/s.exec(PUT)!;
  it.each<[name: string, other: string]>([
    ['a name', `${COMMENT!}export function replaceBook() {}\nexport default replaceBook;\n`],
    ['a list of names', `${COMMENT!}function replaceBook() {}\nexport { replaceBook as default, replaceBook };\n`],
    [
      'a constant',
      `${COMMENT!}export const replaceBook = defineOperation(function replaceBook() {});\nexport default replaceBook;\n`,
    ],
    [
      'the function that it wraps',
      `${COMMENT!}export function replaceBook() {}\nexport default defineOperation(replaceBook);\n`,
    ],
    [
      'an import',
      `import { replaceBook } from '../../_replace.ts';\nexport { replaceBook };\n${COMMENT!}export default replaceBook;\n`,
    ],
  ])('takes it on by another export that is the same function: %s', (_name, other) => {
    for (const text of [
      "export { replaceBook as default } from './@put.ts';",
      "import { replaceBook } from './@put.ts';\nexport default replaceBook;",
      "import * as book from './@put.ts';\nexport default book.replaceBook;",
    ]) {
      const patch = contractOf('books/{id}/@patch.ts', `/** @operationId patchBook */\n${text}\n`, {
        'books/{id}/@put.ts': other,
        '_replace.ts': 'export function replaceBook() {}\n',
      });
      expect(linesOf(patch)).toEqual(linesOf(put));
    }
  });

  it.each([
    "export { default as book } from './operations/books/{id}/@put.ts';",
    "export { replaceBook as book } from './operations/books/{id}/@put.ts';",
    "import book from './operations/books/{id}/@put.ts';\nexport { book };",
  ])('takes it on from a namespace of a module elsewhere: %s', (barrel) => {
    const { operations, diagnostics } = compile(
      {
        'books/{id}/@put.ts': PUT.replace('export default ', 'export ') + 'export default replaceBook;\n',
        'books/{id}/@patch.ts':
          "import * as all from '../../../all.ts';\n/** @operationId patchBook */\nexport default all.book;\n",
      },
      { definitions: [OPENAPI], readFile: (path) => (path === 'app/all.ts' ? barrel : undefined) },
    );
    expect(diagnostics).toEqual([]);
    expect(linesOf(operations.find(({ contract }) => contract.method === 'PATCH')!.contract)).toEqual(linesOf(put));
  });

  it('takes nothing on from another function of that file', () => {
    const other = `${PUT}export function readBook() {}\n`;
    const { operations } = compile(
      {
        'books/{id}/@put.ts': other,
        'books/{id}/@get.ts': "/** Gets it. */\nexport { readBook as default } from './@put.ts';",
      },
      { definitions: [OPENAPI] },
    );
    expect(operations.find(({ contract }) => contract.method === 'GET')!.contract.security).toBeUndefined();
  });

  it('takes the method of the other one if it has none', () => {
    const moved = contractOf(
      'shelf/{id}.ts',
      "/** @operationId moveBook */\nexport { default } from '../books/{id}/@put.ts';",
    );
    expect([moved.method, moved.path]).toEqual(['PUT', '/shelf/{id}']);
  });

  it.each([
    ['an import', "import replace from './@put.ts';\n/** @operationId patchBook */\nexport default replace;"],
    ['a file between', `/** @operationId patchBook */\nexport { default } from '../../again/{id}@put.ts';`],
  ])('passes on another operation by %s', (_, text) => {
    const between = `/** @operationId again */\nexport { default } from '../books/{id}/@put.ts';`;
    const patch = contractOf('books/{id}/@patch.ts', text, { 'again/{id}@put.ts': between });
    expect(linesOf(patch)).toEqual(linesOf(put));
  });

  it('overrides lines with its own, each by its name', () => {
    const text = `/**
 * Changes a book.
 *
 * @operationId patchBook
 * @tags drafts
 * @tool patch_book
 * @security none
 * @param {string} [title] - The new title
 * @param {string} [author] - The author
 * @returns {{id: integer}} The changed book
 * @throws 409 - Taken
 * @x-plan free
 */
${AGAIN}`;
    const patch = contractOf('books/{id}/@patch.ts', text);
    expect(patch).toMatchObject({
      summary: 'Changes a book.',
      tags: ['drafts'],
      tool: { name: 'patch_book' },
      security: [],
      extensions: { 'x-plan': 'free' },
    });
    expect(patch.description).toBeUndefined();
    expect(patch.parameters.map(({ name }) => name)).toEqual(['X-Note', 'id'].reverse());
    expect(patch.body!.content[0]!.schema).toMatchObject({
      properties: { title: { description: 'The new title' }, author: {} },
    });
    expect(patch.body!.content[0]!.schema['required']).toBeUndefined();
    expect(patch.responses.map(({ status, description }) => [status, description])).toEqual([
      ['200', 'The changed book'],
      ['409', 'Taken'],
      ['404', 'Unknown'],
    ]);
  });

  it.each([
    ['@security token', ['weaker-security']],
    ['@security token (weaker)', []],
    ['@security token write', []],
    ['@security none', []],
  ])('Lines that require less are a warning without a mark: %s', (line, codes) => {
    const text = `/**\n * @operationId patchBook\n * ${line}\n */\n${AGAIN}`;
    const { diagnostics } = compile(
      { 'books/{id}/@put.ts': PUT, 'books/{id}/@patch.ts': text },
      { definitions: [OPENAPI] },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('replaces the whole body if it has its own', () => {
    const text = `/**\n * @operationId patchBook\n * @consumes text/plain\n * @param {string} body - The text\n */\n${AGAIN}`;
    expect(contractOf('books/{id}/@patch.ts', text).body!.content).toEqual([
      { mediaType: 'text/plain', schema: { type: 'string' } },
    ]);
  });

  it('changes with the other file, and is the same if nothing has changed', () => {
    const cache = createCache();
    const run = (text: string) =>
      compile(
        { 'books/{id}/@put.ts': text, 'books/{id}/@patch.ts': `/** @operationId patchBook */\n${AGAIN}` },
        { definitions: [OPENAPI], cache },
      ).operations[0]!;
    const first = run(PUT);
    expect(run(PUT)).toBe(first);
    expect(run(PUT.replace('Replaces', 'Renews')).contract.summary).toBe('Renews a book.');
  });
});

describe('the guards of an operation that another one passes on', () => {
  const GUARDED = `${PUT}export const authorize = () => true;\n`;
  const codes = (files: Record<string, string>): string[] =>
    compile(files, { definitions: [OPENAPI] }).diagnostics.map((each) => brief(each)[0]!);
  const PATCH = `/** @operationId patchBook */\n${AGAIN}`;

  it('run for both', () => {
    const { operations, middleware } = compile(
      { 'books/{id}/@put.ts': GUARDED, 'books/{id}/@patch.ts': PATCH },
      { definitions: [OPENAPI] },
    );
    expect(operations.map((each) => guardsOf(each, middleware).map(({ path }) => path))).toEqual([
      ['books/{id}/@put.ts'],
      ['books/{id}/@put.ts'],
    ]);
    expect(operations.map(({ contract }) => contract.authorized)).toEqual([true, true]);
  });

  it("replaces the guards by the operation's own one", () => {
    const { operations, middleware } = compile(
      { 'books/{id}/@put.ts': GUARDED, 'books/{id}/@patch.ts': `${PATCH}export const authorize = () => false;\n` },
      { definitions: [OPENAPI] },
    );
    expect(guardsOf(operations[0]!, middleware).map(({ path }) => path)).toEqual(['books/{id}/@patch.ts']);
  });

  const OPEN = `/** @operationId patchBook */\nexport { default } from '../../books/{id}/@put.ts';\n`;
  const GUARD = 'export const authorize = () => false;';

  it.each([
    ['the authorize', GUARD],
    ['the middleware', 'export default (ctx, next) => next();'],
    ['the @security', '/** @security token */'],
    ['the limit', '/** @rate-limit 5 per minute per address */'],
  ])('reports guards that are %s of a directory that the other place is not in', (_, guard) => {
    const put = PUT.replace(' * @security token write\n', '');
    const files = { 'books/{id}/@put.ts': put, 'books/_middleware.ts': guard, 'open/{id}/@patch.ts': OPEN };
    expect(codes(files)).toContain('passed-contract');
  });

  it.each([
    ['a guard in its directory', { 'open/_middleware.ts': GUARD }, OPEN],
    ['an authorize of its own', {}, `${OPEN}${GUARD}`],
    ['a @security line of its own', {}, OPEN.replace('patchBook', 'patchBook\n * @security none')],
  ])('accepts a guard in a directory of the other file if there is %s', (_, others, text) => {
    const files = { 'books/{id}/@put.ts': PUT, 'books/_middleware.ts': GUARD, 'open/{id}/@patch.ts': text, ...others };
    expect(codes(files)).not.toContain('passed-contract');
  });

  it.each([
    ['middleware', 'export default (ctx, next) => next();'],
    ['a @security line', '/** @security token */'],
    ['an authorize that allows everyone', 'export const authorize = () => true;'],
  ])('reports a place with %s, but without the authorize that is left behind', (_, here) => {
    const files = {
      'books/{id}/@put.ts': PUT,
      'books/_middleware.ts': GUARD,
      'open/_middleware.ts': here,
      'open/{id}/@patch.ts': OPEN,
    };
    expect(codes(files)).toContain('passed-contract');
  });

  it('accepts a place without the @security of a directory if the lines of the other file require as much', () => {
    const files = { 'books/{id}/@put.ts': PUT, 'books/_middleware.ts': '/** @security token */' };
    expect(codes({ ...files, 'open/{id}/@patch.ts': OPEN })).not.toContain('passed-contract');
  });

  it('reports a place whose inner directory opens what the outer one guards in the same way', () => {
    const files = {
      'books/{id}/@put.ts': PUT.replace(' * @security token write\n', ''),
      'books/_middleware.ts': '/** @security token */',
      'open/_middleware.ts': '/** @security token */',
      'open/{id}/@patch.ts': OPEN,
    };
    expect(codes(files)).not.toContain('passed-contract');
    expect(codes({ ...files, 'open/{id}/_middleware.ts': '/** @security none */' })).toContain('passed-contract');
  });

  it.each([
    "export { default, authorize } from '../../books/{id}/@put.ts';",
    "import * as put from '../../books/{id}/@put.ts';\nexport default put.default;\nexport const authorize = put.authorize;",
    "export { default } from '../../books/{id}/@put.ts';\nexport { isMember as authorize } from '../../../rules.ts';",
  ])("reports a place that takes on the other file's authorize, but no guard of its directory: %s", (code) => {
    const own = "export { isMember as authorize } from '../../../rules.ts';\n";
    const rules = { 'app/rules.ts': 'export const isMember = (ctx) => ctx.get("x") === "a";' };
    const files = {
      'books/{id}/@put.ts': own + PUT.replace(' * @security token write\n', ''),
      'books/_middleware.ts': GUARD,
      'open/{id}/@patch.ts': `/** @operationId patchBook */\n${code}`,
    };
    const { diagnostics } = compile(files, {
      definitions: [OPENAPI],
      readFile: (file) => (rules as Record<string, string>)[file],
    });
    expect(diagnostics.map(({ code: each }) => each)).toContain('passed-contract');
  });

  it('reports a place whose own authorize allows everyone', () => {
    const put = PUT.replace(' * @security token write\n', '');
    const found = (guard: string): (string | undefined)[] =>
      codes({ 'books/{id}/@put.ts': put, 'books/_middleware.ts': GUARD, 'open/{id}/@patch.ts': OPEN + guard });
    expect(found('export const authorize = () => true;')).toContain('passed-contract');
    expect(found('export const authorize = (ctx) => ctx.get("x") === "a";')).not.toContain('passed-contract');
  });

  it('takes on @tool none, also in a directory of tools', () => {
    const put = PUT.replace(' * @tool\n', ' * @tool none\n');
    const files = { '_middleware.ts': '/** @tool */', 'books/{id}/@put.ts': put, 'open/{id}/@patch.ts': OPEN };
    const { operations } = compile(files, { definitions: [OPENAPI] });
    expect(operations.map(({ contract }) => contract.tool)).toEqual([undefined, undefined]);
  });

  describe('The lines of the other file would replace those of the directories', () => {
    const OPENED = PUT.replace('@security token write', '@security none');
    const found = (put: string, comment: string, directory: string): string[] =>
      compile(
        {
          '_middleware.ts':
            'export default (ctx, next) => (ctx.operation.extensions["x-plan"] ? next() : ctx.throw(403));',
          'books/{id}/@put.ts': put,
          'admin/_middleware.ts': directory,
          'admin/{id}/@patch.ts': OPEN.replace('patchBook', `patchBook${comment}`),
        },
        { definitions: [OPENAPI] },
      )
        .diagnostics.filter(({ code }) => code === 'passed-contract')
        .map(({ severity, message }) => `${severity}: ${message}`);

    it.each([
      [OPENED, '/** @security token */'],
      [PUT, '/** @security token write admin */'],
      [PUT.replace('@security token write', '@security token write (weaker)'), '/** @security token admin */'],
      [
        PUT.replace('@security token write', '@security token write\n * @security none'),
        '/** @security token write */',
      ],
    ])('reports %j in %j', (put, directory) => {
      expect(found(put, '', directory)).toEqual([
        'error: The "@security" of the operation in "../../books/{id}/@put.ts" would replace that of admin/_middleware.ts here. Declare the operation\'s own "@security".',
      ]);
      expect(found(put, '\n * @security none', directory)).toEqual([]);
      expect(found(put, '\n * @security token write admin', directory)).toEqual([]);
    });

    it.each([GUARD, '/** @security token write */', 'export default (ctx) => ctx.throw(403);'])(
      'reports a response that is the same for everyone in %j',
      (directory) => {
        const comment = '\n * @GET\n * @security token write';
        const put = PUT.replace(' * @security token write', ' * @cache public, max-age=60 (same for everyone)');
        expect(found(put, comment, directory)).toEqual([
          expect.stringContaining('admin/_middleware.ts guards this one'),
        ]);
        expect(found(put, `${comment}\n * @cache private`, directory)).toEqual([]);
        expect(found(put, comment, '/** @tags admin */')).toEqual([]);
      },
    );

    it('warns of other lines that middleware can read', () => {
      const put = PUT.replace('@security token write', '@x-plan free');
      expect(found(put, '', '/** @x-plan pro */')).toEqual([expect.stringContaining('warning: The "@x-plan" of')]);
      expect(found(put, '\n * @x-plan free', '/** @x-plan pro */')).toEqual([]);
    });

    it.each([
      [PUT, '/** @security token write */'],
      [PUT, '/** @security token */'],
      [PUT.replace(' * @security token write\n', ''), '/** @security token admin */'],
      [OPENED, '/** @tags admin */'],
    ])('accepts %j in %j', (put, directory) => {
      expect(found(put, '', directory)).toEqual([]);
    });
  });

  it('reports a place that has the guard of the outer directory alone', () => {
    const files = {
      'two/_middleware.ts': 'export const authorize = (ctx) => ctx.get("a") === "1";',
      'two/inner/_middleware.ts': 'export const authorize = (ctx) => ctx.get("b") === "1";',
      'two/inner/{id}/@put.ts': PUT,
      'three/_middleware.ts': "export { authorize } from '../two/_middleware.ts';",
      'three/{id}/@patch.ts': OPEN.replace('books', 'two/inner'),
    };
    expect(codes(files)).toContain('passed-contract');
    const inner = "export { authorize } from '../../two/inner/_middleware.ts';";
    expect(codes({ ...files, 'three/{id}/_middleware.ts': inner })).not.toContain('passed-contract');
    const own = 'export const authorize = (ctx) => ctx.get("c") === "1";';
    expect(codes({ ...files, 'three/_middleware.ts': own })).not.toContain('passed-contract');
  });

  const LIMIT = '/** @rate-limit 5 per minute per address */';

  it("name the directive that doesn't apply, which only a line of the same directive replaces", () => {
    const tree = (text: string, others: Record<string, string> = {}, put = PUT): string[] =>
      compile(
        { 'books/{id}/@put.ts': put, 'books/_middleware.ts': LIMIT, 'open/{id}/@patch.ts': text, ...others },
        { definitions: [OPENAPI] },
      )
        .diagnostics.filter(({ code }) => code === 'passed-contract')
        .map(({ message }) => message);
    const error = [expect.stringMatching(/^The "@rate-limit" of books\/_middleware\.ts .* own "@rate-limit"\.$/)];
    expect(tree(OPEN)).toEqual(error);
    expect(tree(`${OPEN}${GUARD}`)).toEqual(error);
    expect(tree(OPEN, { 'open/_middleware.ts': GUARD })).toEqual(error);
    expect(tree(OPEN, {}, PUT.replace(' * @tags', ' * @rate-limit 9 per minute per address\n * @tags'))).toEqual(error);
    expect(tree(OPEN, { 'open/_middleware.ts': LIMIT })).toEqual([]);
    expect(tree(OPEN.replace(' */', '\n * @rate-limit 5 per minute per address\n */'))).toEqual([]);
  });

  it('checks the guards that the other place needs: no cache keeps the response of a PATCH', () => {
    const cache = '/** @cache private, max-age=9 */';
    const get = '/**\n * Reads.\n * @param {string} id - It\n */\nexport default function readBook() {}\n';
    const pass = (method: string): string[] =>
      codes({
        'books/{id}/@get.ts': get,
        'books/_middleware.ts': cache,
        [`open/{id}/@${method}.ts`]: OPEN.replace('@put', '@get'),
      });
    expect(pass('get')).toContain('passed-contract');
    expect(pass('patch')).not.toContain('passed-contract');
  });

  const ASSIGNED = "import put from '../../books/{id}/@put.ts';\nlet again;\nagain = put;\nexport default again;";

  it.each<[string, Record<string, string>]>([
    ["export { default } from './_put.ts';", { 'open/{id}/_put.ts': OPEN }],
    ["import put from './_put.ts';\nexport default put;", { 'open/{id}/_put.ts': OPEN }],
    [
      "export { again as default } from './_put.ts';",
      { 'open/{id}/_put.ts': OPEN.replace('default', 'default as again') },
    ],
    ["export { default } from '../../_all.ts';", { '_all.ts': "export { default } from './books/{id}/@put.ts';" }],
    ["import put from '../../books/{id}/@put.ts';\nexport default 1 > 0 ? put : put;", {}],
    ["import put from '../../books/{id}/@put.ts';\nexport default put ?? (() => {});", {}],
    ["import * as put from '../../books/{id}/@put.ts';\nconst { default: again } = put;\nexport default again;", {}],
    ...[
      'let again;\nagain = put;\nexport default again;',
      'let again;\nagain ??= put;\nexport { again as default };',
      'let again = () => {};\nagain = put;\nexport default again;',
      'let again = () => {};\nfunction set() { again = put; }\nset();\nexport default again;',
      'let again;\n({ again } = { again: put });\nexport default again;',
      'let again;\n[again] = [put];\nexport default again;',
      'let again;\nfor (again of [put]);\nexport default again;',
      'let again;\nfor (const each of [put]) again = each;\nexport default again;',
      'const [again] = [put];\nexport default again;',
      'class Books { static put = put; }\nexport default Books.put;',
      'const books = { put };\nexport default books.put;',
      'const books = {};\nbooks.put = put;\nexport default books.put;',
      'export default (0, put);',
      'export default [put][0];',
      'export default (() => put)();',
      'export default [put].find(Boolean);',
      'const pass = () => put;\nexport default pass();',
      'export default wrap({ handler: put });',
      'export default wrap([put]);',
      'export default wrap(put, () => {});',
      'export default wrap(() => {}, put);',
      'namespace Books { export const one = put; }\nexport default Books.one;',
    ].map((text): [string, Record<string, string>] => [`import put from '../../books/{id}/@put.ts';\n${text}`, {}]),
    [
      "import { limits } from './_limits.ts';\nimport put from '../../books/{id}/@put.ts';\nexport default wrap(limits, put);",
      { 'open/{id}/_limits.ts': 'export const limits = [];' },
    ],
    ["import * as put from '../../books/{id}/@put.ts';\nimport again = put.default;\nexport default again;", {}],
    ["const { default: { bind: again } } = await import('../../books/{id}/@put.ts');\nexport default again;", {}],
    ["import put from './_put.ts';\nexport default put;", { 'open/{id}/_put.ts': ASSIGNED }],
    ["import * as all from './_put.ts';\nexport default pick(all);", { 'open/{id}/_put.ts': ASSIGNED }],
    ...[
      "export * as put from '../../books/{id}/@put.ts';",
      "import again from '../../books/{id}/@put.ts';\nexport const put = { default: again };",
      "import again from '../../books/{id}/@put.ts';\nexport const put = () => again;",
      "import * as all from '../../books/{id}/@put.ts';\nexport const { default: put } = all;",
    ].map((helper): [string, Record<string, string>] => [
      `import { put } from './_put.ts';\nexport default pick(put);`,
      { 'open/{id}/_put.ts': helper },
    ]),
    [
      "export { put as default } from './_put.ts';",
      {
        'open/{id}/_put.ts': "import * as all from '../../books/{id}/@put.ts';\nexport const { default: put } = all;",
      },
    ],
  ])('finds the operation through a helper, and behind a choice: %s', (text, others) => {
    const path = 'open/{id}/@patch.ts';
    const all = { 'books/{id}/@put.ts': PUT, [path]: `/** @operationId patchBook */\n${text}`, ...others };
    const { operations } = compile(all, { definitions: [OPENAPI] });
    expect(operations.find(({ contract }) => contract.id === path)?.contract.security).toEqual([{ token: ['write'] }]);
    expect(codes({ ...all, 'books/_middleware.ts': GUARD })).toContain('passed-contract');
  });

  it.each([
    "module.exports = require('../../books/{id}/@put.cjs');",
    "const put = require('../../books/{id}/@put.cjs');\nmodule.exports = put;",
    "exports.default = require('../../books/{id}/@put.cjs');",
    "let put;\nput = require('../../books/{id}/@put.cjs');\nmodule.exports = put;",
    "module.exports = [require('../../books/{id}/@put.cjs')][0];",
    "const all = { put: require('../../books/{id}/@put.cjs') };\nmodule.exports = all.put;",
    "const { ...all } = { put: require('../../books/{id}/@put.cjs') };\nexports.default = all.put;",
  ])('finds the operation in CommonJS: %s', (text) => {
    const put = PUT.replace('export default function replaceBook() {}', 'module.exports = function replaceBook() {};');
    const path = 'open/{id}/@patch.cjs';
    const all = { 'books/{id}/@put.cjs': put, [path]: `/** @operationId patchBook */\n${text}` };
    const { operations } = compile(all, { definitions: [OPENAPI] });
    expect(operations.find(({ contract }) => contract.id === path)?.contract.security).toEqual([{ token: ['write'] }]);
    expect(codes({ ...all, 'books/_middleware.ts': GUARD })).toContain('passed-contract');
    const typed = { 'books/{id}/@put.cts': put.replace('module.exports', 'export'), 'books/_middleware.ts': GUARD };
    const again = "/** @operationId patchBook */\nimport put = require('../../books/{id}/@put.cts');\nexport = put;";
    expect(codes({ ...typed, 'open/{id}/@patch.cts': again })).toContain('passed-contract');
  });

  it('stay an error if a helper is passed on, whose comment is not a contract', () => {
    const files = {
      'books/{id}/_put.ts': GUARDED,
      'books/{id}/@patch.ts': "/** It.\n * @param {string} id - x */\nexport { default } from './_put.ts';",
    };
    expect(codes(files)).toContain('authorize-export');
  });
});

describe('the directories of an operation that another one passes on', () => {
  const GET = '/**\n * Reads.\n *\n * @returns {string} It\n */\nexport default function read() {}\n';
  const AGAIN_READ = "/** @operationId readAgain */\nexport { default } from '../hidden/a@get.ts';\n";
  const internalOf = (files: Record<string, string>): unknown =>
    compile(files).operations.map(({ contract }) => [contract.path, contract.internal === true]);

  it('hide the operation in its second place, too', () => {
    const files = { 'hidden/_middleware.ts': '/** @internal */', 'hidden/a@get.ts': GET, 'open/b@get.ts': AGAIN_READ };
    expect(internalOf(files)).toEqual([
      ['/hidden/a', true],
      ['/open/b', true],
    ]);
    const chain = "/** @operationId readOnce */\nexport { default } from './b@get.ts';\n";
    expect(internalOf({ ...files, 'open/c@get.ts': chain })).toContainEqual(['/open/c', true]);
  });

  it('hide it after an edit of a directory', () => {
    const cache = createCache();
    const files = { 'hidden/a@get.ts': GET, 'open/b@get.ts': AGAIN_READ };
    const compiled = (line: string): unknown =>
      compile({ ...files, 'hidden/_middleware.ts': `/** ${line} */` }, { cache }).operations[1]!.contract.internal;
    expect(['@tags a', '@internal', '@tags a'].map(compiled)).toEqual([undefined, true, undefined]);
  });

  it.each([
    ['query.tenant', '@param {string} query.tenant', ''],
    ['header.X-Tenant', '@param {string} header.X-Tenant', ''],
    ['path.id', '@param {integer} path.id', '{id}/'],
  ])(
    'requires the directories that declare the parameter %s, unless the second place declares it',
    (name, line, below) => {
      const own = `/** @operationId readAgain */\nexport { default } from '${below && '../'}../hidden/${below}a@get.ts';\n`;
      const tree = (text: string, others: Record<string, string> = {}, read = GET): string[] =>
        compile({
          [`hidden/${below}_middleware.ts`]: `/** ${line} */`,
          [`hidden/${below}a@get.ts`]: read,
          [`open/${below}b@get.ts`]: text,
          ...others,
        })
          .diagnostics.filter(({ severity }) => severity === 'error')
          .map(({ code, message }) => `${code} ${message}`);
      expect(tree(own)).toEqual([expect.stringMatching(`passed-contract .* the parameter "${name}" of its directory`)]);
      expect(tree(own.replace(' */', `\n * ${line}\n */`))).toEqual([]);
      expect(tree(own, { [`open/${below}_middleware.ts`]: `/** ${line} */` })).toEqual([]);
      expect(tree(own, {}, GET.replace('@returns', `${line}\n * @returns`))).toEqual([]);
    },
  );
});

describe('mistakes of an operation that passes on another one', () => {
  const found = (path: string, text: string) =>
    compile({ 'books/{id}/@put.ts': PUT, [path]: text }, { definitions: [OPENAPI] }).diagnostics;

  it('reports an operation without its own name, with the line to add', () => {
    const [diagnostic, ...others] = found('books/{id}/@patch.ts', AGAIN);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      code: 'passed-contract',
      fix: { title: 'Add "@operationId replaceBook2"', edits: [{ text: '/** @operationId replaceBook2 */\n' }] },
    });
  });

  it.each([
    'export default 1 > 0 ? put : read;',
    'let one = put;\none = read;\nexport default one;',
    'export default [put, read][0];',
  ])('reports a handler that may be one of two operations: %s', (text) => {
    const files = {
      'books/{id}/@put.ts': PUT,
      'books/{id}/@get.ts': '/**\n * Reads.\n * @param {string} id - It\n */\nexport default function readBook() {}\n',
      'books/{id}/@patch.ts': `import put from './@put.ts';\nimport read from './@get.ts';\n/** @operationId patchBook */\n${text}`,
    };
    expect(compile(files, { definitions: [OPENAPI] }).diagnostics.map((each) => brief(each)[0])).toContain(
      'passed-contract',
    );
  });

  const CHANGES = '/**\n * Changes.\n * @param {integer} id - The book\n */\n';
  const CALLING = "import put from './books/{id}/@put.ts';\nexport const run = (ctx) => put(ctx);\n";

  it.each<[string, Record<string, string>]>([
    [
      `import put from './@put.ts';\nimport { wrap } from '../../_wrap.ts';\n${CHANGES}export default wrap(async (ctx) => put(ctx));`,
      { '_wrap.ts': 'export const wrap = (run) => run;' },
    ],
    [`${CHANGES}export { run as default } from '../../_run.ts';`, { '_run.ts': CALLING }],
    [
      `${CHANGES}export { run as default } from '../../_all.ts';`,
      {
        '_run.ts': CALLING,
        '_all.ts': "export * from './_run.ts';\nexport { default as put } from './books/{id}/@put.ts';",
      },
    ],
  ])('A handler that calls an operation has its own contract: %s', (text, others) => {
    const files = { 'books/{id}/@put.ts': PUT, 'books/{id}/@patch.ts': text, ...others };
    const { operations, diagnostics } = compile(files, { definitions: [OPENAPI] });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(operations[0]!.contract.security).toBeUndefined();
  });

  it('reports a file of an older version that passes on an operation with another file in that version', () => {
    const get = '/** Reads. */\nexport default function read() {}\n';
    const open = "/** @operationId again */\nexport { default } from '../../../operations/admin/a@get.ts';\n";
    const { diagnostics } = compile(
      { 'admin/_middleware.ts': 'export const authorize = () => false;', 'admin/a@get.ts': get },
      {
        versions: [
          {
            name: 'v1',
            prefix: 'v1',
            files: [
              { path: pathInVersion('v1', 'admin/a@get.ts'), text: get },
              { path: pathInVersion('v1', 'open@get.ts'), text: open },
            ],
          },
          { name: 'v2', prefix: 'v2' },
        ],
      },
    );
    expect(diagnostics.map(({ code, at }) => [code, at.source.file])).toEqual([
      ['passed-contract', 'app/versions/v1/operations/open@get.ts'],
    ]);
  });

  it.each([
    ['books/{book_id}/@patch.ts', "export { default } from '../{id}/@put.ts';"],
    ['books/@patch.ts', "export { default } from './{id}/@put.ts';"],
    ['shelves/{shelf}/{id}@patch.ts', "export { default } from '../../books/{id}/@put.ts';"],
  ])('reports path parameters that differ: %s', (path, text) => {
    const messages = found(path, `/** @operationId patchBook */\n${text}`).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('has the path parameters "id"'));
  });

  it('reports a mistake in the lines of the other file once', () => {
    const all = compile(
      {
        'books/{id}/@put.ts': PUT.replace('{{title: string}}', '{Bok}'),
        'books/{id}/@patch.ts': `/** @operationId patchBook */\n${AGAIN}`,
      },
      { definitions: [OPENAPI] },
    ).diagnostics;
    expect(all.map(({ code }) => code)).toEqual(['unknown-type']);
  });

  it("warns if a passed function isn't an operation", () => {
    const files = {
      'one.ts': "export { default } from './_helper.ts';",
      '_helper.ts': '/** It. */\nexport default () => {};',
    };
    expect(compile(files).diagnostics.map(({ code }) => code)).toEqual(['missing-contract']);
  });
});
