import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { brief, compile, compileLine, contractOfComment, messagesOf } from './compile.ts';

/** A file with one line in its comment. */
const withLine = (line: string, path = 'one.ts'): Compilation => compileLine(line, path);
const found = (line: string, path?: string): string[][] => withLine(line, path).diagnostics.map(brief);
const said = (line: string, path?: string): string => messagesOf(withLine(line, path));

describe('mistaken names of parameters', () => {
  it.each([
    ['@param {integer} d=5 - x', 'd=5', '"[d=5]"'],
    ['@param {integer} page? - x', 'page?', '"[page]"'],
    ['@param {integer} [page?] - x', 'page?', '"[page]"'],
    ['@param {integer} page?=5 - x', 'page?=5', '"[page=5]"'],
    ['@param {integer} query.page? - x', 'query.page?', '"[query.page]"'],
    ['@param {string} d="a b" - x', 'd="a', '"[d=...]"'],
    ['@header {string} X-Rate? - x', 'X-Rate?', '"[X-Rate]"'],
  ])('%s', (line, at, meant) => {
    expect(found(line)).toEqual([['optional-name', at]]);
    expect(said(line)).toContain(meant);
  });

  it('keeps the parameter, so that nothing follows from the mistake', () => {
    expect(found('@param {integer} id? - x', '{id}.ts')).toEqual([['optional-name', 'id?']]);
  });

  it.each(['a?b', '?x', 'filter[name]'])('%s is a name', (name) => {
    expect(found(`@param {string} ${name} - x`)).toEqual([]);
  });

  it.each([
    ['headers.If-Match', 'header.If-Match'],
    ['[headers.If-Match]', 'header.If-Match'],
    ['Header.If-Match', 'header.If-Match'],
    ['params.id', 'path.id'],
    ['param.id', 'path.id'],
    ['cookies.x', 'cookie.x'],
    ['queries.x', 'query.x'],
    ['Query.x', 'query.x'],
    ['BODY.x', 'body.x'],
  ])('%s suggests %s', (name, meant) => {
    const line = `@param {string} ${name} - x`;
    expect(found(line)).toEqual([['unknown-place', name.replace(/[[\]]/g, '')]]);
    expect(said(line)).toContain(`Did you mean "${meant}"?`);
  });

  it.each(['filter.name', 'query.headers.x', 'header.x', 'headers', 'params[id]', 'a.headers.x'])(
    '%s is a name',
    (name) => {
      expect(found(`@param {string} ${name} - x`)).toEqual([]);
    },
  );

  it('accepts a name if the comment declares what it is a part of', () => {
    expect(found('@param {object} headers - x\n * @param {string} headers.accept - x', 'one@post.ts')).toEqual([]);
    expect(found('@param {string} body.headers.accept - x', 'one@post.ts')).toEqual([]);
  });
});

describe('a path parameter that is marked as optional', () => {
  it.each([
    ['@param {string?} id - x', 'optional-type', 'string?', 'Write "{string} id".'],
    ['@param {string?} path.id - x', 'optional-type', 'string?', 'Write "{string} path.id".'],
    ['@param {integer} id? - x', 'optional-name', 'id?', 'Write "id".'],
    ['@param {integer} path.id=5 - x', 'optional-name', 'path.id=5', 'Write "path.id".'],
    ['@param {integer} id = 5 - x', 'optional-name', '= 5', 'Remove it.'],
  ])('%s is not advised to have brackets', (line, code, at, advice) => {
    expect(found(line, '{id}.ts')).toEqual([[code, at]]);
    expect(said(line, '{id}.ts')).toContain(advice);
    expect(said(line, '{id}.ts')).not.toContain('[');
  });

  it('reads an optional path parameter in the contract of a directory', () => {
    const text = '/**\n * @param {string?} path.id - x\n */\nexport default (ctx, next) => next();';
    const operation = '/**\n * Reads.\n *\n * @returns {string} x\n */\nexport default () => "";';
    const result = compile({ '{id}/_middleware.ts': text, '{id}/@get.ts': operation });
    expect(messagesOf(result)).toContain('Write "{string} path.id".');
  });
});

