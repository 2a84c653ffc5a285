import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawSpeed } from '../../bench/speed-chart.ts';
import { DOCS } from './examples.ts';

const readme = readFileSync(join(DOCS, '../bench/README.md'), 'utf8');

it('the chart has the figures of bench/README.md. Run "npm run bench -- chart" after you have changed them', () => {
  expect(drawSpeed(readme)).toBe(readFileSync(join(DOCS, 'public/speed.svg'), 'utf8'));
});

it('a table without a figure of the chart is an error', () => {
  expect(() => drawSpeed(readme.replace(/^\| Hono .*\n/m, ''))).toThrow(
    'README.md has no figure of Hono for "parameter"',
  );
});
