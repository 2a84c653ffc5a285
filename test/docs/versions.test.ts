import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPage } from './examples.ts';
import { readTable } from './tables.ts';

const { peerDependencies, engines } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { peerDependencies: Record<string, string>; engines: { node: string } };

/** The packages of bundlers whose names differ from those of the table. */
const PACKAGES: Readonly<Record<string, string>> = { Rspack: '@rspack/core' };

/** A range as people write it: `^7.0.0 || ^8.0.0` is "7 and 8", `^4.40.0` is "4.40+". */
function printRange(range: string): string {
  const parts = range.split(' || ').map((part) => /^(?:\^|>=)(\d+)\.(\d+)\.\d+$/.exec(part)!);
  return parts.map(([, major, minor]) => (minor === '0' ? major : `${major}.${minor}+`)).join(' and ');
}

it('bundlers.md has the versions of package.json', () => {
  const rows = readTable(readPage('bundlers.md'), 'bundler', 'versions');
  expect(rows).toHaveLength(6);
  for (const [bundler = '', versions] of rows)
    expect([bundler, versions]).toEqual([
      bundler,
      printRange(peerDependencies[PACKAGES[bundler] ?? bundler.toLowerCase()]!),
    ]);
});

it('pages name the versions of Node of package.json', () => {
  const [, first, second] = /^\^(\d+\.\d+)\.0 \|\| >=(\d+\.\d+)\.0$/.exec(engines.node)!;
  const versions = `Node ${first}+ or ${second}+`;
  for (const page of ['bundlers.md', 'faq.md', 'deploy/node.md', 'quick-start.md'])
    expect(readPage(page)).toContain(versions);
});
