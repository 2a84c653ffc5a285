import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatorsOf } from './evaluate.ts';

// The generated condition, the explanation and ajv agree on random values and schemas.

// ajv compares values by their `toString` and `constructor`, so these names have separate tests.
const NAMES = ['a', 'b', 'c', '__proto__', 'hasOwnProperty', 'isPrototypeOf', 'x-y', 'é'];
const NAMED = ['Small', 'Tree', 'Any'];
const name = fc.constantFrom(...NAMES);
const count = fc.nat({ max: 3 });
const word = fc.oneof(fc.constantFrom('', 'a', 'ab', 'abc', '😀', '😀😀', 'é', 'a1', '2024-02-29', '::1'), name);
const number = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.constantFrom(0.5, 1.5, -2.25, 2 ** 31, -0));
const scalar = fc.oneof(word, number, fc.boolean(), fc.constant(null));

/** Objects that can have `__proto__` as an own property, as from JSON.parse. */
const objectOf = <T>(value: fc.Arbitrary<T>, maxKeys = 3): fc.Arbitrary<Record<string, T>> =>
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    objectOf(tie('value'), 4),
  ),
}));

const optional = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(keywords, { requiredKeys: [] });

const { schema } = fc.letrec<{ schema: unknown; object: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>({}, true, false, { type: 'string' }, { type: 'integer' }, { type: ['number', 'null'] }),
    optional({
      type: fc.constantFrom('string', ['string', 'null'], 'integer', 'number', ['integer', 'array']),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b$', '^\\p{L}*$', '^[a-z\\-]+$'),
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.25),
      format: fc.constantFrom('date', 'ipv6', 'int32', 'password', 'unheard-of'),
      title: word,
    }),
    fc.oneof(fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }), fc.record({ const: value })),
    fc.record({ $ref: fc.constantFrom(...NAMED.map((key) => `#/components/schemas/${key}`)) }),
    optional({
      type: fc.constantFrom('array', ['array', 'null']),
      items: tie('schema'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      contains: tie('schema'),
      minContains: count,
      maxContains: count,
      uniqueItems: fc.boolean(),
      minItems: count,
      maxItems: count,
      unevaluatedItems: tie('schema'),
    }),
    tie('object'),
    tie('object'),
    optional({
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      not: tie('schema'),
      if: tie('schema'),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: tie('schema'),
      else: tie('schema'),
      unevaluatedProperties: tie('schema'),
    }),
  ),
  object: optional({
    type: fc.constantFrom('object', ['object', 'string']),
    properties: objectOf(tie('schema')),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: tie('schema'),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'o', '.'), tie('schema'), { maxKeys: 2 }),
    propertyNames: tie('schema'),
    minProperties: count,
    maxProperties: count,
    dependentRequired: objectOf(fc.uniqueArray(name, { maxLength: 2 }), 2),
    dependentSchemas: objectOf(tie('schema'), 2),
    unevaluatedProperties: tie('schema'),
    $ref: fc.constantFrom('#/components/schemas/Small', '#/components/schemas/Tree'),
  }),
}));

// Known bugs of ajv are excluded here, and have separate tests.
const isComparable = (tested: unknown, values: readonly unknown[]): boolean => {
  const text = JSON.stringify(tested);
  // ajv skips a property with this name.
  if (text.includes('"__proto__":')) return false;
  const isUnevaluated = text.includes('"unevaluated');
  // ajv evaluates too few items by `contains` beside these keywords.
  if (text.includes('"contains"') && (isUnevaluated || text.includes('"prefixItems"'))) return false;
  // ajv takes what a condition evaluates for evaluated if it fails, and not if it holds, if `then` or `else` evaluates something.
  if (isUnevaluated && text.includes('"if":') && /"(?:then|else)":\{/.test(text)) return false;
  // ajv treats inherited properties as evaluated.
  return !isUnevaluated || !/__proto__|isPrototypeOf|hasOwnProperty/.test(text + JSON.stringify(values));
};

const DEFINITIONS = {
  Small: { type: ['integer', 'object'], maximum: 3, properties: { a: { type: 'boolean' } } },
  Tree: {
    type: 'object',
    properties: { a: { $ref: '#/components/schemas/Tree' }, b: { $ref: '#/components/schemas/Small' } },
    additionalProperties: { type: ['string', 'null'] },
  },
  Any: { description: 'No more than this' },
};

function createOracle(): (tested: unknown) => (given: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, ownProperties: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'definitions:', components: { schemas: DEFINITIONS } });
  return (tested) => {
    const text = JSON.stringify(tested).replaceAll('"$ref":"#/', '"$ref":"definitions:#/');
    return ajv.compile(JSON.parse(text) as object) as (given: unknown) => boolean;
  };
}

/** The verdict of ajv; undefined if its code uses a variable that it does not declare, which is a bug of ajv. */
function verdictOf(oracle: (given: unknown) => boolean, given: unknown): boolean | undefined {
  try {
    return oracle(given);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

describe('the validators', () => {
  it('agree with ajv, and explain refused values only', () => {
    let refused = 0;
    const property = fc.property(schema, fc.array(value, { minLength: 4, maxLength: 12 }), (tested, values) => {
      fc.pre(isComparable(tested, values));
      const [validator] = validatorsOf([tested], DEFINITIONS);
      const oracle = createOracle()(tested);
      for (const one of values) {
        const verdict = verdictOf(oracle, one);
        if (verdict === undefined) continue;
        const violations = validator!.explain(one);
        expect([one, validator!.check(one), violations]).toEqual([one, verdict, verdict ? [] : violations]);
        expect([one, violations.length > 0]).toEqual([one, !verdict]);
        refused += verdict ? 0 : 1;
      }
    });
    fc.assert(property, { numRuns: 1500 });
    expect(refused).toBeGreaterThan(1000);
  });

  it('evaluate by a condition if it holds, unlike ajv (JSON Schema, Core, 10.2.2.1)', () => {
    const tested = {
      if: { properties: { x: { type: 'string' } } },
      else: { properties: { a: { type: 'boolean' } } },
      unevaluatedProperties: false,
    };
    const [validator] = validatorsOf([tested], DEFINITIONS);
    const oracle = createOracle()(tested);
    // Its verdicts are those of the other way.
    expect([validator!.check({ x: 'a' }), oracle({ x: 'a' })]).toEqual([true, false]);
    expect([validator!.check({ x: 0 }), oracle({ x: 0 })]).toEqual([false, true]);
  });
});
