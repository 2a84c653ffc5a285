import { describe, expect, it } from 'vitest';
import type { ContentInput } from '../../../src/shared/contract/enforcement.ts';
import { declarationsOf, validatorsOf } from './evaluate.ts';

// The work of a validation is linear in the size of the value: the reads of its properties are counted, never seconds.

type Definitions = Readonly<Record<string, unknown>>;
type Value = { readonly [name: string]: unknown } | unknown[];

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Definitions, required = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
});

const OPERATORS = { Add: '+', Mul: '*', Sub: '-', Div: '/' };
const NODES = Object.keys(OPERATORS).map(ref);
const binary = (tag: object): object => object({ left: ref('Expr'), right: ref('Expr'), ...tag });
const tagged = Object.fromEntries(
  Object.entries(OPERATORS).map(([name, op]) => [name, binary({ op: { type: 'string', const: op } })]),
);
const untagged = Object.fromEntries(
  Object.keys(OPERATORS).map((name) => [name, binary({ [name]: { type: 'boolean' } })]),
);

/** Nests a value: each level is the `left` of the next, or the property that `grow` chooses. */
function nest(depth: number, leaf: unknown, grow: (inner: unknown, level: number) => Value): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = grow(value, level);
  return value;
}

/** Counts the reads of a value's properties. */
function counted(value: unknown): { value: unknown; reads: () => number } {
  let reads = 0;
  const wrap = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const copy = (Array.isArray(part) ? [] : {}) as Record<string, unknown>;
    for (const [name, item] of Object.entries(part)) copy[name] = wrap(item);
    return new Proxy(copy, {
      get(target, name, receiver) {
        reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  };
  return { value: wrap(value), reads: () => reads };
}

interface Case {
  readonly definitions: Definitions;
  readonly root: string;
  readonly grow: (inner: unknown, level: number) => Value;
  readonly valid: unknown;
  readonly invalid: unknown;
}

const left = (tag: object) => (inner: unknown) => ({ left: inner, right: 1, ...tag });
const union = (keyword: string): object => ({ [keyword]: [...NODES, { type: 'number' }] });
const cases: Readonly<Record<string, Case>> = {
  'a union with tags after the recursion': {
    definitions: { ...tagged, Expr: union('anyOf') },
    root: 'Expr',
    grow: left({ op: '/' }),
    valid: 1,
    invalid: 'x',
  },
  'a union without tags': {
    definitions: { ...untagged, Expr: union('anyOf') },
    root: 'Expr',
    grow: left({ Div: true }),
    valid: 1,
    invalid: 'x',
  },
  'oneOf with tags': {
    definitions: { ...tagged, Expr: union('oneOf') },
    root: 'Expr',
    grow: left({ op: '+' }),
    valid: 1,
    invalid: 'x',
  },
  'oneOf without tags': {
    definitions: { ...untagged, Expr: union('oneOf') },
    root: 'Expr',
    grow: left({ Add: true }),
    valid: 1,
    invalid: 'x',
  },
  'chains of references': {
    definitions: {
      ...tagged,
      Expr: ref('Alias'),
      Alias: ref('Choice'),
      Choice: { anyOf: [ref('Outer'), ...NODES, { type: 'number' }] },
      Outer: ref('Add'),
    },
    root: 'Expr',
    grow: left({ op: '*' }),
    valid: 1,
    invalid: 'x',
  },
  'allOf whose parts recurse alike': {
    definitions: {
      Node: { allOf: [ref('Base'), object({ next: ref('Node') }, [])] },
      Base: object({ next: ref('Node'), size: { type: 'integer', default: 1 } }, []),
    },
    root: 'Node',
    grow: (next) => ({ next }),
    valid: {},
    invalid: 1,
  },
  not: {
    definitions: {
      Even: object({ next: { not: ref('Odd') } }, []),
      Odd: { anyOf: [{ type: 'number' }, object({ next: ref('Even') }), object({ next: ref('Odd'), x: true })] },
    },
    root: 'Even',
    grow: (next) => ({ next }),
    valid: {},
    invalid: { next: 1 },
  },
  if: {
    definitions: {
      Node: {
        anyOf: [{ type: 'null' }, { type: 'object', required: ['next'] }],
        if: object({ next: ref('Node') }),
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: object({ next: ref('Node') }),
        else: { type: 'null' },
      },
    },
    root: 'Node',
    grow: (next) => ({ next }),
    valid: null,
    invalid: 1,
  },
  arrays: {
    definitions: {
      List: { anyOf: [{ type: 'array', items: ref('List'), maxItems: 2 }, ref('Pair'), { type: 'number' }] },
      Pair: { type: 'array', prefixItems: [ref('List'), ref('List')], contains: ref('List'), maxContains: 2 },
    },
    root: 'List',
    grow: (inner) => [inner, 1],
    valid: 1,
    invalid: 'x',
  },
  'lists without repeated items': {
    definitions: { List: { type: ['array', 'integer'], uniqueItems: true, items: ref('List') } },
    root: 'List',
    grow: (inner) => [inner, 2],
    valid: 1,
    invalid: 'x',
  },
  'one recursive schema in another': {
    definitions: {
      Tree: { allOf: [ref('Any')], ...object({ next: ref('Tree') }, []) },
      Any: { type: 'object', additionalProperties: ref('Any') },
    },
    root: 'Tree',
    grow: (next) => ({ next }),
    valid: {},
    invalid: 1,
  },
  'properties by pattern': {
    definitions: {
      Map: {
        type: ['object', 'integer'],
        properties: { ab: ref('Map') },
        patternProperties: { a: ref('Map'), b: ref('Map') },
      },
    },
    root: 'Map',
    grow: (ab) => ({ ab }),
    valid: 1,
    invalid: 'x',
  },
  'schemas that close by unevaluatedProperties': {
    definitions: {
      ...Object.fromEntries(
        Object.entries(untagged).map(([name, schema]) => [
          name,
          { ...(schema as object), unevaluatedProperties: false },
        ]),
      ),
      Add: untagged['Add'],
      Expr: union('anyOf'),
    },
    root: 'Expr',
    grow: left({ Div: true }),
    valid: 1,
    invalid: 'x',
  },
};

/** Counts the reads of `run` for a value of 100 and one of 200 levels. */
function growth(
  run: (validator: ContentInput, value: unknown) => void,
  { definitions, root, grow }: Case,
  leaf: unknown,
): number[] {
  return [100, 200].map((depth) => {
    const [validator] = validatorsOf([ref(root)], definitions);
    const { value, reads } = counted(nest(depth, leaf, grow));
    run(validator!, value);
    return reads();
  });
}

describe.each(Object.entries(cases))('%s', (_, given) => {
  const DEEP = 1_000;

  it.each(['valid', 'invalid'] as const)('validates in linear work: %s values', (kind) => {
    for (const run of ['check', 'explain'] as const) {
      const [small, large] = growth((validator, value) => validator[run](value), given, given[kind]);
      expect([run, large! / small!]).toEqual([run, expect.closeTo(2, 0)]);
      expect(large! / 200).toBeLessThan(200);
    }
  });

  it('validates 1,000 levels deep', () => {
    const [validator] = validatorsOf([ref(given.root)], given.definitions);
    const [valid, invalid] = [given.valid, given.invalid].map((leaf) => nest(DEEP, leaf, given.grow));
    expect([validator!.check(valid), validator!.explain(valid)]).toEqual([true, []]);
    expect(validator!.check(invalid)).toBe(false);
    expect(validator!.explain(invalid).length).toBeGreaterThan(0);
  });
});

describe('explaining a large value', () => {
  const EXPR = {
    And: object({ and: { type: 'array', items: ref('Expr') } }),
    Or: object({ or: { type: 'array', items: ref('Expr') } }),
    Lit: object({ v: { type: 'number' } }),
    Expr: { anyOf: ['And', 'Or', 'Lit'].map(ref) },
  };
  const NODE = {
    One: object({ a: ref('Node'), b: ref('Node'), x: { type: 'number' } }),
    Two: object({ a: ref('Node'), b: ref('Node'), y: { type: 'number' } }),
    Node: { anyOf: ['One', 'Two'].map(ref) },
  };
  const chain = (leaf: unknown): unknown => nest(60, leaf, (inner) => ({ and: [inner] }));
  const tree = (depth: number): unknown =>
    nest(depth, { q: 1 }, (inner) => ({ a: inner, b: structuredClone(inner), x: 1, y: 1 }));
  const copies = (count: number, item: () => unknown): unknown[] => Array.from({ length: count }, item);

  /** The reads that a value and its explanation take. */
  const readsOf = (root: string, definitions: Definitions, given: unknown): [reads: number, reasons: number] => {
    const [validator] = validatorsOf([ref(root)], definitions);
    const { value, reads } = counted(given);
    const { length } = validator!.explain(value);
    return [reads(), length];
  };

  it.each([
    ['invalid parts', 'Expr', EXPR, (size: number) => ({ and: copies(size, () => chain({ v: 'x' })) })],
    ['a last part', 'Expr', EXPR, (size: number) => ({ and: [...copies(size, () => chain({ v: 1 })), { v: 'x' }] })],
    ['flat parts', 'Expr', EXPR, (size: number) => ({ and: [...copies(size * 60, () => ({ v: 1 })), { v: 'x' }] })],
    ['a tree', 'Node', NODE, (size: number) => tree(Math.log2(size) + 5)],
  ] as const)('ends after a bounded number of steps: %s', (_, root, definitions, valueOf) => {
    const [small, few] = readsOf(root, definitions, valueOf(8));
    const [large] = readsOf(root, definitions, valueOf(2_048));
    expect(few).toBeGreaterThan(0);
    // The value is 256 times as large.
    expect(large / small).toBeLessThan(128);
  });

  it('still finds each reason of 10,000 rows', () => {
    const Row = object(Object.fromEntries(copies(8, () => 0).map((_, i) => [`column${i}`, { type: 'number' }])));
    const rows = copies(10_000, () => Object.fromEntries(copies(8, () => 0).map((_, i) => [`column${i}`, i])));
    const [validator] = validatorsOf([{ type: 'array', items: ref('Row') }], { Row });
    expect(validator!.explain([...rows, { ...(rows[0] as object), column7: 'x' }])).toMatchObject([
      { pointer: '/10000/column7', message: 'must be a number' },
    ]);
  });

  it('keeps the verdict when a large value is explained', () => {
    const [validator] = validatorsOf([ref('Expr')], EXPR);
    const parts = copies(2_048, () => chain({ v: 1 }));
    expect(validator!.check({ and: parts })).toBe(true);
    expect(validator!.check({ and: [...parts, { v: 'x' }] })).toBe(false);
  });
});

describe('filling defaults', () => {
  const given = cases['allOf whose parts recurse alike']!;

  it('takes linear work, to 1,000 levels', () => {
    const [small, large] = growth((validator, value) => void validator.fill!(value), given, given.valid);
    expect(large! / small!).toBeCloseTo(2, 0);
    const [validator] = validatorsOf([ref(given.root)], given.definitions);
    const size = 1;
    expect(JSON.stringify(validator!.fill!(nest(1_000, {}, given.grow)))).toBe(
      JSON.stringify(nest(1_000, { size }, (next) => ({ next, size }))),
    );
  });
});

describe('remembering', () => {
  it('ends with the validation, so that a changed value is validated again', () => {
    const { definitions, root } = cases['a union without tags']!;
    const [validator] = validatorsOf([ref(root)], definitions);
    const value: { left: unknown; right: number; Add: boolean } = { left: 1, right: 1, Add: true };
    expect(validator!.check(value)).toBe(true);
    value.left = 'x';
    expect(validator!.check(value)).toBe(false);
  });

  it('costs nothing where a schema applies once: trees, JSON values, lists', () => {
    const plain = {
      Tree: object({ left: ref('Tree'), right: ref('Tree'), children: { type: 'array', items: ref('Tree') } }, []),
      Json: {
        anyOf: [{ type: 'string' }, { type: 'array', items: ref('Json') }, { additionalProperties: ref('Json') }],
      },
    };
    for (const name of Object.keys(plain)) expect(declarationsOf(name, plain)).not.toContain('remember(');
    expect(declarationsOf('Expr', cases['a union without tags']!.definitions)).toContain('is_Expr = remember(');
  });

  it('tests tags before the recursion', () => {
    const text = declarationsOf('Expr', cases['a union with tags after the recursion']!.definitions);
    expect(text.indexOf('v.op')).toBeLessThan(text.indexOf('v.left'));
  });
});
