import { runInThisContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { literal } from '../../src/build/codegen/literal.ts';
import { holds } from './holds.ts';

it('any value of JSON is read from its code unchanged', () => {
  const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', '', '1', 'a-b'), fc.string({ unit: 'binary' }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.jsonValue({ stringUnit: 'binary', maxDepth: 1 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  }));
  const property = fc.property(value, (written) => {
    const read = runInThisContext(`(${literal(written)})`) as unknown;
    expect(JSON.stringify(read)).toBe(JSON.stringify(written));
  });
  holds(property, 500);
});
