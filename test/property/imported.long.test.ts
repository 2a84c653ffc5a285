import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { planImport } from '../../src/tools/import/index.ts';
import { documentOf } from '../../src/tools/openapi/read/documents.ts';
import { emitted, filesOf } from '../tools/import/support.ts';
import { holds } from './holds.ts';

const NAMES = ['Pet', 'Cat', 'Dog', 'Owner'];
const ref = (path: string): object => ({ $ref: `#/components/schemas/${path}` });

const text = fc.constantFrom(
  'A pet.',
  'Two\n\nparagraphs',
  '@todo',
  '```ts\n@Get()\n  x\n```',
  '~~~~\n~~~\n@x\n~~~~',
  '* a\n* b */',
  'An end:\n\n```\nopen',
  '  indented\n    more',
  'One paragraph.\n',
  'Two paragraphs.\n\nThe other one.\n',
  '',
);

const names = fc.constantFrom('id', 'name', 'kind', 'a-b', 'größe', '$ref', 'x y');

/** Fields of which each schema can have some. */
const texts = fc.record({ title: text, description: text, deprecated: fc.boolean() }, { requiredKeys: [] });

const scalar = fc.oneof(
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(3), pattern: fc.constantFrom('^a+$', '/^\\d+$/', '\\Aa\\z') },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.nat(9),
      format: fc.constantFrom('int32', 'int64', 'float'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constantFrom('string', 'integer', 'boolean'),
    enum: fc.uniqueArray(fc.constantFrom('a', 'b', '1', 1, 2, true, null), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constantFrom('string', 'boolean', 'array', 'object'), nullable: fc.boolean() }),
  fc.constantFrom({}, { type: 'object', properties: {} }, { const: 'cat' }, { type: 'string', default: 1 }),
);

const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  schema: fc
    .tuple(
      texts,
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        scalar,
        fc.constantFrom(...NAMES).map(ref),
        fc.constantFrom('Pet/properties/id', 'Cat/allOf/1', 'Cat/allOf/1/properties/name', 'Owner/oneOf/0').map(ref),
        tie('object'),
        tie('schema').map((items) => ({ type: 'array', items })),
        fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
        fc
          .tuple(
            fc.constantFrom('allOf', 'anyOf', 'oneOf'),
            fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
            fc.boolean(),
          )
          .map(([union, members, nullable]) => ({ [union]: members, ...(nullable && { nullable }) })),
      ),
    )
    .map(([some, one]) => ({ ...some, ...one })),
  object: fc
    .tuple(
      fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      fc.subarray(['id', 'name', 'kind']),
      fc.constantFrom({}, { type: 'object' }),
    )
    .map(([properties, required, type]) => ({ ...type, properties, ...(required.length > 0 && { required }) })),
}));

const object = schema.map((one) => ({
  type: 'object',
  properties: { id: { type: 'integer' }, name: one, kind: { type: 'string' } },
  required: ['kind'],
}));

/** An object of the query, of which other parameters can have properties. */
const filter = fc
  .tuple(texts, fc.option(text), fc.subarray(['id', 'name', 'size']))
  .map(([some, description, required]) => ({
    ...some,
    type: 'object',
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      size: { type: 'string', ...(description !== null && { description }) },
    },
    ...(required.length > 0 && { required }),
  }));

/** Kinds that extend a base, with or without a mapping, and what refers to them. */
const schemas = fc
  .tuple(
    object,
    schema,
    object,
    schema,
    filter,
    fc.constantFrom(undefined, {}, { cat: 'Cat' }, { cat: 'Cat', dog: '#/components/schemas/Dog', pet: 'Pet' }),
  )
  .map(([pet, owner, own, other, Filter, mapping]) => ({
    Filter,
    Pet: { ...pet, ...(mapping !== undefined && { discriminator: { propertyName: 'kind', mapping } }) },
    Cat: { allOf: [ref('Pet'), own] },
    Dog: { allOf: [ref('Cat'), { type: 'object', properties: { size: other } }] },
    Owner: { oneOf: [{ type: 'object', properties: { owner } }, { type: 'string' }] },
  }));

const media = fc.record(
  { schema, example: fc.constantFrom(1, 'a', '```\n@x\n```', { kind: 'cat' }) },
  { requiredKeys: ['schema'] },
);
const content = fc.oneof(
  media.map((one) => ({ 'application/json': one })),
  fc.constant({ 'text/plain': { schema: { type: 'string' } } }),
);

const parameter = fc.record(
  {
    // A parameter that no comment can have leaves the schemas that it alone needs.
    name: fc.constantFrom('id', 'name', 'kind', 'a-b'),
    in: fc.constantFrom('query', 'header'),
    required: fc.boolean(),
    description: text,
    schema,
    style: fc.constantFrom('form', 'deepObject', 'pipeDelimited'),
    explode: fc.boolean(),
  },
  { requiredKeys: ['name', 'in', 'schema'] },
);

/** The object of the query, beside one of its properties. */
const filters = fc.tuple(fc.constantFrom('id', 'name'), fc.option(text)).map(([name, description]) => [
  { name, in: 'query', schema: { type: 'string' } },
  { name: 'filter', in: 'query', schema: ref('Filter'), ...(description !== null && { description }) },
]);

const response = fc.record({ description: text, content }, { requiredKeys: ['description'] });
const operation = fc.record(
  {
    summary: text,
    description: text,
    tags: fc.uniqueArray(fc.constantFrom('pets', 'a b'), { maxLength: 2 }),
    parameters: fc.oneof(fc.array(parameter, { maxLength: 3 }), filters),
    requestBody: fc.record({ description: text, required: fc.boolean(), content }, { requiredKeys: ['content'] }),
    responses: fc.record({ 200: response, 404: response, default: response }, { requiredKeys: ['200'] }),
  },
  { requiredKeys: ['responses'] },
);

const description = fc
  .tuple(fc.constantFrom('3.0.3', '3.1.0'), fc.array(operation, { minLength: 1, maxLength: 4 }), schemas)
  .map(([openapi, operations, components]) => ({
    openapi,
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(operations.map((post, i) => [`/${i}`, { post }])),
    components: { schemas: components },
  }));

it.each(['ts', 'js'])('a tree gives the same bytes in an import of the document of the tree: %s', (extension) => {
  const before = { operations: [], definitions: [], extension };
  holds(
    fc.property(description, (document) => {
      const plan = planImport(documentOf(document), before);
      const own = emitted(plan);
      const again = planImport(documentOf(JSON.parse(JSON.stringify(own))), before);
      expect(filesOf(again)).toEqual(filesOf(plan));
      expect(JSON.stringify(emitted(again))).toBe(JSON.stringify(own));
    }),
    15,
  );
});
