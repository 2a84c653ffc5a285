import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { readText } from '../../build/project/disk.ts';
import { DATABASES } from './migration-text.ts';
import type { DatabaseName } from './tables.ts';

const IMPORT = /['"]unplugin-operations\/(postgres|sqlite|d1|events)['"]/g;
const MEASURES = /['"]unplugin-operations\/testing['"]/;
/** Comments; texts are matched first, because they can have the characters of one. */
const COMMENT = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[^]*?\*\/|\/\/.*/g;
const SKIPPED = /\b(?:it|test|describe|suite)\.(?:skip|todo)\b|\bx(?:it|test|describe)\b/;
const RUN = /\b(?:it|test)\s*(?:\(|\.(?:each|for|only|concurrent)\b)/;

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
  const texts = files.map((file) => readText(join(root, file)));
  const found = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name]) => name));
  return {
    databases: DATABASES.filter((name) => found.includes(name)),
    hasEvents: found.includes('events'),
    hasAccessTest: texts.some(measures),
  };
}

/** Whether a file imports the access test, and not only in a comment or for a test that is skipped. */
function measures(text: string): boolean {
  if (!MEASURES.test(text)) return false;
  const code = text.replaceAll(COMMENT, '$1');
  return MEASURES.test(code) && (RUN.test(code) || !SKIPPED.test(code));
}
