import { describe, expect, it } from 'vitest';
import { printOrigin } from '../../../src/tools/openapi/fetch/locations.ts';
import { locateOperations } from '../../../src/tools/import/file-paths.ts';
import { describeDocuments } from '../../../src/tools/openapi/read/description.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { atPaths, emitted, filesOf, planOf, reasonsOf, SHOP, withPaths } from './support.ts';

describe('the tree of a description', () => {
  const plan = planOf(SHOP);

  it('writes every fact, and nothing that the server does not add', () => {
    expect(plan.diagnostics).toEqual([]);
    expect(reasonsOf(plan)).toEqual([]);
    expect(plan.differences).toEqual([]);
    expect(plan.comparison.kept.length).toBeGreaterThan(90);
  });

  it('reads as if you had written it', () => {
    expect(filesOf(plan)).toMatchSnapshot();
  });

  it('writes the same tree after a way through its own document', () => {
    const again = planOf(JSON.parse(JSON.stringify(emitted(plan))) as object);
    expect(filesOf(again)).toEqual(filesOf(plan));
  });

  it('ignores the order of the document', () => {
    const { paths, components, ...rest } = SHOP;
    const reversed = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
    const schemas = reversed(components.schemas);
    const other = { components: { ...components, schemas }, paths: reversed(paths), ...rest };
    expect(filesOf(planOf(other))).toEqual(filesOf(plan));
  });
});

