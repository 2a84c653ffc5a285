import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { readText } from '../../build/project/disk.ts';
import type { DatabaseName } from './tables.ts';

const IMPORT = /['"]unplugin-operations\/(postgres|sqlite|events)['"]/g;

/** The entries with tables that the files of a project import: databases, and what is kept in them. */
export function usedEntries(root: string): { readonly databases: DatabaseName[]; readonly hasEvents: boolean } {
  const files = globSync(['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'], {
    cwd: root,
    ignore: ['**/node_modules/**', '**/dist*/**', '**/.*/**'],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const found = files.flatMap((file) => [...readText(join(root, file)).matchAll(IMPORT)].map(([, name]) => name));
  const databases = (['postgres', 'sqlite'] as const).filter((name) => found.includes(name));
  return { databases, hasEvents: found.includes('events') };
}
