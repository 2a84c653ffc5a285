import { expect, it } from 'vitest';
import { emitted, filesOf, planOf, withPaths } from './support.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const named = { Cat: { type: 'object' }, 'small.dog': { type: 'object', properties: { age: { type: 'integer' } } } };

/** The plan of a description with one schema, and others that it refers to. */
function planFor(name: string, schema: object): ReturnType<typeof planOf> {
  const content = { 'application/json': { schema: ref(name) } };
  const paths = { '/x': { get: { responses: { 200: { description: 'It', content } } } } };
  return planOf(withPaths(paths, { components: { schemas: { ...named, [name]: schema } } }));
}

it.each<[string, object, string]>([
  [
    'an enum of one value',
    { type: 'object', properties: { kind: { type: 'string', enum: ['cat'] } } },
    "export interface X {\n  /** @enum [cat] */\n  kind?: 'cat';\n}\n",
  ],
  [
    'a oneOf with a discriminator',
    {
      oneOf: [ref('Cat'), ref('small.dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    },
    `import type { Cat } from './Cat.ts';
import type { 'small.dog' as SmallDog } from './small.dog.ts';

/**
 * @oneOf
 * @discriminator {propertyName: kind, mapping: {cat: Cat}}
 */
export type X = Cat | SmallDog;
`,
  ],
  [
    'items and values that need a comment',
    {
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'integer', minimum: 1 } },
        more: { type: 'array', items: { type: 'integer', minimum: 1 } },
        byName: { type: 'object', additionalProperties: { type: 'string', description: 'A name' } },
      },
    },
    `/**
 * @type integer
 * @minimum 1
 */
type XIdsItem = number;

/** A name */
type XByNameValue = string;

export interface X {
  ids?: XIdsItem[];
  more?: XIdsItem[];
  byName?: Record<string, XByNameValue>;
}
`,
  ],
  [
    'what XML and other documents are',
    {
      type: 'object',
      properties: { id: { type: 'string', xml: { attribute: true } } },
      externalDocs: { url: 'https://example.com/x' },
      xml: { name: 'x' },
    },
    `/**
 * @xml {name: x}
 * @externalDocs {url: "https://example.com/x"}
 */
export interface X {
  /** @xml {attribute: true} */
  id?: string;
}
`,
  ],
  [
    'an example of several lines',
    { type: 'object', properties: { text: { type: 'string', examples: ['one\n\n  two'] } } },
    'export interface X {\n  /**\n   * @example\n   * ```\n   * one\n   *\n   *   two\n   * ```\n   */\n  text?: string;\n}\n',
  ],
  [
    'the paragraphs of a description',
    { type: 'string', description: 'One.\n\n* a\n\n  more\n\n```\ncode\n\nend\n```' },
    '/**\n * One.\n *\n * * a\n *\n *   more\n *\n * ```\n * code\n *\n * end\n * ```\n */\nexport type X = string;\n',
  ],
  [
    'properties beside others',
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'integer' } },
    '/** @additionalProperties {type: integer} */\nexport interface X {\n  a?: string;\n}\n',
  ],
  [
    'an extension that is too long for a line',
    { type: 'string', 'x-code': [{ lang: 'js', source: `${'call();\n'.repeat(9)}return '*';\n\n  done()` }] },
    `/**
 * @x-code
 *   - lang: js
 *     source: |-
${' *       call();\n'.repeat(9)} *       return '*';
 *
 *         done()
 */
export type X = string;
`,
  ],
])('writes %s in TypeScript', (_, schema, text) => {
  const plan = planFor('X', schema);
  expect(filesOf(plan)['definitions/schemas/X.ts']).toBe(text);
  const losses = plan.losses.map(({ reason }) => reason).filter((reason) => reason !== 'no operation refers to it');
  expect([losses, plan.differences]).toEqual([[], []]);
  expect((emitted(plan).components!.schemas as Record<string, unknown>)['X']).toEqual(schema);
});

it("exports a definition whose name isn't an identifier by its name", () => {
  const plan = planFor('pet.kind-of', { type: 'array', items: ref('pet.kind-of') });
  expect(filesOf(plan)['definitions/schemas/pet.kind-of.ts']).toBe(
    "type PetKindOf = PetKindOf[];\n\nexport type { PetKindOf as 'pet.kind-of' };\n",
  );
  expect(Object.keys(emitted(plan).components!.schemas!)).toContain('pet.kind-of');
});