describe('a path', () => {
  it.each([
    ['/', '@get.ts'],
    ['/pets/', 'pets/@get.ts'],
    ['/gr%C3%B6%C3%9Fe', 'größe/@get.ts'],
    ['/users/@me', 'users/@me/@get.ts'],
    ['/api.test', 'api.test/@get.ts'],
    ['/compare/{base}...{head}', 'compare/{base}...{head}/@get.ts'],
    ["/users('{id}')", "users('{id}')/@get.ts"],
    ['/.well-known/openid-configuration', '[.]well-known/openid-configuration/@get.ts'],
    ['/{index}/_search', '{index}/[_]search/@get.ts'],
    ['/_cat/[_]x', '[_]cat/[[]_]x/@get.ts'],
  ])('%s is the file %s', (path, file) => {
    const plan = planOf(atPaths(path));
    expect(plan.operations.files.map((item) => item.path)).toEqual([file]);
    expect(plan.losses.filter(({ kind }) => kind !== 'operation: slash at the end')).toEqual([]);
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([
    ['/a?b=c', '"?", "#" or "\\"'],
    ['/a//b', 'empty segments'],
    ['/a%2Fb', 'cannot be decoded'],
    ['/%zz', 'cannot be decoded'],
    ['/pets%20/x', 'neither begins nor ends with white space'],
    ['/./x', 'clients resolve the segments "." and ".."'],
    ['/pets/%2E%2E', 'clients resolve the segments "." and ".."'],
    ['/{a}{b}', 'no text between'],
    ['/{a}/{a}', 'occurs twice'],
    ['/{}', 'has no name'],
    ['/a{b', 'not balanced'],
    ['pets', 'starts with "/"'],
    [`/${'a'.repeat(300)}`, 'longer than 255 bytes'],
  ])('%s cannot be a file, with the reason', (path, reason) => {
    const plan = planOf(atPaths(path));
    expect(plan.operations.files).toEqual([]);
    expect(plan.losses.map((loss) => loss.reason).join()).toContain(reason);
    expect(plan.losses[0]!.places[0]!.pointer).toBe(`/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get`);
  });

  it('drops the fragment of a path, which requests do not have', () => {
    const plan = planOf(atPaths('/a/{id}#x', '/#b', '/c'));
    expect(plan.operations.files.map((item) => item.path)).toEqual(['@get.ts', 'a/{id}/@get.ts', 'c/@get.ts']);
    expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
    expect(plan.description.notes.mended()).toMatchObject([
      { reading: expect.stringContaining('no fragment'), places: [{ pointer: '/paths/~1a~1{id}#x/get' }, {}] },
    ]);
  });

  it.each([
    ['another operation', ['/a#x', '/a']],
    ['another name of a parameter', ['/a/{b}#x', '/a/{c}']],
    ['other fragments', ['/a#x', '/a/#y', '/b']],
  ])('leaves out a path with a fragment next to %s', (_, paths) => {
    const plan = planOf(atPaths(...paths));
    expect(plan.operations.files).toHaveLength(1);
    expect(plan.operations.files[0]!.text).not.toContain('#');
    const lost = paths.filter((path) => path.includes('#'));
    expect(reasonsOf(plan)).toEqual([
      [
        'a request has no fragment, and other operations have the path before "#"',
        lost.map((path) => `/paths/${path.replaceAll('/', '~1')}/get`),
      ],
    ]);
    expect(plan.differences).toEqual([]);
  });

  it('gives a path that differs from another in its names alone the names of the first', () => {
    const get = {
      responses: { 200: { description: 'OK' } },
      parameters: [{ name: 'b', in: 'path', required: true, schema: { type: 'integer' } }],
    };
    const plan = planOf(withPaths({ '/x/{a}': { put: get }, '/x/{b}': { get } }));
    expect(plan.operations.files.map(({ path }) => path)).toEqual(['x/{a}/@get.ts', 'x/{a}/@put.ts']);
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(plan.losses.map(({ reason }) => reason)).toContain('another path has this parameter under another name');
  });

  it('leaves out a path that differs from another in letter case alone', () => {
    const plan = planOf(atPaths('/pets', '/Pets'));
    expect(plan.operations.files).toHaveLength(1);
    expect(reasonsOf(plan)).toEqual([['"/pets" differs only in letter case', ['/paths/~1Pets/get']]]);
  });

  it.each(['/con', '/aux.txt', '/a:b', '/a|b', '/a.', '/nul/x'])('%s is not left out, unless on Windows', (path) => {
    const description = describeDocuments(documentOf(atPaths(path)));
    expect(locateOperations(description, [], 'linux').unsafe).toHaveLength(1);
    expect(locateOperations(description, [], 'win32').located).toEqual([]);
  });
});

describe('a schema', () => {
  const used = (schemas: object, openapi = '3.1.0'): object => ({
    ...withPaths({
      '/x': {
        get: {
          responses: {
            200: {
              description: 'It',
              content: {
                'application/json': {
                  schema: {
                    type: 'array',
                    items: {
                      anyOf: Object.keys(schemas).map((name) => ({
                        $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
                      })),
                    },
                  },
                },
              },
            },
          },
        },
      },
    }),
    openapi,
    components: { schemas },
  });

  it.each(['Foo Bar', 'Foo[Bar]', 'a/b', '_hidden', '.dot', 'openapi', 'x.test.y', 'Problem', '__proto__'])(
    'renames a schema with the odd name %j, with a reason',
    (name) => {
      const plan = planOf(
        JSON.parse(
          JSON.stringify(used({ Other: {} }))
            .replaceAll('"Other"', JSON.stringify(name))
            .replaceAll('schemas/Other', `schemas/${name.replaceAll('/', '~1')}`),
        ) as object,
      );
      expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(plan.definitions.files.filter(({ path }) => path.startsWith('schemas/'))).not.toEqual([]);
    },
  );

  it.each(['email', 'string', 'Date', 'void', 'Record', 'io.k8s.Pod', 'con', 'class', '404'])(
    'accepts a schema with the name %j',
    (name) => {
      const plan = planOf(used({ [name]: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }));
      expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(reasonsOf(plan)).toEqual([]);
    },
  );

  it('puts a schema into another directory if another name differs in letter case alone', () => {
    const plan = planOf(used({ Pet: { type: 'string' }, pet: { type: 'integer' } }));
    const paths = plan.definitions.files.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
    expect(reasonsOf(plan)).toEqual([]);
  });

  it('loses what it cannot mean, with reasons', () => {
    const plan = planOf(
      used({
        A: {
          type: 'object',
          required: true,
          properties: { a: { type: 'string', pattern: '(', default: 1 }, b: 'text', c: { $ref: '#/nowhere' } },
        },
      }),
    );
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { notes } = plan.description;
    const A = plan.description.schemas.get('A') as object;
    expect(notes.find({ of: A, key: 'required' })?.reason).toBe('"required" must be an array of unique strings');
    expect(filesOf(plan)['definitions/schemas/A.ts']).toMatchInlineSnapshot(`
      "export interface A {
        /** @default 1 */
        a?: string;
        c?: unknown;
      }
      "
    `);
  });

  it('keeps a pattern that is valid without the flag u', () => {
    const plan = planOf(used({ A: { type: 'string', pattern: '^[a-z\\-]+\\-\\@$' } }));
    expect(filesOf(plan)['definitions/schemas/A.ts']).toContain('^[a-z\\-]+\\-\\@$');
    expect(reasonsOf(plan)).toEqual([]);
  });

  it.each([
    ['a type', { type: 'string', nullable: true }, 'export type A = string | null;\n'],
    [
      'exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      '/** @exclusiveMinimum 1 */\nexport type A = number;\n',
    ],
    ['an enum', { type: 'string', nullable: true, enum: ['a', 'b'] }, "export type A = 'a' | 'b' | null;\n"],
  ])('translates %s of OpenAPI 3.0', (_, schema, text) => {
    const plan = planOf(used({ A: schema }, '3.0.3'));
    expect(filesOf(plan)['definitions/schemas/A.ts']).toBe(text);
    expect(reasonsOf(plan)).toEqual([]);
  });
});

describe('parts that a tree does not have', () => {
  const response = { 200: { description: 'OK' } };

  it.each<[string, object, string, string]>([
    ['callbacks', { callbacks: { done: {} }, responses: response }, 'no callbacks', '/paths/~1x/post/callbacks'],
    [
      'servers',
      { servers: [{ url: 'https://a.example' }], responses: response },
      'openapi.yaml',
      '/paths/~1x/post/servers',
    ],
    [
      'links',
      { responses: { 200: { description: 'OK', links: { next: {} } } } },
      'no links',
      '/paths/~1x/post/responses/200/links',
    ],
    [
      'a body that the server cannot parse',
      {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object' } }, 'text/xml': { schema: { type: 'integer' } } },
        },
        responses: response,
      },
      "the server can't parse this media type, such as XML",
      '/paths/~1x/post/requestBody/content/text~1xml',
    ],
    [
      'the body of a response that has none',
      { responses: { 204: { description: 'Done', content: { 'application/json': {} } } } },
      'a response with this status has no body',
      '/paths/~1x/post/responses/204/content/application~1json',
    ],
    [
      'a problem of its own',
      {
        requestBody: { content: { 'application/json': {} } },
        responses: {
          400: { description: 'No', content: { 'application/problem+json': { schema: { type: 'object' } } } },
        },
      },
      'the server can send its own problem there too',
      '/paths/~1x/post/responses/400/content/application~1problem+json/schema',
    ],
    [
      'an object in the query that is joined',
      {
        parameters: [{ name: 'a', in: 'query', explode: false, schema: { type: 'object', properties: { b: {} } } }],
        responses: response,
      },
      'a comment has no such style',
      '/paths/~1x/post/parameters/0',
    ],
  ])('reports the reasons: %s', (_, post, reason, pointer) => {
    const plan = planOf(withPaths({ '/x': { post } }));
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(plan.losses.map((loss) => loss.reason).join()).toContain(reason);
    expect(
      plan.losses
        .flatMap(({ places }) => places)
        .map((place) => place.pointer)
        .join(),
    ).toContain(pointer);
  });

  it.each(['label', 'matrix'])('reports the reasons: a single value in the path with the style %s', (style) => {
    const get = {
      parameters: [{ name: 'id', in: 'path', required: true, style, schema: { type: 'string' } }],
      responses: response,
    };
    const plan = planOf(withPaths({ '/x/{id}': { get } }));
    expect(plan.losses.map(({ reason, places }) => [reason, places[0]!.pointer])).toEqual([
      ['a comment has no such style for this type and location', '/paths/~1x~1{id}/get/parameters/0/style'],
    ]);
  });

  it('reports the reasons: a body of GET', () => {
    const get = { requestBody: { content: { 'application/json': { schema: {} } } }, responses: response };
    const plan = planOf(withPaths({ '/x': { get } }, { openapi: '3.2.0' }));
    const reasons = plan.losses.map(({ reason }) => reason).join('; ');
    expect(reasons).toContain('GET requests have no body');
  });

  it('imports QUERY', () => {
    const query = {
      operationId: 'search',
      parameters: [{ name: 'lang', in: 'query', schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
          },
        },
      },
      responses: response,
    };
    const plan = planOf(withPaths({ '/x': { query } }, { openapi: '3.2.0' }));
    expect(plan.losses).toEqual([]);
    const [file] = Object.entries(filesOf(plan));
    expect(file![0]).toContain('x/@query.ts');
    expect(file![1]).toContain('@param {string} [query.lang]');
    expect(file![1]).toContain('@param {string} text');
  });

  const schemes = { components: { securitySchemes: { key: { type: 'http', scheme: 'basic' } } } };

  it.each([[[{ gone: [] }]], [['gone']], ['gone'], [[null]], [{ gone: [] }], [[{ 'a b': [] }]]])(
    'never make an operation open: with the security %j alone it is left out',
    (security) => {
      const open = { get: { responses: response } };
      const plan = planOf(withPaths({ '/x': { get: { security, responses: response } }, '/y': open }, schemes));
      expect(plan.operations.files.map(({ path }) => path)).toEqual(['y/@get.ts']);
      // The scheme is left without an operation.
      expect(plan.diagnostics.filter(({ code }) => code !== 'unused-scheme')).toEqual([]);
      expect(reasonsOf(plan)).toEqual([[expect.stringContaining('does not declare it'), ['/paths/~1x/get']]]);
    },
  );

  it('mark the lines of security that require less than the document', () => {
    const general = { ...schemes, security: [{ key: ['admin'] }] };
    const textOf = (security: object[]): string =>
      planOf(withPaths({ '/x': { get: { security, responses: response } } }, general)).operations.files[0]!.text;
    expect(textOf([{ key: [] }, {}])).toMatch(/@security key \(weaker\)\n \* @security none \(weaker\)\n/);
    expect(textOf([{ key: ['admin', 'staff'] }])).toMatch(/@security key admin staff\n/);
    expect(textOf([])).toMatch(/@security none\n/);
  });

  it('leave out an alternative of security that the description does not declare, and keep the others', () => {
    const security = [{ key: [] }, { gone: [] }];
    const plan = planOf(withPaths({ '/x': { get: { security, responses: response } } }, schemes));
    expect(plan.operations.files[0]!.text).toMatch(/@security key\n/);
    expect(plan.operations.files[0]!.text).not.toContain('gone');
    expect(reasonsOf(plan)).toEqual([[expect.stringContaining('"gone"'), ['/paths/~1x/get/security']]]);
    const general = planOf(withPaths({ '/x': { get: { responses: response } } }, { ...schemes, security }));
    expect(general.diagnostics).toEqual([]);
    expect(emitted(general)['security']).toEqual([{ key: [] }]);
    expect(reasonsOf(general)[0]![0]).toContain('"gone"');
  });
});

