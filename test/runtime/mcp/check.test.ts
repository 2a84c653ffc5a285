import { describe, expect, it } from 'vitest';
import { checkReport } from '../../../src/command/check-report.ts';
import { compile } from '../../build/compiler/compile.ts';
import { toolsOf } from './serve.ts';

const files = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `pets${i}@get.ts`,
      `/** Lists pets of kind ${i}.\n * @tool\n * @param {string} [query.name] - A part of the name\n * @returns {{id: integer}[]} The pets\n */\nexport default () => [];`,
    ]),
  );

const report = (count: number, format: string, budget?: number): string =>
  checkReport(compile(files(count)), {
    format,
    maxWarnings: Infinity,
    budget,
    directory: 'app/operations',
    tools: () => toolsOf(files(count)),
  }).text;

describe('operations check', () => {
  it('prints the tokens of a list above the limit, and the tools that cost most', () => {
    expect(report(60, 'text')).toMatch(
      /^The list of 60 tools costs a model about [\d,]+ tokens\. Above the budget of 2,000, .* The most expensive: get_pets\d+ \(\d+\), get_pets\d+ \(\d+\), get_pets\d+ \(\d+\)\.\n\n60 operations, 0 errors, 0 warnings$/,
    );
    expect(report(3, 'text')).toBe('3 operations, 0 errors, 0 warnings');
    expect(report(60, 'text', 1_000_000)).toBe('60 operations, 0 errors, 0 warnings');
    expect(report(3, 'text', 10)).toContain('Above the budget of 10, ');
  });

  it('always has them as data', () => {
    const { tools } = JSON.parse(report(3, 'json')) as { tools: { count: number; tokens: number } };
    expect(tools).toEqual({ count: 3, tokens: toolsOf(files(3)).tools.reduce((sum, { tokens }) => sum + tokens, 0) });
    expect(JSON.parse(report(0, 'json'))).not.toHaveProperty('tools');
  });
});
