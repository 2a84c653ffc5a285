import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/shared/validation/explain/index.ts';
import { isValid } from '../../../src/shared/validation/explain/index.ts';
import type { Branches } from '../../../src/shared/validation/fill.ts';
import { fill as fillBy } from '../../../src/shared/validation/fill.ts';
import type { AnySchema } from '../../../src/shared/schema/json-types.ts';

/** Fills as generated code does, which has a condition for each branch. */
function fill(schema: AnySchema, value: unknown, components: Components = {}): unknown {
  const branches = new Proxy<Branches>(
    {},
    { get: (_, text) => (part: unknown) => isValid(JSON.parse(String(text)) as AnySchema, part, components) },
  );
  return fillBy(schema, value, components, branches);
}

const CARD = {
  type: 'object',
  properties: { kind: { const: 'card' }, currency: { type: 'string', default: 'EUR' } },
  required: ['kind'],
};
const CASH = { type: 'object', properties: { kind: { const: 'cash' }, change: { default: true } }, required: ['kind'] };

describe.each(['anyOf', 'oneOf'])('the defaults in %s', (keyword) => {
  it('fills defaults in the branch that matches', () => {
    const schema = { [keyword]: [CARD, CASH, { type: 'null' }] };
    expect(fill(schema, { kind: 'card' })).toEqual({ kind: 'card', currency: 'EUR' });
    expect(fill(schema, { kind: 'cash' })).toEqual({ kind: 'cash', change: true });
    expect(fill(schema, { kind: 'cash', change: false })).toEqual({ kind: 'cash', change: false });
    expect(fill(schema, null)).toBe(null);
  });

  it('fills defaults in lists, in properties and in nested unions', () => {
    const union = { [keyword]: [CARD, CASH] };
    const schema = { properties: { all: { items: union }, one: { [keyword]: [union, { type: 'string' }] } } };
    expect(fill(schema, { all: [{ kind: 'cash' }, { kind: 'card' }], one: { kind: 'card' } })).toEqual({
      all: [
        { kind: 'cash', change: true },
        { kind: 'card', currency: 'EUR' },
      ],
      one: { kind: 'card', currency: 'EUR' },
    });
    expect(fill(schema, { one: 'text' })).toEqual({ one: 'text' });
  });

  it('fills defaults at every level of a recursive schema', () => {
    const components: Components = {
      Node: () => ({
        [keyword]: [{ $ref: '#/components/schemas/Leaf' }, { $ref: '#/components/schemas/Tree' }],
      }),
      Leaf: () => ({
        type: 'object',
        properties: { value: { type: 'number' }, unit: { default: 'm' } },
        required: ['value'],
      }),
      Tree: () => ({
        type: 'object',
        properties: { of: { $ref: '#/components/schemas/Node' }, name: { default: 'tree' } },
        required: ['of'],
      }),
    };
    const make = (depth: number): object => (depth === 0 ? { value: 1 } : { of: make(depth - 1) });
    const count = (value: object | undefined): number =>
      value === undefined ? 0 : Number('name' in value || 'unit' in value) + count((value as { of?: object }).of);
    expect(count(fill({ $ref: '#/components/schemas/Node' }, make(150), components) as object)).toBe(151);
  });
});

it('the defaults in anyOf are left out if several branches match', () => {
  const schema = { anyOf: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }] };
  expect(fill(schema, { c: 3 })).toEqual({ c: 3 });
  expect(fill(schema, { b: 1 })).toEqual({ b: 1 });
});

describe('the defaults in a tuple', () => {
  const x = { type: 'object', properties: { x: { default: 1 } } };
  const y = { type: 'object', properties: { y: { default: 2 } } };

  it('fills defaults at their place', () => {
    expect(fill({ type: 'array', prefixItems: [x] }, [{}, {}])).toEqual([{ x: 1 }, {}]);
    expect(fill({ type: 'array', prefixItems: [true, x] }, [{}, { x: 3 }])).toEqual([{}, { x: 3 }]);
  });

  it('fills no defaults of the other items', () => {
    expect(fill({ type: 'array', prefixItems: [x], items: y }, [{}, {}, {}])).toEqual([{ x: 1 }, { y: 2 }, { y: 2 }]);
    expect(fill({ type: 'array', prefixItems: [x], items: false }, [{}])).toEqual([{ x: 1 }]);
  });
});

describe('the defaults in patternProperties', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({
    type: 'object',
    properties: { [name]: { default: name } },
  }));

  it('fills defaults in each property whose name matches', () => {
    const schema = { patternProperties: { '^x-': a, z$: b } };
    expect(fill(schema, { 'x-1': {}, 'x-z': {}, other: {} })).toEqual({
      'x-1': { a: 'a' },
      'x-z': { a: 'a', b: 'b' },
      other: {},
    });
    expect(fill(schema, {})).toEqual({});
  });

  it('fills defaults besides those of properties, and leaves the others to additionalProperties', () => {
    const schema = { properties: { 'x-1': c }, patternProperties: { '^x-': a }, additionalProperties: d };
    expect(fill(schema, { 'x-1': {}, 'x-2': {}, other: {} })).toEqual({
      'x-1': { c: 'c', a: 'a' },
      'x-2': { a: 'a' },
      other: { d: 'd' },
    });
  });

  it('fills defaults in a property with the name __proto__', () => {
    const value = JSON.parse('{"__proto__":{}}') as object;
    expect(JSON.stringify(fill({ patternProperties: { '^__': a } }, value))).toBe('{"__proto__":{"a":"a"}}');
  });
});
