import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../build/project/replace-file.ts';

/** The file of the latest server that a build wrote, by the directory of its operations: all paths absolute. */
type Record = Readonly<{ [directory: string]: string }>;

/**
 * Remembers the server that a build of Vite wrote. `vite preview` cannot derive it: another configuration or `--ssr` may have built it.
 *
 * @param cacheDir Vite's directory for such files.
 * @param directory The directory of the operations.
 * @param file Absolute.
 */
export function writeRecord(cacheDir: string, directory: string, file: string, warn: (message: string) => void): void {
  try {
    mkdirSync(cacheDir, { recursive: true });
    const record: Record = { ...readRecord(cacheDir), [directory]: file };
    replaceFile(fileOf(cacheDir), `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (error) {
    warn(`Cannot write to ${cacheDir}, so "vite preview" will not find this build: ${(error as Error).message}`);
  }
}

/** The server that was built last for a directory of operations; undefined if there was none. */
export function locateBuilt(cacheDir: string, directory: string): string | undefined {
  return readRecord(cacheDir)[directory];
}

function readRecord(cacheDir: string): Record {
  try {
    return JSON.parse(readFileSync(fileOf(cacheDir), 'utf8')) as Record;
  } catch {
    return {};
  }
}

function fileOf(cacheDir: string): string {
  return join(cacheDir, 'unplugin-operations.json');
}
