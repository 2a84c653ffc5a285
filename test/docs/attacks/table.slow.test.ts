import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { PAGES, readPage } from '../examples.ts';
import { readTable } from '../tables.ts';

it('docs/recipes lists each page that is attacked, and no other', () => {
  const rows = readTable(readPage('recipes/index.md'), 'page', 'attacks');
  const listed = rows.map(([page]) => /\(([^)]+)\)/.exec(page!)![1]!.split('/').at(-1)!);
  const files = globSync('*.test.ts', { cwd: import.meta.dirname, ignore: ['table.slow.test.ts'] });
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const served = [...texts.matchAll(/(?:serve\(|writePage\(|page = )'([\w-]+\.md)'/g)].map(([, page]) => page!);
  expect(new Set(listed)).toEqual(new Set(served));
  expect(listed).toHaveLength(new Set(listed).size);
  for (const page of listed) expect(PAGES.filter((path) => path.endsWith(`/${page}`))).toHaveLength(1);
});

it('docs/recipes lists each page that is tested under faults, and no other', () => {
  const rows = readTable(readPage('recipes/index.md'), 'page', 'faults', 'result');
  const listed = rows.map(([page]) => /\(([^)#]+)/.exec(page!)![1]!.split('/').at(-1)!);
  const text = readFileSync(join(import.meta.dirname, '../../restarts/recipes.long.test.ts'), 'utf8');
  const tested = [...text.matchAll(/\bit\('([\w-]+\.md): /g)].map(([, page]) => page!);
  expect(new Set(listed)).toEqual(new Set(tested));
});
