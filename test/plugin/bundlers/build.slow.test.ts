import { describe } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { testOddNames, testPlayground } from './builds.ts';

/** The bundlers that take least time. The others do all of it in build.long.test.ts. */
const QUICK: readonly string[] = ['Vite 8', 'Rolldown', 'esbuild'];

describe.each(BUNDLERS)('$name', (bundler) => {
  const isQuick = QUICK.includes(bundler.name);
  if (isQuick) testPlayground(bundler);
  testOddNames(bundler, isQuick ? [false, true] : [false]);
});
