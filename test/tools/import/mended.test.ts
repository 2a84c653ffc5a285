import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import type { ImportPlan } from '../../../src/tools/import/index.ts';
import { printReport } from '../../../src/tools/import/report-text.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import type { Schema } from '../../../src/shared/contract/operation.ts';
import { typesOf } from '../../../src/shared/schema/json-types.ts';
import { toEcmaPattern } from '../../../src/tools/openapi/read/ecma-pattern.ts';
import { planImport } from '../../../src/tools/import/index.ts';
import { readDocuments } from '../../../src/tools/openapi/fetch/read-documents.ts';
import { emitted, filesOf, planOf, reasonsOf, withPaths } from './support.ts';

const ok = { responses: { 200: { description: 'OK' } } };

/** The number of places of each correction. */
function mendedOf({ description }: ImportPlan): Record<string, number> {
  return Object.fromEntries(description.notes.mended().map(({ reading, places }) => [reading, places.length]));
}

/** Expects a tree without errors that differs from its description in nothing else. */
function expectSound(plan: ImportPlan): void {
  const { operations, definitions } = plan;
  const { diagnostics } = compileOperations({ files: operations.files, definitions: definitions.files });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plan.differences).toEqual([]);
}

function get30(schema: object, others: object = {}): object {
  const parameters = [{ name: 'q', in: 'query', schema }];
  return { ...withPaths({ '/a': { get: { ...ok, parameters } } }, others), openapi: '3.0.3' };
}

/** The values of a query parameter that the tree's contract has as its schema. */
function schemaOf(plan: ImportPlan): object {
  const { operations, definitions } = plan;
  const compilation = compileOperations({ files: operations.files, definitions: definitions.files });
  const { schema } = contractsOf(compilation)[0]!.parameters[0]!;
  const { $ref } = schema as { $ref?: string };
  return $ref === undefined ? schema : compilation.schemas.get($ref.replace(/.*\//, ''))!;
}

describe('one fault spoils one operation', () => {
  const endless = { allOf: [{ $ref: '#/components/schemas/Endless' }] };
  const twins = {
    One: { oneOf: [{ $ref: '#/components/schemas/Two' }] },
    Two: { anyOf: [{ $ref: '#/components/schemas/One' }] },
  };
  const using = (name: string): object => ({
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
  });

  it('leaves out an operation of endless schemas, even through others', () => {
    const holder = { type: 'object', properties: { one: { $ref: '#/components/schemas/One' } } };
    const plan = planOf(
      withPaths(
        { '/a': { get: using('Endless'), post: ok }, '/b': { get: using('Holder') }, '/c': { get: using('Fine') } },
        { components: { schemas: { Endless: endless, ...twins, Holder: holder, Fine: { type: 'string' } } } },
      ),
    );
    expectSound(plan);
    expect(Object.keys(filesOf(plan)).filter((path) => path.startsWith('operations'))).toEqual([
      'operations/a/@post.ts',
      'operations/c/@get.ts',
    ]);
    expect(reasonsOf(plan)[0]).toEqual([
      'the compiler refuses it: This schema refers to itself without consuming any input: Endless -> Endless. Move a reference into a property or into array items.',
      ['/paths/~1a/get'],
    ]);
    expect(reasonsOf(plan)[1]![1]).toEqual(['/paths/~1b/get']);
  });

  it('leaves out an operation that clashes with one of yours, whose file stays', () => {
    const mine = {
      path: 'mine@get.ts',
      text: '/** Mine\n * @operationId getA\n */\nexport default () => undefined;\n',
    };
    const plan = planOf(
      withPaths({ '/a': { get: { operationId: 'getA', ...ok } }, '/mine': { get: ok }, '/b': { get: ok } }),
      {
        operations: [mine, { path: 'own@get.ts', text: mine.text.replace('getA', 'getB') }],
        definitions: [],
      },
    );
    expectSound(plan);
    expect(plan.operations.gone).toEqual(['own@get.ts']);
  });

  it('drops the second of two equal operationIds', () => {
    const plan = planOf(
      withPaths({
        '/a': { head: { operationId: 'a', ...ok }, get: { operationId: 'a', ...ok } },
        '/b': { get: { operationId: 'a', ...ok } },
      }),
    );
    expectSound(plan);
    const { operations } = { operations: contractsOf(compileOperations({ files: plan.operations.files })) };
    expect(operations.map(({ method, path, operationId }) => [method, path, operationId])).toEqual([
      ['GET', '/a', 'a'],
      ['HEAD', '/a', undefined],
      ['GET', '/b', undefined],
    ]);
    expect(mendedOf(plan)).toEqual({ 'an operationId identifies one operation, and GET /a has this one: left out': 2 });
  });

  it('renames everywhere a scheme with a name that no requirement can have', () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const securitySchemes = { 'API key, old': scheme, API_key_old: scheme, 'a*/b': scheme };
    const plan = planOf(
      withPaths(
        {
          '/a': { get: ok },
          '/b': { get: { ...ok, security: [{ 'API key, old': [], API_key_old: [] }, { 'a*/b': [] }] } },
        },
        { components: { securitySchemes }, security: [{ 'API key, old': [] }] },
      ),
    );
    expectSound(plan);
    const document = emitted(plan);
    expect(document.security).toEqual([{ 'API_key_old-2': [] }]);
    expect(document.paths['/b']!.get!.security).toEqual([{ 'API_key_old-2': [], API_key_old: [] }, { a_b: [] }]);
    expect(Object.keys(document.components!.securitySchemes!)).toEqual(['API_key_old-2', 'API_key_old', 'a_b']);
    expect(Object.values(mendedOf(plan))).toEqual([1, 1]);
  });

  it('leaves out a scheme of an unknown type in openapi.yaml, with the operations that need it', () => {
    const plan = planOf(
      withPaths(
        { '/a': { get: { ...ok, security: [{ old: [] }] } }, '/b': { get: ok } },
        {
          components: { securitySchemes: { old: { type: 'basic' } } },
          tags: [{ name: 'a' }, { description: 'x' }],
          servers: [{}],
        },
      ),
    );
    const { operations, definitions } = plan;
    const { diagnostics } = compileOperations({ files: operations.files, definitions: definitions.files });
    expect(diagnostics).toEqual([]);
    expect(operations.files.map(({ path }) => path)).toEqual(['b/@get.ts']);
    expect(reasonsOf(plan)).toEqual([
      ['its "name" is required', ['/tags/1']],
      ['its "url" is required', ['/servers/0']],
      [
        'its "type" must be one of "apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"',
        ['/components/securitySchemes/old'],
      ],
      [expect.stringContaining('requires the security scheme "old"'), ['/paths/~1a/get']],
    ]);
  });

  it('leaves out an example of a closed body', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['n'],
      properties: { n: { type: 'integer', minimum: 1 } },
    };
    const content = { 'application/json': { schema, example: { n: 1 } } };
    const plan = planOf(withPaths({ '/a': { post: { ...ok, requestBody: { required: true, content } } } }));
    expectSound(plan);
    expect(reasonsOf(plan)).toEqual([]);
    expect(filesOf(plan)['operations/a/@post.ts']).toContain('@example {"n":1}');
  });
});

