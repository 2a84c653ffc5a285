import { describe, expect, it } from 'vitest';
import { backtracking } from '../../../src/build/compiler/user-schemas/backtracking.ts';
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
  ])('is %s', (pattern) => expect(backtracking(pattern)?.isExponential).toBe(true));

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
  ])('is not %s', (pattern) => expect(backtracking(pattern)?.isExponential).not.toBe(true));
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
  ])('is %s', (pattern) => expect(backtracking(pattern)!.steps).toBeGreaterThan(10_000_000));

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
  ])('is not %s', (pattern) => expect(backtracking(pattern)!.steps).toBeLessThan(10_000_000));

  const warnings = (facets: string): string[] =>
    compile({
      'one.ts': `/**\n * Some.\n * @param {string} [a] (${facets}) - It\n * @returns {string} It\n */\nexport default () => '';`,
    }).diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

  it('asks for a maxLength', () => {
    expect(warnings("pattern: '^(?:a?){28}a{28}$'")).toEqual([
      'warning slow-pattern: "^(?:a?){28}a{28}$" can take very many steps to match a string. Add "maxLength", or rewrite it so that each string matches in only one way.',
    ]);
    expect(warnings("pattern: '^(?:a?){28}a{28}$', maxLength: 56")).toEqual([]);
    expect(warnings("maxLength: 56, pattern: '^(?:a?){28}a{28}$'")).toEqual([]);
    expect(warnings("pattern: '^(?:(?:(?:a{9,}b?){99}c?){99})$'")).toHaveLength(1);
  });

  it('is found in doc comments and files, with maxLength in any place', () => {
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
