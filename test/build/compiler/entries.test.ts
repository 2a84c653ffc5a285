import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { generateClient } from '../../../src/build/codegen/client.ts';
import { ENTRIES } from '../../../src/build/compiler/module/entries.ts';

const SOURCES: { readonly [entry: string]: string } = {
  'unplugin-operations/koa': 'src/runtime/koa/index.ts',
  'unplugin-operations/lambda': 'src/runtime/lambda/index.ts',
  'unplugin-operations/fetch': 'src/runtime/fetch/index.ts',
  'unplugin-operations/workers': 'src/runtime/workers/index.ts',
  'unplugin-operations/types': 'src/types.ts',
  'unplugin-operations': 'src/index.ts',
};

/** The names that a module exports, types included, and those of modules that it exports as a whole. */
function exportsOf(code: string, file = ''): string[] {
  const { staticExports } = parseSync('module.ts', code).module;
  const names = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => {
      if (exportName.name !== null || moduleRequest === null) return exportName.name ?? [];
      const other = join(dirname(file), moduleRequest.value);
      return exportsOf(readFileSync(other, 'utf8'), other);
    }),
  );
  return names.filter((name) => name !== 'default').toSorted();
}

it.each(Object.entries(SOURCES))('the names of %s are those that it exports', (entry, file) => {
  expect(ENTRIES[entry]!.toSorted()).toEqual(exportsOf(readFileSync(file, 'utf8'), file));
});

it('the names of the client are functions that it exports', () => {
  expect(exportsOf(generateClient([], 'client'))).toEqual(
    expect.arrayContaining([...ENTRIES['virtual:operations/client']!]),
  );
});

it('all entries with names are in the table', () => {
  expect(Object.keys(ENTRIES).toSorted()).toEqual([...Object.keys(SOURCES), 'virtual:operations/client'].toSorted());
});
