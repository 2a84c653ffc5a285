import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deferred, literal } from '../../../src/build/codegen/literal.ts';

describe('literal', () => {
  const own = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object;

  it.each<[unknown]>([
    [null],
    [true],
    [0],
    [-1.5e300],
    [''],
    ['a "quote", a \\, a \n, a \u2028 and a \uD800'],
    ['</script><!-- */ `${x}`'],
    [[]],
    [[1, ['a', {}]]],
    [{}],
    [{ 'a-b': 1, 1: 2, class: [{}], 'é 鳥': '😀', '"': "'" }],
    [own],
    [{ a: { b: own } }],
  ])('writes %j so that it reads the same', (value) => {
    const read: unknown = runInThisContext(`(${literal(value)})`);
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    // So long that it is deferred.
    const long = [value, 'x'.repeat(60)];
    expect(deferred(long)).toMatch(/^JSON\.parse\(/);
    expect(JSON.stringify(runInThisContext(`(${deferred(long)})`))).toBe(JSON.stringify(long));
  });

  it('writes __proto__ as a key, not as a prototype', () => {
    const read = runInThisContext(`(${literal(own)})`) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(read['a']).toBeUndefined();
  });

  it('leaves out what is undefined', () => {
    expect(literal({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['Infinity', { a: [Infinity] }],
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a function', { a: () => {} }],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
  ])('refuses %s', (_, value) => {
    expect(() => literal(value)).toThrow(TypeError);
  });
});
