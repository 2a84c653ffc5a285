import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from '../../build/codegen/declarations.ts';
import { SHOP, filesOf, planOf } from './support.ts';

const response = (schema: object, example?: unknown): object => ({
  200: { description: 'It', content: { 'application/json': { schema, ...(example !== undefined && { example }) } } },
});

const Pet = {
  type: 'object',
  required: ['id', 'kind'],
  properties: {
    id: { type: 'integer' },
    kind: { type: 'string', enum: ['cat', 'dog'] },
    tags: { type: 'array', items: { type: 'string' } },
    parent: { $ref: '#/components/schemas/Pet' },
  },
};
const REF = { $ref: '#/components/schemas/Pet' };
const EXAMPLE = { id: 7, kind: 'cat', colour: 'red', tags: ['a'], parent: { id: 8, kind: 'dog', age: 3 } };

const API = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/nameless/': { get: { responses: response(REF, EXAMPLE) } },
    "/o'dd/{pet-id}": {
      get: {
        operationId: 'one',
        parameters: [ID('pet-id')],
        responses: response({ type: 'array', items: REF }, [EXAMPLE]),
      },
      put: {
        operationId: 'delete',
        parameters: [ID('pet-id')],
        responses: response({ oneOf: [REF, { type: 'string' }] }, EXAMPLE),
      },
      delete: { operationId: 'two words', parameters: [ID('pet-id')], responses: { 204: { description: 'Gone' } } },
      post: {
        parameters: [ID('pet-id')],
        responses: response({ type: 'object', additionalProperties: REF }, { a: EXAMPLE }),
      },
      patch: {
        operationId: 'all',
        parameters: [ID('pet-id')],
        responses: response({ allOf: [REF, { type: 'object', properties: { colour: { type: 'string' } } }] }, EXAMPLE),
      },
    },
    '/numbers': {
      get: { operationId: 'numbers', responses: response({ type: 'array', items: { type: 'number' } }, [1, 2]) },
    },
    ...Object.fromEntries(
      ['Cat', 'Lion', 'Both', 'Owned', 'Kitten', 'Tree'].map((name) => [
        `/extended/${name}`,
        { get: { responses: response({ $ref: `#/components/schemas/${name}` }) } },
      ]),
    ),
    '/open': { get: { operationId: 'open', responses: response({ type: 'object' }, { a: [1] }) } },
    '/text': { get: { operationId: 'text', responses: response({ type: ['string', 'null'] }, null) } },
  },
  components: {
    schemas: {
      Pet,
      Cat: extended({ kind: { type: 'string' }, purrs: { type: 'boolean' } }, 'Pet'),
      // A property of Pet that is of another type.
      Lion: extended({ tags: { type: 'string' } }, 'Cat'),
      Both: extended({ size: { type: 'integer' } }, 'Pet', 'Tagged'),
      Tagged: { type: 'object', properties: { tags: { type: 'integer' } } },
      // Neither a union nor a record can be extended.
      Owned: extended({ owner: { type: 'string' } }, 'Either', 'Prices'),
      Either: { oneOf: [REF, { $ref: '#/components/schemas/Tagged' }] },
      Prices: { type: 'object', additionalProperties: { type: 'number' } },
      // It refers to itself, and its values do.
      Tree: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Trees' }] },
      Trees: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Tree' } },
      Kitten: extended({ age: { type: 'integer' } }, 'Pet'),
    },
  },
};

function extended(properties: object, ...bases: string[]): object {
  return {
    allOf: [...bases.map((name) => ({ $ref: `#/components/schemas/${name}` })), { type: 'object', properties }],
  };
}

it('an interface extends no base that has a property of the same name', () => {
  const files = filesOf(planOf(API));
  const first = (name: string): string | undefined =>
    /^export .*$/m.exec(files[`definitions/schemas/${name}.ts`] ?? '')?.[0];
  expect(['Cat', 'Lion', 'Both', 'Owned', 'Kitten'].map(first)).toEqual([
    'export type Cat = Pet & {',
    'export type Lion = Cat & {',
    'export type Both = Pet & Tagged & {',
    'export type Owned = Either & Prices & {',
    'export interface Kitten extends Pet {',
  ]);
});

function ID(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

it.each([
  ['the shop', SHOP],
  ['examples and names of all kinds', API],
])('the handlers of %s have the types of their contracts', async (_, description) => {
  const files = filesOf(planOf(description));
  const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`app/${path}`, text]));
  const typed = { ...tree, 'operations.d.ts': declarationsOf(tree) };
  expect(await checkTypes(scratch(), typed)).toEqual([]);
});

it('a handler that returns something else is an error of TypeScript', async () => {
  const files = filesOf(planOf(API));
  const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`app/${path}`, text]));
  const path = 'app/operations/nameless/@get.ts';
  expect(tree[path]).toContain("export default defineOperation<'GET /nameless'>(function _() {\n  throw");
  const wrong = { ...tree, [path]: tree[path]!.replace(/throw .*;\n/, "return { id: 7, kind: 'bird' };\n") };
  const found = await checkTypes(scratch(), { ...wrong, 'operations.d.ts': declarationsOf(tree) });
  expect(found.join('\n')).toMatch(/^app\/operations\/nameless\/@get\.ts\(.*error TS2345[^]*"bird"/);
});
