import { expect, it } from 'vitest';
import { sameValuesOf } from '../../../src/shared/comparison/same-values.ts';
import type { AnySchema } from '../../../src/shared/schema/json-types.ts';
import { resolverOf } from '../../../src/shared/schema/references.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';

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
  ['whether null is listed', { enum: ['a', null] }, { enum: ['a'] }],
  [
    'whether a union and its type both allow null',
    { type: ['string', 'null'], anyOf: [{ minLength: 1 }, { const: 'a' }] },
    { type: 'string', anyOf: [{ minLength: 1 }, { const: 'a' }] },
  ],
  ['null of oneOf', { anyOf: [text, { type: 'null' }] }, { oneOf: [text, { type: 'null' }, { type: 'null' }] }],
  [
    'which schema of an allOf forbids other properties',
    { properties: { a: text }, allOf: [{ properties: { b: text }, additionalProperties: false }] },
    { properties: { a: text, b: text }, additionalProperties: false },
  ],
  [
    'which schema of an allOf forbids unevaluated properties',
    { properties: { a: text }, unevaluatedProperties: false },
    { properties: { a: text }, allOf: [{ unevaluatedProperties: false }] },
  ],
  ['a keyword of an if', { if: text, then: { maxLength: 1 } }, { if: text, allOf: [{ then: { maxLength: 1 } }] }],
])('takes as different: %s', (_, a, b) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
});

it('a diff finds a difference behind schemas that contain themselves, from each of them', () => {
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

it('a diff takes schemas as the same that no single shape expresses, if they are written the same', () => {
  const schema = { allOf: [ref('A'), { pattern: 'b$', not: ref('A') }, { oneOf: [text, ref('A')] }], anyOf: [text] };
  const A = { type: 'string', pattern: '^a', not: { const: 'ab' }, oneOf: [text, { maxLength: 3 }] };
  expect(isSame(schema, schema, { A })).toBe(true);
  expect(isSame(schema, { description: 'The same', ...schema }, { A }, { A: { allOf: [A] } })).toBe(true);
  expect(isSame(schema, schema, { A }, { A: { ...A, not: { const: 'abb' } } })).toBe(false);
  expect(isSame(schema, schema, {})).toBe(false);
});

const [integer, boolean] = [{ type: 'integer' }, { type: 'boolean' }];
const needs = (name: string): object => ({ required: [name] });

it.each<[string, object, object, ids: readonly string[]]>([
  ['a pattern', { allOf: [{ ...text, pattern: '^a' }] }, { pattern: 'b$' }, ['request-body-pattern-added']],
  ['not', { allOf: [{ not: { const: 1 } }, integer] }, { not: { const: 2 } }, ['request-body-not-added']],
  [
    'a union',
    { oneOf: [needs('a'), needs('b')] },
    { anyOf: [needs('zz'), needs('yy')] },
    ['request-body-type-changed'],
  ],
])('finds a request that is refused since an allOf has one more schema: %s', (_, schema, more, ids) => {
  const { allOf = [] } = schema as { allOf?: object[] };
  expect(bodyBreaks(schema, { ...schema, allOf: [...allOf, more] })).toEqual(ids);
});

it('a diff finds a request that is refused since one of two unions changed', () => {
  const either = (other: object): object => ({
    allOf: [{ oneOf: [text, integer] }, { anyOf: [text, other] }],
  });
  expect(bodyBreaks(either(integer), either(boolean))).toEqual(['request-body-type-changed']);
});

it('a diff finds a request that is refused since a definition next to a keyword changed', () => {
  const body = { type: 'object', properties: { a: { ...ref('C'), pattern: '^a' } } };
  const C = { ...text, minLength: 1 };
  const found = bodyBreaks(body, body, { C }, { C: { ...C, pattern: 'b$' } });
  expect(found).toEqual(['request-property-pattern-added']);
});

it('a diff finds a query that is refused since a number has to be a multiple of two numbers', () => {
  const query = (...allOf: object[]): object => ({ parameters: [{ name: 'q', in: 'query', schema: { allOf } }] });
  const [before, after] = [
    query({ ...integer, multipleOf: 2 }),
    query({ ...integer, multipleOf: 2 }, { multipleOf: 3 }),
  ];
  expect(breaksOf(contractWith(before), contractWith(after))).toEqual(['request-parameter-multiple-of-changed']);
});

function contractWith(operation: object, schemas: object = {}): ReturnType<typeof contractOfDocuments> {
  const post = { ...operation, responses: { 200: { description: 'Done' } } };
  return contractOfDocuments(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: { '/things': { post } },
      components: { schemas },
    }),
  );
}

function bodyBreaks(before: object, after: object, schemas: object = {}, changed: object = schemas): string[] {
  const withBody = (schema: object): object => ({
    requestBody: { required: true, content: { 'application/json': { schema } } },
  });
  return breaksOf(contractWith(withBody(before), schemas), contractWith(withBody(after), changed));
}

function breaksOf(before: ReturnType<typeof contractOfDocuments>, after: typeof before): string[] {
  return diffContracts(before, after).flatMap(({ id, severity }) => (severity === 'info' ? [] : [id]));
}

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
  const found = (before: object, after: object): [id: string, reason: string | undefined][] =>
    diffContracts(contract(before), contract(after)).map(({ id, witness }) => [id, witness?.reason]);
  expect(found({ ...integer, default: 1 }, integer)).toEqual([['request-property-default-value-removed', undefined]]);
  // A difference is found among the first values, however many ways lead to it.
  expect(found(integer, { ...integer, not: { const: 2 } })).toEqual([
    ['request-property-not-added', 'the request body at /value must not be 2'],
  ]);
});
