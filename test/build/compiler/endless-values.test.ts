import { describe, expect, it } from 'vitest';
import type { AnySchema } from '../../../src/shared/schema/json-types.ts';
import { compile } from './compile.ts';

const node = { $ref: '#/components/schemas/Node' };
const object = { type: 'object' };

/** The chains of the definitions without a finite value. */
function endlessOf(schemas: Readonly<Record<string, AnySchema>>): string[] {
  const definitions = Object.entries(schemas).map(([name, schema]) => ({
    path: `${name}.json`,
    text: JSON.stringify(schema),
  }));
  const names = Object.keys(schemas).map((name, index) => ` * @returns {${name}} 2${index + 10} - It`);
  const files = { 'all.ts': `/**\n${names.join('\n')}\n */\nexport default (): unknown => ({});\n` };
  const { diagnostics } = compile(files, { definitions });
  return diagnostics.map(({ code, message }) =>
    code === 'endless-value' ? /: (.*?)\. Make/.exec(message)![1]! : code,
  );
}

describe('a definition without a finite value', () => {
  it.each<[string, AnySchema]>([
    ['requires itself', { ...object, required: ['next'], properties: { next: node } }],
    ['requires itself in allOf', { allOf: [{ ...object, required: ['next'], properties: { next: node } }] }],
    [
      'has its type and its properties apart',
      { ...object, allOf: [{ required: ['next'] }, { properties: { next: node } }] },
    ],
    [
      'requires itself deep inside',
      {
        ...object,
        required: ['a'],
        properties: { a: { ...object, required: ['b'], properties: { b: { allOf: [node, { description: 'It' }] } } } },
      },
    ],
    ['has a list of itself', { type: 'array', minItems: 1, items: node }],
    [
      'requires a list of itself',
      { ...object, required: ['all'], properties: { all: { type: 'array', minItems: 2, items: node } } },
    ],
    ['starts with itself', { type: 'array', minItems: 1, prefixItems: [node] }],
    [
      'has itself after the first items',
      { type: 'array', minItems: 2, prefixItems: [{ type: 'string' }], items: node },
    ],
    ['contains itself', { type: 'array', contains: node }],
    [
      'has itself in all branches of oneOf',
      {
        oneOf: [
          { ...object, required: ['next'], properties: { next: node } },
          { type: 'array', minItems: 1, items: node },
        ],
      },
    ],
    [
      'has itself in all branches of anyOf, with the type outside',
      {
        ...object,
        properties: { a: node, b: node },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      'is an object or a list of itself',
      {
        type: ['object', 'array'],
        required: ['next'],
        properties: { next: node },
        minItems: 1,
        items: node,
      },
    ],
    ['needs a property, which is itself', { ...object, minProperties: 1, additionalProperties: node }],
    [
      'needs a second property, which is itself',
      {
        ...object,
        minProperties: 2,
        properties: { name: { type: 'string' } },
        additionalProperties: node,
      },
    ],
    [
      'needs one of its properties, which are itself',
      {
        ...object,
        minProperties: 1,
        properties: { left: node, right: node },
        additionalProperties: false,
      },
    ],
    ['requires a property that is not listed', { ...object, required: ['next'], additionalProperties: node }],
  ])('reports a definition that %s', (_title, schema) => {
    expect(endlessOf({ Node: schema })).toEqual(['Node -> Node']);
  });

  it('extends another one that has the property', () => {
    const Base = { ...object, properties: { next: node } };
    expect(endlessOf({ Base, Node: { allOf: [{ $ref: 'Base.json' }, { required: ['next'] }] } })).toEqual([
      'Node -> Node',
    ]);
    expect(endlessOf({ Base, Node: { $ref: 'Base.json', required: ['next'] } })).toEqual(['Node -> Node']);
  });

  it('extends another one that requires it', () => {
    const Base = { ...object, required: ['next'] };
    const Node = { allOf: [{ $ref: 'Base.json' }, { properties: { next: node } }] };
    expect(endlessOf({ Base, Node })).toEqual(['Node -> Node']);
  });

  it('requires another one that requires it, through a part', () => {
    const A = { ...object, required: ['b'], properties: { b: { $ref: '#/components/schemas/B/properties/c' } } };
    const B = { ...object, properties: { c: { ...object, required: ['a'], properties: { a: { $ref: 'A.json' } } } } };
    expect(endlessOf({ A, B })).toEqual(['A -> B/properties/c -> A']);
  });
});

describe('a recursive definition with a finite value', () => {
  it.each<[string, AnySchema]>([
    ['has itself optionally', { ...object, properties: { next: node } }],
    ['requires itself only in objects', { required: ['next'], properties: { next: node } }],
    ['can be null', { type: ['object', 'null'], required: ['next'], properties: { next: node } }],
    [
      'requires itself or null',
      { ...object, required: ['next'], properties: { next: { anyOf: [node, { type: 'null' }] } } },
    ],
    [
      'requires a list of itself that can be empty',
      { ...object, required: ['all'], properties: { all: { type: 'array', items: node } } },
    ],
    ['is a list that contains none', { type: 'array', contains: node, minContains: 0 }],
    ['has its own items after others', { type: 'array', minItems: 1, prefixItems: [{ type: 'string' }], items: node }],
    [
      'has one branch without itself',
      {
        oneOf: [{ ...object, required: ['next'], properties: { next: node } }, { type: 'string' }],
      },
    ],
    [
      'has one branch without itself, with the type outside',
      {
        ...object,
        properties: { a: node, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    ['is a map of itself', { ...object, additionalProperties: node }],
    [
      'needs a property, which can be another',
      { ...object, minProperties: 1, properties: { name: { type: 'string' } }, additionalProperties: node },
    ],
    ['needs a property, which can be any', { ...object, minProperties: 1, properties: { next: node } }],
    [
      'needs a property, which matches a pattern',
      {
        ...object,
        minProperties: 1,
        properties: { next: node },
        patternProperties: { '^x-': { type: 'string' } },
        additionalProperties: false,
      },
    ],
    [
      'requires a property that matches a pattern',
      {
        ...object,
        required: ['x-a'],
        patternProperties: { '^x-': { type: 'string' } },
        additionalProperties: node,
      },
    ],
    [
      'requires a union with itself',
      {
        ...object,
        required: ['value'],
        properties: { value: { oneOf: [{ type: 'string' }, { allOf: [node, { description: 'Nested' }] }] } },
      },
    ],
  ])('accepts a definition that %s', (_title, schema) => {
    expect(endlessOf({ Node: schema })).toEqual([]);
  });

  it('extends another one, which leaves it optional', () => {
    const Base = { ...object, required: ['name'], properties: { name: { type: 'string' }, next: node } };
    const Node = {
      allOf: [{ $ref: 'Base.json' }, { required: ['name'], properties: { others: { type: 'array', items: node } } }],
    };
    expect(endlessOf({ Base, Node })).toEqual([]);
  });

  it('refers to others that refer to it, each with a way out', () => {
    const way = (name: string): AnySchema => ({
      anyOf: [
        { ...object, required: ['a'], properties: { a: { $ref: `${name}.json`, description: 'x' } } },
        { type: 'null' },
      ],
    });
    expect(endlessOf({ A: way('B'), B: way('C'), C: way('A') })).toEqual([]);
  });
});
