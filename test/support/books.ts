import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

const directory = join(import.meta.dirname, '../fixtures/books');

/** The files of the project that README.md shows a part of, by their paths. */
export function readBooks(): Record<string, string> {
  const paths = globSync('**', { cwd: directory, dot: true }).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'utf8')]));
}