describe('a header', () => {
  const withHeader = (header: object, schemas: object = {}): object =>
    withPaths(
      { '/x': { get: { operationId: 'x', responses: { 200: { description: 'It', headers: { 'X-Rate': header } } } } } },
      { components: { schemas } },
    );

  it.each<[string, object, string]>([
    ['an example', { schema: { type: 'integer' }, example: 5 }, '{integer} [X-Rate] (examples: [5])'],
    [
      'examples with names',
      { schema: { type: 'string', examples: ['a'] }, examples: { one: { value: '*/' }, two: { value: 'a' } } },
      String.raw`{string} [X-Rate] (examples: [a, "*\/"])`,
    ],
    [
      'an example and a named schema',
      { schema: { $ref: '#/components/schemas/Rate' }, example: 5 },
      '{Rate} [X-Rate] (examples: [5])',
    ],
  ])('keeps %s', (_, header, text) => {
    const plan = planOf(withHeader(header, { Rate: { type: 'integer' } }));
    expect(filesOf(plan)['operations/x/@get.ts']).toContain(`@header ${text}`);
    expect(plan.comparison.lost.filter(({ kind }) => kind.startsWith('header'))).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [{ schema: { type: 'string' }, style: 'simple', explode: true }, []],
    [{ schema: { type: 'array', items: { type: 'string' } }, style: 'simple', explode: false }, []],
    [{ schema: { type: 'object' }, explode: true }, ['header: explode']],
  ])('accepts no style of a header but the usual one: %j', (header, lost) => {
    const plan = planOf(withHeader(header as object));
    expect(plan.comparison.lost.map(({ kind }) => kind)).toEqual(lost);
  });

  it('loses an example that does not match its schema, with the reason', () => {
    const plan = planOf(withHeader({ schema: { type: 'integer' }, example: 'five' }));
    expect(filesOf(plan)['operations/x/@get.ts']).toContain('@header {integer} [X-Rate]\n');
    expect(plan.losses.map(({ reason }) => reason)).toEqual(['it does not match its schema']);
    expect(printOrigin(plan.losses[0]!.places[0]!)).toMatch(/X-Rate/);
  });
});

