import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Change } from './changes.ts';
import { replaceFile } from '../../build/project/replace-file.ts';

/** The changes of an import in one directory. */
export interface DirectoryChanges {
  readonly directory: string;
  readonly changes: readonly Change[];
}

/**
 * Writes all changes, or none: if one fails, the files are as they were before.
 *
 * @throws {Error} If a file is outside its directory, or cannot be written.
 */
export function writeChanges(all: readonly DirectoryChanges[]): void {
  const files = all.flatMap(({ directory, changes }) =>
    changes.map((change) => ({ ...change, file: fileIn(directory, change.path) })),
  );
  const undo: (() => unknown)[] = [];
  for (const { kind, file, text, path } of files) {
    try {
      undo.push(keep(file));
      if (kind === 'deleted') rmSync(file);
      else writeInto(file, text, undo);
    } catch (error) {
      for (const step of undo.toReversed()) step();
      const { message } = error as Error;
      throw new Error(`Cannot write ${JSON.stringify(path)}: ${message}. No file was changed.`, { cause: error });
    }
  }
}

function fileIn(directory: string, path: string): string {
  const file = join(directory, path);
  const inside = relative(directory, file);
  if (inside === '' || inside.split(sep)[0] === '..' || path.includes('\0'))
    throw new Error(`${JSON.stringify(path)} is not a file below the tree. Nothing was written.`);
  return file;
}

/** Remembers a file as it is, or that there is none. */
function keep(file: string): () => unknown {
  if (!existsSync(file)) return () => existsSync(file) && rmSync(file);
  const content = readFileSync(file);
  return () => replaceFile(file, content);
}

function writeInto(file: string, text: string, undo: (() => unknown)[]): void {
  const missing: string[] = [];
  for (let directory = dirname(file); !existsSync(directory); directory = dirname(directory)) missing.push(directory);
  // The file is undone first, so its directories go before it.
  undo.splice(-1, 0, () =>
    missing.filter((directory) => existsSync(directory)).forEach((directory) => rmdirSync(directory)),
  );
  if (missing.length > 0) mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, text);
}
