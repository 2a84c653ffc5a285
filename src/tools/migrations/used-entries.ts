import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import { importsOf } from '../../build/compiler/module/imports.ts';
import { parseSyntax } from '../../build/compiler/module/syntax.ts';
import { readText } from '../../build/project/disk.ts';
import { DATABASES } from './migration-text.ts';
import type { DatabaseName } from './tables.ts';

const IMPORT = /['"]unplugin-operations\/(postgres|sqlite|d1|events)['"]/g;
const TESTING = 'unplugin-operations/testing';
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
  const sources = files.map((file) => ({ file, text: readText(join(root, file)) }));
  const found = sources.flatMap(({ text }) => [...text.matchAll(IMPORT)].map(([, name]) => name));
  return {
    databases: DATABASES.filter((name) => found.includes(name)),
    hasEvents: found.includes('events'),
    hasAccessTest: sources.some(measures),
  };
}

/** Whether a file imports the access test, and not only in a comment or for a test that is skipped. */
function measures({ file, text }: SourceText): boolean {
  // Few files have the name.
  if (!text.includes(TESTING) || !importsOf(file, text).includes(TESTING)) return false;
  const { comments = [] } = parseSyntax({ file, text }, () => {}) ?? {};
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return RUN.test(code) || !SKIPPED.test(code);
}
