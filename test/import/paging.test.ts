import { expect, it } from 'vitest';
import { createCache } from '../../src/compiler/cache.ts';
import { compileOperations } from '../../src/compiler/compile.ts';
import { planOf, SHOP } from './support.ts';

it('compiles the tree with the page sizes of the project, so that the next compilation links nothing again', () => {
  const paging = { defaultSize: 50, maxSize: 500 };
  const cache = createCache();
  const { operations, definitions } = planOf(SHOP, { operations: [], definitions: [], paging, cache });
  const { linked } = cache;
  compileOperations({ files: operations.files, definitions: definitions.files, paging, cache });
  expect(linked).toBeDefined();
  expect(cache.linked).toBe(linked);
});
