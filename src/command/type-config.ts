import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'jsonc-parser';
import { globFiles, toPosix } from '../project/files.ts';

/** The parts of a tsconfig.json that are read here. */
interface Config {
  readonly extends?: unknown;
  readonly references?: unknown;
  readonly files?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly compilerOptions?: { readonly strict?: unknown };
}

/** The tsconfig.json or jsconfig.json that editors use for a directory: the nearest one, up to the root. */
export function locateTypeConfig(directory: string, root: string): string | undefined {
  for (let place = directory; ; place = dirname(place)) {
    const file = ['tsconfig.json', 'jsconfig.json'].map((name) => join(place, name)).find((path) => existsSync(path));
    if (file !== undefined || toPosix(place) === toPosix(root) || dirname(place) === place) return file;
  }
}

/**
 * Explains what a tsconfig.json lacks. The options of a file that it extends count as set.
 *
 * @param declarations The file operations.d.ts, absolute; undefined if there is none.
 */
export function warningsOf(file: string, declarations: string | undefined): string[] {
  const config = (parse(readFileSync(file, 'utf8')) ?? {}) as Config;
  if (config.references !== undefined) return [];
  const name = basename(file);
  const isStrict = config.extends !== undefined || config.compilerOptions?.strict === true;
  const isIncluded =
    declarations === undefined || !existsSync(declarations) || includes(dirname(file), config, declarations);
  return [
    ...(isStrict ? [] : [`${name} does not set "strict": true, so undefined values pass unnoticed.`]),
    ...(isIncluded
      ? []
      : [`${name} does not include ${basename(declarations)}, so your handlers are not typed. Add it to "include".`]),
  ];
}

function includes(directory: string, { files = [], include, exclude = [] }: Config, file: string): boolean {
  const path = toPosix(relative(directory, file));
  if (include === undefined) return files.length === 0 || files.some((one) => join(directory, one) === file);
  const included = globFiles(directory, include, ['**/node_modules', ...exclude]);
  return [...files, ...included].some((one) => join(one) === join(path));
}
