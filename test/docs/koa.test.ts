import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { MIDDLEWARE, PLACES } from '../middleware/places.ts';
import { readPage } from './examples.ts';
import { readTable } from './tables.ts';

const tests = join(import.meta.dirname, '..');
const middleware = join(tests, 'middleware');
const page = readPage('koa.md');

/** The text that a pattern's first group matches, wherever it does. */
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

it('koa.md lists the middleware that is tested, in each place', () => {
  const rows = readTable(page, 'middleware', ...PLACES.map((place) => `\`${place}\``), 'notes');
  const places: Readonly<Record<string, readonly string[]>> = MIDDLEWARE;
  const expected = Object.entries(places).map(([name, among]) => [
    name,
    ...PLACES.map((place) => (among.includes(place) ? 'yes' : 'no')),
  ]);
  expect(rows.map((row) => row.slice(0, -1))).toEqual(expected);
  expect(rows.length).toBeGreaterThan(30);
});

it('every middleware of the table has a test, and is a package of the tests', () => {
  const sources = globSync('*.test.ts', { cwd: middleware, absolute: true }).map((file) => readFileSync(file, 'utf8'));
  const tested = sources.flatMap((source) => matches(source, /^inEachPlace\('(.+?)'/gm));
  expect([...new Set(tested)].sort()).toEqual(Object.keys(MIDDLEWARE).sort());
  const { dependencies } = JSON.parse(readFileSync(join(middleware, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // The router is the one that this package has itself.
  const missing = Object.keys(MIDDLEWARE).filter((name) => dependencies[name] === undefined);
  expect(missing).toEqual(['@koa/router']);
});

it('every promise of koa.md has a test', () => {
  const promises = matches(page, /^- \*\*(.+?)\.\*\*/gm);
  const [source = ''] = readFileSync(join(tests, 'runtime/koa/koa.test.ts'), 'utf8').split(
    "describe('middleware is typed'",
  );
  expect(promises).toEqual(matches(source, /^ {2}it\('(.+?)'/gm));
  expect(promises.length).toBeGreaterThan(10);
});