describe('texts that refer to others', () => {
  it('reads texts that refer to others', () => {
    const text = { $ref: '#/x-texts/intro' };
    const plan = planOf(
      withPaths(
        {
          '/a': {
            get: {
              description: text,
              responses: {
                200: {
                  description: text,
                  content: { 'application/json': { schema: { type: 'string', description: text } } },
                },
              },
            },
          },
        },
        {
          info: { title: 'A', version: '1', description: text },
          tags: [{ name: 't', description: text }],
          'x-texts': { intro: 'Hello' },
        },
      ),
    );
    expectSound(plan);
    const { info, tags, paths } = emitted(plan);
    expect([info.description, tags, paths['/a']!.get!.summary]).toEqual([
      'Hello',
      [{ name: 't', description: 'Hello' }],
      'Hello',
    ]);
    expect(JSON.stringify(paths)).not.toContain('x-texts');
  });

  it('reads texts as whole files, which are not parsed', async () => {
    const root = mkdtempSync(join(tmpdir(), 'import-'));
    const page = '# Pets: all of them\n\n- {a}\n- "b"\n';
    writeFileSync(join(root, 'page.md'), page);
    writeFileSync(join(root, 'page.txt'), '{"a": 1}');
    const get = { description: { $ref: 'page.md' }, responses: { 200: { description: { $ref: './page.txt' } } } };
    writeFileSync(join(root, 'openapi.json'), JSON.stringify(withPaths({ '/a': { get } })));
    const plan = planImport(await readDocuments(join(root, 'openapi.json')));
    rmSync(root, { recursive: true });
    expectSound(plan);
    expect(emitted(plan).paths['/a']!.get).toMatchObject({
      description: page.trim().replace('# Pets: all of them\n\n', ''),
      responses: { 200: { description: '{"a": 1}' } },
    });
  });

  it('leave properties of the name "description" alone', () => {
    const properties = { description: { $ref: '#/components/schemas/Text' } };
    const plan = planOf(
      get30({ type: 'object', properties }, { components: { schemas: { Text: { type: 'string' } } } }),
    );
    expectSound(plan);
    expect(JSON.stringify(emitted(plan))).toContain('"description":{"$ref":"#/components/schemas/Text"}');
  });
});

