import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { AnySchema } from '../../../src/shared/schema/json-types.ts';
import { explain } from '../../../src/shared/validation/index.ts';
import { validatorsOf } from './evaluate.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

describe('a violation', () => {
  it.each<[schema: AnySchema, value: unknown]>([
    [{ type: 'integer' }, 'a'],
    [{ type: ['integer', 'null'] }, 'a'],
    [{ const: 'a' }, 'b'],
    [{ enum: ['a', 'b'] }, 'c'],
    [{ minimum: 1 }, 0],
    [{ maximum: 1 }, 2],
    [{ exclusiveMinimum: 1 }, 1],
    [{ exclusiveMaximum: 1 }, 1],
    [{ multipleOf: 2 }, 1],
    [{ minLength: 1 }, ''],
    [{ minLength: 8 }, ''],
    [{ maxLength: 1 }, 'ab'],
    [{ pattern: '^a' }, 'b'],
    [{ format: 'email' }, 'b'],
    [{ minItems: 1 }, []],
    [{ maxItems: 1 }, [1, 2]],
    [{ uniqueItems: true }, [1, 2, 1]],
    [{ contains: { type: 'string' } }, []],
    [{ contains: true, minContains: 0, maxContains: 1 }, [1, 2]],
    [{ prefixItems: [{}], items: false }, [1, 2]],
    [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2]],
    [{ required: ['a'] }, {}],
    [{ dependentRequired: { a: ['b', 'c'] } }, { a: 1, b: 1 }],
    [{ additionalProperties: false }, { a: 1 }],
    [{ unevaluatedProperties: false }, { a: 1 }],
    [{ properties: { a: false } }, { a: 1 }],
    [{ minProperties: 1 }, {}],
    [{ maxProperties: 1 }, { a: 1, b: 2 }],
    [{ not: { type: 'string' } }, 'a'],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 2],
  ])('reports %j by %j with the keyword and the params of ajv', (schema, value) => {
    ajv.validate(schema, value);
    const expected = ajv.errors!.map(({ keyword, params }) => ({ keyword, params }));
    expect(explain(schema, value)).toMatchObject(expected);
    expect(expected).toHaveLength(1);
  });

  it.each<[schema: AnySchema, value: unknown, keyword: string, params: object]>([
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'propertyNames', { propertyName: 'ab' }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'a', 'anyOf', {}],
    [{ oneOf: [{ type: 'integer' }, { type: 'null' }] }, 'a', 'oneOf', { passingSchemas: null }],
    [{ anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }, 'ab', 'maxLength', { limit: 1 }],
  ])('reports %j by %j with the keyword that helps', (schema, value, keyword, params) => {
    expect(explain(schema, value)).toMatchObject([{ keyword, params }]);
  });

  it('keeps the order of the keywords, though patterns are matched last', () => {
    const schema = { properties: { a: { pattern: '^b' }, c: { anyOf: [{ type: 'null' }] }, d: { minimum: 1 } } };
    expect(explain(schema, { a: 'a', c: 1, d: 0 }).map(({ pointer }) => pointer)).toEqual(['/a', '/c', '/d']);
  });
});

describe('a pattern', () => {
  // 60 characters would take longer than the universe has existed.
  const SLOW = { pattern: '^(a+)+$' };
  const SHORT = { maxLength: 10 };
  const text = `${'a'.repeat(60)}!`;
  const DEFINITIONS = { Short: { type: 'string', ...SHORT }, Slow: { type: 'string', ...SLOW } };
  const short = { $ref: '#/components/schemas/Short' };
  const slow = { $ref: '#/components/schemas/Slow' };

  it.each<[schema: object, value?: unknown]>([
    [{ type: 'string', ...SLOW, ...SHORT }],
    [{ type: 'string', format: 'email', ...SLOW, ...SHORT }],
    [{ ...short, ...SLOW }],
    [{ ...slow, ...SHORT }],
    [{ allOf: [SLOW, SHORT] }],
    [{ allOf: [slow, SHORT] }],
    [{ ...SLOW, allOf: [SHORT] }],
    [{ ...SLOW, enum: ['a', 'b'] }],
    [{ allOf: [{ ...SLOW, ...short }, short] }],
    [{ ...SHORT, anyOf: [SLOW, { type: 'null' }] }],
    [{ ...SHORT, oneOf: [SLOW, { minLength: 1 }] }],
    [{ ...SHORT, not: SLOW }],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    [{ ...SHORT, if: SLOW, then: { minLength: 1 } }],
    [{ properties: { a: SHORT }, anyOf: [{ properties: { a: SLOW } }] }, { a: text }],
    [{ properties: { a: SLOW }, allOf: [{ properties: { a: SHORT } }] }, { a: text }],
    [{ allOf: [{ properties: { a: slow } }, { properties: { a: SHORT } }] }, { a: text }],
    [{ items: { ...SLOW, ...SHORT } }, [text, text]],
  ])('runs no pattern on a text that %j refuses by a cheaper keyword', (schema, value = text) => {
    const [validator] = validatorsOf([schema], DEFINITIONS);
    expect(validator!.check(value)).toBe(false);
    expect(new Set(validator!.explain(value).map(({ keyword }) => keyword))).toEqual(
      new Set([JSON.stringify(schema).includes('"enum"') ? 'enum' : 'maxLength']),
    );
  });
});
