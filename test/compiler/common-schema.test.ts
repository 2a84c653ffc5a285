import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fitsCommonSchema, isCommonSchema } from '../../src/compiler/user-schemas/common-schema.ts';
import type { Schema } from '../../src/contract/operation.ts';

const ajv = new Ajv2020({ strict: false, logger: false });

describe('a common schema', () => {
  it.each<unknown>([
    true,
    {},
    { type: ['string', 'null'], enum: ['a', null], default: 'a' },
    {
      type: 'object',
      properties: { type: { $ref: '#/components/schemas/A-b.c' } },
      required: [],
      additionalProperties: false,
    },
    {
      oneOf: [{ allOf: [{}] }, { not: { items: { minLength: 1, pattern: '^a' } } }],
      discriminator: { propertyName: 'x' },
    },
  ])('is told at once: %j', (schema) => {
    expect(isCommonSchema(schema)).toBe(true);
    expect(ajv.validateSchema(schema as Schema)).toBe(true);
  });

  it.each<unknown>([
    null,
    [],
    'string',
    { type: 'text' },
    { type: ['string', 'string'] },
    { type: [] },
    { properties: [] },
    { properties: { a: 1 } },
    { required: ['a', 'a'] },
    { required: [1] },
    { oneOf: [] },
    { anyOf: {} },
    { minLength: -1 },
    { minimum: '1' },
    { pattern: '(' },
    { items: [] },
    { uniqueItems: 1 },
    { title: 1 },
    { $ref: 1 },
    { deprecated: 'yes' },
  ])('is not what breaks the rules: %j', (schema) => {
    expect(isCommonSchema(schema)).toBe(false);
  });

  it.each<Schema>([{ if: {} }, { prefixItems: [{}] }, { $ref: 'https://example.com/a' }, { enum: [] }])(
    'is not what only ajv can tell: %j',
    (schema) => {
      expect(isCommonSchema(schema)).toBe(false);
      expect(ajv.validateSchema(schema)).toBe(true);
    },
  );
});

describe('a value beyond doubt', () => {
  const types = ['string', 'integer', 'number', 'boolean', 'object', 'array'];
  const schemas: Schema[] = [
    {},
    { type: 'null' },
    ...types.flatMap((type) => [{ type }, { type: [type, 'null'] }]),
    { enum: ['a', 1, null, false] },
    { type: 'integer', minimum: 2, maximum: 3 },
    { minimum: 2, default: 1, title: 'x' },
    { type: 'string', maxLength: 1 },
    { anyOf: [{ type: 'string' }, { type: 'object' }] },
    { allOf: [{ type: 'number' }, { minimum: 2 }] },
    { const: 'a' },
    { minLength: 2, maxLength: 2 },
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
    { items: false },
    { properties: { a: { type: 'integer' } }, required: ['a'] },
    { properties: { a: {} }, additionalProperties: false },
    { required: ['b'], additionalProperties: { type: 'integer' } },
    { patternProperties: { a: { type: 'string' } }, additionalProperties: false },
  ];
  const values = [
    'a',
    'ab',
    '',
    0,
    1,
    2,
    3,
    4,
    1.5,
    -0,
    Infinity,
    Number.NaN,
    true,
    false,
    null,
    [],
    {},
    '\u{1f600}',
    [1],
    ['a'],
    [1, 2, 3],
    { a: 1 },
    { a: 'x' },
    { b: 1 },
  ];

  it('is one that ajv allows too', () => {
    const pairs = schemas.flatMap((schema) => values.map((value) => ({ schema, value })));
    const sure = pairs.filter(({ schema, value }) => fitsCommonSchema(schema, value));
    expect(sure.filter(({ schema, value }) => !ajv.validate(schema, value))).toEqual([]);
    expect(sure.length).toBeGreaterThan(50);
    // What it is not sure of is left to ajv, not refused.
    expect(pairs.length - sure.length).toBeGreaterThan(100);
  });
});
