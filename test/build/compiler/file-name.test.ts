import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/shared/contract/operation.ts';
import { escapeNames, isOperationFile, unescapeNames } from '../../../src/build/compiler/operations/file-name.ts';
import { brief, compile } from './compile.ts';

const TEXT = '/** An operation. */\nexport default function _() {}\n';

/** The method and path of a file that lies somewhere, whatever the comment leaves out. */
function locate(path: string, base = '/', text = TEXT): string | undefined {
  const { operations, diagnostics } = compile({ [path]: text }, { base });
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
  return operations[0] && `${operations[0].contract.method} ${operations[0].contract.path}`;
}

describe('the three forms of a name', () => {
  it.each([
    ['@get.js', 'GET /'],
    ['pets/@get.js', 'GET /pets'],
    ['pets/{id}/@delete.js', 'DELETE /pets/{id}'],
    ['a/b/c/d/e/@patch.js', 'PATCH /a/b/c/d/e'],
    ['pets.js', 'GET /pets'],
    ['pets/search.js', 'GET /pets/search'],
    ['{id}.js', 'GET /{id}'],
    ['pets@post.js', 'POST /pets'],
    ['pets/{id}/photo@post.js', 'POST /pets/{id}/photo'],
    ['pets/{id}@get.js', 'GET /pets/{id}'],
  ])('%s', (path, expected) => {
    expect(locate(path)).toBe(expected);
  });

  it.each(['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'])('.%s is an extension', (extension) => {
    const text = extension.startsWith('c') ? '/** x */\nmodule.exports = () => {};' : TEXT;
    expect(locate(`pets/@get.${extension}`, '/', text)).toBe('GET /pets');
    expect(locate(`pets/search.${extension}`, '/', text)).toBe('GET /pets/search');
    expect(locate(`pets/search@put.${extension}`, '/', text)).toBe('PUT /pets/search');
  });

  it.each(METHODS)('%s in any letter case is a method', (method) => {
    const lower = method.toLowerCase();
    for (const written of [lower, method, `${method[0]}${lower.slice(1)}`, `${lower[0]}${method.slice(1)}`]) {
      expect(locate(`pets@${written}.ts`)).toBe(`${method} /pets`);
      expect(locate(`pets/@${written}.ts`)).toBe(`${method} /pets`);
    }
  });
});

describe('where the method is not in the name', () => {
  it.each([
    ['@POST', 'POST'],
    ['@post', 'POST'],
    ['@Delete', 'DELETE'],
    ['Without one.', 'GET'],
  ])('the line "%s" makes it %s', (line, method) => {
    expect(locate('pets.ts', '/', `/** ${line} */\nexport default () => {};`)).toBe(`${method} /pets`);
  });

  it('takes the same method in the name and in the comment', () => {
    expect(locate('pets@put.ts', '/', '/** @PUT */\nexport default () => {};')).toBe('PUT /pets');
  });
});

