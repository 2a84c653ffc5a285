import { expect, it } from 'vitest';
import type { Schema } from '../../../src/shared/contract/operation.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import type { LocatedContract } from '../../../src/tools/diff/finding.ts';
import { countValues } from '../../../src/tools/diff/witness/work.ts';
import { Answers } from '../../../src/tools/mock/answers.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';

const nested = (count: number, levels: number): Schema =>
  levels === 0
    ? { type: 'string' }
    : ({ type: 'array', minItems: count, maxItems: count, items: nested(count, levels - 1) } as Schema);

/** Lists of as many references to the next level: the text is short, the value is not. */
const branches = (wide: number, levels: number, make: (items: readonly Schema[]) => Schema): Map<string, Schema> =>
  new Map(
    Array.from({ length: levels }, (_, i): [string, Schema] => [
      `L${i}`,
      i === levels - 1
        ? { type: 'integer' }
        : make(Array.from({ length: wide }, () => ({ $ref: `#/components/schemas/L${i + 1}` }))),
    ]),
  );
const lists = branches(30, 9, (items) => ({ type: 'array', prefixItems: items, minItems: items.length }) as Schema);
const objects = branches(30, 9, (items) => {
  const properties = Object.fromEntries(items.map((item, i) => [`p${i}`, item]));
  return { type: 'object', properties, required: Object.keys(properties) } as Schema;
});
const FIRST: Schema = { $ref: '#/components/schemas/L0' };

const LARGE: readonly [name: string, schema: Schema, schemas?: ReadonlyMap<string, Schema>][] = [
  ['minItems', { type: 'array', minItems: 1e9, items: {} } as Schema],
  ['minItems in minItems', nested(1e4, 2)],
  ['small minItems on many levels', nested(50, 8)],
  [
    'minItems of different items',
    { type: 'array', minItems: 1e9, uniqueItems: true, items: { type: 'integer' } } as Schema,
  ],
  ['minLength', { type: 'string', minLength: 1e9 }],
  ['minLength in minItems', { type: 'array', minItems: 1500, items: { type: 'string', minLength: 90_000 } } as Schema],
  ['minProperties', { type: 'object', minProperties: 1e9 } as Schema],
  ['a pattern', { type: 'string', pattern: '^(?:(?:(?:a{999}){999}){999}){999}$' }],
  ['prefixItems on many levels', FIRST, lists],
  ['properties on many levels', FIRST, objects],
];

it.each(LARGE)('makes no value of a schema whose values are too large: %s', (_name, schema, schemas = new Map()) => {
  expect(new Answers([], schemas).sample(schema)).toBeUndefined();
});

it('makes the optional part of a value only if it is not too large', () => {
  const value = new Answers([], new Map()).sample({
    type: 'object',
    properties: { rows: nested(100, 6), name: { type: 'string' } },
    required: ['name'],
  } as Schema);
  expect(value).toEqual({ name: 'a' });
});

it('makes the large values that are not too large', () => {
  const value = new Answers([], new Map()).sample(nested(40, 2));
  expect(countValues(value)).toBe(1 + 40 + 40 * 40);
});

const described = (schema: Schema, schemas: ReadonlyMap<string, Schema>, required: boolean): LocatedContract => {
  const paths = {
    '/rows': {
      post: {
        parameters: [{ name: 'a', in: 'query', required, schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Done' } },
      },
    },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths,
    components: { schemas: Object.fromEntries(schemas) },
  };
  return contractOfDocuments(documentOf(document));
};

it.each(LARGE)(
  'compares descriptions whose values are too large, without a request that shows it: %s',
  (_name, schema, schemas = new Map()) => {
    const findings = diffContracts(described(schema, schemas, false), described(schema, schemas, true));
    expect(findings.map(({ id, witness }) => [id, witness])).toEqual([
      ['request-parameter-became-required', undefined],
    ]);
  },
);

it.each(LARGE.filter(([name, , schemas]) => schemas === undefined && name !== 'a pattern'))(
  'compares bodies that differ, whose values are too large: %s',
  (_name, schema) => {
    const [before, after] = ['string', 'integer'].map((type) => {
      const properties = {
        large: schema,
        rows: { type: 'array', uniqueItems: true, minItems: 1999, items: nested(300, 1) },
        a: { type },
      };
      return described({ type: 'object', properties } as Schema, new Map(), false);
    });
    const ids = diffContracts(before!, after!).map(({ id, witness }) => [id, witness === undefined]);
    expect(ids).toContainEqual(['request-property-type-changed', false]);
  },
);
