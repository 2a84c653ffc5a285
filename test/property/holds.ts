import * as fc from 'fast-check';

/** How many times as many runs, for a longer search: `PROPERTY_RUNS=100 npx vitest run test/property`. */
const FACTOR = Number(process.env['PROPERTY_RUNS'] ?? 1);

/** The runs of a test that makes its random values itself. */
export const runsOf = (runs: number): number => runs * FACTOR;

/** Tries a property on random values; where it fails, the seed that makes them again is printed. */
export function holds<T>(property: fc.IProperty<T>, runs: number): void {
  fc.assert(property, { numRuns: runs * FACTOR });
}

/** The same for a property that takes time: it is not made smaller where it fails, for each try asks a server. */
export function holdsAsync<T>(property: fc.IAsyncProperty<T>, runs: number): Promise<void> {
  return fc.assert(property, { numRuns: runs * FACTOR, endOnFailure: true });
}
