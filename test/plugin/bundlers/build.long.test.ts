import { describe } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { testOddNames, testPlayground } from './builds.ts';

describe.each(BUNDLERS)('$name', (bundler) => {
  testPlayground(bundler);
  testOddNames(bundler, [false, true]);
});
