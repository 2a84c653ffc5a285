import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import type { TestName } from './support/test-names.ts';
import { isContinuation, testNames } from './support/test-names.ts';

const FILES = ['{test,packages}/**/*.ts', '!**/node_modules', '!test/fixtures'];

const namesIn = (text: string): string[] => testNames('a.test.ts', text).map(({ name }) => name);

describe('the name of a test', () => {
  const names: readonly TestName[] = globSync(FILES)
    .sort()
    .flatMap((file) => testNames(file));

  it('begins where its sentence begins, so that it is understood alone', () => {
    expect(names.filter(({ name }) => isContinuation(name))).toEqual([]);
  });

  it('reads the tests of every zone', () => {
    expect(names.length).toBeGreaterThan(3500);
    const zones = new Set(names.map(({ place }) => place.split('/')[1]));
    expect([...zones]).toEqual(expect.arrayContaining(['build', 'docs', 'plugin', 'runtime', 'shared', 'tools']));
  });

  it('reads a name in a table, in a chain and in a template', () => {
    expect(namesIn('it("a", f); test.only("b", f); it.skipIf(x)("c", f); it.each(t)(`d ${e}`, f);')).toEqual([
      'a',
      'b',
      'c',
      'd X',
    ]);
    expect(namesIn('it.each([["of a", 1], ["of b", 2]])("%s is read", f); it.each(["by c"])("%s", f);')).toEqual([
      'of a is read',
      'of b is read',
      'by c',
    ]);
    expect(namesIn('describe("of it", f); /it/.test("of it"); write("of it");')).toEqual([]);
  });

  it.each([
    'is a 404 if it is unknown',
    'that is too large is a 413',
    'by the path',
    'With a body',
    'whose key is taken',
  ])('"%s" begins in the middle of a sentence', (name) => expect(isContinuation(name)).toBe(true));

  it.each([
    'answers 404',
    'an unknown path is a 404',
    'input is read',
    'isRetry is true',
    'from-express.md works',
    '%s',
  ])('"%s" is understood alone', (name) => expect(isContinuation(name)).toBe(false));
});