describe('odd names', () => {
  it.each([
    ['index.ts', 'GET /index'],
    ['get.ts', 'GET /get'],
    ['pets/index@post.ts', 'POST /pets/index'],
    ['v1.2/pets.v2.ts', 'GET /v1.2/pets.v2'],
    ['a.ts.ts', 'GET /a.ts'],
    ['v1.js/@get.ts', 'GET /v1.js'],
    ['my pets/x y@get.ts', 'GET /my pets/x y'],
    ['größe/鳥.ts', 'GET /größe/鳥'],
    ['@scope/pets.ts', 'GET /@scope/pets'],
    ['@get/@get.ts', 'GET /@get'],
    ['user@home@get.ts', 'GET /user@home'],
    ['@get@post.ts', 'POST /@get'],
    ['{user@host}.ts', 'GET /{user@host}'],
    ['{user@host}@get.ts', 'GET /{user@host}'],
    ['{a}@{b}.ts', 'GET /{a}@{b}'],
    ['{a}@{b}@put.ts', 'PUT /{a}@{b}'],
    ['{base}...{head}@get.ts', 'GET /{base}...{head}'],
    ['sms/{Sid}.json.ts', 'GET /sms/{Sid}.json'],
    ['__proto__x.ts', undefined],
    ['constructor.ts', 'GET /constructor'],
    ['100%.ts', 'GET /100%'],
    ["it's/&co;=+,$!.ts", "GET /it's/&co;=+,$!"],
    ['[_]search.ts', 'GET /_search'],
    ['pets/{id}/[_]search@post.ts', 'POST /pets/{id}/_search'],
    ['[.]well-known/openid-configuration.ts', 'GET /.well-known/openid-configuration'],
    ['[.]well-known/@get.ts', 'GET /.well-known'],
    ['[_]/[.]a[_].ts', 'GET /_/.a[_]'],
    ['[[]_]a/a[.]b.ts', 'GET /[_]a/a[.]b'],
    ['[_]{id}.ts', 'GET /_{id}'],
    ['[id]/(group)/*.ts', 'GET /[id]/(group)/*'],
  ])('%s', (path, expected) => {
    expect(locate(path)).toBe(expected);
  });

  it('takes either spelling of a letter for the one that requests have', () => {
    expect(locate('cafe\u0301/{e\u0301}.ts')).toBe('GET /caf\u00e9/{\u00e9}');
    const { operations, diagnostics } = compile({
      '{e\u0301}.ts': '/** @param {string} \u00e9 - x */\nexport default () => {};',
      '{e\u0301}/a.ts': '/** @param {string} e\u0301 - x */\nexport default () => {};',
      '{e\u0301}/b.ts': '/** x */\nexport default () => {};',
    });
    expect(diagnostics.map(brief)).toEqual([['undeclared-path-parameter', '{e\u0301}', '/** x */']]);
    expect(operations.map(({ contract }) => contract.parameters.map((parameter) => parameter.in))).toEqual([
      ['path'],
      ['path'],
      ['path'],
    ]);
  });

  it('finds the twins that differ only in their spelling', () => {
    const { diagnostics } = compile({ 'caf\u00e9.ts': TEXT, 'cafe\u0301.ts': TEXT });
    expect(diagnostics.map(brief)).toEqual([['duplicate-route', 'caf\u00e9', 'cafe\u0301']]);
  });
});

describe('the escape of a first character', () => {
  it.each(['_', '.', '_search', '.well-known/_a', '[_]x', '[[]x', '[id]/_x', 'a_/b.c/[x', '__x/...y'])(
    'gives back %s',
    (path) => {
      const escaped = escapeNames(path);
      expect(unescapeNames(escaped)).toBe(path);
      expect(escapeNames(unescapeNames(escaped))).toBe(escaped);
      expect(isOperationFile(`${escaped}@get.ts`)).toBe(true);
    },
  );

  it('the escape of a first character is not a parameter of another framework', () => {
    const { diagnostics } = compile({ '[_].ts': TEXT, '[id].ts': TEXT });
    expect(diagnostics.map(brief)).toEqual([['foreign-parameter', '[id]']]);
  });

  it('makes the same route as no other spelling does', () => {
    const { diagnostics } = compile({ '[_]a.ts': TEXT, '[_]a/@get.ts': TEXT });
    expect(diagnostics.map(brief)).toEqual([['duplicate-route', '[_]a', '[_]a']]);
  });

  it('applies to the directories of middleware', () => {
    const { operations } = compile({
      '[_]cat/_middleware.ts': '/** @tags cat */\nexport default (ctx, next) => next();',
      '[_]cat/indices.ts': TEXT,
    });
    expect(operations.map(({ contract }) => [contract.path, contract.tags])).toEqual([['/_cat/indices', ['cat']]]);
  });
});

describe('names that are left out', () => {
  it.each([
    '_helper.ts',
    '_lib/pets.ts',
    'pets/_lib/deep/pets.ts',
    '_.ts',
    '_middleware.ts',
    'pets/_middleware.ts',
    '.hidden.ts',
    '.git/pets.ts',
    'pets/.x/y.ts',
    'pets.d.ts',
    'pets.d.mts',
    'pets.d.cts',
    'pets.test.ts',
    'pets.test.mjs',
    'pets.spec.ts',
    'pets/@get.spec.js',
    'pets.test.unit.ts',
    'README.md',
    'pets.json',
    'pets',
    'pets.ts/x.txt',
    'pets.tsx',
    'pets.js.map',
  ])('%s', (path) => {
    expect(isOperationFile(path)).toBe(false);
    expect(compile({ [path]: 'not even code' }).operations).toEqual([]);
  });

  it.each(['test.ts', 'spec.ts', 'pets_x.ts', 'x.test/pets.ts', '{_id}.ts', 'd.ts', 'latest.ts', 'a/@_b/c.ts'])(
    'keeps %s',
    (path) => {
      expect(isOperationFile(path)).toBe(true);
    },
  );

  it('warns of a handler with an extension it cannot have', () => {
    const { diagnostics } = compile({ 'a.tsx': '', 'b/c.jsx': '', '_d.tsx': '', 'e.test.jsx': '' });
    expect(diagnostics.map((diagnostic) => [...brief(diagnostic), diagnostic.severity])).toEqual([
      ['jsx-file', '.tsx', 'warning'],
      ['jsx-file', '.jsx', 'warning'],
    ]);
  });
});

