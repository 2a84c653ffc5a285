import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import { composeInput } from '../../src/runtime/koa/request/input.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { scratch } from '../support/build.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import type { OperationContext } from '../../src/runtime/koa/context.ts';

// What texts become, for any value and any text; each request goes through Koa's own context, without a connection.

const TYPES = {
  integer: fc.maxSafeInteger(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  boolean: fc.boolean(),
  string: fc.string({ unit: 'grapheme' }),
  'integer[]': fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 4 }),
  'string[]': fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }),
} as const;

type Type = keyof typeof TYPES;
type Query = { [type in Type]?: unknown };

let manifest: Manifest;
beforeAll(async () => {
  const lines = Object.keys(TYPES).map((type) => `@param {${type}} [${nameOf(type)}] - x`);
  manifest = await compileTree({ 'one.ts': `/** ${lines.join('\n')} */` }, { root: scratch(afterAll) });
});

function nameOf(type: string): string {
  return type.replace('[]', '_list');
}

/** The query of a request as the handler has it, or what is wrong with it by parameter. */
function receive(query: string): { value?: Query; refused?: string[] } {
  const app = createApp(manifest);
  const ctx = app.createContext({ url: `/one?${query}`, headers: {} } as never, {} as never) as OperationContext;
  ctx.operation = manifest.operations[0]!;
  ctx.params = {};
  const refusal = composeInput(ctx.operation, {})(ctx, undefined, true);
  if (refusal === undefined) return { value: { ...ctx.input.query } };
  return { refused: refusal.errors.map(({ name }) => name) };
}

function write(query: Readonly<Record<string, unknown>>, swaps: readonly number[]): string {
  const pairs = Object.entries(query).flatMap(([type, value]) =>
    [value].flat().map((item): [string, string] => [nameOf(type), String(item)]),
  );
  // Other parameters may stand between; those of one name stay in their order.
  const others = swaps.map((n): [string, string] => [`other${n}`, 'x']);
  return new URLSearchParams([...others, ...pairs]).toString();
}

/** Whether a value is what the parameter of a name is declared to be. */
function isOf(name: string, value: unknown): boolean {
  const type = name.replace('_list', '');
  const isOne = (one: unknown): boolean =>
    type === 'integer' ? Number.isSafeInteger(one) : type === 'number' ? Number.isFinite(one) : typeof one === type;
  return name.endsWith('_list') ? Array.isArray(value) && value.every(isOne) : isOne(value);
}

describe('a query', () => {
  it('reads as the values that were written', () => {
    const query = fc.record(TYPES, { requiredKeys: [] });
    fc.assert(
      fc.property(query, fc.array(fc.nat({ max: 9 }), { maxLength: 3 }), (given, others) => {
        const named = Object.fromEntries(Object.entries(given).map(([type, value]) => [nameOf(type), value]));
        expect(receive(write(given, others))).toEqual({ value: named });
      }),
      { numRuns: 500 },
    );
  });

  it('gives values of the declared types or is refused, with any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.stringMatching(/^[-+]?[0-9a-fx. ]*(e[0-9]+)?$/),
      fc.constantFrom('', ' 12', '1e400', '0x10', '[0]', '%', '%2', '%00', '%C3%28', '+', 'NaN', 'Infinity', '-'),
    );
    const part = fc.tuple(fc.constantFrom(...Object.keys(TYPES).map(nameOf), 'x'), text).map((pair) => pair.join('='));
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
        const { value, refused: names } = receive(parts.join('&'));
        if (value === undefined) refused++;
        else taken++;
        const wrong = Object.entries(value ?? {}).filter(([name, item]) => !isOf(name, item));
        expect([names?.length !== 0, wrong]).toEqual([true, []]);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(100);
  });

  it('reads a query as the texts of WHATWG, where it has no malformed escape', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '=', '&', '+', '%20', '%26', '%3D', 'é', '?', 'string', '_list'),
    });
    fc.assert(
      fc.property(text, (query) => {
        const url = new URLSearchParams(`?${query}`);
        const [single, list] = [url.getAll('string'), url.getAll('string_list')];
        const { value, refused } = receive(query);
        const given = {
          ...(single.length > 0 && { string: single[0] }),
          ...(list.length > 0 && { string_list: list }),
        };
        expect({ value, refused }).toEqual(single.length > 1 ? { refused: ['string'] } : { value: given });
      }),
      { numRuns: 1000 },
    );
  });
});
