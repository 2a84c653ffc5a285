import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** An import: the file it is in, and the file or package that it names. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The directory of the sources, absolute. */
export const SOURCE: string = join(import.meta.dirname, '../../src');

/** The files of the sources, absolute. */
export function sourceFiles(): string[] {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(SOURCE, name));
}

const known = new Map<string, readonly Edge[]>();

/** The static imports and re-exports of a file, those of types too. A file is read once. */
export function importsOf(file: string): readonly Edge[] {
  const edges = known.get(file) ?? readImports(file);
  known.set(file, edges);
  return edges;
}

function readImports(file: string): Edge[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return requests.map((to) => ({ from: file, to: to.startsWith('.') ? join(file, '..', to) : to }));
}
