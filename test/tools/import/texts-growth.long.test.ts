import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { cost } from './cost.ts';
import { TEXTS } from './texts-by-size.ts';

/** The smaller of the two sizes. */
const SIZE = Number(process.env['GROWTH_SIZE'] ?? 250);
const FACTOR = 8;
/** Eight times the size can take this many times as long; quadratic time is 64 times. */
const MAX_GROWTH = 30;
/** What takes less, in microseconds, is mostly the compiler of JavaScript. */
const LEAST = 60_000;

describe('the time of a compilation', () => {
  it.each(Object.entries(TEXTS))('grows with the size of %s', (_name, make) => {
    const run = (size: number): number => cost(() => compileOperations(make(size)));
    const small = Math.max(LEAST, Math.min(run(SIZE), run(SIZE)));
    // A busy machine makes some runs longer: the shorter one counts.
    const growth = (): number => run(SIZE * FACTOR) / small;
    const first = growth();
    expect(first < MAX_GROWTH ? first : Math.min(first, growth())).toBeLessThan(MAX_GROWTH);
  });
});

describe('a limit', () => {
  it.each(['a chain of @param-include', '@param-include that doubles'])('reports a limit for %s', (name) => {
    const { diagnostics } = compileOperations(TEXTS[name]!(1000));
    // What is behind the limit counts as used.
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['size-limit']));
    const first = diagnostics.find(({ severity }) => severity === 'error');
    expect(first).toMatchObject({ code: 'size-limit' });
    expect(first!.message).toContain('includes others through more than 100 includes, one in another');
  });

  it('accepts 100 includes that double', () => {
    const { diagnostics, operations } = compileOperations(TEXTS['@param-include that doubles']!(100));
    expect(diagnostics).toEqual([]);
    const { properties } = operations[0]!.contract.body!.content[0]!.schema;
    expect(Object.keys(properties as object)).toHaveLength(100);
  });
});