it.each<[string, object, string, object]>([
  [
    'a single part of allOf',
    { allOf: [ref('Cat')], description: 'A pet.', 'x-state': 'beta' },
    "import type { Cat } from './Cat.ts';\n\n/**\n * A pet.\n * @x-state beta\n */\nexport type X = Cat;\n",
    { ...ref('Cat'), description: 'A pet.', 'x-state': 'beta' },
  ],
  [
    'parts of allOf with texts alone, and without effect',
    { allOf: [{ type: 'string', description: 'A name.' }, { description: 'That of the owner.' }, {}] },
    '/**\n * That of the owner.\n *\n * A name.\n */\nexport type X = string;\n',
    { type: 'string', description: 'That of the owner.\n\nA name.' },
  ],
  [
    'a list of a union of objects',
    {
      type: 'array',
      items: { anyOf: ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } })) },
    },
    'export type X = ({\n  a?: string;\n} | {\n  b?: string;\n})[];\n',
    {
      type: 'array',
      items: { anyOf: ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } })) },
    },
  ],
  [
    'an example in quotes, of two lines',
    { type: 'string', examples: ['"a\\b"\nor "c"'] },
    '/**\n * @example "\\"a\\\\b\\"\n * or \\"c\\""\n */\nexport type X = string;\n',
    { type: 'string', examples: ['"a\\b"\nor "c"'] },
  ],
  [
    'properties and a type beside allOf',
    { type: 'object', allOf: [ref('Cat')], properties: { a: { type: 'string' } }, required: ['a'] },
    "import type { Cat } from './Cat.ts';\n\nexport interface X extends Cat {\n  a: string;\n}\n",
    { allOf: [ref('Cat'), { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }] },
  ],
  [
    'a type that the members of a union have',
    { type: 'object', oneOf: [ref('Cat'), ref('small.dog')] },
    "import type { Cat } from './Cat.ts';\nimport type { 'small.dog' as SmallDog } from './small.dog.ts';\n\n/** @oneOf */\nexport type X = Cat | SmallDog;\n",
    { oneOf: [ref('Cat'), ref('small.dog')] },
  ],
  [
    'a union of a type and null',
    { anyOf: [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, { type: 'null' }], title: 'Names' },
    '/**\n * @maxItems 3\n * @title Names\n */\nexport type X = string[] | null;\n',
    { type: ['array', 'null'], items: { type: 'string' }, maxItems: 3, title: 'Names' },
  ],
  [
    'required names without a property',
    { type: 'object', required: ['a'] },
    'export interface X {\n  a: unknown;\n}\n',
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'an enum without a type, and null first',
    { enum: [null, 'a', 'b'] },
    "export type X = 'a' | 'b' | null;\n",
    { type: ['string', 'null'], enum: ['a', 'b', null] },
  ],
  [
    'lists of one value each',
    {
      description: 'How',
      oneOf: [
        { type: 'string', enum: ['a'] },
        { type: 'string', enum: ['b', 'c'] },
      ],
    },
    "/** How */\nexport type X = 'a' | 'b' | 'c';\n",
    { description: 'How', type: 'string', enum: ['a', 'b', 'c'] },
  ],
  [
    'a union with null twice',
    { anyOf: [{ type: 'integer' }, { type: 'null' }, { type: ['array', 'null'], items: { type: 'string' } }] },
    'type XOption = number;\n\nexport type X = XOption | null | string[];\n'.replace(
      'type',
      '/** @type integer */\ntype',
    ),
    { anyOf: [{ type: 'integer' }, { type: 'null' }, { type: 'array', items: { type: 'string' } }] },
  ],
  [
    'nullable alternatives that match together',
    {
      oneOf: [
        { type: ['string', 'null'] },
        { type: ['boolean', 'null'] },
        { type: ['array', 'null'], items: { type: 'string' } },
      ],
    },
    'export type X = string | null | boolean | string[];\n',
    {
      anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
    },
  ],
  [
    'a number in a format of integers',
    { type: 'number', format: 'int32' },
    '/** @format int32 */\nexport type X = number;\n',
    { type: 'integer', format: 'int32' },
  ],
  [
    'a constant or null',
    { title: 'Sort', anyOf: [{ type: 'string', const: 'name' }, { type: 'null' }] },
    "/** @title Sort */\nexport type X = 'name' | null;\n",
    { title: 'Sort', type: ['string', 'null'], enum: ['name', null] },
  ],
  [
    'a part of allOf without properties',
    { allOf: [ref('Cat'), { properties: {} }] },
    "import type { Cat } from './Cat.ts';\n\nexport type X = Cat;\n",
    ref('Cat'),
  ],
  [
    'additional properties beside and in a union with null',
    { additionalProperties: true, anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
    '/** @additionalProperties true */\nexport type X = object | null;\n',
    { additionalProperties: true, type: ['object', 'null'] },
  ],
  [
    'a union of objects in an intersection',
    {
      allOf: [
        ref('Cat'),
        { anyOf: ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } })) },
      ],
    },
    "import type { Cat } from './Cat.ts';\n\nexport type X = Cat & ({\n  a?: string;\n} | {\n  b?: string;\n});\n",
    {
      allOf: [
        ref('Cat'),
        { anyOf: ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } })) },
      ],
    },
  ],
  ['a constant with its type', { type: 'string', const: 'a' }, "export type X = 'a';\n", { const: 'a' }],
  [
    'a format that no keyword checks, and one for another type',
    { type: 'object', format: 'map', properties: { a: { type: 'string', format: 'url' } } },
    'export interface X {\n  /** @format url */\n  a?: string;\n}\n',
    { type: 'object', properties: { a: { type: 'string', format: 'url' } } },
  ],
  [
    'a reference with its own values',
    { ...ref('Cat'), enum: [{}] },
    "import type { Cat } from './Cat.ts';\n\n/** @enum [{}] */\nexport type X = Cat;\n",
    { ...ref('Cat'), enum: [{}] },
  ],
])('writes %s in TypeScript, in the plainest spelling', (_, schema, text, spelled) => {
  const plan = planFor('X', schema);
  expect(filesOf(plan)['definitions/schemas/X.ts']).toBe(text);
  expect(plan.differences).toEqual([]);
  const document = emitted(plan);
  expect((document.components!.schemas as Record<string, unknown>)['X']).toEqual(spelled);
  expect(filesOf(planOf(document))['definitions/schemas/X.ts']).toBe(text);
});

