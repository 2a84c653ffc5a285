import { expect, it } from 'vitest';
import { sameValuesOf } from '../../src/openapi/compare/schemas/same-values.ts';
import type { AnySchema } from '../../src/schema/json-types.ts';
import { resolverOf } from '../../src/schema/references.ts';
import { diffContracts } from '../../src/diff/diff.ts';
import { contractOfDocuments } from '../../src/diff/baseline/openapi.ts';
import { documentOf } from '../../src/openapi/read/documents.ts';

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** Whether two schemas have the same values, each with its definitions. */
function isSame(
  a: AnySchema,
  b: AnySchema,
  before: Readonly<Record<string, object>> = {},
  after: Readonly<Record<string, object>> = before,
): boolean {
  const resolve = (schemas: object): ReturnType<typeof resolverOf> =>
    resolverOf(new Map(Object.entries(schemas) as [string, AnySchema][]));
  return sameValuesOf(resolve(before), resolve(after))(a, b);
}

it.each<[string, AnySchema, AnySchema]>([
  ['a named schema and the schema in place', ref('Text'), text],
  ['an allOf with one part', { allOf: [ref('Text')] }, { ...text, description: 'A text' }],
  ['null as a type and as an alternative', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  ['schemas that differ in texts, examples and defaults', { ...text, default: 'a' }, { ...text, examples: ['b'] }],
  ['schemas that contain themselves', ref('Node'), ref('Other')],
])('takes as the same: %s', (_, a, b) => {
  const node = (name: string): object => ({ type: 'object', properties: { inner: ref(name), value: text } });
  expect(isSame(a, b, { Text: text, Node: node('Node') }, { Other: node('Other') })).toBe(true);
});

it.each<[string, AnySchema, AnySchema]>([
  ['types', text, { type: 'integer' }],
  ['a bound', text, { ...text, maxLength: 3 }],
  ['a property', { properties: { a: text } }, { properties: { b: text } }],
  ['whether a property travels', { properties: { a: text } }, { properties: { a: { ...text, readOnly: true } } }],
  ['a union', { anyOf: [text, { type: 'integer' }] }, { oneOf: [text, { type: 'integer' }] }],
  ['null', text, { type: ['string', 'null'] }],
  ['true and false', true, false],
])('takes as different: %s', (_, a, b) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
});

it('finds a difference behind schemas that contain themselves, from each of them', () => {
  const node = (value: object): object => ({ type: 'object', properties: { inner: ref('Node'), value } });
  const same = sameValuesOf(
    resolverOf(new Map([['Node', node(text) as AnySchema]])),
    resolverOf(new Map([['Node', node({ type: 'integer' }) as AnySchema]])),
  );
  expect([same(ref('Node'), ref('Node')), same({ items: ref('Node') }, { items: ref('Node') })]).toEqual([
    false,
    false,
  ]);
  expect(same(text, text)).toBe(true);
});

it('searches no request where all values are the same, in a schema that has no end', () => {
  const contract = (value: object): ReturnType<typeof contractOfDocuments> => {
    const inner = { anyOf: [ref('Query'), { type: 'array', items: ref('Query') }] };
    const properties = Object.fromEntries(Array.from({ length: 12 }, (__, i) => [`q${i}`, inner]));
    const Query = { type: 'object', properties: { ...properties, value } };
    const requestBody = { required: true, content: { 'application/json': { schema: ref('Query') } } };
    return contractOfDocuments(
      documentOf({
        openapi: '3.1.0',
        info: { title: 'Search', version: '1' },
        paths: { '/search': { post: { requestBody, responses: { 200: { description: 'Found' } } } } },
        components: { schemas: { Query } },
      }),
    );
  };
  const integer = { type: 'integer' };
  const found = (before: object, after: object): [id: string, reason: string | undefined][] =>
    diffContracts(contract(before), contract(after)).map(({ id, witness }) => [id, witness?.reason]);
  expect(found({ ...integer, default: 1 }, integer)).toEqual([['request-property-default-value-removed', undefined]]);
  // A difference is found among the first values, however many ways lead to it.
  expect(found(integer, { ...integer, not: { const: 2 } })).toEqual([
    ['request-property-not-added', 'the request body at /value must not be 2'],
  ]);
});