describe('what generators write is read as they mean it', () => {
  const components = { schemas: { X: { type: 'object', properties: { n: { type: 'integer' } } } } };
  const ref = { $ref: '#/components/schemas/X' };
  const string = { type: 'string' };

  it.each<[string, object, object, string]>([
    [
      'nullable beside $ref',
      { ...ref, nullable: true },
      { anyOf: [ref, { type: 'null' }] },
      '"nullable: true" beside "$ref" allows null',
    ],
    [
      'nullable beside allOf',
      { allOf: [ref], nullable: true },
      { anyOf: [ref, { type: 'null' }] },
      '"nullable: true" beside "allOf" allows null',
    ],
    [
      'nullable beside allOf and a type',
      { type: 'object', allOf: [ref, { type: 'object', properties: { b: string } }], nullable: true, title: 'It' },
      { title: 'It', anyOf: [{ allOf: [ref, { type: 'object', properties: { b: string } }] }, { type: 'null' }] },
      '"nullable: true" beside "allOf" allows null',
    ],
    [
      'nullable beside allOf, a type and a discriminator',
      {
        type: 'object',
        allOf: [ref, { type: 'object', properties: { b: string } }],
        discriminator: { propertyName: 'n' },
        nullable: true,
      },
      {
        anyOf: [
          { allOf: [ref, { type: 'object', properties: { b: string } }], discriminator: { propertyName: 'n' } },
          { type: 'null' },
        ],
      },
      '"nullable: true" beside "allOf" allows null',
    ],
    [
      'nullable beside allOf and a discriminator',
      {
        allOf: [ref, { type: 'object', properties: { b: string } }],
        discriminator: { propertyName: 'n' },
        nullable: true,
        title: 'It',
      },
      {
        title: 'It',
        anyOf: [
          { allOf: [ref, { type: 'object', properties: { b: string } }], discriminator: { propertyName: 'n' } },
          { type: 'null' },
        ],
      },
      '"nullable: true" beside "allOf" allows null',
    ],
    [
      'nullable beside allOf and oneOf',
      { allOf: [ref], oneOf: [ref, { type: 'object', required: ['n'] }], nullable: true },
      {
        anyOf: [{ ...ref, oneOf: [ref, { type: 'object', properties: { n: {} }, required: ['n'] }] }, { type: 'null' }],
      },
      '"nullable: true" beside "allOf" allows null',
    ],
    [
      'a number with the format of an integer',
      { type: 'number', format: 'int64' },
      { type: 'integer', format: 'int64' },
      'a number of the format "int64" is an integer',
    ],
    [
      'nullable beside oneOf and a type',
      { type: 'object', oneOf: [ref, ref], nullable: true },
      { oneOf: [ref, ref, { type: 'null' }] },
      '"nullable: true" beside "oneOf" allows null',
    ],
    [
      '{nullable: true} in anyOf',
      { anyOf: [ref, { nullable: true }] },
      { anyOf: [ref, { type: 'null' }] },
      '"{nullable: true}" in "anyOf" is null',
    ],
    [
      '{nullable: true} in oneOf',
      { oneOf: [ref, { nullable: true }] },
      { oneOf: [ref, { type: 'null' }] },
      '"{nullable: true}" in "oneOf" is null',
    ],
    [
      'an enum without null',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
      '"nullable: true" allows null, which "enum" lacks',
    ],
  ])('%s', (_, schema, meant, reading) => {
    const plan = planOf(get30(schema, { components }));
    expectSound(plan);
    expect(schemaOf(plan)).toEqual(meant);
    expect(mendedOf(plan)).toEqual({ [reading]: 1 });
    expect(
      printReport(plan, { isDryRun: true, isVerbose: false, shown: { directory: 'o', definitions: 'd' } }),
    ).toContain(`Corrected in the description:\n  ${reading} (1 place)\n    openapi.json`);
  });

  it.each<[string, object, object]>([
    [
      'beside a type, with a default of null',
      { type: 'string', default: null, nullable: true },
      { type: ['string', 'null'], default: null },
    ],
    ['beside $ref', { ...ref, default: null, nullable: true }, { default: null, anyOf: [ref, { type: 'null' }] }],
    ['beside a union', { oneOf: [ref], nullable: true }, { oneOf: [ref, { type: 'null' }] }],
    [
      'of an enum',
      { type: 'string', enum: ['a', 'b'], nullable: true },
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
  ])('nullable in OpenAPI 3.1, %s', (_, schema, meant) => {
    const plan = planOf({ ...get30(schema, { components }), openapi: '3.1.0' });
    expectSound(plan);
    expect(schemaOf(plan)).toEqual(meant);
    expect(mendedOf(plan)).toEqual({ '"nullable: true" of OpenAPI 3.0 in a later version allows null': 1 });
    expect(JSON.stringify(reasonsOf(plan))).not.toContain('it does not match its schema');
  });

  it.each<[string, object, object, string[]]>([
    [
      'a boolean',
      { type: 'boolean' },
      { type: ['boolean', 'null'] },
      ['"allowEmptyValue" allows an empty text, which is read as null'],
    ],
    [
      'an integer with values',
      { type: 'integer', enum: [1, 2] },
      { type: ['integer', 'null'], enum: [1, 2, null] },
      ['"allowEmptyValue" allows an empty text, which is read as null'],
    ],
    ['a text', string, string, []],
  ])('allowEmptyValue of %s', (_, schema, meant, readings) => {
    const parameters = [{ name: 'q', in: 'query', allowEmptyValue: true, schema }];
    const plan = planOf(withPaths({ '/a': { get: { ...ok, parameters } } }));
    expectSound(plan);
    expect(schemaOf(plan)).toEqual(meant);
    expect(Object.keys(mendedOf(plan))).toEqual(readings);
    expect(reasonsOf(plan)).toEqual([]);
  });

  it('leaves allowEmptyValue where an empty text does not match, with the reason', () => {
    const parameters = [
      { name: 'q', in: 'query', allowEmptyValue: true, schema: { ...string, minLength: 1 } },
      { name: 'r', in: 'query', allowEmptyValue: false, schema: string },
    ];
    const plan = planOf(withPaths({ '/a': { get: { ...ok, parameters } } }));
    expect(reasonsOf(plan)).toEqual([
      ['an empty text must match the schema', ['/paths/~1a/get/parameters/0/allowEmptyValue']],
    ]);
  });

  it('nullable in OpenAPI 3.1, which ignores it', () => {
    const either = {
      type: 'object',
      properties: { a: { type: ['string', 'null'], nullable: true }, b: { nullable: true } },
    };
    const plan = planOf({ ...get30(either, { components }), openapi: '3.1.0' });
    expect(mendedOf(plan)).toEqual({});
  });

  it('an absent version', () => {
    const plan = planOf({ ...withPaths({ '/a': { get: ok } }), info: { title: 'OpenAPI definition' } });
    expectSound(plan);
    expect(mendedOf(plan)).toEqual({ 'the description has no "version": the document has 0.0.0': 1 });
  });

  it('a version that YAML reads as a number', () => {
    const plan = planOf({ ...withPaths({ '/a': { get: ok } }), info: { title: 'A', version: 1.1 } });
    expectSound(plan);
    expect(emitted(plan).info.version).toBe('1.1');
  });

  it.each<[string, object, object, string]>([
    [
      'slashes around a pattern',
      { ...string, pattern: String.raw`/^\d+$/` },
      { ...string, pattern: String.raw`^\d+$` },
      '"pattern" has slashes around a regular expression: left out',
    ],
    [
      'slashes around a pattern that ends in an anchor, with a flag',
      { ...string, pattern: String.raw`/\d$/g` },
      { ...string, pattern: String.raw`\d$` },
      '"pattern" has slashes around a regular expression: left out',
    ],
    [
      'numbers among the values of a text',
      { ...string, enum: [1, 2], default: 1 },
      { ...string, enum: ['1', '2'], default: '1' },
      'values of "enum" have another type than "type": read as values of type string',
    ],
    [
      'a flag that YAML reads among the values of a text',
      { ...string, enum: ['maybe', true] },
      { ...string, enum: ['maybe', 'true'] },
      'values of "enum" have another type than "type": read as values of type string',
    ],
    [
      'texts among the values of an integer',
      { type: 'integer', enum: ['1', '2'] },
      { type: 'integer', enum: [1, 2] },
      'values of "enum" have another type than "type": read as values of type integer',
    ],
    [
      'texts as the values of a flag',
      { type: 'boolean', enum: ['true'] },
      { type: 'boolean', enum: [true] },
      'values of "enum" have another type than "type": read as values of type boolean',
    ],
    [
      'values that no type can have',
      { type: 'integer', enum: ['a', 'b'] },
      { type: 'string', enum: ['a', 'b'] },
      'values of "enum" have another type than "type": the type is that of the values',
    ],
    [
      'any object beside another one',
      { oneOf: [ref, { type: 'object', properties: {} }] },
      { anyOf: [ref, { type: 'object' }] },
      '"oneOf" has a schema whose values all match another one too, so it is read as "anyOf"',
    ],
    [
      'any object in a list of parts beside another one',
      { oneOf: [ref, { allOf: [{ type: 'object', properties: {} }] }] },
      { anyOf: [ref, { type: 'object' }] },
      '"oneOf" has a schema whose values all match another one too, so it is read as "anyOf"',
    ],
    [
      'any list beside another one',
      {
        oneOf: [
          { type: 'array', items: string },
          { type: 'array', items: {} },
        ],
      },
      {
        anyOf: [
          { type: 'array', items: string },
          { type: 'array', items: {} },
        ],
      },
      '"oneOf" has a schema whose values all match another one too, so it is read as "anyOf"',
    ],
  ])('%s', (_, schema, meant, reading) => {
    const plan = planOf(get30(schema, { components }));
    expectSound(plan);
    expect(plan.losses.filter(({ isOnTheWire }) => isOnTheWire)).toEqual([]);
    expect(schemaOf(plan)).toEqual(meant);
    expect(mendedOf(plan)).toEqual({ [reading]: 1 });
    expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  });

  it('slashes around a pattern without case', () => {
    const plan = planOf(get30({ ...string, pattern: '/^a$/i' }));
    expectSound(plan);
    expect(schemaOf(plan)).toEqual({ ...string, pattern: '^[aA]$' });
  });

  it('slashes around a pattern of names', () => {
    const plan = planOf(get30({ type: 'object', patternProperties: { '/^x-/': string } }));
    expectSound(plan);
    expect(schemaOf(plan)).toMatchObject({ patternProperties: { '^x-': string } });
    expect(mendedOf(plan)).toEqual({ '"patternProperties" has slashes around a regular expression: left out': 1 });
  });

  it.each(['/a/', '/a', '^/a/$', String.raw`/a\$/`])(
    'keeps a pattern with slashes that a text can match: %s',
    (pattern) => {
      const plan = planOf(get30({ ...string, pattern }));
      expect(schemaOf(plan)).toEqual({ ...string, pattern });
      expect(mendedOf(plan)).toEqual({});
    },
  );

  it.each<[object, unknown]>([
    [{ type: 'integer', default: '5' }, 5],
    [{ type: 'number', default: '-1.5' }, -1.5],
    [{ type: 'boolean', default: 'true' }, true],
    [{ ...string, default: 5 }, '5'],
    [{ ...string, nullable: true, default: false }, 'false'],
    [{ type: 'integer', enum: [1, 2], default: '1' }, 1],
  ])('a default of another type: %j', (schema, meant) => {
    const plan = planOf(get30(schema));
    expectSound(plan);
    expect(plan.losses).toEqual([]);
    expect(schemaOf(plan)).toMatchObject({ default: meant });
    const { type } = schema as { type: string };
    expect(mendedOf(plan)).toMatchObject({
      [`"default" has another type than "type": read as a value of type ${type}`]: 1,
    });
    expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  });

  it.each<object>([
    { type: 'integer', default: 'five' },
    { type: 'integer', default: '1.5' },
    { type: 'integer', default: '9007199254740993' },
    { type: 'boolean', default: 'yes' },
    { ...string, default: null },
    { ...string, enum: [1, 2], default: null },
    { ...string, default: ['a'] },
  ])('leaves out a default that no value can mean: %j', (schema) => {
    const plan = planOf(get30(schema));
    expectSound(plan);
    expect(schemaOf(plan)).not.toHaveProperty('default');
    expect(reasonsOf(plan)).toEqual([['it does not match its schema', ['/paths/~1a/get/parameters/0/schema/default']]]);
  });

  it('a constant of another type', () => {
    const plan = planOf({ ...get30({ ...string, const: 1 }), openapi: '3.1.0' });
    expectSound(plan);
    expect(schemaOf(plan)).toEqual({ ...string, const: '1' });
  });

  it('a pattern that is not a regular expression is left out, and counted', () => {
    const plan = planOf(get30({ type: 'string', pattern: '[a' }));
    expectSound(plan);
    expect(mendedOf(plan)).toEqual({ '"pattern" must be a regular expression: left out': 1 });
  });

  it.each([
    [String.raw`\A[a-z]+\Z`, '^[a-z]+$', ['abc'], ['Abc', 'a1']],
    [String.raw`\Ax\z`, '^x$', ['x'], ['xx', 'AxZ']],
    ['(?i)^[0-9a-f]{2}-x$', '^[0-9a-fA-F]{2}-[xX]$', ['aF-X', '09-x'], ['gg-x']],
    [String.raw`(?i)\Aé\d\x41[^b\]]`, String.raw`^[éÉ]\d\x41[^bB\]]`, ['É1Az'], ['é1AB', 'é1A]']],
    ['^(?i)(?:ab|c)$', '^(?:[aA][bB]|[cC])$', ['aB', 'C'], ['b']],
    ['(?P<year>[0-9]{4})', '(?<year>[0-9]{4})', ['2024'], ['x']],
    [String.raw`^\\Ab$`, String.raw`^\\Ab$`, [String.raw`\Ab`], ['b']],
    [String.raw`[\A]`, String.raw`[\A]`, ['A'], ['b']],
  ])('the pattern %s', (pattern, meant, valid, invalid) => {
    expect(toEcmaPattern(pattern)).toBe(meant);
    const regex = new RegExp(meant);
    expect([...valid, ...invalid].filter((text) => regex.test(text))).toEqual(valid);
    expect(toEcmaPattern(meant)).toBe(meant);
  });

  it('leaves a pattern alone that ignores the case of a property of Unicode', () => {
    expect(toEcmaPattern(String.raw`(?i)\p{Lu}`)).toBe(String.raw`(?i)\p{Lu}`);
  });
});

describe('an imported tree', () => {
  it('ignores the order of names, even in the members of a union', () => {
    const point = {
      type: 'object',
      required: ['b', 'a'],
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    };
    const list = { type: 'array', items: { $ref: '#/components/schemas/Point' } };
    const open = { type: 'object', additionalProperties: true };
    const union = { anyOf: [list, { type: 'array', items: list }, open, { type: 'array', items: open }] };
    const content = { 'application/json': { schema: union } };
    const schemas = {
      Point: point,
      Union: union,
      Holder: { properties: { u: { $ref: '#/components/schemas/Union' } } },
    };
    const responses = {
      200: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Holder' } } } },
    };
    const plan = planOf(
      withPaths({ '/a': { post: { requestBody: { content }, responses } } }, { components: { schemas } }),
    );
    expectSound(plan);
    expect(reasonsOf(plan)).toEqual([]);
  });

  it('accepts a tree without operations', async () => {
    const root = mkdtempSync(join(tmpdir(), 'import-'));
    const file = join(root, 'empty.json');
    writeFileSync(file, JSON.stringify(withPaths({})));
    const flags = { isDryRun: false, isLossy: false, isVerbose: false };
    const options = resolveOptions({ root });
    const { text, isSuccess } = await importIntoProject(file, locateProject(options, root), flags);
    const { diagnostics } = createSession(locateProject(options, root)).compile();
    rmSync(root, { recursive: true });
    expect([text.split('\n')[0], isSuccess, diagnostics]).toEqual(['Wrote new files (1):', true, []]);
  });
});

describe('schemas that allow more, or less, than their authors mean', () => {
  const using = (schema: object): ImportPlan => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/X' } } };
    const responses = { 200: { description: 'OK', content } };
    return planOf(withPaths({ '/a': { get: { responses } } }, { components: { schemas: { X: schema } } }));
  };
  const string = { type: 'string' };

  it.each<[string, object]>([
    ['the only part', { allOf: [{ type: 'object', description: 'It' }] }],
    ['the only member', { oneOf: [{ type: 'object', example: {} }] }],
    ['members that are the same', { anyOf: [{ type: 'object' }, { type: 'object' }] }],
    ['a part whose other keywords have no effect', { allOf: [{ type: 'object', pattern: 'a' }] }],
    [
      'a part beside one that depends on the properties of its own parts',
      { allOf: [{ type: 'object' }, { unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] }] },
    ],
  ])('keep the type of %s', (_, schema) => {
    const plan = using(schema);
    expectSound(plan);
    expect([...typesOf((emitted(plan).components!.schemas as { X: Schema }).X)]).toEqual(['object']);
  });

  it.each<[string, object, object, string]>([
    [
      'properties without a type',
      { properties: { a: string } },
      { type: 'object', properties: { a: string } },
      '"properties" without "type" describes an object',
    ],
    ['an empty list of values', { ...string, enum: [] }, string, '"enum" without values allows all values of the type'],
    [
      'alternatives that always match together',
      { oneOf: [string, { ...string, enum: ['-1'] }, { ...string, enum: ['0'] }] },
      { anyOf: [string, { ...string, enum: ['-1', '0'] }] },
      '"oneOf" has a schema whose values all match another one too, so it is read as "anyOf"',
    ],
    [
      'a keyword for other types',
      { ...string, maximum: 3 },
      string,
      '"maximum" has no effect on values of type string: left out',
    ],
    [
      'the media type of a file',
      { ...string, format: 'binary', maxLength: 3, contentMediaType: 'image/png' },
      { ...string, format: 'binary', maxLength: 3 },
      '"contentMediaType" has no effect on files: left out',
    ],
    [
      'a value that a list has twice',
      { ...string, enum: ['a', 'b', 'a'] },
      { ...string, enum: ['a', 'b'] },
      'a value that "enum" has twice counts once',
    ],
    [
      'two titles',
      { title: 'One', allOf: [{ ...string, title: 'Other' }] },
      { title: 'One', ...string },
      'a schema has one title, which is that of the schema around it: left out',
    ],
  ])('reads schemas as meant: %s', (_, schema, meant, reading) => {
    const plan = using(schema);
    expect(mendedOf(plan)).toEqual({ [reading]: 1 });
    expectSound(plan);
    expect((emitted(plan).components!.schemas as Record<string, unknown>)['X']).toEqual(meant);
    expect(Object.keys(filesOf(plan))).toContain('definitions/schemas/X.ts');
  });
});

