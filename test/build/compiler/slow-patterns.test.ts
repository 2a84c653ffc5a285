import { describe, expect, it } from 'vitest';
import { backtracking } from '../../../src/build/compiler/user-schemas/backtracking.ts';
import { boundedForAll, isFast } from '../../../src/build/compiler/user-schemas/patterns.ts';
import { cost } from '../../tools/import/cost.ts';
import { compile } from './compile.ts';

describe('a slow pattern', () => {
  it.each([
    '^(a+)+$',
    '^(\\w+\\s?)*$',
    '^(a|a)*$',
    '^(\\w|\\d)+$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(\\d{1,3},?)*$',
    '^(a*)*$',
    '^(?:a|ab|b)*$',
    '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$',
    '^(?:.*,)+x$',
    '^(?=.*(a+)+$)x',
    '^(?:\\p{L}+)+$',
    '^([\\w-]+)*\\_$',
    '^(?:x{1,1000})+$',
  ])('reports %s as slow', (pattern) => expect(backtracking(pattern)?.isExponential).toBe(true));

  it.each([
    '^[\\w.]+@[\\w.]+$',
    '^.+@.+\\..+$',
    '^\\s+|\\s+$',
    '^\\d+(\\.\\d+)*$',
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^(a|b)*$',
    '.*\\.png$',
    '^\\w+\\w+$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    '^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9]+$',
    '(a+)+',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^(?:\\d{3}-){2,}\\d{4}$',
    '^#?([0-9a-f]{3}|[0-9a-f]{6})$',
    '^\\p{L}+( \\p{L}+)*$',
    '^[^/]+(/[^/]+)*$',
    '(',
    '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
    '^"(?:[^"\\\\]|\\\\.)*"$',
  ])('accepts %s', (pattern) => expect(backtracking(pattern)?.isExponential).not.toBe(true));
});

describe('a pattern without loops that can take very many steps', () => {
  it.each([
    '^(?:a?){28}a{28}$',
    '^(?:a?){28}a{28}',
    '^x(?:[ab]?){30}[a-c]{30}$',
    `^${'a?'.repeat(28)}${'a'.repeat(28)}$`,
    '^(?:a|a?b?){30}c$',
    '^(?:x{1,1000})+$',
    '^(?:a{0,50}){0,50}$',
    '^a*a*a*a*a*a*a*b$',
  ])('reports %s', (pattern) => expect(backtracking(pattern)!.steps).toBeGreaterThan(10_000_000));

  it.each([
    '^[\\s\\S]{1,65536}$',
    '^[a-z]{0,1000}$',
    '(?:a?){28}',
    '^(?:a?){28}',
    '(a+)+',
    '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){0,126}[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
    '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$',
    '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$',
    '^\\+?(?:[0-9][ -]?){6,14}[0-9]$',
    '^arn:aws[a-z-]*:[a-z0-9-]{1,63}:[a-z0-9-]{0,63}:\\d{0,12}:[^:]{1,1024}$',
    '^\\s*\\S+(?:\\s+\\S+)*\\s*$',
  ])('accepts %s', (pattern) => expect(backtracking(pattern)!.steps).toBeLessThan(10_000_000));

  const warnings = (facets: string): string[] =>
    compile({
      'one.ts': `/**\n * Some.\n * @param {string} [a] (${facets}) - It\n * @returns {string} It\n */\nexport default () => '';`,
    }).diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

  it('requires a maxLength', () => {
    expect(warnings("pattern: '^(?:a?){28}a{28}$'")).toEqual([
      'warning slow-pattern: "^(?:a?){28}a{28}$" can take very many steps to match a string. Add "maxLength", or rewrite it so that each string matches in only one way.',
    ]);
    expect(warnings("pattern: '^(?:a?){28}a{28}$', maxLength: 56")).toEqual([]);
    expect(warnings("maxLength: 56, pattern: '^(?:a?){28}a{28}$'")).toEqual([]);
    expect(warnings("pattern: '^(?:(?:(?:a{9,}b?){99}c?){99})$'")).toHaveLength(1);
  });

  it('finds a slow pattern in doc comments and files, with maxLength in any place', () => {
    const text = (tags: string): string =>
      `/** It. */\nexport interface A {\n  /** Its code.\n${tags}   */\n  code: string;\n}\n`;
    const slow = '   * @pattern ^(?:a?){28}a{28}$\n';
    const found = (path: string, content: string): string[] =>
      compile(
        { 'one.ts': '/**\n * Some.\n * @returns {A} It\n */\nexport default () => ({});' },
        { definitions: [{ path, text: content }] },
      ).diagnostics.map(({ code }) => code);
    expect(found('a.ts', text(slow))).toEqual(['slow-pattern']);
    expect(found('a.ts', text(`${slow}   * @maxLength 9\n`))).toEqual([]);
    expect(found('A.yaml', "{ type: string, pattern: '^(?:a?){28}a{28}$' }")).toEqual(['slow-pattern']);
    expect(found('A.yaml', "{ type: string, maxLength: 9, pattern: '^(?:a?){28}a{28}$' }")).toEqual([]);
    const names = "{ type: object, patternProperties: { '^(?:a?){28}a{28}$': {} }";
    expect(found('A.yaml', `${names} }`)).toEqual(['slow-pattern']);
    expect(found('A.yaml', `${names}, propertyNames: { maxLength: 9 } }`)).toEqual([]);
  });
});