describe('a response of any media type', () => {
  const responseOf = (content: object): object =>
    withPaths({ '/x': { get: { operationId: 'x', responses: { 200: { description: 'It', content } } } } });
  const text = { schema: { type: 'string' }, example: 'Ada' };

  it.each<[string, object, string]>([
    ['JSON', { '*/*': text }, '@returns {string} 200 - It\n * @example Ada\n'],
    [
      'JSON, once',
      { '*/*': { schema: {} }, 'application/json': text },
      '@returns {string} 200 - It\n * @example Ada\n',
    ],
  ])('imports a response of any media type as one of %s, with a reason', (_, content, lines) => {
    const plan = planOf(responseOf(content));
    expect(filesOf(plan)['operations/x/@get.ts']).toContain(lines);
    expect(reasonsOf(plan)).toEqual([
      ['the server needs one media type to send', ['/paths/~1x/get/responses/200/content/*~1*']],
    ]);
    expect(plan.differences).toEqual([]);
  });

  it.each<[string, readonly string[], object, string]>([
    ['a file of any media type', ['*/*'], { type: 'string', format: 'binary' }, '@returns {binary} 200 any - It\n'],
    [
      'several in one line',
      ['text/csv', 'text/plain'],
      { type: 'string' },
      '@returns {string} 200 text/csv, text/plain - It\n',
    ],
  ])('keeps %s', (_, types, schema, line) => {
    const plan = planOf(responseOf(Object.fromEntries(types.map((type) => [type, { schema }]))));
    expect(filesOf(plan)['operations/x/@get.ts']).toContain(line);
    expect([plan.losses, plan.differences]).toEqual([[], []]);
  });
});

