import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { readText } from '../../build/project/disk.ts';
import { DATABASES } from './migration-text.ts';
import type { DatabaseName } from './tables.ts';

const IMPORT = /['"]unplugin-operations\/(postgres|sqlite|d1|events|testing)['"]/g;

/** The entries that a project uses. */
export interface UsedEntries {
  readonly databases: readonly DatabaseName[];
  readonly hasEvents: boolean;
  /** Whether a test measures who gets in. */
  readonly hasAccessTest: boolean;
}

/** The entries with tables, and those for tests, that the files of a project import. */
export function usedEntries(root: string): UsedEntries {
  const files = globSync(['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'], {
    cwd: root,
    ignore: ['**/node_modules/**', '**/dist*/**', '**/.*/**'],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const found = files.flatMap((file) => [...readText(join(root, file)).matchAll(IMPORT)].map(([, name]) => name));
  return {
    databases: DATABASES.filter((name) => found.includes(name)),
    hasEvents: found.includes('events'),
    hasAccessTest: found.includes('testing'),
  };
}