describe("a part without an effect on requests isn't reported as lost", () => {
  const responses = {
    200: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
  };
  const using = (A: object, others: object = {}): ImportPlan =>
    planOf(withPaths({ '/a': { get: { responses } } }, { components: { schemas: { A } }, ...others }));

  it('reports no loss for the dialect of a schema, which is translated', () => {
    const old = 'http://json-schema.org/draft-07/schema#';
    const plan = using({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { b: { $schema: old, type: 'array', items: [{ type: 'string' }] } },
    });
    expectSound(plan);
    expect(plan.losses).toEqual([]);
    expect(emitted(plan).components!.schemas!['A']).toEqual({
      type: 'object',
      properties: { b: { type: 'array', prefixItems: [{ type: 'string' }] } },
    });
  });

  it('reports no loss for the dialect of all schemas', () => {
    const items = { type: 'array', items: [{ type: 'string' }] };
    const plan = using(items, { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' });
    expectSound(plan);
    expect(plan.losses).toEqual([]);
    expect(emitted(plan).components!.schemas!['A']).toEqual({ type: 'array', prefixItems: [{ type: 'string' }] });
  });

  it('reports no loss for identifiers that nothing refers to', () => {
    const plan = using({ $id: 'https://example.com/a', $anchor: 'a', $comment: 'x', type: 'string' });
    expectSound(plan);
    expect(plan.losses.map(({ kind, isOnTheWire }) => [kind, isOnTheWire])).toEqual([
      ['component schema: $id', false],
      ['component schema: $anchor', false],
    ]);
  });

  it('reports identifiers in the schema of any part, with the reason', () => {
    const schema = { $id: 'https://example.com/a', $anchor: 'a', $comment: 'x', type: 'string' };
    const content = { 'text/plain': { schema } };
    const headers = { 'X-A': { schema } };
    const post = {
      parameters: [{ name: 'q', in: 'query', schema }],
      requestBody: { content },
      responses: { 200: { description: 'OK', headers, content } },
    };
    const plan = planOf(withPaths({ '/a': { post } }));
    expectSound(plan);
    const identifier = 'it has no effect: a reference leads to a place in a file, never to an identifier';
    expect(plan.losses.map(({ kind, reason, isOnTheWire }) => [kind, reason, isOnTheWire])).toEqual(
      ['parameter', 'body', 'response', 'header'].flatMap((part) =>
        ['$id', '$anchor'].map((keyword) => [`${part}: ${keyword}`, identifier, false]),
      ),
    );
  });
});

describe('a name that an object of the query shares with another parameter', () => {
  const object = (name: string, properties: object, required: string[] = []): object => ({
    name,
    in: 'query',
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
  });
  const text = { type: 'string' };

  it('gives the name to the other parameter', () => {
    const parameters = [
      object('filter', { name: text, page: text }, ['name', 'page']),
      { name: 'name', in: 'query', schema: text },
      object('sort', { page: text, by: text }),
      object('third', { by: text }),
    ];
    const plan = planOf(withPaths({ '/a': { get: { ...ok, parameters } } }));
    expectSound(plan);
    expect(plan.losses).toEqual([]);
    const own = emitted(plan).paths['/a']!.get!.parameters as unknown as {
      readonly name: string;
      readonly schema: object;
    }[];
    expect(own.map(({ name, schema }) => [name, schema])).toEqual([
      ['filter', { type: 'object', properties: { page: text }, required: ['page'] }],
      ['name', text],
      ['sort', { type: 'object', properties: { by: text } }],
    ]);
    expect(Object.values(mendedOf(plan))).toEqual([1, 1, 1]);
    expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  });

  it('leaves the text of the object next to that of its parameter', () => {
    const Filter = { type: 'object', properties: { name: text, page: text }, description: 'The other text.' };
    const schema = { $ref: '#/components/schemas/Filter' };
    const parameters = [
      { name: 'name', in: 'query', schema: text },
      { name: 'filter', in: 'query', description: 'One text.', schema },
    ];
    const plan = planOf(withPaths({ '/a': { get: { ...ok, parameters } } }, { components: { schemas: { Filter } } }));
    expect(plan.losses.filter(({ reason }) => reason !== 'no operation refers to it')).toEqual([]);
    const own = emitted(plan);
    expect(own.paths['/a']!.get!.parameters![1]).toMatchObject({
      description: 'One text.\n\nThe other text.',
      schema: { type: 'object', properties: { page: text } },
    });
    expect(filesOf(planOf(own))).toEqual(filesOf(plan));
    expect(JSON.stringify(emitted(planOf(own)))).toBe(JSON.stringify(own));
  });

  it.each([{ explode: false }, { style: 'deepObject' }])('stays where the object has %j', (style) => {
    const parameters = [
      { ...object('filter', { name: text }), ...style },
      { name: 'name', in: 'query', schema: text },
    ];
    const plan = planOf(withPaths({ '/a': { get: { ...ok, parameters } } }));
    expect(mendedOf(plan)).toEqual({});
  });
});

it('lists null once in the values of a schema that is nullable twice', () => {
  const X = {
    type: 'object',
    properties: {
      name: {
        type: 'object',
        additionalProperties: { allOf: [{ type: 'string', enum: [null] }], nullable: true },
      },
    },
  };
  const plan = planOf({
    ...withPaths(
      {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'x',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/X' } } },
              },
            },
          },
        },
      },
      { components: { schemas: { X } } },
    ),
    openapi: '3.0.3',
  });
  const own = emitted(plan);
  expect(own.components!.schemas!['X']).toMatchObject({
    properties: { name: { additionalProperties: { enum: [null] } } },
  });
  expect(filesOf(planOf(own))).toEqual(filesOf(plan));
});

it('reads a union of nullable schemas as a document of its own tree', () => {
  const name = { allOf: [{ type: 'array', items: { type: 'integer' } }], nullable: true };
  const Cat = { type: 'object', properties: { name } };
  const part = { $ref: '#/components/schemas/Cat/properties/name' };
  const schema = { oneOf: [part, { description: 'A pet.', type: 'array', nullable: true }] };
  const post = { requestBody: { content: { 'application/json': { schema } } }, ...ok };
  const description = withPaths({ '/a': { post } }, { components: { schemas: { Cat } } });
  const plan = planOf({ ...description, openapi: '3.0.3' });
  const own = emitted(plan);
  expect(filesOf(planOf(own))).toEqual(filesOf(plan));
  expect(JSON.stringify(emitted(planOf(own)))).toBe(JSON.stringify(own));
});
