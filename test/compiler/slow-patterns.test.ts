import { describe, expect, it } from 'vitest';
import { backtracking } from '../../src/compiler/user-schemas/backtracking.ts';

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
    '^(?:x{1,1000})+$',
    '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
    '^"(?:[^"\\\\]|\\\\.)*"$',
  ])('is not %s', (pattern) => expect(backtracking(pattern)?.isExponential).not.toBe(true));
});