it.each([
  ['/docs#x', 0],
  ['https://example.com', 0],
  ['docs/x', 1],
])('the page %s of an operation is kept, or lost with a reason', (url, lost) => {
  const plan = planOf(withPaths({ '/x': { get: { responses: {}, externalDocs: { url, description: 'Why' } } } }));
  expect(reasonsOf(plan)).toHaveLength(lost);
  expect(plan.diagnostics).toEqual([]);
});

describe('a handler', () => {
  const handlerOf = (response: object): string =>
    filesOf(
      planOf(
        withPaths({
          '/x': {
            get: {
              operationId: 'x',
              responses: { 200: { description: 'It', content: { 'application/json': response } } },
            },
          },
        }),
      ),
    )['operations/x/@get.ts']!;

  it('leaves the example of the comment out of the handler', () => {
    const text = handlerOf({ schema: { type: 'object' }, example: { a: ['Ada'] } });
    expect(text.match(/Ada/g)).toHaveLength(1);
    expect(text).toContain(' * @example {"a":["Ada"]}');
  });

  it.each([
    ['an example', { schema: { type: 'object' }, example: { a: [1] } }],
    ['no example', { schema: { type: 'object' } }],
    ['an example that does not match its schema', { schema: { type: 'object' }, example: 'text' }],
  ])('answers 501 with %s', (_, response) => {
    expect(handlerOf(response)).toContain(
      "export default defineOperation<'x'>(function x() {\n  throw problem(501, 'Not implemented yet');\n});\n",
    );
  });
});

it.each([
  [[], 'not an OpenAPI description: it is not an object'],
  [{}, 'it has no field "openapi"'],
  [{ swagger: '2.0' }, 'Swagger 2.0, which cannot be read. Convert it to OpenAPI 3 first: npx swagger2openapi'],
  [{ openapi: '4.0.0' }, 'Only OpenAPI 3.0, 3.1 and 3.2 can be read'],
  [{ openapi: '3.1.0', paths: [] }, 'the field "paths" must be an object'],
])('refuses %j', (document, message) => {
  expect(() => planOf(document)).toThrow(message);
});

it('an import takes a description without operations', () => {
  const plan = planOf({ openapi: '3.1.0', info: { title: 'None', version: '1' } });
  expect(Object.keys(filesOf(plan))).toEqual(['definitions/openapi.yaml']);
  expect(plan.comparison.lost).toEqual([]);
});
