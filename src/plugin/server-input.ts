import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { importsOf } from '../build/compiler/module/imports.ts';
import { look } from '../build/project/disk.ts';
import { MANIFEST } from '../build/project/virtual-modules.ts';

/** The facts from a build's inputs. */
export interface Inputs {
  /** The number of entries. */
  readonly count: number;
  /** Whether an input, or a module that it imports relatively, names `virtual:operations`. */
  readonly isServer: boolean;
}

/** The inputs of a bundler: one, a list, or named ones. */
export type InputOption = string | readonly string[] | Readonly<Record<string, string>> | undefined;

const EXTENSIONS = ['', ...['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx'].map((extension) => `.${extension}`)];

/**
 * Reads the inputs of a build.
 *
 * @param directory The directory that they are relative to.
 */
export function readInputs(option: InputOption, directory: string): Inputs {
  const inputs = typeof option === 'string' ? [option] : Object.values(option ?? {});
  return { count: inputs.length, isServer: importsManifest(inputs, directory) };
}

/**
 * Whether one of the files, or a module that they import relatively, names `virtual:operations`. Each file is read once. An input that is not a
 * script on the disk, such as a virtual module or a page, names nothing.
 */
export function importsManifest(inputs: readonly string[], directory: string): boolean {
  // For some bundlers "/" is the project.
  const pending = inputs.map(
    (input) => locateModule(resolve(directory, input)) ?? locateModule(join(directory, input)),
  );
  const seen = new Set<string>();
  for (const file of pending) {
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    const imports = importsOf(file, readFileSync(file, 'utf8'));
    if (imports.includes(MANIFEST)) return true;
    for (const source of imports) if (/^\.\.?\//.test(source)) pending.push(locateModule(join(dirname(file), source)));
  }
  return false;
}

/** Finds the file of a module, which may be written without its extension, or with that of the JavaScript that it becomes. */
function locateModule(path: string): string | undefined {
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts');
  const places = [
    ...EXTENSIONS.map((extension) => path + extension),
    typed,
    join(path, 'index.ts'),
    join(path, 'index.js'),
  ];
  return places.find((place) => look(place)?.isFile() === true);
}