describe('a pattern that somebody else wrote', () => {
  it.each([
    // The search by the most ways goes to `c`.
    ['^(?:b(?:a?){30}a{30}|c(?:1|2|3|4|5|6|7|8|9|a|b|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w))$', 64],
    ['^(?=(?:a?){40}a{40})', 64],
    ['^(?:[\\u1000-\\u1005]|[\\u1000-\\u1004])*$', 64],
    ['^(?:\\p{Script=Thai}|\\p{L})*$', 64],
    ['^(?:a|a)*(?!)', 64],
    ['^(a+)\\1*\\1*b$', 64],
    ['^(?<=(?:a?){40}a{40})x', 64],
    ['.*a.*b', 10_000],
    ['^a*b*c*d*$', 10_000],
  ])('never runs a pattern that can be slow: %s', (pattern, length) => expect(isFast(pattern, length)).toBe(false));

  it.each([
    ['^[A-Za-z0-9+/]*={0,2}$', 1_000_000],
    ['^\\d{4}-\\d{2}-\\d{2}$', 1_000_000],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 10_000],
    ['^.+@.+$', 10_000],
    ['\\s+$', 10_000],
    ['^(?:a+-|b+-)*$', 10_000],
    ['^[\\w.]+@[\\w.]+\\.\\w+$', 1000],
    ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 100],
  ])('runs if it is fast: %s', (pattern, length) => expect(isFast(pattern, length)).toBe(true));

  it('runs on short texts in requests if it is only fast for these', () => {
    const dropped: string[] = [];
    const bound = (pattern: string): unknown => boundedForAll({ pattern }, (one) => dropped.push(one));
    expect(bound('^[a-z]*$')).toEqual({ pattern: '^[a-z]*$' });
    expect(bound('^.+@.+$')).toEqual({ allOf: [{ if: { minLength: 1001 }, else: { pattern: '^.+@.+$' } }] });
    expect(bound('^(?:a?){40}a{40}$')).toEqual({});
    expect(dropped).toEqual(['^(?:a?){40}a{40}$']);
  });

  it('analyzes a pattern in bounded time', () => {
    const letters = [...'abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
    const patterns = [
      `^${letters.map((letter) => `[${letter}x]*`).join('')}$`,
      `^(?:${letters.map((letter) => `[^${letter}]`).join('|')})*$`,
    ];
    // They took 20 to 60 seconds.
    expect(cost(() => patterns.map((pattern) => backtracking(pattern)))).toBeLessThan(10_000_000);
  });
});
