import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { readText } from '../../build/project/disk.ts';
import type { DatabaseName } from './tables.ts';

const IMPORT = /['"]unplugin-operations\/(postgres|sqlite)['"]/g;

/** The databases whose entries the files of a project import. */
export function usedDatabases(root: string): DatabaseName[] {
  const files = globSync(['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'], {
    cwd: root,
    ignore: ['**/node_modules/**', '**/dist*/**', '**/.*/**'],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const found = files.flatMap((file) => [...readText(join(root, file)).matchAll(IMPORT)].map(([, name]) => name));
  return (['postgres', 'sqlite'] as const).filter((name) => found.includes(name));
}
