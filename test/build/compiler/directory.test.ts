import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { DIRECTIVE_FORMS, DIRECTIVES, isInherited } from '../../../src/directives/vocabulary.ts';
import type { Operation } from '../../../src/shared/contract/operation.ts';
import { brief, compile } from './compile.ts';

const HANDLER = 'export default () => {};\n';

/** A comment of these lines. */
function comment(...lines: string[]): string {
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

const operation = (...lines: string[]): string => comment('It.', ...lines) + HANDLER;

/** The contract of the operation `a.ts`, or of another file, in a tree without mistakes. */
function contractIn(files: Readonly<Record<string, string>>, id = 'a.ts'): Operation {
  const { operations, diagnostics } = compile(files);
  expect(diagnostics).toEqual([]);
  return operations.find(({ contract }) => contract.id === id)!.contract;
}

function mistakes(files: Readonly<Record<string, string>>): string[][] {
  return compile(files).diagnostics.map(brief);
}

/** The name, the location and the type of each parameter. */
function parameters(files: Readonly<Record<string, string>>, id?: string): string[] {
  return contractIn(files, id).parameters.map(
    ({ in: place, name, schema }) => `${place}.${name}: ${String(schema['type'])}`,
  );
}

function statuses(files: Readonly<Record<string, string>>, id?: string): string[] {
  return contractIn(files, id).responses.map(({ status, description }) => `${status} ${description}`);
}

describe('a comment above the code of a `_middleware` file', () => {
  // An example belongs to a line above it.
  const inherited = DIRECTIVES.filter((name) => isInherited(name, {}) && name !== 'example');

  it.each(inherited)('reads a comment above the code as a contract if @%s is its only line', (name) => {
    for (const code of ['', 'export const authorize = () => true;\n', 'export default (ctx, next) => next();\n']) {
      const files = { '_middleware.ts': `/** ${DIRECTIVE_FORMS[name]!.example} */\n${code}`, 'a.ts': operation() };
      expect(compile(files).directories.map(({ path }) => path)).toEqual(['_middleware.ts']);
    }
  });
});

describe('what an operation inherits', () => {
  it('parameters, the outermost first', () => {
    const files = {
      '_middleware.ts': comment('@param {string} query.lang'),
      'b/_middleware.ts': comment('@param {integer} header.X-B'),
      'b/{c}/_middleware.ts': comment('@param {integer} path.c', '@param {string} [cookie.d]'),
      'b/{c}/e.ts': operation('@param {boolean} f'),
    };
    expect(parameters(files, 'b/{c}/e.ts')).toEqual([
      'query.lang: string',
      'header.X-B: integer',
      'path.c: integer',
      'cookie.d: string',
      'query.f: boolean',
    ]);
  });

  it('a parameter, unless a further one in has the same name and place', () => {
    const files = {
      '_middleware.ts': comment('@param {string} query.a', '@param {string} header.X-A', '@param {string} query.b'),
      'x/_middleware.ts': comment('@param {integer} query.b'),
      'x/a.ts': operation('@param {boolean} a', '@param {boolean} header.x-a'),
      'x/b.ts': operation('@POST', '@param {boolean} a'),
    };
    expect(parameters(files, 'x/a.ts')).toEqual(['query.b: integer', 'query.a: boolean', 'header.x-a: boolean']);
    // In the body of a POST.
    expect(parameters(files, 'x/b.ts')).toEqual(['query.a: string', 'header.X-A: string', 'query.b: integer']);
  });

  it('a parameter of the path, unless the operation declares it without a prefix', () => {
    const files = {
      'pets/{id}/_middleware.ts': comment('@param {integer} path.id (minimum: 1) - The pet'),
      'pets/{id}/a.ts': operation(),
      'pets/{id}/b.ts': operation('@param {uuid} id (weaker: true)'),
    };
    expect(parameters(files, 'pets/{id}/a.ts')).toEqual(['path.id: integer']);
    expect(parameters(files, 'pets/{id}/b.ts')).toEqual(['path.id: string']);
  });

  it('responses by status, after its own', () => {
    const files = {
      '_middleware.ts': comment('@returns {string} The outer', '@throws 401 - Outer', '@throws 4XX - Any'),
      'x/_middleware.ts': comment('@throws 401 - Inner', '@throws 403 - Inner'),
      'x/a.ts': operation('@returns {integer} 201 - Own', '@throws 403 - Own'),
      'x/b.ts': operation('@returns {integer} Own'),
    };
    expect(statuses(files, 'x/a.ts')).toEqual(['201 Own', '403 Own', '401 Inner', '200 The outer', '4XX Any']);
    expect(statuses(files, 'x/b.ts')).toEqual(['200 Own', '401 Inner', '403 Inner', '4XX Any']);
  });

  it('all media types of a status or none', () => {
    const files = {
      '_middleware.ts': comment('@returns {string} 200 text/csv', '@returns {object} 200 application/json'),
      'a.ts': operation(),
      'b.ts': operation('@returns {string} 200 text/plain'),
    };
    const types = (id: string): string[] => contractIn(files, id).responses[0]!.content.map((one) => one.mediaType);
    expect(types('a.ts')).toEqual(['text/csv', 'application/json']);
    expect(types('b.ts')).toEqual(['text/plain']);
  });

  it('headers of every response, and those of one', () => {
    const files = {
      '_middleware.ts': comment(
        '@header {string} X-A',
        '@throws 429',
        '@header {integer} Retry-After',
        '@header {string} X-B',
      ),
      'a.ts': operation('@header {integer} x-a', '@header {integer} x-b', '@returns {string} It'),
      'b.ts': operation('@returns {string} It', '@header {integer} X-A'),
    };
    const headers = (id: string): Record<string, string[]> =>
      Object.fromEntries(
        contractIn(files, id).responses.map(({ status, headers: all = [] }) => [
          status,
          all.map(({ name, schema }) => `${name}: ${String(schema['type'])}`),
        ]),
      );
    expect(headers('a.ts')).toEqual({
      200: ['x-a: integer', 'x-b: integer'],
      429: ['x-a: integer', 'x-b: integer', 'Retry-After: integer'],
    });
    expect(headers('b.ts')).toEqual({
      200: ['X-A: integer'],
      429: ['X-A: string', 'Retry-After: integer', 'X-B: string'],
    });
  });

  it('tags, once each, the outermost first', () => {
    const files = {
      '_middleware.ts': comment('@tags shop, pets'),
      'x/_middleware.ts': comment('@tags old', '@tags shop'),
      'x/a.ts': operation('@tags new, old'),
    };
    expect(contractIn(files, 'x/a.ts').tags).toEqual(['shop', 'pets', 'old', 'new']);
  });

  it('security as a whole', () => {
    const security = (...own: string[]): Operation['security'] => {
      const { operations, diagnostics } = compileOperations({
        files: Object.entries({
          '_middleware.ts': comment('@security key', '@security login'),
          'x/_middleware.ts': comment('@tags x'),
          'x/a.ts': operation(...own),
        }).map(([path, text]) => ({ path, text })),
        definitions: [
          {
            path: 'openapi.yaml',
            text: 'components: { securitySchemes: { key: { type: apiKey, in: header, name: K }, login: { type: http, scheme: basic } } }',
          },
        ],
      });
      expect(diagnostics).toEqual([]);
      return operations[0]!.contract.security;
    };
    expect(security()).toEqual([{ key: [] }, { login: [] }]);
    expect(security('@security login')).toEqual([{ login: [] }]);
    expect(security('@security none')).toEqual([]);
    expect(security('@security none (weaker)', '@security key')).toEqual([{}, { key: [] }]);
  });

  it('@internal, @deprecated, extensions and examples', () => {
    const files = {
      '_middleware.ts': comment(
        '@internal',
        '@deprecated Old',
        '@x-a 1',
        '@x-b 1',
        '@returns {string} It',
        '@example hello',
      ),
      'a.ts': operation('@x-b 2'),
      'b.ts': operation('@deprecated Older'),
    };
    expect(contractIn(files)).toMatchObject({
      internal: true,
      deprecated: 'Old',
      extensions: { 'x-a': 1, 'x-b': 2 },
      responses: [{ content: [{ example: 'hello' }] }],
    });
    expect(contractIn(files, 'b.ts').deprecated).toBe('Older');
  });

  it('a date of the removal alone, away from the middleware', () => {
    const middleware = `const limit = 1;\n${comment('@sunset 2028-01-01')}const other = 2;\n${HANDLER}`;
    const { operations } = compile({ '_middleware.ts': middleware, 'a.ts': operation('@deprecated') });
    expect(operations[0]!.contract.sunset).toBe('2028-01-01');
  });

  it('an extension alone', () => {
    expect(contractIn({ '_middleware.ts': comment('@x-a 1'), 'a.ts': operation() }).extensions).toEqual({ 'x-a': 1 });
  });

  it('no description, and no name', () => {
    const files = {
      '_middleware.ts': `${comment('Guards all.', '@tags a')}export default function guard(ctx, next) {}`,
      'a.ts': operation(),
    };
    expect(contractIn(files)).toMatchObject({ summary: 'It.', tags: ['a'] });
    expect(contractIn(files).operationId).toBeUndefined();
  });

  it('gets nothing from directories next to it', () => {
    const files = {
      'pets/_middleware.ts': comment('@tags pets'),
      'pets.ts': operation(),
      'pets2/a.ts': operation(),
      'pets/{id}/_lib/_middleware.ts': comment('@tags lib'),
      'pets/a.ts': operation(),
    };
    expect(contractIn(files, 'pets.ts').tags).toBeUndefined();
    expect(contractIn(files, 'pets2/a.ts').tags).toBeUndefined();
    expect(contractIn(files, 'pets/a.ts').tags).toEqual(['pets']);
  });

  it('parameters of an option base, and of a name in another normal form', () => {
    const { operations, diagnostics } = compile(
      {
        '{cafe\u0301}/_middleware.ts': comment('@param {integer} path.caf\u00e9', '@param {string} path.shop'),
        '{cafe\u0301}/a.ts': operation(),
      },
      { base: '/{shop}' },
    );
    expect(diagnostics).toEqual([]);
    expect(operations[0]!.contract.parameters.map(({ name }) => name)).toEqual(['caf\u00e9', 'shop']);
  });

  it('what it needs to be a list', () => {
    const files = {
      '_middleware.ts': comment('@returns {Page<string>} All'),
      'a.ts': operation('@param-include paging'),
    };
    expect(contractIn(files).paging).toMatchObject({ envelope: { items: 'items' } });
    expect(mistakes({ ...files, '_middleware.ts': comment('@returns {string} One') })).toEqual([
      ['no-list', 'paging', '@returns'],
    ]);
    // The mistake is in the directory alone.
    expect(mistakes({ ...files, '_middleware.ts': comment('@returns {string[} All') })).toEqual([
      ['invalid-type', '['],
    ]);
    const jsdoc = `${comment('@returns {Promise<void>}')}export default (ctx, next) => next();`;
    expect(mistakes({ ...files, '_middleware.ts': jsdoc })).toEqual([
      ['promised-response', 'Promise<void>'],
      ['no-list', 'paging'],
    ]);
  });
});

describe('the comment of a _middleware file', () => {
  const tagged = comment('@tags a');
  const tagsWith = (text: string, name = '_middleware.ts'): readonly string[] | undefined =>
    contractIn({ [name]: text, 'a.ts': operation() }).tags;

  it.each([
    ['alone', tagged],
    ['alone, with Windows line ends', tagged.replaceAll('\n', '\r\n')],
    ['alone, without stars', '/*\n@tags a\n*/'],
    ['alone, beside another', `/* A licence. */\n${tagged}`],
    ['alone, in a module', `${tagged}export {};\n`],
    ['alone, with types', `import type { A } from './a.ts';\n${tagged}export type B = A;\ninterface C {}\n`],
    ['above the middleware', `import a from 'a';\n${tagged}export default (ctx, next) => next();`],
    ['above a function that is exported later', `${tagged}const guard = (ctx, next) => next();\nexport default guard;`],
    ['above a list', `${tagged}export default [() => {}, () => {}];`],
    ['above a middleware of another file', `${tagged}export { guard as default } from './_guard.ts';`],
    ['at the top', `${tagged}import a from 'a';\nexport default a;`],
    [
      'at the top, with helpers',
      `${tagged}\n/** @param {string} a\n * @returns {string} 200 A\n * @throws {Err} 404 No */\nfunction f() {}\n\nexport default f;\nf();`.replace(
        'export default f',
        'export default g',
      ) + '\nfunction g() {}',
    ],
    ['inside the function', `export default (ctx, next) => {\n${tagged}\n  return next();\n};`],
  ])('finds the comment of a _middleware file %s', (_, text) => {
    expect(tagsWith(text)).toEqual(['a']);
  });

  it.each([
    ['_middleware.js', `${tagged}module.exports = (ctx, next) => next();`],
    ['_middleware.cjs', `'use strict';\n${tagged}`],
    ['_middleware.cts', `${tagged}export = (ctx, next) => next();`],
    ['_middleware.mjs', `${tagged}export default (ctx, next) => next();`],
    ['_middleware.mts', tagged],
  ])('finds the comment of a _middleware file in %s', (name, text) => {
    expect(tagsWith(text, name)).toEqual(['a']);
  });

  it('wraps nothing if it is alone', () => {
    const { middleware, watchFiles } = compile({ '_middleware.ts': tagged, 'a.ts': operation() });
    expect(middleware).toEqual([]);
    expect(watchFiles).toContain('app/operations/_middleware.ts');
  });

  it.each([
    [
      'of helpers',
      '/** @param {string} a\n * @returns {string} 200 A\n * @throws {Err} 404 No */\nfunction f() {}\nexport default () => f();',
    ],
    ['for tools', '/* eslint @tags */\nexport default () => {};'],
    ['without directives', '/** Logs all. */\nexport default () => {};'],
    ['in strings', 'export default () => "/** @tags a */";'],
  ])('finds no comment %s', (_, text) => {
    expect(contractIn({ '_middleware.ts': text, 'a.ts': operation() }).tags).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['a description', '/** All. */'],
    ['code that nothing imports', `${tagged}const a = 1;`],
    ['a module for its effects', `${tagged}import './a.ts';`],
    ['another export', `${tagged}export const guard = () => {};`],
    ['a value that is no middleware', `${tagged}export default 1;`],
  ])('keeps a file invalid that has %s', (_, text) => {
    expect(mistakes({ '_middleware.ts': text, 'a.ts': operation() }).map(([code]) => code)).toEqual(['no-middleware']);
  });

  it('the comment of a _middleware file counts as one', () => {
    expect(mistakes({ '_middleware.ts': `${tagged}${comment('@throws 401')}`, 'a.ts': operation() })).toEqual([
      ['several-contracts', comment('@throws 401').trim(), tagged.trim()],
    ]);
    // The one above the middleware applies.
    const guard = `${tagged}const a = 1;\n${comment('@security key', '@security none')}export default () => a;`;
    expect(mistakes({ '_middleware.ts': guard, 'a.ts': operation() }).map(([code]) => code)).toEqual([
      'several-contracts',
      'unknown-scheme',
    ]);
  });

  it('the comments of each directory count as one', () => {
    const { operations, diagnostics } = compile({
      'x/_middleware.js': comment('@tags first'),
      'x/_middleware.ts': `${comment('@tags second')}export default () => {};`,
      'x/a.ts': operation(),
    });
    expect(diagnostics.map(brief)).toEqual([['duplicate-middleware', '_middleware.ts', '_middleware.js']]);
    expect(operations[0]!.contract.tags).toEqual(['first']);
  });
});

describe('mistakes in the comment of a _middleware file', () => {
  it('reports a mistake once, however many operations are below', () => {
    const below = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}.ts`, operation()]));
    expect(
      mistakes({
        '_middleware.ts': comment('@param {Strin} query.a', '@param {integer} [query.b=x]', '@security key'),
        ...below,
      }),
    ).toEqual([
      ['unknown-type', 'Strin'],
      ['invalid-sample', 'x'],
      ['unknown-scheme', 'key'],
    ]);
  });

  it.each([
    ['@Security key', 'misspelled-security'],
    ['@prama {string} query.a', 'unknown-directive'],
    ['@tag pets', 'unknown-directive'],
  ])('reports mistakes in a file with nothing else: %s', (line, code) => {
    const text = `${comment(line)}export default () => {};`;
    expect(mistakes({ '_middleware.ts': text, 'a.ts': operation() }).map(([found]) => found)).toEqual([code]);
  });

  it('finds mistakes away from the middleware where they leave it open', () => {
    const text = `${comment('@secured key')}import a from 'a';\nexport default a;`;
    expect(mistakes({ '_middleware.ts': text, 'a.ts': operation() })).toEqual([['misspelled-security', '@secured']]);
  });

  it('reports a type that is too large once', () => {
    const text = Array.from({ length: 16 }, (_, i) => {
      const inner = i === 0 ? 'T' : `D${i - 1}<T>`;
      return `/** @template T\n * @typedef {object} D${i}\n * @property {${inner}} a\n * @property {${inner}} b\n */`;
    }).join('\n');
    const files = [
      { path: '_middleware.ts', text: comment('@throws {D15<string>} 400') },
      { path: 'a.ts', text: operation() },
      { path: 'b.ts', text: operation() },
    ];
    const { diagnostics } = compileOperations({ files, definitions: [{ path: 'd.js', text }] });
    expect(diagnostics.map(brief)).toEqual([['recursive-generic', '400']]);
  });

  it('reports mistakes without an operation below', () => {
    expect(mistakes({ '_middleware.ts': comment('@param {Strin} query.a') })).toEqual([['unknown-type', 'Strin']]);
    expect(mistakes({ '_middleware.ts': comment('@param {string} query.a') })).toEqual([]);
  });

  it.each([
    ['@param {Koa.Context} ctx', 'unplaced-parameter'],
    ['@param {import("koa").Next} next - Goes on', 'unplaced-parameter'],
    ['@param ctx', 'unplaced-parameter'],
    ['@param {{a: string}} [options={}]', 'unplaced-parameter'],
    ['@param {string} options.a', 'unplaced-parameter'],
    ['@returns {Promise<void>}', 'promised-response'],
    ['@returns {Promise} 200', 'promised-response'],
    ['@returns {PromiseLike<Array<{a: string}>>} It', 'promised-response'],
    ['@example\n * app.use(log)', 'misplaced-directive'],
    ['@PUT', 'misplaced-directive'],
  ])('warns of mistakes in ordinary JSDoc: %s', (line, code) => {
    const { operations, diagnostics } = compile({
      '_middleware.ts': `${comment('@tags a', line)}export default () => {};`,
      'a.ts': operation(),
    });
    expect(diagnostics.map((each) => [each.code, each.severity])).toEqual([[code, 'warning']]);
    expect(operations[0]!.contract).toMatchObject({ parameters: [], responses: [], tags: ['a'] });
  });

  it('leave JSDoc tags alone', () => {
    const jsdoc = comment('@type {import("koa").Middleware}', '@async', '@author Ada', '@tags a');
    expect(mistakes({ '_middleware.ts': `${jsdoc}export default () => {};`, 'a.ts': operation() })).toEqual([]);
  });

  it('point at the include of a definition, and at the definition', () => {
    const definitions = [
      { path: 'a.js', text: '/**\n * @param-define a\n * @param {integer} path.id\n * @param {integer} [pet]\n */' },
    ];
    const files = [
      { path: '{pet}/{pets}/_middleware.ts', text: comment('@param-include a') },
      { path: '{pet}/{pets}/a.ts', text: operation('@param {string} pets') },
      { path: 'b/_middleware.ts', text: comment('@param-include a') },
      { path: 'b/a.ts', text: operation() },
    ];
    expect(compileOperations({ files, definitions }).diagnostics.map(brief)).toEqual([
      ['not-in-path', 'path.id', 'a'],
      ['not-in-path', 'path.id', 'a'],
      ['optional-path-parameter', 'pet', 'a'],
      ['directory-parameter', 'a', 'pet'],
    ]);
  });
});

describe('definitions', () => {
  const definitions = [{ path: 'Pet.json', text: '{ "type": "object" }' }];
  const files = (around: string): { path: string; text: string }[] => [
    { path: 'a.ts', text: operation() },
    { path: 'b/_middleware.ts', text: comment('@returns {Pet} The pet') },
    { path: around, text: operation() },
  ];

  it('counts the definitions that a directory with operations uses', () => {
    const { diagnostics, schemas } = compileOperations({ files: files('b/c.ts'), definitions });
    expect(diagnostics).toEqual([]);
    expect([...schemas.keys()]).toContain('Pet');
  });

  it('reports the definitions that only a directory without operations uses', () => {
    const { diagnostics, schemas } = compileOperations({ files: files('c.ts'), definitions });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unused-definition']);
    expect([...schemas.keys()]).not.toContain('Pet');
  });

  it('reports no unused definitions while a _middleware file cannot be read', () => {
    const broken = files('b/c.ts').map((file) => (file.path === 'b/_middleware.ts' ? { ...file, text: '(' } : file));
    expect(compileOperations({ files: broken, definitions }).diagnostics.map(({ code }) => code)).toEqual([
      'syntax-error',
    ]);
  });
});
