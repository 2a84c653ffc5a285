import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { alias } from './alias.ts';
import type { Options } from '../../src/build/project/options.ts';

/** An empty directory, outside the project, that goes when the test (or suite) that asked for it is done. */
export function scratch(cleanup: (remove: () => Promise<void>) => void = onTestFinished): string {
  const directory = mkdtempSync(join(process.env['OPERATIONS_SCRATCH'] ?? tmpdir(), 'operations-'));
  // A server that has just been closed may still write a file.
  cleanup(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

/** Writes files (path below `root` -> text). */
export async function writeTree(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/**
 * Builds a project (its `server.ts` is the entry, its tree is `app/operations`) with Vite into one file.
 *
 * @param outDir Where the file goes.
 * @param external Packages that stay outside the file.
 * @returns The file.
 */
export async function viteBuild(
  root: string,
  outDir: string,
  options: Options = {},
  external: readonly string[] = [],
): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations(options)],
    build: { ssr: 'server.ts', outDir, emptyOutDir: true },
    ssr: { external: [...external] },
  });
  return join(outDir, 'server.js');
}
