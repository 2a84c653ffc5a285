import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { explain, isValid } from '../../../src/shared/validation/index.ts';
import { validatorsOf } from './evaluate.ts';

const PET = { type: 'object', properties: { name: { type: 'string' }, kind: { const: 'pet' } }, required: ['kind'] };
const TOY = { type: 'object', properties: { size: { type: 'integer' }, kind: { const: 'toy' } }, required: ['kind'] };
const SCHEMAS = { Pet: PET, Toy: TOY, Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The violations of a value, as `pointer message`; the generated condition must refuse it too. */
function faults(schema: unknown, value: unknown): string[] {
  const [validator] = validatorsOf([schema], SCHEMAS);
  expect(validator!.check(value)).toBe(false);
  return validator!.explain(value).map(({ pointer, message }) => `${pointer} ${message}`.trim());
}

describe('the explanation', () => {
  it.each<[schema: unknown, value: unknown, faults: string[]]>([
    [{ type: 'integer' }, 1.5, ['must be an integer']],
    [{ type: ['integer', 'string', 'null'] }, [], ['must be an integer, a string or null']],
    [{ type: 'object' }, [], ['must be an object']],
    [{ type: 'number' }, Infinity, ['must be a number']],
    [{ const: 'a' }, 'b', ['must be "a"']],
    [{ type: 'string', enum: ['a', 'b'] }, 1, ['must be one of "a", "b"']],
    [{ enum: [{ a: [1] }] }, { a: [2] }, ['must be {"a":[1]}']],
    [{ minimum: 1, multipleOf: 2 }, -1, ['must be at least 1', 'must be a multiple of 2']],
    [{ exclusiveMinimum: 1 }, 1, ['must be more than 1']],
    [{ exclusiveMaximum: 1 }, 1, ['must be less than 1']],
    [{ multipleOf: 0.01 }, 0.015, ['must be a multiple of 0.01']],
    [{ minLength: 1 }, '', ['must not be empty']],
    [{ minLength: 3 }, '😀😀', ['must have at least 3 characters']],
    [{ maxLength: 1 }, '😀😀', ['must have at most 1 character']],
    [{ type: 'string', pattern: '^a', format: 'email' }, 'b', ['must match ^a', 'must be an email address']],
    [{ items: { type: 'string' }, maxItems: 1 }, ['a', 1], ['must have at most 1 item', '/1 must be a string']],
    [{ minItems: 1 }, [], ['must not be empty']],
    [{ minItems: 2 }, [1], ['must have at least 2 items']],
    [{ uniqueItems: true }, [{ a: 1, b: [2] }, 1, { b: [2], a: 1 }], ['/2 must not equal an earlier item']],
    [{ contains: { type: 'string' } }, [1], ['must have at least 1 item that must be a string']],
    [{ contains: true, maxContains: 1 }, [1, 2], ['must have at most 1 matching item, not 2']],
    [{ prefixItems: [{ type: 'string' }], items: false }, [1, 2], ['/0 must be a string', '/1 is not allowed']],
    [{ required: ['a', 'b/~'] }, {}, ['/a is required', '/b~1~0 is required']],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, ['/b is not allowed']],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ['/ab has an invalid name: it must have at most 1 character']],
    [{ patternProperties: { '^x-': { type: 'string' } } }, { 'x-a': 1 }, ['/x-a must be a string']],
    [{ minProperties: 1 }, {}, ['must not be empty']],
    [{ minProperties: 2 }, { a: 1 }, ['must have at least 2 properties']],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, ['must have at most 1 property']],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['/b is required with a']],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, ['/b is required']],
    [{ allOf: [{ minimum: 2 }, { minimum: 2 }, { maximum: 0 }] }, 1, ['must be at least 2', 'must be at most 0']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'a', ['must be an integer or null']],
    [{ anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }, 'ab', ['must have at most 1 character']],
    [{ anyOf: [ref('Pet'), { type: 'null' }] }, { kind: 'pet', name: 1 }, ['/name must be a string']],
    [{ oneOf: [ref('Pet'), ref('Toy')] }, { kind: 'toy', size: 'a' }, ['/size must be an integer']],
    [{ oneOf: [ref('Pet'), ref('Toy')] }, { kind: 'car' }, ['/kind must be one of "pet", "toy"']],
    [{ anyOf: [ref('Pet'), ref('Toy')] }, { kind: 'car', name: 1 }, ['/kind must be one of "pet", "toy"']],
    [{ oneOf: [ref('Pet'), ref('Toy')] }, { name: 'Ada' }, ['/kind is required']],
    [{ oneOf: [ref('Pet'), { allOf: [ref('Toy')] }] }, { kind: 'car' }, ['/kind must be one of "pet", "toy"']],
    [{ oneOf: [ref('Pet'), ref('Toy'), { type: 'null' }] }, {}, ['/kind is required']],
    [{ oneOf: [PET, { ...PET, required: ['kind', 'name'] }] }, { kind: 'x' }, ['/kind must be "pet"']],
    [{ oneOf: [ref('Pet'), { ...TOY, required: ['size'] }] }, {}, ['must match one of 2 alternatives']],
    [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, ['must match one of 2 alternatives']],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, ['must match exactly one of 2 alternatives, not 2']],
    [{ not: { const: 'a' } }, 'a', ['must not be "a"']],
    [{ not: { enum: ['a', 'b'] } }, 'a', ['must not be "a" or "b"']],
    [{ not: { type: 'string' } }, 'a', ['matches a schema that is not allowed']],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    [{ if: { type: 'string' }, then: { maxLength: 1 } }, 'ab', ['must have at most 1 character']],
    [{ if: { type: 'string' }, else: { minimum: 1 } }, 0, ['must be at least 1']],
    [{ $ref: '#/components/schemas/Pet/properties/name', minLength: 2 }, 'a', ['must have at least 2 characters']],
    [{ allOf: [ref('Pet')], unevaluatedProperties: false }, { kind: 'pet', x: 1 }, ['/x is not allowed']],
    [{ contains: { type: 'string' }, unevaluatedItems: false }, ['a', 1], ['/1 is not allowed']],
    [{ prefixItems: [{}], contains: {} }, [], ['must have at least 1 matching item']],
    [false, 1, ['is not allowed']],
  ])('explains %j, of %j', (schema, value, expected) => {
    expect(faults(schema, value)).toEqual(expected);
  });

  it('lists at most 100 violations', () => {
    const many = Array.from({ length: 5000 }, () => 'x');
    expect(explain({ items: { type: 'integer' } }, many)).toHaveLength(100);
  });

  it('treats the names that objects inherit like any other', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'valueOf']) {
      const schema = { type: 'object', properties: Object.fromEntries([[name, { type: 'string' }]]), required: [name] };
      const [validator] = validatorsOf([schema]);
      expect(faults(schema, {})).toEqual([`/${name} is required`]);
      expect(faults(schema, JSON.parse(`{"${name}":1}`))).toEqual([`/${name} must be a string`]);
      expect(validator!.check(JSON.parse(`{"${name}":"a"}`))).toBe(true);
      const closed = { additionalProperties: false };
      expect(faults(closed, JSON.parse(`{"${name}":"a"}`))).toEqual([`/${name} is not allowed`]);
      expect(isValid({ enum: [JSON.parse(`{"${name}":1}`)] }, JSON.parse(`{"${name}":1}`))).toBe(true);
      expect(isValid({ uniqueItems: true }, [JSON.parse(`{"${name}":1}`), {}])).toBe(true);
    }
  });

  it('distinguishes arrays from objects, and pairs from properties', () => {
    expect(isValid({ uniqueItems: true }, [{ a: 1 }, [['a', 1]], { of: [['a', 1]] }, '{"a":1}'])).toBe(true);
    expect(isValid({ const: {} }, [])).toBe(false);
    expect(isValid({ const: [] }, {})).toBe(false);
  });

  it('compares the items of long lists', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => ({ id: i }));
    expect(isValid({ uniqueItems: true }, long)).toBe(true);
    expect(faults({ uniqueItems: true }, [...long, { id: 7 }])).toEqual(['/20000 must not equal an earlier item']);
  });

  it('accepts files for binary strings only', () => {
    const binary = { type: 'string', format: 'binary', maxLength: 3 };
    const [validator] = validatorsOf([binary]);
    for (const file of [new Blob(['a']), Buffer.from('abc'), new Uint8Array(3), 'abc', Readable.from(['abcd'])])
      expect(validator!.check(file)).toBe(true);
    for (const other of [{}, [], { constructor: 1 }, Object.create(null), 1, 'abcd'])
      expect(faults(binary, other)).toHaveLength(1);
    expect(faults({ type: 'string' }, new Blob(['a']))).toEqual(['must be a string']);
  });

  it('counts the bytes of files', () => {
    const binary = { type: 'string', format: 'binary', minLength: 2, maxLength: 3 };
    const named = { allOf: [{ type: 'string', format: 'binary' }], minLength: 2, maxLength: 3 };
    for (const schema of [binary, named, { type: ['string', 'null'], format: 'binary', minLength: 2, maxLength: 3 }]) {
      const [validator] = validatorsOf([schema]);
      for (const file of [
        new Blob(['abcd']),
        Buffer.from('äöü'),
        new Uint8Array(9),
        { size: 4, __proto__: { constructor: Blob } },
      ]) {
        expect(validator!.check(file)).toBe(false);
        expect(faults(schema, file)).toEqual(['must have at most 3 bytes']);
      }
      expect(faults(schema, new Uint8Array(1))).toEqual(['must have at least 2 bytes']);
      expect(validator!.check(new Uint8Array(1))).toBe(false);
      expect(validator!.check(Buffer.from('abc'))).toBe(true);
    }
    const [plain] = validatorsOf([{ maxLength: 1 }]);
    expect([plain!.check({ size: 4 }), plain!.explain({ size: 4 })]).toEqual([true, []]);
  });

  it('takes linear time for nested alternatives', () => {
    const not = { type: 'object', required: ['not'], properties: { not: ref('Expr') }, additionalProperties: false };
    const name = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const Uneval = {
      type: 'object',
      anyOf: [{ properties: { child: ref('Uneval') } }],
      properties: { id: { type: 'integer' } },
      unevaluatedProperties: false,
    };
    const nested = (key: string, leaf: unknown): unknown => {
      let value = leaf;
      for (let level = 0; level < 60; level++) value = { [key]: value };
      return value;
    };
    const schemas = { Expr: { oneOf: [not, name] }, Uneval };
    const [expression, unevaluated] = validatorsOf([ref('Expr'), ref('Uneval')], schemas);
    expect(expression!.explain(nested('not', { name: 1 }))).toHaveLength(1);
    expect(expression!.check(nested('not', { name: 'a' }))).toBe(true);
    expect(unevaluated!.check(nested('child', { id: 1 }))).toBe(true);
    expect(unevaluated!.check(nested('child', { other: 1 }))).toBe(false);
    expect(unevaluated!.explain(nested('child', { id: 'a' }))).not.toEqual([]);
  });

  it('handles long lists with evaluated items', () => {
    const schema = { type: 'array', anyOf: [{ items: { type: 'integer' } }], unevaluatedItems: false };
    const [validator] = validatorsOf([schema]);
    expect(validator!.check(Array.from({ length: 150_000 }, () => 1))).toBe(true);
  });

  it('runs no pattern and no format on a text of the wrong length', () => {
    const slow = { type: 'string', pattern: '^(a+)+$', format: 'email' };
    const text = `${'a'.repeat(40)}!`;
    for (const [limits, message] of [
      [{ maxLength: 10 }, 'must have at most 10 characters'],
      [{ minLength: 50 }, 'must have at least 50 characters'],
    ] as const) {
      const [[keyword, limit]] = Object.entries(limits) as [[string, number]];
      const [validator] = validatorsOf([{ ...slow, ...limits }]);
      expect(validator!.check(text)).toBe(false);
      expect(validator!.explain(text)).toEqual([{ pointer: '', message, keyword, params: { limit } }]);
    }
  });

  it('throws for a value that is nested deeper than the stack, which it explains', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    const [validator] = validatorsOf([ref('Tree')], SCHEMAS);
    expect(() => validator!.check(deep)).toThrow(RangeError);
    expect(validator!.explain(deep)).toEqual([]);
  });
});
