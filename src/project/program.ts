import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { digestOf } from './disk-cache.ts';
import { listFiles } from './files.ts';

/** The directories of the package whose modules say what comes of a tree. */
const LAYERS = ['contract', 'validation', 'compiler', 'codegen', 'plugin'];

/**
 * A digest of the program that compiles: of a module, and of all others of the package that have a say, where they lie in its directories as
 * they do among the sources and in what is published; in a bundle the one module is all.
 *
 * @param module One of this directory's, absolute.
 * @returns undefined where it cannot be read.
 */
export function digestProgram(module: string): string | undefined {
  try {
    const extension = extname(module).slice(1);
    const directories = LAYERS.map((layer) => join(dirname(module), '..', layer));
    const files = directories.flatMap((directory) => listFiles(directory, [extension], []) ?? []).sort();
    return digestOf([module, ...files].map((file) => readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
