import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import type { DefinitionFile } from '../compiler/definitions/model.ts';
import type { OperationFile } from '../compiler/parse.ts';

/**
 * Reads the files of a tree, in whatever order the disk lists them.
 *
 * @param directory Absolute.
 * @param ignore Globs relative to the directory.
 * @returns undefined where there is no such directory.
 */
export function readTree(directory: string, ignore: readonly string[]): OperationFile[] | undefined {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const paths = globSync('**/*.{js,mjs,cjs,ts,mts,cts,jsx,tsx}', {
    cwd: directory,
    ignore: [...ignore],
    expandDirectories: false,
  });
  return paths.map((path) => ({ path: toPosix(path), text: readText(resolve(directory, path)) }));
}

/**
 * Reads the files of the definitions.
 *
 * @param directory Absolute.
 * @returns None where there is no such directory.
 */
export function readDefinitions(directory: string): DefinitionFile[] {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const paths = globSync('**/*.{js,mjs,cjs,ts,mts,cts,json,yaml,yml}', { cwd: directory, expandDirectories: false });
  return paths.map((path) => ({ path: toPosix(path), text: readText(resolve(directory, path)) }));
}

/** The name and the version of the project, from its package.json, where it has one. */
export function readPackage(root: string): { readonly title: string; readonly version: string } {
  const otherwise = { title: basename(root), version: '0.0.0' };
  try {
    const { name, version } = JSON.parse(readText(resolve(root, 'package.json'))) as {
      name?: unknown;
      version?: unknown;
    };
    return {
      title: typeof name === 'string' ? name : otherwise.title,
      version: typeof version === 'string' ? version : otherwise.version,
    };
  } catch {
    return otherwise;
  }
}

/**
 * Reads those files again that have changed; the others stay the same objects.
 *
 * @param directory What the files' paths are below, absolute, with `/`.
 * @param changed Absolute, with `/`.
 */
export function rereadFiles<T extends OperationFile>(
  directory: string,
  files: readonly T[],
  changed: readonly string[],
): T[] {
  const paths = new Set(
    changed.flatMap((path) => (path.startsWith(`${directory}/`) ? [path.slice(directory.length + 1)] : [])),
  );
  return files.map((file) => (paths.has(file.path) ? { ...file, text: readText(`${directory}/${file.path}`) } : file));
}

/**
 * The module that generated code imports its helpers from, absolute, with `/`: of this package, beside the plugin.
 *
 * @throws {Error} Where the package is not whole.
 */
export function findValidation(): string {
  // Among the sources, and in the package, where this is in an entry or in a file that entries share.
  const places = ['../validation/index.ts', './validation.js', '../validation.js'];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`unplugin-operations: none of ${paths.join(', ')} is there; install it again`);
  return toPosix(found);
}

/** A file's text, without a byte order mark. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

/** A path of this machine with `/` between its parts. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
