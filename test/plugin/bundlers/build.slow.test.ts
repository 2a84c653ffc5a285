import { describe } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { testOddNames, testPlayground } from './builds.ts';

/** The bundlers that take least time. build.long.test.ts does the same with all of them. */
const QUICK: readonly string[] = ['Vite 8', 'Rolldown', 'esbuild'];

describe.each(BUNDLERS.filter(({ name }) => QUICK.includes(name)))('$name', (bundler) => {
  testPlayground(bundler);
  testOddNames(bundler, [false, true]);
});
