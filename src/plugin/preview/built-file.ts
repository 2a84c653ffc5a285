import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../build/project/replace-file.ts';

/** The files of a build for a server: all paths are absolute. */
export interface BuiltCode {
  readonly file: string;
  /** All files of that build. */
  readonly files: readonly string[];
  /** Whether it is a server of the operations, and not a worker or the pages that a server renders. */
  readonly isServer: boolean;
}

/** The builds of a project for servers, the latest one first, by the absolute directory of its operations. */
type Record = Readonly<{ [directory: string]: readonly BuiltCode[] }>;

/**
 * Remembers the files that a build of Vite wrote for a server. `vite preview` cannot derive it: another configuration or `--ssr` may have built it.
 *
 * @param cacheDir Vite's directory for such files.
 * @param directory The directory of the operations.
 */
export function writeRecord(
  cacheDir: string,
  directory: string,
  built: BuiltCode,
  warn: (message: string) => void,
): void {
  const others = locateBuilt(cacheDir, directory).filter(
    ({ file, isServer }) => file !== built.file && (isServer || existsSync(file)),
  );
  try {
    mkdirSync(cacheDir, { recursive: true });
    const record: Record = { ...readRecord(cacheDir), [directory]: [built, ...others] };
    replaceFile(builtFile(cacheDir), `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (error) {
    warn(`Cannot write to ${cacheDir}, so "vite preview" will not find this build: ${(error as Error).message}`);
  }
}

/** The builds for a directory of operations, the latest one first. */
export function locateBuilt(cacheDir: string, directory: string): readonly BuiltCode[] {
  return readRecord(cacheDir)[directory] ?? [];
}

function readRecord(cacheDir: string): Record {
  try {
    const record = JSON.parse(readFileSync(builtFile(cacheDir), 'utf8')) as { [directory: string]: unknown };
    // Another version can have written it in another form.
    return Object.fromEntries(Object.entries(record).filter(([, builds]) => Array.isArray(builds))) as Record;
  } catch {
    return {};
  }
}

function builtFile(cacheDir: string): string {
  return join(cacheDir, 'unplugin-operations.json');
}
