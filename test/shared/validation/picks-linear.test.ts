import { describe, expect, it } from 'vitest';
import { closeSchema } from '../../../src/build/codegen/picks/closed.ts';
import { resolverOf } from '../../../src/shared/schema/references.ts';
import { pickCodeOf, pickOf } from './evaluate-picks.ts';

// The work of a pick is linear in the size of the value, as that of a validation is: reads of properties are counted, never seconds.

type Definitions = Readonly<Record<string, unknown>>;

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const node = (properties: Definitions, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
});
const leaf = { type: 'integer' };

const CASES: Readonly<Record<string, Definitions>> = {
  'a tagged union': {
    It: { anyOf: [ref('Add'), ref('Mul'), leaf] },
    Add: node({ left: ref('It'), right: ref('It'), op: { const: '+' } }),
    Mul: node({ left: ref('It'), right: ref('It'), op: { const: '*' } }),
  },
  'an untagged union of which all branches fit': {
    It: { anyOf: [ref('One'), ref('Two'), leaf] },
    One: node({ left: ref('It'), right: ref('It') }),
    Two: node({ left: ref('Other'), op: {} }),
    Other: { anyOf: [ref('Two'), ref('One'), leaf] },
  },
  'a union in place': {
    It: {
      anyOf: [node({ left: ref('It'), op: {} }), node({ left: ref('It'), right: ref('It') }), leaf],
    },
  },
  'if, then and else': {
    It: {
      ...node({ op: {} }),
      if: node({ left: { anyOf: [ref('It'), leaf] } }),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: node({ left: { anyOf: [ref('It'), leaf] }, right: {} }),
      else: node({ right: {} }, []),
    },
  },
  'a tree': { It: node({ left: ref('It'), right: ref('It'), op: {} }) },
  'parts that recurse alike': {
    It: { allOf: [ref('Base'), node({ left: ref('It'), right: leaf }, [])] },
    Base: node({ left: ref('It'), op: {} }, []),
  },
};

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { left: value, right: 1, op: '+', secret: 1 };
  return value;
}

/** The value that is left of {@link nest}, without `secret`. */
function expected(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { left: value, right: 1, op: '+' };
  return value;
}

/** Wraps a value so that the reads of its properties are counted. */
function counted(value: unknown): { readonly value: unknown; reads(): number } {
  let reads = 0;
  const wrap = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([name, item]) => [name, wrap(item)]));
    return new Proxy(copy, {
      get(target, name, receiver) {
        reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  };
  return { value: wrap(value), reads: () => reads };
}

/** Sorts the properties of a value, whose order is that of the schema. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, sorted(item)]));
}

describe.each(Object.entries(CASES))('%s', (_, definitions) => {
  const pick = pickOf(ref('It'), definitions)!;

  it('picks in linear work', () => {
    const [small, large] = [50, 100].map((depth) => {
      const { value, reads } = counted(nest(depth));
      pick(value);
      return reads();
    });
    expect(large! / small!).toBeCloseTo(2, 0);
    expect(large! / 100).toBeLessThan(200);
  });

  it('picks 500 levels deep', () => {
    const isSame = JSON.stringify(sorted(pick(nest(500)))) === JSON.stringify(sorted(expected(500)));
    expect(isSame).toBe(true);
  });
});

describe('the code of a pick', () => {
  it('writes no pick if anything is declared', () => {
    for (const schema of [{}, true, { anyOf: [{}, { type: 'string' }] }, { minLength: 1 }])
      expect(pickCodeOf(schema)!.text).toBe('{ "200": {} }');
    expect(pickCodeOf(ref('A'), { A: { allOf: [ref('B')] }, B: {} })!.text).toBe('{ "200": {} }');
  });

  it.each<[unknown, string]>([
    [{ type: 'object' }, 'pickAnyObject'],
    [{ type: 'array' }, 'pickAnyList'],
    [{ type: 'array', items: { type: 'string' } }, 'pickScalars'],
    [{ type: 'string' }, 'pickScalar'],
    [{ additionalProperties: {} }, 'pickAnyObject'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, '(v, key) => pickText(v, key, pickAnyObject)'],
  ])('checks only the kind if no property can be undeclared: %j', (schema, text) => {
    expect(pickCodeOf(schema)!.text).toBe(`{ "200": ${text} }`);
  });

  it('tests no branch if only one can be an object', () => {
    const code = pickCodeOf({ anyOf: [ref('A'), { type: ['integer', 'null'] }] }, { A: node({ a: {} }) });
    expect(code).toEqual({
      text: '{ "200": pick_A }',
      declarations: ['const pick_A = pickFlat((v) => ({ a: v.a }));'],
      helpers: ['pickFlat'],
    });
  });

  it('writes one pick for branches that declare the same', () => {
    const { helpers } = pickCodeOf({ ...node({ a: {}, b: {} }), anyOf: [{ required: ['a'] }, { required: ['b'] }] })!;
    expect(helpers).toEqual(['pickFlat']);
  });

  it('stays small for many unions', () => {
    const union = (i: number): object => ({ anyOf: [0, 1, 2, 3].map((j) => node({ [`p${i}${j}`]: { const: j } })) });
    const schema = { allOf: Array.from({ length: 20 }, (_, i) => union(i)) };
    const code = pickCodeOf(schema)!;
    expect(code.text.length).toBeLessThan(2_000_000);
    expect(JSON.stringify(pickOf(schema)!({ p00: 0, secret: 1 }))).toBe('{"p00":0}');
  });
});

it('a closed schema keeps the listed properties only, at every depth', () => {
  const definitions = { Part: { ...node({ at: { type: 'string' }, part: ref('Part') }), additionalProperties: true } };
  const problem = {
    properties: { code: { type: 'string' }, parts: { type: 'array', items: ref('Part') }, data: {} },
    patternProperties: { '^x-': {} },
    additionalProperties: true,
  };
  const pick = pickOf(closeSchema(problem, resolverOf(new Map(Object.entries(definitions)))), definitions)!;
  const secret = { secret: 1 };
  const value = { code: 'a', parts: [{ at: 'b', part: { at: 'c', ...secret }, ...secret }], data: secret, 'x-a': 1 };
  expect(JSON.parse(JSON.stringify(pick(value)))).toEqual({ code: 'a', parts: [{ at: 'b', part: {} }], data: {} });
});