it('an import writes constants with titles as literals with doc comments', () => {
  const schema = {
    type: 'integer',
    format: 'int32',
    oneOf: [
      { title: 'JOIN', const: 1 },
      { title: 'LISTEN', description: 'With others', const: 2, deprecated: true },
    ],
  };
  const plan = planFor('X', schema);
  expect(filesOf(plan)['definitions/schemas/X.ts']).toBe(`/**
 * @oneOf
 * @format int32
 */
export type X =
  /** @title JOIN */
  | 1
  /**
   * With others
   * @title LISTEN
   * @deprecated
   */
  | 2;
`);
  expect(plan.differences).toEqual([]);
  expect((emitted(plan).components!.schemas as Record<string, unknown>)['X']).toEqual(schema);
});

it.each<[string, object]>([
  ['a condition', { type: 'object', not: { properties: { a: { const: 1 } } } }],
  ['properties that depend on others', { unevaluatedProperties: false, allOf: [{ required: ['a'] }] }],
  ['null beside a reference', { anyOf: [ref('Cat'), { type: 'null' }] }],
])('keeps the meaning of %s', (_, schema) => {
  expect((emitted(planFor('X', schema)).components!.schemas as Record<string, unknown>)['X']).toEqual(schema);
});

it('an import leaves a list of null alone, which would be empty without it', () => {
  const schema = { anyOf: [{ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'], enum: [null] }] };
  const plan = planFor('X', schema);
  expect(JSON.parse(filesOf(plan)['definitions/schemas/X.json']!)).toEqual(schema);
  expect(plan.differences).toEqual([]);
});

it('an import writes items and values with an empty description in place', () => {
  const plan = planFor('X', {
    type: 'object',
    properties: {
      names: { type: 'array', items: { type: 'string', description: '' } },
      byName: { type: 'object', additionalProperties: { type: 'string', description: '' } },
    },
  });
  const text = 'export interface X {\n  names?: string[];\n  byName?: Record<string, string>;\n}\n';
  expect(filesOf(plan)['definitions/schemas/X.ts']).toBe(text);
});
