import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { emitted, existingOf, filesOf, planOf, reasonsOf, SHOP, withPaths } from './support.ts';

const JS = { operations: [], definitions: [], extension: 'js' };

/** The file of a definition that the import of a schema writes into a project in JavaScript. */
function definitionOf(schema: object, others: object = {}): string | undefined {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const get = { responses: { 200: { description: 'OK', content } } };
  const plan = planOf(withPaths({ '/a': { get } }, { components: { schemas: { Pet: schema, ...others } } }), JS);
  expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
  expect(filesOf(planOf(emitted(plan), JS))).toEqual(filesOf(plan));
  return filesOf(plan)['definitions/schemas/Pet.js'];
}

it('checks the example of a @typedef with all of its lines', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: { a: { type: 'object', additionalProperties: false, properties: { b: { type: 'integer' } } } },
    examples: [{ a: { b: 1 } }],
  };
  const text = definitionOf(schema)!;
  expect(text).toContain('@typedef {object} Pet (additionalProperties: false, examples: [{a: {b: 1}}])');
  const wrong = { path: 'pet.js', text: text.replace('b: 1', 'c: 1') };
  const { diagnostics } = compileOperations({ files: [], definitions: [wrong] });
  expect(diagnostics.map(({ message }) => message).join()).toContain('/a/c is not allowed');
});

it('writes no line for the end of a text', () => {
  const description = 'One.\n\n  Two.\n@three\n\n';
  const schema = { type: 'object', properties: { a: { type: 'string', description }, b: { type: 'string' } } };
  expect(definitionOf(schema)).toBe(`/**
 * @typedef {object} Pet
 * @property {string} [a] - One.
 *
 *     Two.
 *   \\@three
 * @property {string} [b]
 */
`);
});

describe('an import into a project in JavaScript', () => {
  const plan = planOf(SHOP, JS);
  const files = filesOf(plan);

  it('writes handlers and definitions as JavaScript', () => {
    expect(Object.keys(files).filter((path) => path.endsWith('.ts'))).toEqual([]);
    expect(files['operations/pets/@get.js']).toMatch(
      /\nexport default defineOperation\(\n {2}\/\*\* @satisfies \{import\('unplugin-operations\/koa'\)\.OperationHandler<'listPets'>\} \*\/\n {2}\(function listPets\(\) \{\n {4}throw problem\(501, 'Not implemented yet'\);\n {2}\}\),\n\);\n$/,
    );
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(files['definitions/schemas/NewPet.js']).toBe(`/**
 * A pet to be.
 *
 * @typedef {object} NewPet
 * @property {string} name (maxLength: 40)
 * @property {'cat'|'dog'|null} [kind]
 */
`);
    expect(files['definitions/schemas/Pet.js']).toContain(
      ' * @typedef {NewPet} Pet\n * @property {int64} id (minimum: 1)\n',
    );
  });

  it('writes paths that contain the end of a comment', () => {
    const get = { responses: { 200: { description: 'OK' } } };
    const [text] = Object.values(filesOf(planOf(withPaths({ '/a*/b': { get } }), JS)));
    expect(text).toContain(String.raw`OperationHandler<'GET /a*\/b'>} */`);
  });

  it('means the same as in TypeScript', () => {
    expect(emitted(plan)).toEqual(emitted(planOf(SHOP)));
    expect(planOf(SHOP, { ...existingOf(plan), extension: 'js' }).operations.changes).toEqual([]);
  });

  it('replaces definitions of the other language', () => {
    const typed = existingOf(planOf(SHOP));
    const { definitions, operations } = planOf(SHOP, { ...typed, extension: 'js' });
    expect(operations.changes).toEqual([]);
    expect(definitions.changes.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      'deleted schemas/Error.ts',
      'deleted schemas/NewPet.ts',
      'deleted schemas/Pet.ts',
      'deleted schemas/Pets.ts',
      'new schemas/Error.json',
      'new schemas/NewPet.js',
      'new schemas/Pet.js',
      'new schemas/Pets.js',
    ]);
    const { diagnostics } = compileOperations({ files: typed.operations, definitions: definitions.files });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

const text = { type: 'string' };

it.each<[string, object, string[]]>([
  [
    'an object in an object',
    {
      type: 'object',
      required: ['home'],
      properties: { home: { type: 'object', required: ['city'], properties: { city: { ...text, maxLength: 9 } } } },
    },
    ['@property {object} home', '@property {string} home.city (maxLength: 9)'],
  ],
  [
    'a list of objects',
    {
      type: 'object',
      properties: {
        toys: { type: 'array', items: { type: 'object', properties: { name: { ...text, minLength: 1 } } } },
      },
    },
    ['@property {object[]} [toys]', '@property {string} [toys[].name] (minLength: 1)'],
  ],
  [
    'a default and texts',
    {
      type: 'object',
      title: 'A pet',
      properties: { name: { ...text, default: 'Ada', description: 'Its name.\n\n- long' } },
    },
    ['@typedef {object} Pet (title: "A pet")', '@property {string} [name=Ada] - Its name.'],
  ],
  ['a type', { ...text, format: 'email', description: 'An address.' }, ['An address.', '@typedef {email} Pet']],
  [
    'a required property with a default',
    { type: 'object', required: ['a'], properties: { a: { ...text, default: 'b' } } },
    ['a (default: b)'],
  ],
])('writes %s', (_, schema, lines) => {
  for (const line of lines) expect(definitionOf(schema)).toContain(line);
});

it.each<[string, object]>([
  ['a property with a dot', { type: 'object', properties: { 'a.b': { ...text, maxLength: 3 } } }],
  ['a condition', { type: 'object', properties: { a: text }, if: { required: ['a'] }, then: { minProperties: 2 } }],
  [
    'a union of objects with facets',
    { oneOf: [{ type: 'object', properties: { a: { ...text, maxLength: 3 } } }, text] },
  ],
])('writes %s as JSON', (_, schema) => {
  expect(definitionOf(schema)).toBeUndefined();
});
