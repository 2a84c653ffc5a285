import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceSection, writeSections, writeSummary } from '../../bench/result-tables.ts';
import { readResults, shareOf } from '../../bench/results.ts';
import { drawSpeed } from '../../bench/speed-chart.ts';
import { DOCS } from './examples.ts';

const read = (file: string): string => readFileSync(join(DOCS, '..', file), 'utf8');
const results = readResults();

describe('the figures of bench/results. Run "npm run bench -- tables" after you have changed them', () => {
  it('the figures are in bench/README.md', () => {
    const page = read('bench/README.md');
    expect(replaceSection(page, 'results', writeSections(results))).toBe(page);
  });

  it('the figures are in docs/start/comparison.md', () => {
    const page = read('docs/start/comparison.md');
    expect(replaceSection(page, 'speed', writeSummary(results))).toBe(page);
  });

  it('the figures are in the chart', () => {
    expect(drawSpeed(results.at(-1)!)).toBe(read('docs/public/speed.svg'));
  });
});

it('results without a figure of the chart are an error', () => {
  const { Hono: _, ...none } = results[0]!.stacks['none']!;
  const part = { ...results[0]!, stacks: { ...results[0]!.stacks, none } };
  expect(() => drawSpeed(part)).toThrow('The results have no share of Hono for "parameter" (none)');
});

it('a share is the median of the rounds', () => {
  const part = { ...results[0]!, stacks: { one: { h3: { POST: [0.5, 0.9, 0.7] } } } };
  expect(shareOf(part, 'one', 'h3', 'POST')).toBe(0.7);
  expect(writeSections([part])).toContain('| h3 | 0.70 |');
});

it('a page without a place for the tables is an error', () => {
  expect(() => replaceSection('# Bench', 'results', '')).toThrow('The page has no place for results');
});
