import { describe, expect, it } from 'vitest';
import { generate } from './generate.ts';

const json = (value: unknown): string => JSON.stringify(value);
const body = (name: string): string => `/** @POST\n * @param {${name}} body */ export default () => 1;`;

/** Compiles definitions, the first one as a body, and lists the diagnostics as `code file`. All texts are generated if there are no errors. */
function codesFor(files: Readonly<Record<string, string>>, operation?: string): string[] {
  const [first = ''] = Object.keys(files);
  const operations = { 'it.ts': operation ?? body(first.replace(/\.\w+$/, '')) };
  return generate(operations, files).diagnostics.map(({ code, at }) => `${code} ${at.source.file.split('/').at(-1)}`);
}

describe('names that users choose are never keywords', () => {
  it.each(['properties', 'patternProperties', '$defs', 'dependentSchemas'])('keeps the names in %s', (keyword) => {
    for (const name of [
      'default',
      'const',
      'enum',
      'example',
      'examples',
      '$ref',
      '$id',
      'discriminator',
      '__proto__',
    ]) {
      const referring = JSON.parse(`{"type":"object","${keyword}":{"${name}":{"$ref":"Other.json"}}}`) as object;
      expect(codesFor({ 'A.json': json(referring), 'Other.json': '{"type":"string"}' })).toEqual([]);
      const wrong = JSON.parse(`{"type":"object","${keyword}":{"${name}":{"$ref":"Nowhere.json"}}}`) as object;
      expect(codesFor({ 'A.json': json(wrong) })).toEqual(['unknown-type A.json']);
    }
  });
});

describe('data is never a schema', () => {
  const looks: readonly unknown[] = [
    { $id: 'a' },
    { $id: 'no uri ::%' },
    { $ref: '#/nope' },
    { $ref: 5 },
    { $anchor: 'x' },
    { $dynamicAnchor: 'x', $dynamicRef: '#y' },
    { $defs: { a: { $ref: '#/nope' } } },
    { discriminator: { propertyName: 'a', mapping: { a: 'https://nowhere.example/' } } },
    { $schema: 'http://json-schema.org/draft-03/schema#' },
    { type: 'objekt', minLength: -1 },
    { generic: 'Page', arguments: [] },
    { utility: 'Pick', of: {}, keys: ['a'] },
  ];

  it.each(['default', 'const', 'example', 'x-a'])('keeps the data in %s', (keyword) => {
    for (const data of looks)
      expect(codesFor({ 'A.json': json({ [keyword]: data }), 'B.json': json({ 'x-b': data }) })).toEqual([
        'unused-definition B.json',
      ]);
  });

  it.each(['enum', 'examples'])('keeps the data in %s, once or twice', (keyword) => {
    for (const data of looks) expect(codesFor({ 'A.json': json({ [keyword]: [data, [data]] }) })).toEqual([]);
  });

  it('keeps the data in an unknown keyword, and warns of it', () => {
    for (const data of looks)
      expect(codesFor({ 'A.json': json({ unknown: data }) })).toEqual(['unknown-keyword A.json']);
  });

  it('keeps the data in YAML and in facets', () => {
    expect(codesFor({ 'A.yaml': 'examples: [{ $id: a }, { $id: a }]\nx-a: { $ref: "#/nope" }\n' })).toEqual([]);
    const facets = '@param {object} [a] (default: {$id: a}, examples: [{$ref: "#/nope"}, {$id: a}, {$id: a}]) - A';
    expect(codesFor({}, `/** ${facets} */ export default () => 1;`)).toEqual([]);
  });
});

