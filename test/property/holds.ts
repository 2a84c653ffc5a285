import * as fc from 'fast-check';

/** How many times as many runs, for a longer search: `PROPERTY_RUNS=100 npx vitest run test/property`. */
const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** Tries a property on random values; one that fails is printed with the seed that makes it again. */
export function holds<T>(property: fc.IProperty<T>, runs: number): void {
  fc.assert(property, { numRuns: runs * FACTOR });
}