describe('a prefix of every path', () => {
  it.each([
    ['/', 'GET /pets/{id}'],
    ['/api', 'GET /api/pets/{id}'],
    ['/api/', 'GET /api/pets/{id}'],
    ['/api/v1', 'GET /api/v1/pets/{id}'],
    ['/_api', 'GET /_api/pets/{id}'],
    ['/[_]api', 'GET /[_]api/pets/{id}'],
    ['/caf\u0065\u0301', 'GET /caf\u00e9/pets/{id}'],
  ])('%s', (base, expected) => {
    expect(locate('pets/{id}.ts', base)).toBe(expected);
  });

  it('a prefix is the path of the operation at the top', () => {
    expect(locate('@get.ts', '/api')).toBe('GET /api');
  });
});

describe('what is wrong with a name', () => {
  it.each<[string, ...string[][]]>([
    ['report@fetch.ts', ['unknown-method', 'fetch']],
    ['report@.ts', ['unknown-method', '']],
    ['@.ts', ['unknown-method', '']],
    ['report@get .ts', ['unknown-method', 'get ']],
    ['mail/me@home.ts', ['unknown-method', 'home']],
    ['a#b.ts', ['name-character', '#']],
    ['a?b/c?.ts', ['name-character', '?'], ['name-character', '?']],
    ['a\\b@get.ts', ['name-character', '\\']],
    ['a /b.ts', ['name-character', ' ']],
    ['\u00a0a/b@get.ts', ['name-character', '\u00a0']],
    ['a/ @get.ts', ['name-character', ' ']],
    [' a /{id}  @get.ts', ['name-character', ' '], ['name-character', ' '], ['name-character', '  ']],
    ['../webhooks/paid @post.ts', ['name-character', ' ']],
    ['a#@fetch.ts', ['name-character', '#'], ['unknown-method', 'fetch']],
    ['{id.ts', ['path-template', '{']],
    ['a/id}/b.ts', ['path-template', '}']],
    ['{}@get.ts', ['path-template', '{}']],
    ['{x}{y}.ts', ['path-template', '{y}']],
    ['{x}/a/{x}@get.ts', ['path-template', '{x}']],
    ['{__proto__}.ts', ['path-template', '{__proto__}']],
    ['{id@get.ts', ['path-template', '{']],
    ['[.]/a.ts', ['path-template', '[.]']],
    ['a/[.].@get.ts', ['path-template', '[.].']],
    ['{#}@patc.ts', ['name-character', '#'], ['unknown-method', 'patc']],
  ])('%s', (path, ...expected) => {
    const { operations, diagnostics } = compile({ [path]: TEXT });
    expect(operations).toEqual([]);
    expect(diagnostics.map(brief)).toEqual(expected);
    for (const { severity, at } of diagnostics) {
      expect(severity).toBe('error');
      const file = path.startsWith('../') ? `app/${path.slice(3)}` : `app/operations/${path}`;
      expect(at.source).toEqual({ file, text: file, isPath: true });
    }
  });

  it.each(['a@get.ts ', 'a/b@post.js.', 'a@delete.mjs\t'])('warns of %j, which is not an operation', (path) => {
    const { operations, diagnostics } = compile({ [path]: TEXT });
    expect(operations).toEqual([]);
    expect(diagnostics.map(brief)).toEqual([['missing-extension', path.replace(/^.*\//, '')]]);
    expect(diagnostics[0]!.message).toContain('ends with white space or a dot');
  });

  it('points at the second of two equal names', () => {
    const [diagnostic] = compile({ '{x}/{x}.ts': TEXT }).diagnostics;
    expect(diagnostic!.at.span).toEqual({ start: 'app/operations/{x}/'.length, end: 'app/operations/{x}/{x}'.length });
  });

  it('reports what is wrong with the text as well as with the name', () => {
    const { diagnostics } = compile({ 'a#.ts': '/** @param x */\nexport default () => {};' });
    expect(diagnostics.map(brief)).toEqual([
      ['name-character', '#'],
      ['missing-type', 'x'],
    ]);
  });
});