describe('dialects', () => {
  const draft = (name: string, schema: object): string =>
    json({ $schema: `http://json-schema.org/${name}/schema#`, ...schema });

  it.each<[string, string, object, unknown[], unknown[]]>([
    [
      'draft-07',
      '$ref hides what stands beside it',
      { definitions: { a: { type: 'string' } }, properties: { x: { $ref: '#/definitions/a', minLength: 9 } } },
      [{ x: 'a' }],
      [{ x: 1 }],
    ],
    [
      'draft-07',
      'items as a list',
      { items: [{ type: 'string' }], additionalItems: { type: 'integer' } },
      [['a', 1]],
      [[1], ['a', 'b']],
    ],
    [
      'draft-07',
      'a pointer into such a list',
      { items: [{ type: 'string' }, { $ref: '#/items/0' }], additionalItems: false },
      [['a', 'b']],
      [
        ['a', 1],
        ['a', 'b', 1],
      ],
    ],
    [
      'draft-07',
      'dependencies',
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
      ],
      [{ a: 1 }, { c: 1 }],
    ],
    [
      'draft-07',
      'an anchor in $id',
      { definitions: { a: { $id: '#x', type: 'string' } }, items: { $ref: '#x' } },
      [['a']],
      [[1]],
    ],
    ['draft-06', 'const', { properties: { a: { const: 1 } } }, [{ a: 1 }], [{ a: 2 }]],
    [
      'draft-04',
      'exclusive bounds',
      { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false },
      [2, 3],
      [1, 4],
    ],
    [
      'draft-04',
      'id',
      {
        id: 'http://x.example/a.json',
        definitions: { a: { id: 'b.json', type: 'string' } },
        items: { $ref: 'b.json' },
      },
      [['a']],
      [[1]],
    ],
    ['draft/2019-09', 'items as a list', { $defs: {}, items: [true], additionalItems: false }, [[1]], [[1, 2]]],
    [
      'draft/2019-09',
      '$recursiveRef',
      { properties: { child: { $recursiveRef: '#' } }, additionalProperties: false },
      [{ child: { child: {} } }],
      [{ child: { a: 1 } }],
    ],
  ])('%s: %s', (dialect, _, schema, right, wrong) => {
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, { 'A.json': draft(dialect, schema) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['translated-schema']);
    expect(right.filter((value) => !validate('A', value))).toEqual([]);
    expect(wrong.filter((value) => validate('A', value))).toEqual([]);
  });

  it('OpenAPI 3.0: nullable', () => {
    const $schema = 'https://spec.openapis.org/oas/3.0/schema/2021-09-28';
    const schema = {
      $schema,
      type: 'object',
      properties: { a: { type: 'string', nullable: true }, nullable: { type: 'integer' } },
    };
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, { 'A.json': json(schema) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['translated-schema']);
    expect([
      validate('A', { a: null, nullable: 1 }),
      validate('A', { a: 1 }),
      validate('A', { nullable: null }),
    ]).toEqual([true, false, false]);
  });

  it('OpenAPI 3.0: nullable next to allOf, with its own definitions', () => {
    const $schema = 'https://spec.openapis.org/oas/3.0/schema/2021-09-28';
    const definitions = { Named: { type: 'object', required: ['name'] } };
    const schema = { $schema, type: 'object', allOf: [{ $ref: '#/definitions/Named' }], nullable: true, definitions };
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, { 'A.json': json(schema) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['translated-schema']);
    expect([{ name: 'a' }, {}, null].map((value) => validate('A', value))).toEqual([true, false, true]);
  });

  it('OpenAPI 3.0: nullable next to allOf, with properties that refer to each other', () => {
    const $schema = 'https://spec.openapis.org/oas/3.0/schema/2021-09-28';
    const properties = { a: { type: 'integer' }, b: { $ref: '#/properties/a' } };
    const schema = { $schema, allOf: [{ type: 'object', required: ['a'] }], nullable: true, properties };
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, { 'A.json': json(schema) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['translated-schema']);
    expect([{ a: 1, b: 2 }, { a: 1, b: 'c' }, {}, null].map((value) => validate('A', value))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('reads dialects that need no translation, and reports unknown ones', () => {
    for (const $schema of [
      'https://json-schema.org/draft/2020-12/schema',
      'https://spec.openapis.org/oas/3.1/dialect/base',
    ])
      expect(codesFor({ 'A.json': json({ $schema }) })).toEqual([]);
    expect(codesFor({ 'A.json': draft('draft-03', {}) })).toEqual(['unknown-dialect A.json']);
    expect(codesFor({ 'A.json': json({ properties: { a: { $schema: 'x:y' } } }) })).toEqual(['unknown-dialect A.json']);
  });

  it('locate faults in the text of the file', () => {
    const { diagnostics } = generate(
      { 'it.ts': body('A') },
      { 'A.json': draft('draft-07', { items: [true, { type: 'nope' }] }) },
    );
    const wrong = diagnostics.find(({ code }) => code === 'invalid-schema')!;
    expect(wrong.at.source.text.slice(wrong.at.span.start, wrong.at.span.end)).toBe('"nope"');
  });
});

describe('references', () => {
  it.each<[string, object, unknown, unknown]>([
    ['a pointer', { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } }, { b: 'x' }, { b: 1 }],
    [
      'an escaped pointer',
      { properties: { 'a/b%': { type: 'string' }, b: { $ref: '#/properties/a~1b%25' } } },
      { b: 'x' },
      { b: 1 },
    ],
    [
      'a nested $id',
      { $id: 'https://x.example/a', $defs: { n: { $id: 'n', type: 'string' } }, items: { $ref: 'n' } },
      ['a'],
      [1],
    ],
    ['an $anchor', { $defs: { n: { $anchor: 'here', type: 'string' } }, items: { $ref: '#here' } }, ['a'], [1]],
    [
      'a $dynamicRef',
      { $defs: { n: { $dynamicAnchor: 'here', type: 'string' } }, items: { $dynamicRef: '#here' } },
      ['a'],
      [1],
    ],
    [
      'a URN',
      { $id: 'urn:example:a', $defs: { n: { type: 'string' } }, items: { $ref: 'urn:example:a#/$defs/n' } },
      ['a'],
      [1],
    ],
    [
      'itself',
      { $id: 'https://x.example/a', properties: { a: { $ref: '#' } }, additionalProperties: false },
      { a: {} },
      { a: { b: 1 } },
    ],
    [
      'beside $dynamicRef',
      {
        $defs: { n: { $dynamicAnchor: 'm', type: 'string' }, o: { minLength: 2 } },
        items: { $ref: '#/$defs/o', $dynamicRef: '#m' },
      },
      ['ab'],
      ['a'],
    ],
  ])('reads a reference %s', (_, schema, right, wrong) => {
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, { 'A.json': json(schema) });
    expect(diagnostics).toEqual([]);
    expect([validate('A', right), validate('A', wrong)]).toEqual([true, false]);
  });

  it('resolves a reference into another definition', () => {
    const files = {
      'A.json': json({ items: { $ref: 'B.json#/properties/b' } }),
      'B.json': json({ properties: { b: { type: 'string' } } }),
    };
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, files);
    expect(diagnostics).toEqual([]);
    expect([validate('A', ['x']), validate('A', [1])]).toEqual([true, false]);
  });

  it('resolves a reference by identifier into another file', () => {
    const files = {
      'A.json': json({
        $id: 'https://x.example/a/',
        items: { $ref: 'https://x.example/b' },
        prefixItems: [{ $ref: '../b' }, { $ref: '/b#here' }, { $ref: 'c' }, { $ref: '/b#/$defs/c' }],
      }),
      'B.json': json({
        $id: 'https://x.example/b',
        type: 'string',
        $defs: { c: { $id: 'a/c', type: 'integer' }, d: { $anchor: 'here', type: 'null' } },
      }),
    };
    const { diagnostics, validate } = generate({ 'it.ts': body('A') }, files);
    expect(diagnostics).toEqual([]);
    expect(validate('A', ['a', null, 1, 2, 'b'])).toBe(true);
    for (const wrong of [[1], ['a', 1], ['a', null, 'c'], ['a', null, 1, 'd'], ['a', null, 1, 2, 3]])
      expect(validate('A', wrong)).toBe(false);
  });

  it('reports a reference by an identifier that two files claim', () => {
    const claim = json({ $id: 'https://x.example/b' });
    const files = { 'A.json': json({ items: { $ref: 'https://x.example/b' } }), 'B.json': claim, 'C.json': claim };
    expect(codesFor(files)).toContain('invalid-reference A.json');
  });

  it('resolves a reference to a dynamic anchor that a file on the way here has too', () => {
    const tree = { $dynamicAnchor: 'node', properties: { children: { items: { $dynamicRef: '#node' } } } };
    const strict = { $dynamicAnchor: 'node', $ref: 'Tree.json', unevaluatedProperties: false };
    const files = { 'Strict.json': json(strict), 'Tree.json': json(tree) };
    expect(codesFor(files)).toEqual(['invalid-reference Tree.json']);
    expect(codesFor({ 'A.json': json({ ...tree }), 'Tree.json': json(tree) })).toEqual(['unused-definition Tree.json']);
  });

  it('resolves a reference to a whole file that is a boolean', () => {
    const { diagnostics, validate } = generate(
      { 'it.ts': body('A') },
      {
        'A.json': json({ properties: { a: { $ref: 'No.json' }, b: { $ref: 'Any.json' } } }),
        'No.json': 'false',
        'Any.json': 'true',
      },
    );
    expect(diagnostics).toEqual([]);
    expect([validate('A', { b: 1 }), validate('A', { a: 1 })]).toEqual([true, false]);
  });

  it.each<[string, Record<string, string>]>([
    ['#/$defs/nope', {}],
    ['#/$defs', {}],
    ['#/nope', {}],
    ['#nope', {}],
    ['#/default/a', {}],
    ['#/components/schemas/B/properties/nope', { 'B.json': json({ properties: { b: true } }) }],
    ['B.json#/properties', { 'B.json': json({ properties: { b: true } }) }],
    ['B.json#nope', { 'B.json': json({ $anchor: 'anchor' }) }],
    ['https://x.example/b.json', {}],
  ])('reports a reference without a target: %s', (reference, others) => {
    const schema = json({ default: { a: {} }, $defs: { a: true }, properties: { a: { $ref: reference } } });
    const { diagnostics } = generate({ 'it.ts': body('A') }, { 'A.json': schema, ...others });
    const [wrong, ...more] = diagnostics.filter(({ code }) => code !== 'unused-definition');
    expect(more).toEqual([]);
    expect(wrong).toMatchObject({ code: 'invalid-reference', severity: 'error' });
    expect(wrong!.at.source.text.slice(wrong!.at.span.start, wrong!.at.span.end)).toBe(json(reference));
  });

  it('reports a reference without a target, in a facet', () => {
    const operation =
      "/** @param {object} a (additionalProperties: {$ref: '#/components/schemas/B/properties/nope'}) - A */ export default () => 1;";
    expect(codesFor({ 'B.json': '{}' }, operation)).toEqual(['invalid-reference it.ts']);
  });

  it('reports identifiers that occur twice in one file, which two files can share', () => {
    const twice = { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } };
    expect(codesFor({ 'A.json': json(twice) })).toEqual(['invalid-schema A.json']);
    const once = json({ $defs: { a: { $anchor: 'x', $id: 'https://x.example/' } } });
    expect(codesFor({ 'A.json': once, 'B.json': once })).toEqual(['unused-definition B.json']);
  });

  it('reads references to several dynamic anchors', () => {
    const schema = {
      $defs: {
        a: { $id: 'a', $dynamicAnchor: 'x' },
        b: { $id: 'b', $dynamicAnchor: 'x', items: { $dynamicRef: '#x' } },
      },
    };
    expect(codesFor({ 'A.json': json(schema) })).toEqual(['invalid-reference A.json']);
  });

  it('reports a reference to a generic definition, without its type arguments', () => {
    const files = { 'A.json': json({ items: { $ref: '#/components/schemas/Page' } }) };
    expect(codesFor(files)).toEqual(['type-arguments A.json']);
  });
});

