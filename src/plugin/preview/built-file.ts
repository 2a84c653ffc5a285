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
  /** When all of its files had been written. */
  readonly at: number;
}

/** The builds of Vite for a directory of operations. */
export interface Builds {
  /** The builds for servers, the latest one first. */
  readonly code: readonly BuiltCode[];
  /** The directories that a build of a front end has emptied and filled: every other file in them is of a build in `code`. All paths are absolute. */
  readonly fronts: readonly string[];
}

/** By the absolute directory of the operations. */
type Record = Readonly<{ [directory: string]: Builds }>;

const NOTHING: Builds = { code: [], fronts: [] };

/**
 * Remembers a build of Vite. `vite preview` cannot derive it: another configuration or `--ssr` may have built it.
 *
 * @param cacheDir Vite's directory for such files.
 * @param directory The directory of the operations.
 * @param built The files that were written for a server, or the directory of a front end that was emptied before.
 */
export function writeRecord(
  cacheDir: string,
  directory: string,
  built: BuiltCode | string,
  warn: (message: string) => void,
): void {
  try {
    mkdirSync(cacheDir, { recursive: true });
    const record: Record = { ...readRecord(cacheDir), [directory]: addBuild(locateBuilt(cacheDir, directory), built) };
    replaceFile(recordFile(cacheDir), `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (error) {
    warn(`Cannot write to ${cacheDir}, so "vite preview" will not find this build: ${(error as Error).message}`);
  }
}

function addBuild({ code, fronts }: Builds, built: BuiltCode | string): Builds {
  if (typeof built === 'string') return { code, fronts: [...new Set([...fronts, built])] };
  const others = code.filter(({ file, isServer }) => file !== built.file && (isServer || existsSync(file)));
  return { code: [built, ...others], fronts };
}

/** The builds for a directory of operations. */
export function locateBuilt(cacheDir: string, directory: string): Builds {
  return readRecord(cacheDir)[directory] ?? NOTHING;
}

function readRecord(cacheDir: string): Record {
  try {
    const record = JSON.parse(readFileSync(recordFile(cacheDir), 'utf8')) as { [directory: string]: Partial<Builds> };
    // Another version can have written it in another form.
    const isRead = ({ code, fronts }: Partial<Builds>): boolean => Array.isArray(code) && Array.isArray(fronts);
    return Object.fromEntries(Object.entries(record).filter(([, builds]) => isRead(builds))) as Record;
  } catch {
    return {};
  }
}

/** The file of the record. */
export function recordFile(cacheDir: string): string {
  return join(cacheDir, 'unplugin-operations.json');
}
