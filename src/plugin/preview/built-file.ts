import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../build/project/replace-file.ts';

/** A server that a build wrote: all paths absolute. */
export interface BuiltServer {
  readonly file: string;
  /** All files of that build. */
  readonly files: readonly string[];
}

/** The latest server that a build wrote, by the directory of its operations: absolute. */
type Record = Readonly<{ [directory: string]: BuiltServer }>;

/**
 * Remembers the server that a build of Vite wrote. `vite preview` cannot derive it: another configuration or `--ssr` may have built it.
 *
 * @param cacheDir Vite's directory for such files.
 * @param directory The directory of the operations.
 */
export function writeRecord(
  cacheDir: string,
  directory: string,
  built: BuiltServer,
  warn: (message: string) => void,
): void {
  try {
    mkdirSync(cacheDir, { recursive: true });
    const record: Record = { ...readRecord(cacheDir), [directory]: built };
    replaceFile(builtFile(cacheDir), `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (error) {
    warn(`Cannot write to ${cacheDir}, so "vite preview" will not find this build: ${(error as Error).message}`);
  }
}

/** The server that was built last for a directory of operations; undefined if there was none. */
export function locateBuilt(cacheDir: string, directory: string): BuiltServer | undefined {
  return readRecord(cacheDir)[directory];
}

function readRecord(cacheDir: string): Record {
  try {
    const record = JSON.parse(readFileSync(builtFile(cacheDir), 'utf8')) as {
      [directory: string]: Partial<BuiltServer>;
    };
    // Another version can have written it in another form.
    const entries = Object.entries(record).filter(([, one]) => Array.isArray(one.files) && one.file !== undefined);
    return Object.fromEntries(entries) as Record;
  } catch {
    return {};
  }
}

function builtFile(cacheDir: string): string {
  return join(cacheDir, 'unplugin-operations.json');
}