describe('endless schemas', () => {
  it.each<[string, Record<string, object>]>([
    ['through $defs', { A: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } } }],
    ['through dependentSchemas', { A: { dependentSchemas: { a: { $ref: '#' } } } }],
    ['through a property that is itself', { A: { properties: { a: { $ref: '#/properties/a' } } } }],
    ['through two files', { A: { allOf: [{ $ref: 'B.json' }] }, B: { not: { $ref: 'A.json' } } }],
  ])('reports once endless schemas %s', (_, schemas) => {
    const files = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${name}.json`, json(schema)]));
    expect(codesFor(files)).toEqual(['endless-schema A.json']);
  });

  it('accepts a recursive schema that consumes input', () => {
    expect(
      codesFor({
        'A.json': json({
          properties: { a: { $ref: '#' } },
          propertyNames: { $ref: '#/$defs/n' },
          $defs: { n: { items: { $ref: '#/$defs/n' } } },
        }),
      }),
    ).toEqual([]);
  });
});

describe('hostile files', () => {
  it.each([
    ['A.json', '{"title":"A","const":1e400}', '1e400'],
    ['A.yaml', 'title: A\nconst: .inf', '.inf'],
  ])('%s: %s is located', (file, text, number) => {
    const [wrong] = generate({ 'it.ts': body('A') }, { [file]: text }).diagnostics;
    expect(text.slice(wrong!.at.span.start, wrong!.at.span.end)).toBe(number);
  });

  const nested = (depth: number, open: string, close: string): string =>
    `${open.repeat(depth)}true${close.repeat(depth)}`;
  // Exponential work would not end before the tests do.
  it.each<[string, string, string]>([
    ['A.json', '{"const":1e400}', 'invalid-json A.json'],
    ['A.json', '{"maximum":-1e400}', 'invalid-json A.json'],
    ['A.yaml', 'const: .inf', 'invalid-yaml A.yaml'],
    ['A.json', nested(3000, '{"not":', '}'), 'invalid-schema A.json'],
    ['A.json', nested(3000, '{"const":[', ']}'), 'invalid-schema A.json'],
    ['A.json', nested(100_000, '[', ']'), 'invalid-schema A.json'],
    ['A.yaml', nested(3000, '{not: ', '}'), 'invalid-yaml A.yaml'],
    ['A.yaml', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}not:`).join('\n'), 'invalid-yaml A.yaml'],
    ['A.json', '{"type":"object","type":"string"}', 'invalid-json A.json'],
    ['A.json', '{"type":', 'invalid-json A.json'],
  ])('%s: %.30s', (file, text, code) => {
    expect(codesFor({ [file]: text })).toEqual([code]);
  });

  it('values that nest deep, however much stack is left', () => {
    const below = (depth: number, run: () => string[]): string[] => (depth === 0 ? run() : below(depth - 1, run));
    const files = { 'A.yaml': nested(3000, '{not: ', '}') };
    for (let depth = 0; depth < 4000; depth += 500)
      expect(below(depth, () => codesFor(files))).toEqual(['invalid-yaml A.yaml']);
  });

  it('a default for a pattern that backtracks', () => {
    const schema = { pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` };
    expect(codesFor({ 'A.json': json(schema) })).toEqual(['slow-pattern A.json']);
    // No value is checked against such a pattern, not even a short one.
    expect(codesFor({ 'A.json': json({ pattern: '^(a+)+$', default: 'b' }) })).toEqual(['slow-pattern A.json']);
    expect(codesFor({ 'A.json': json({ pattern: '^a+$', default: `${'a'.repeat(40)}!` }) })).toEqual([
      'invalid-sample A.json',
    ]);
  });

  it('generics that double', () => {
    const levels = Array.from({ length: 24 }, (_, i) => `export interface D${i + 1}<T> { a: D${i}<T>; b: D${i}<T> }`);
    const types = `export interface D0<T> { x: T }\n${levels.join('\n')}\nexport interface A { it: D24<string> }`;
    expect(codesFor({ 'A.ts': types })).toContain('recursive-generic A.ts');
  });
});