describe('an unknown type of an error', () => {
  it.each([
    ['@throws {Conflict} 409 - It exists', 'Write "@throws 409 - It exists"'],
    ['@throws {Conflict} - It exists', 'Write "@throws 409 - It exists"'],
    ['@throws {NotFound} If it is gone', 'Write "@throws 404 - If it is gone"'],
    ['@throws {NotFoundError}', 'Write "@throws 404 - ..."'],
    ['@throws {TypeError} 400 - Wrong', 'Write "@throws 400 - Wrong"'],
    ['@throws {SomeType} 4XX application/problem+json - Wrong', 'Write "@throws 4XX application/problem+json - Wrong"'],
    ['@throws {SomeError} - Wrong', 'Write a status, such as "@throws 400 - Wrong",'],
  ])('%s', (line, advice) => {
    expect(found(line)).toEqual([['unknown-type', /\{(\w+)/.exec(line)![1]]]);
    expect(said(line)).toContain(`${advice} for a standard problem, or define`);
  });

  it('suggests a definition that exists, by a near name or without its ending', () => {
    const definition = (name: string): object => ({
      definitions: [{ path: `${name}.json`, text: '{"type":"object"}' }],
    });
    const compiled = (name: string): string =>
      messagesOf(
        compile(
          { 'one.ts': '/**\n * Some.\n * @throws {Conflict} 409 - x\n */\nexport default () => {};' },
          definition(name),
        ),
      );
    expect(compiled('ConflictProblem')).toContain('Did you mean "ConflictProblem"?');
    expect(compiled('Conflicts')).toContain('Did you mean "Conflicts"?');
    expect(compiled('Pet')).toContain('Write "@throws 409 - x"');
  });

  it('removes the type by the fix if its name is that of the status', () => {
    const edits = (line: string): string[] =>
      withLine(line).diagnostics.flatMap(({ fix }) => fix?.edits.map(({ text }) => text) ?? ['none']);
    expect(edits('@throws {Conflict} 409 - x')).toEqual(['']);
    expect(edits('@throws {NotFound} - x')).toEqual(['404']);
    expect(edits('@throws {Conflict} 404 - x')).toEqual(['none']);
  });

  it('defines a type within another type, or of a result', () => {
    for (const line of ['@throws {Conflict[]} 409 - x', '@returns {Conflict} 201 - x'])
      expect(said(line)).toContain('Define it with "@typedef"');
  });
});

describe('a type that ends in a question mark', () => {
  it.each([
    ['@param {string?} q - x', 'string?', '"{string} [q]"'],
    ['@param {integer[]?} query.ids - x', 'integer[]?', '"{integer[]} [query.ids]"'],
    ['@param { string? } q', 'string?', '"{string|null} q"'],
  ])('%s', (line, at, advice) => {
    expect(found(line)).toEqual([['optional-type', at]]);
    expect(said(line)).toContain(advice);
  });

  it.each([
    '@param {string?} [q] - x',
    '@param {?string} q - x',
    '@param {string|integer?} q - x',
    '@param {{a?: string}} filter - x',
    '@returns {string?} 200 - x',
    '@header {string?} X-A - x',
  ])('means null in %s', (line) => {
    expect(found(line)).toEqual([]);
  });
});

describe('facets after the dash', () => {
  it.each([
    ['{integer} n - minimum: 10', 'minimum: 10'],
    ['{string} s - minLength: 3, maxLength: 8', 'minLength: 3, maxLength: 8'],
    ['{string} s - (minLength: 3) The text', 'minLength: 3'],
    ['{string} s - The text (minLength: 3, maxLength: 8)', 'minLength: 3, maxLength: 8'],
    ['{string[]} s - The tags\n *   of it (uniqueItems: true)', 'uniqueItems: true'],
    ['{number} [n=1.5] - exclusiveMinimum: -1.5', 'exclusiveMinimum: -1.5'],
    ["{string} id - The id (pattern: '^u-')", "pattern: '^u-'"],
    ["{string} id - The id (pattern: '^u-', maxLength: 5)", "pattern: '^u-', maxLength: 5"],
    ["{string} id - The id (maxLength: 5, pattern: '^(a|b)$')", "maxLength: 5, pattern: '^(a|b)$'"],
    ['{string} id - The id (pattern: ^[a-z]+$)', 'pattern: ^[a-z]+$'],
    ['{string} id - pattern: ^u-', 'pattern: ^u-'],
    ['{string} id - (format: uuid) The id', 'format: uuid'],
    ['{string} id - The id\n *   (format: uuid)', 'format: uuid'],
    ['{string} id The id (enum: [a, b])', 'enum: [a, b]'],
    ['{string} id - The id (const: a)', 'const: a'],
    ['{string} id - The id （pattern: ^u-）', 'pattern: ^u-'],
    ['{string} id - (trim: true)', 'trim: true'],
    ['{string} id - The id (lowercase: true, format: uuid)', 'lowercase: true, format: uuid'],
  ])('@param %s', (line, at) => {
    expect(found(`@param ${line}`)).toEqual([['facet-parentheses', at]]);
    expect(said(`@param ${line}`)).toContain(`Write "(${at})" before the dash.`);
  });

  it.each([
    '{integer} n - `minimum: 10`',
    '{integer} n - The minimum: 10',
    '{integer} n - Minimum: 10',
    '{integer} n - minimum: 10 pieces',
    '{integer} n - minimum: ten',
    '{integer} n - minimum: 1.2.3',
    '{string} s - minLength: -3',
    '{string} s - The text (minLength: 3) of it',
    '{string} s - The text (default: 14)',
    '{string} s - The text (format: ISO 8601)',
    '{string} s - The text (format: csv)',
    '{string} s - The text (pattern: see below)',
    '{string} s - The text (pattern: name)',
    '{string} s - The text (title: The name, example: a)',
    '{string} s - format: email',
    '{string} s - The text (since: 2)',
    '{string} s - The text (minLength: 3, see below)',
    '{string} s - ()',
    '{string} s - ',
  ])('@param %s is a description', (line) => {
    expect(found(`@param ${line}`)).toEqual([]);
  });
});

describe('facets without parentheses', () => {
  it.each([
    ['{integer} [n] minimum: 10 - x', 'minimum: 10'],
    ['{integer} [n] minimum: 10', 'minimum: 10'],
    ['{integer} n minimum:10 - x', 'minimum:10'],
    ['{integer} n minimum: 10\n *   A number', 'minimum: 10'],
    ['{integer} n minimum: 1, maximum: 3 - x', 'minimum: 1, maximum: 3'],
    ['{integer} n minimum: 1 maximum: 3 - x', 'minimum: 1 maximum: 3'],
    ['{integer} n (minimum: 1) maximum: 3 - x', 'maximum: 3'],
    ['{string} [due] enum: [a, b] - x', 'enum: [a, b]'],
    ['{string} [due] default: a - x', 'default: a'],
    ['{string} [due] default: "a b" - x', 'default: "a b"'],
    ['{string} s pattern: ^[a-z]{1,3}$ - x', 'pattern: ^[a-z]{1,3}$'],
    ['{string} s deprecated: true', 'deprecated: true'],
    ['{string} s trim: true - x', 'trim: true'],
    ['{string} s format: email - x', 'format: email'],
  ])('@param %s', (line, at) => {
    expect(found(`@param ${line}`)).toEqual([['facet-parentheses', at]]);
    expect(said(`@param ${line}`)).toContain(`"(${at})"`);
  });

  it.each([
    '{integer} n minimum: 10 pieces of it - x',
    '{integer} n minimum: ten - x',
    '{integer} n The minimum: 10',
    '{integer} n minimum 10 - x',
    '{string} s default: what the owner said - x',
    '{string} s default: on, unless it is off',
    '{string} s default: see\n *   below',
    '{string} s enum: one of these - x',
    '{string} s pattern: the one to match - x',
    '{string} s deprecated: use kind - x',
    '{string} s description: words - x',
    '{string} s constructor: 1 - x',
    '{string} s format: - x',
    '{string} s example: Ada, Bob and so on - x',
    '{integer} n (maximum: 100) - The number (maximum: 100)',
  ])('@param %s is prose', (line) => {
    expect(found(`@param ${line}`)).toEqual([]);
  });
});

describe('facets in brackets that have no meaning', () => {
  it.each([
    ['{string} s (maxLength: 20) (minLength: 12)', '(minLength: 12)', '(maxLength: 20, minLength: 12)'],
    [
      '{string} s (maxLength: 20) (minLength: 12, format: email) - x',
      '(minLength: 12, format: email)',
      '(maxLength: 20, minLength: 12, format: email)',
    ],
    ['{string} s {maxLength: 20} - x', '{maxLength: 20}', '(maxLength: 20)'],
    ['{string} [s] [maxLength: 20]', '[maxLength: 20]', '(maxLength: 20)'],
    ["{string} s (maxLength: 20) {enum: ['a', 'b']}", "{enum: ['a', 'b']}", "(maxLength: 20, enum: ['a', 'b'])"],
    ["{string} s {pattern: '[(]'}", "{pattern: '[(]'}", "(pattern: '[(]')"],
  ])('@param %s is a warning with an edit', (line, at, correct) => {
    expect(found(`@param ${line}`)).toEqual([['facet-parentheses', at]]);
    expect(said(`@param ${line}`)).toContain(`Write all facets in one pair of parentheses: "${correct}".`);
    const edited = line.replace(/[({[](?:max|min|enum|pattern)[^]*[)}\]]/, correct);
    expect(found(`@param ${edited}`)).toEqual([]);
  });

  it.each([
    ['{string} s (maxLength: 20) - The text (minLength: 12)', 'minLength: 12'],
    ['{string} s (maxLength: 20) The text (minLength: 12)', 'minLength: 12'],
  ])('@param %s is a warning', (line, at) => {
    expect(found(`@param ${line}`)).toEqual([['facet-parentheses', at]]);
  });

  it.each([
    '{string} s (maxLength: 20) (in characters)',
    '{string} s {since: 2} - x',
    '{string} s (maxLength: 20) [see below]',
  ])('@param %s is a description', (line) => {
    expect(found(`@param ${line}`)).toEqual([]);
  });
});

describe('facets without parentheses, as other languages write them', () => {
  it.each([
    ['{integer} limit min=1', 'min=1', 'minimum: 1'],
    ['{integer} limit min=1 max=10 - x', 'min=1 max=10', 'minimum: 1, maximum: 10'],
    ['{integer} [limit=2] minimum=1 The limit', 'minimum=1', 'minimum: 1'],
    ['{integer} n min: 1, max: 10 - x', 'min: 1, max: 10', 'minimum: 1, maximum: 10'],
    ['{integer} n max: 10\n *   The number', 'max: 10', 'maximum: 10'],
    ['{string} s min=1,max=2', 'min=1,max=2', 'minLength: 1, maxLength: 2'],
    ['{string} s length=2 - x', 'length=2', 'minLength: 2, maxLength: 2'],
    ['{number} n gt=-1.5', 'gt=-1.5', 'exclusiveMinimum: -1.5'],
    ['{string|integer} s min=2', 'min=2', 'minimum: 2, minLength: 2'],
  ])('@param %s', (line, at, correct) => {
    expect(found(`@param ${line}`)).toEqual([['facet-parentheses', at]]);
    expect(said(`@param ${line}`)).toContain(`"(${correct})"`);
    expect(found(`@param ${line.replace(at, `(${correct})`)}`)).toEqual([]);
  });

  it.each([
    '{integer} n max: 10 pieces of it - x',
    '{integer} n max: ten - x',
    '{integer} n max=10; x',
    '{integer} n max=other.max',
    '{string} s default=none if absent',
    '{string} s title=5 - x',
    '{string} s format=json or xml',
    '{string} s pattern=^\\d{1,3}$',
    '{string} s example=a:',
    '{string} s length=1-5',
    '{string} s min=1.5',
    '{string} s minimum=1',
    '{string} q a=b - x',
    '{string} q Such as min=1',
    '{string} q - min=1',
    '{Problem} problem min=1',
    '{string[]} s length=2 - x',
    '{boolean} b max: 1',
  ])('@param %s is prose', (line) => {
    expect(found(`@param ${line}`)).toEqual([]);
  });
});

describe('several errors in one @throws', () => {
  it.each([
    ['@throws {Conflict|NotFound} 409 - x', ['Write "@throws 409 - x"', 'Write "@throws 404 - x"']],
    ['@throws {ConflictError | SoldOutError} 409', ['Write "@throws 409 - ..."', 'Write "@throws 409 - ..."']],
    ['@throws {Conflict|Pet} 409 - x', ['Write "@throws 409 - x"', 'Define it with']],
  ])('%s', (line, advice) => {
    const { diagnostics } = compile({ 'one.ts': `/**\n * Some.\n * ${line}\n */\nexport default () => {};` });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-type', 'unknown-type']);
    for (const [i, part] of advice.entries()) expect(diagnostics[i]!.message).toContain(part);
  });
});

describe('several values in place of a default', () => {
  it.each([
    ['{string} [sort="name"|"age"]', '"name"|"age"'],
    ["{string} [sort='name' | 'age'] - x", "'name' | 'age'"],
    [`{'name'|'age'} [sort="name"|'age']`, `"name"|'age'`],
    ['{integer} [n="1"|"2"]', '"1"|"2"'],
  ])('@param %s', (line, at) => {
    expect(found(`@param ${line}`)).toEqual([['invalid-sample', at]]);
    expect(said(`@param ${line}`)).toContain(`"{${at}}"`);
  });

  it.each(['{string} [sort="name|age"]', '{string} [sort=name|age]', `{string} [q="a"b"]`])(
    '@param %s is one',
    (line) => {
      expect(found(`@param ${line}`)).toEqual([]);
    },
  );
});

describe('two defaults', () => {
  it.each([
    ['{string} [b=abc] (default: def) - x', 'def', 'abc'],
    ['{integer[]} [b=[1]] (default: [2]) - x', '[2]', '[1]'],
  ])('@param %s', (line, second, first) => {
    expect(found(`@param ${line}`)).toEqual([['declared-twice', second, first]]);
  });

  it.each(['{string} [b=abc] (default: abc) - x', '{integer[]} [b=[1]] (default: [1]) - x'])(
    '@param %s has one meaning',
    (line) => {
      expect(found(`@param ${line}`)).toEqual([]);
    },
  );
});

describe('a line that a comment has twice', () => {
  const BODY = '@param {object} body - It';
  const foundIn = (...lines: readonly string[]): string[][] => found(lines.join('\n * '), 'one@post.ts');

  it.each([
    ['in two lines', ['application/json (max: 1kb)', 'application/json (max: 10mb)'], 'application/json'],
    ['in another letter case', ['application/json (max: 1kb), Application/JSON'], 'Application/JSON'],
    ['as a range', ['image/* (max: 1kb)', 'image/*'], 'image/*'],
    ['as any type', ['any (max: 1kb), any'], 'any'],
  ])('reports a media type of @consumes %s', (_, lines, at) => {
    const [first] = lines[0]!.split(/[ ,]/);
    expect(foundIn(...lines.map((line) => `@consumes ${line}`), BODY)).toEqual([['declared-twice', at, first!]]);
  });

  it.each([
    [
      ['@produces text/plain, text/plain', '@returns {string}'],
      ['declared-twice', 'text/plain', 'text/plain'],
    ],
    [['@returns {string} 200', '@returns {integer} 201', '@returns {integer} 200 application/json']],
    [['@produces text/csv', '@returns {string} 200', '@returns {integer} 200 text/csv']],
    [
      ['@returns {string}', '@header {string} X-A - a', '@header {integer} x-a - b'],
      ['declared-twice', 'x-a', 'X-A'],
    ],
    [
      ['@header {string} X-A - a', '@header {integer} x-a - b', '@returns {string}'],
      ['declared-twice', 'x-a', 'X-A'],
    ],
    [
      ['@x-plan gold', '@x-plan free'],
      ['declared-twice', '@x-plan', '@x-plan'],
    ],
  ])('%j', (lines, expected = ['declared-twice', '200', '200']) => {
    expect(foundIn(...lines)).toEqual([expected]);
  });

  it.each([
    ['@consumes application/json (max: 1kb), multipart/form-data, image/*, any', BODY],
    ['@produces text/csv', '@returns {string} 200', '@returns {integer} 200 application/json'],
    ['@header {string} X-A - a', '@returns {string}', '@header {integer} X-A - b'],
    ['@returns {string} 200', '@returns 202', '@throws 404', '@throws {string} 404 text/plain'],
  ])('accepts %s, %s', (...lines) => {
    expect(foundIn(...lines)).toEqual([]);
  });
});

describe('statuses', () => {
  it.each([
    ['@returns {object} 20 - ok', '20'],
    ['@returns {object} 2000 - ok', '2000'],
    ['@returns {object} 20', '20'],
    ['@returns {object} 2- ok', '2'],
    ['@returns 20 - ok', '20'],
    ['@throws 4040', '4040'],
  ])('%s has none', (line, at) => {
    expect(found(line)).toEqual([['invalid-status', at]]);
  });

  it.each(['@returns {integer} 20 years from now', '@returns {integer} 20 -x', '@returns {integer} 20\n *   years'])(
    '%s is prose',
    (line) => {
      expect(found(line)).toEqual([]);
    },
  );

  it.each([
    ['@throws {404} not found', '404', '"@throws 404 - not found"'],
    ['@throws {404}', '404', '"@throws 404 - ..."'],
    ['@throws {404} - not found', '404', '"@throws 404 - not found"'],
    ['@throws {5XX}', '5XX', '"@throws 5XX - ..."'],
    ['@returns {201}', '201', '"@returns {Pet} 201 - ..."'],
    ['@returns { 201 } 201 - ok', '201', '"@returns {Pet} 201 - ok"'],
    ['@returns {204} gone', '204', '"@returns 204 - gone"'],
    ['@returns {Problem} {200} The pet', '{200}', '"{Problem} 200"'],
    ['@throws {Problem} {404}', '{404}', '"{Problem} 404"'],
  ])('%s has its status in the place of the type', (line, at, meant) => {
    expect(found(line)).toEqual([['status-as-type', at]]);
    expect(said(line)).toContain(meant);
  });

  it.each([
    '@returns {200|400} The number',
    '@returns {(404)} The number',
    '@returns {404} 200 - The number',
    '@returns {7} A number',
    '@param {404} code - x',
    '@returns {Problem} - {200} of them',
    '@returns {Problem} {200 of them}',
  ])('%s has a number for a type', (line) => {
    expect(found(line)).toEqual([]);
  });
});

describe('a response whose first word is a type', () => {
  const definitions = [{ path: 'a.js', text: '/** @typedef {object} Todo */\n/** @typedef {Todo} Used */' }];
  const untyped = (line: string): string[] =>
    compile({ 'one.ts': `/**\n * Some.\n * ${line}\n */\nexport default () => {};` }, { definitions })
      .diagnostics.filter(({ code }) => code === 'untyped-response')
      .map(({ message }) => message);

  it.each([
    ['@returns Todo - x', '"{Todo}"'],
    ['@returns Todo', '"{Todo}"'],
    ['@returns Todo[] The list', '"{Todo[]}"'],
    ['@returns Page<Todo> - x', '"{Page<Todo>}"'],
    ['@returns string - x', '"{string}"'],
    ['@returns void', 'in braces: "{void}".'],
    ['@returns Nothing', '"@returns {Pet} The new pet"'],
    ['@returns constructor - x', '"@returns {Pet} The new pet"'],
    ['@returns The todo', '"@returns {Pet} The new pet"'],
  ])('%s', (line, meant) => {
    const [message, ...others] = untyped(line);
    expect(message).toContain(meant);
    expect(others).toEqual([]);
  });

  it('reports such a response in a set of responses too', () => {
    const { diagnostics } = compile(
      { 'one.ts': '/**\n * Some.\n * @returns-include all\n */\nexport default () => {};' },
      { definitions: [{ path: 'b.js', text: '/**\n * @returns-define all\n * @returns Problem - x\n */' }] },
    );
    expect(diagnostics.map(({ code, message }) => [code, message.includes('"{Problem}"')])).toEqual([
      ['untyped-response', true],
    ]);
  });
});

describe('a path parameter of another name', () => {
  it.each([
    ['bad/{bid}/@get.ts', 'id'],
    ['pets/{pet_id}.ts', 'petId'],
    ['pets/{petId}.ts', 'pet'],
    ['pets/{id}.ts', 'pet_id'],
    ['pets/{colour}.ts', 'color'],
    ['pets/{bid}@post.ts', 'id'],
  ])('%s, @param %s', (path, name) => {
    const line = `@param {integer} ${name} - x`;
    const [diagnostic, ...others] = withLine(line, path).diagnostics;
    expect(others).toEqual([]);
    expect(diagnostic!.severity).toBe('warning');
    expect(diagnostic!.notes.map(({ message }) => message)[0]).toContain(`"${name}" is not in the path`);
    expect(brief(diagnostic!).slice(2)[0]).toBe(name);
  });

  it.each([
    ['pets/{bid}.ts', '@param {integer} query.id - x'],
    ['pets/{bid}.ts', '@param {integer} limit - x'],
    ['a/{bid}/{cid}.ts', '@param {integer} id - x'],
    ['pets/{bid}.ts', '@param {integer} id - x\n * @param {integer} header.id - x'],
    ['pets/{bid}.ts', '@param-include paging'],
  ])('%s, %s is read as written', (path, line) => {
    const [diagnostic] = withLine(line, path).diagnostics;
    expect(diagnostic!.code).toBe('undeclared-path-parameter');
    expect(diagnostic!.notes).toHaveLength(1);
  });
});

it.each(['error', 'response', 'exception'])('the directive @%s is advised to be one that there is', (name) => {
  expect(said(`@${name} 404 - x`)).toMatch(/Write "@(?:throws 404|returns \{Type\} 200)"\./);
});

describe('names of other frameworks', () => {
  const codes = (path: string): string[][] =>
    compile({ [path]: '/** Some. */\nexport default () => {};' }).diagnostics.map(brief);

  it.each([
    ['pets/[id].ts', '[id]'],
    ['pets/[id]/@get.ts', '[id]'],
    ['pets/[...slug].ts', '[...slug]'],
    ['pets/[[...slug]]/@get.ts', '[[...slug]]'],
    ['pets/:id.ts', ':id'],
    ['pets/:id/@get.ts', ':id'],
    ['pets/:id@get.ts', ':id'],
    ['pets/<id>@get.ts', '<id>'],
    ['pets/<int:id>/@get.ts', '<int:id>'],
  ])('%s', (path, at) => {
    expect(codes(path)).toEqual([['foreign-parameter', at]]);
  });

  it.each([
    ['get.ts', 'get', '"@get.ts"'],
    ['pets/PUT.ts', 'PUT', '"@put.ts"'],
    ['pets/n.post.mts', '.post', '"n@post.mts"'],
    ['pets/index.delete.ts', 'index.delete', '"@delete.ts"'],
  ])('the method of %s', (path, at, name) => {
    expect(codes(path)).toEqual([['method-file', at]]);
    const { diagnostics } = compile({ [path]: '/** Some. */\nexport default () => {};' });
    expect(diagnostics[0]!.message).toContain(`Name it ${name}`);
  });

  it('reports both mistakes in [id].get.ts', () => {
    expect(codes('pets/[id].get.ts')).toEqual([
      ['foreign-parameter', '[id]'],
      ['method-file', '.get'],
    ]);
  });

  it.each([
    'blog/post.ts',
    'pets/put@post.ts',
    'pets/n.get@get.ts',
    'get/pets.ts',
    'forget.ts',
    'patch.ts',
    'n.getter.ts',
  ])('%s is a path', (path) => {
    expect(codes(path)).toEqual([]);
  });

  it('reads the name as a path if the comment has the method', () => {
    expect(compile({ 'get.ts': '/** @GET */\nexport default () => {};' }).diagnostics).toEqual([]);
  });

  it.each(['a:b.ts', '[0]/@get.ts', '(group)/@get.ts', 'a[b].ts', '$id.ts', '*.ts', '[].ts', ':.ts'])(
    '%s is text',
    (path) => {
      expect(codes(path)).toEqual([]);
    },
  );
});

describe("facets that aren't YAML", () => {
  it.each([
    ['pattern: ^[a-z]+$', '^[a-z]+$'],
    ["pattern: ^\\d+: it's$", "^\\d+: it's$"],
    ['minLength: 1, pattern: ^a{1,3}$', '^a{1,3}$'],
    ['pattern: ^[a-z]+$, minLength: 1', '^[a-z]+$'],
    ['pattern: "^\\d+$"', '"^\\d+$"'],
  ])('(%s) needs quotes', (facets, at) => {
    const line = `@param {string} a (${facets}) - x`;
    expect(found(line)).toEqual([['invalid-yaml', at]]);
    expect(said(line)).toContain(
      `without single quotes. Write pattern: '${at.replaceAll('"', '').replaceAll("'", "''")}'`,
    );
  });

  it.each([
    ['pattern: [a-z]', '[a-z]'],
    ['pattern: ^a,b$', '^a,b$'],
    ['pattern: *a', '*a'],
    ['pattern: 12', '12'],
  ])('(%s) is YAML for something else', (facets, at) => {
    const line = `@param {string} a (${facets}) - x`;
    expect(found(line)).toEqual([['facet-value', at]]);
    expect(said(line)).toContain(`without single quotes. Write pattern: '${at}'`);
  });

  it.each([
    'pattern: ^a b$',
    "pattern: '^[a-z]{1,3}$'",
    'pattern: "^[a-z]$", minLength: 1',
    'pattern: "^\\\\d$"',
    'title: a pattern, minLength: 1',
    'pattern: ^a$, minLength: 1',
  ])('(%s) is well', (facets) => {
    expect(found(`@param {string} a (${facets}) - x`)).toEqual([]);
  });

  it.each([
    ['minimum: 0 maximum: 3', 'maximum'],
    ['minimum: 0\n *   maximum: 3', 'maximum'],
    ['minimum: 0, maximum: 3 title: a', 'title'],
    ['title: "a maximum: 3" maximum: 3', 'maximum'],
  ])('(%s) lacks a comma', (facets, at) => {
    const line = `@param {integer} a (${facets}) - x`;
    expect(found(line)).toEqual([['invalid-yaml', at]]);
    expect(said(line)).toContain(`Missing comma before "${at}"`);
  });

  it("reports facets that aren't YAML once", () => {
    expect(found('@param {string} a (title: ]a[ b) - x')).toHaveLength(1);
    expect(found("@param {string} a (title: {]}, pattern: '^[a-z]$') - x")).toHaveLength(1);
  });
});

describe('a directive that protects and is misspelled', () => {
  it.each([
    ['Rate-Limit', 'rate-limit'],
    ['ratelimit', 'rate-limit'],
    ['RateLimit', 'rate-limit'],
    ['rate_limit', 'rate-limit'],
    ['rate-limits', 'rate-limit'],
    ['throttle', 'rate-limit'],
    ['Cache', 'cache'],
    ['cahce', 'cache'],
    ['Idempotent', 'idempotent'],
    ['idempotant', 'idempotent'],
    ['ETag', 'etag'],
  ])('reports a misspelled @%s', (name, meant) => {
    for (const path of ['a@get.ts', '_middleware.ts']) {
      const { diagnostics } = compile({ [path]: `/** It.\n * @${name} */\nexport default (ctx, next) => next();\n` });
      const misspelled = diagnostics.find(({ code }) => code === 'misspelled-security');
      expect([path, misspelled?.severity]).toEqual([path, 'error']);
      expect(misspelled!.message).toContain(`Did you mean "@${meant}"?`);
    }
  });

  it.each(['catch', 'page', 'entity', 'package', 'stage'])("accepts @%s, which isn't a misspelling", (name) => {
    const { diagnostics } = compile({ 'a@get.ts': `/** It.\n * @${name} */\nexport default () => {};\n` });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

it.each(['User', 'USER', 'Address', 'ALL'])('refuses a custom name for counting requests that is "per %s"', (who) => {
  const { diagnostics } = withLine(`@rate-limit 5 per minute per ${who}`);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['invalid-rate-limit', 'error']]);
  expect(diagnostics[0]!.message).toContain(`Did you mean "per ${who.toLowerCase()}"?`);
});

describe('a security that is misspelled', () => {
  it.each(
    'Security SECURITY securty secruity securities secure Secured auth Auth authorize authorization authenticated'.split(
      ' ',
    ),
  )('@%s is an error', (name) => {
    const { diagnostics } = withLine(`@${name} key`);
    expect(diagnostics.map(brief)).toEqual([['misspelled-security', `@${name}`]]);
    expect(diagnostics[0]!.severity).toBe('error');
    expect(diagnostics[0]!.message).toContain('Did you mean "@security"?');
  });

  it.each(['author', 'somethingElse', 'sumary', 'service', 'authors', 'severity', 'obscurity'])(
    "@%s isn't a misspelling",
    (name) => {
      expect(withLine(`@${name} key`).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );
});

describe('YAML merge keys', () => {
  const schemaOf = (line: string): unknown => contractOfComment(`/**\n * Some.\n * ${line}\n */`).parameters[0]!.schema;

  it('merge what they refer to into a value', () => {
    const facets = 'example: &base {a: 1, b: 2}, default: {<<: *base, b: 3}';
    expect(schemaOf(`@param {object} query.x (${facets}) - y`)).toEqual({
      type: 'object',
      examples: [{ a: 1, b: 2 }],
      default: { a: 1, b: 3 },
    });
  });

  it('merge into the facets, each of which counts unless it is written out', () => {
    expect(schemaOf('@param {integer} x (maximum: 5, <<: {minimum: 1, maximum: 9}) - y')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 5,
    });
    expect(schemaOf('@param {integer} x (<<: [{minimum: 1}, {minimum: 2, maximum: 9}]) - y')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 9,
    });
  });

  it('reports merge keys that merge no mapping at their place', () => {
    expect(found('@param {integer} x (<<: 1) - y')).toEqual([['invalid-yaml', '1']]);
    expect(found('@param {object} x (default: {<<: [1]}) - y')).toEqual([['invalid-yaml', '{<<: [1]}']]);
  });

  it('reads quoted merge keys as text', () => {
    expect(schemaOf(`@param {object} query.x (default: {"<<": 1}) - y`)).toEqual({
      type: 'object',
      default: { '<<': 1 },
    });
  });

  it('reports aliases of aliases, which could blow up', () => {
    const lists = 'bcdef'.split('').map((name, i) => `${name}: &${name} [${`*${'abcde'[i]},`.repeat(10)}]`);
    const line = `@param {object} x (default: {a: &a [${'1,'.repeat(10)}], ${lists.join(', ')}}) - y`;
    expect(found(line).map(([code]) => code)).toEqual(['invalid-yaml']);
  });
});

describe('a pattern', () => {
  it('accepts a pattern that compiles without the flag "u" alone', () => {
    expect(found(String.raw`@param {string} a (pattern: '^[\w-.]+$') - x`)).toEqual([]);
    expect(found(String.raw`@param {string} a (pattern: '^\p{L}+$') - x`)).toEqual([]);
    expect(found(String.raw`@param {string} a (pattern: '\-') - x`)).toEqual([]);
  });

  it.each([
    ['(a', 'Unterminated group'],
    ['[b-a]', 'Range out of order in character class'],
    ['*', 'Nothing to repeat'],
    ['a: (', 'Unterminated group'],
  ])('%s is not, and the message explains why', (pattern, reason) => {
    const line = `@param {string} a (pattern: '${pattern}') - x`;
    expect(found(line)).toEqual([['facet-value', `'${pattern}'`]]);
    expect(said(line)).toContain(`${reason}.`);
  });
});

describe('lines in the way of other tools', () => {
  it.each([
    ['@param {low|normal|high} priority - x', ['the text "low", write \'low\'', "write 'normal'", "write 'high'"]],
    ['@returns {Promise<Problem>} - x', ['Write "{Problem}": the handler can be async.']],
    ['@returns {Promise<{a: string}>} - x', ['Write the type that it resolves to: the handler can be async.']],
    ['@returns {Promise<Problem|null>} - x', ['Write "{Problem|null}": the handler can be async.']],
    ['@returns {Promise<Array<Problem>>} - x', ['Write "{Array<Problem>}": the handler can be async.']],
    ['@returns {Promise} - x', ['Write the type that it resolves to: the handler can be async.']],
    ["@param {'low'|null|high} priority - x", ["write 'high' in quotes"]],
    ['@body {Problem}', ['Unknown directive "@body" (ignored). Write "@param {Type} body".']],
    ['@status 201', ['Write "@returns {Type} 201".']],
    ['@queryParam {string} q', ['Write "@param {Type} query.name".']],
    ['@path {string} id', ['Write "@param {Type} name".']],
    ['@param subject {string} The subject', ['before the name: "@param {string} subject - description"']],
    ['@param [subject] {string} The subject', ['"@param {string} [subject] - description"']],
    ['@param subject The subject', ['Missing type. Write "@param {string} name - description".']],
  ])('%s', (line, meant) => {
    for (const text of meant) expect(said(line)).toContain(text);
  });

  it.each(['string|bigint', 'Problem|dog', 'Problem|never', 'dog|string[]', 'Problem[]|dog', 'low|bigint', 'low|high'])(
    'a fix does not guess a text in {%s}',
    (type) => {
      const { diagnostics } = withLine(`@param {${type}} query.a - x`);
      expect(diagnostics.map(({ code }) => code)).toContain('unknown-type');
      expect(diagnostics.filter(({ fix }) => fix !== undefined)).toEqual([]);
      const hints = diagnostics.filter(({ message }) => message.includes('in quotes'));
      expect(hints.length).toBe(type === 'low|high' ? 2 : 0);
    },
  );

  it.each([
    ['@query {string} q The words', '{string} query.q'],
    ['@query {string} [q]', '{string} [query.q]'],
    ['@query {string} query.q', '{string} query.q'],
    ['@get {string} [q]', '{string} [q]'],
  ])('%s is a method, and the message shows the parameter', (line, parameter) => {
    expect(said(line)).toContain(`"@param ${parameter}"`);
  });

  it('repeated statuses in braces are one mistake each', () => {
    const line = '@returns {string} {201} a\n * @returns {string} {201} b';
    expect(found(line)).toEqual([
      ['status-as-type', '{201}'],
      ['status-as-type', '{201}'],
    ]);
  });

  it.each(['@query {id}', '@get /pets/{id} - x'])('%s is a method with a path', (line) => {
    expect(said(line)).toContain('the path comes from the location of the file');
  });

  it.each(['@param {Owner|string} a - x', '@param {strin|null} a - x', '@param {low} a - x'])(
    '%s has no text without quotes',
    (line) => {
      expect(said(line)).toContain('Unknown type');
      expect(said(line)).not.toContain('quotes');
    },
  );
});
