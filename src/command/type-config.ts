import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'jsonc-parser';
import { globFiles, toPosix } from '../build/project/files.ts';

/** The parts of a tsconfig.json that are read here. */
interface Config {
  readonly extends?: unknown;
  readonly references?: unknown;
  readonly files?: unknown;
  readonly include?: unknown;
  readonly exclude?: unknown;
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
 * Explains which options a tsconfig.json lacks. The options of a file that it extends count as set.
 *
 * @param declarations The file operations.d.ts, absolute; undefined if there is none.
 */
export function warningsOf(file: string, declarations: string | undefined): string[] {
  const config = (parse(readFileSync(file, 'utf8')) ?? {}) as Config;
  if (config.references !== undefined) return [];
  const name = basename(file);
  const texts = (['files', 'include', 'exclude'] as const).filter((key) => typeof config[key] === 'string');
  const isStrict = config.extends !== undefined || config.compilerOptions?.strict === true;
  const isIncluded =
    declarations === undefined || !existsSync(declarations) || includes(dirname(file), config, declarations);
  return [
    ...texts.map((key) => `"${key}" in ${name} must be a list. Write "${key}": [${JSON.stringify(config[key])}].`),
    ...(isStrict ? [] : [`${name} does not set "strict": true, so undefined values pass unnoticed.`]),
    ...(isIncluded
      ? []
      : [`${name} does not include ${basename(declarations)}, so your handlers are not typed. Add it to "include".`]),
  ];
}

function includes(directory: string, config: Config, file: string): boolean {
  const [files = [], include, exclude = []] = [config.files, config.include, config.exclude].map(pathsOf);
  const path = toPosix(relative(directory, file));
  if (include === undefined) return files.length === 0 || files.some((one) => join(directory, one) === file);
  const included = globFiles(directory, include, ['**/node_modules', ...exclude]);
  return [...files, ...included].some((one) => join(one) === join(path));
}

/** The paths of a list; a text by mistake counts as a list of one. `${configDir}` is the directory of the file that is read. */
function pathsOf(list: unknown): string[] | undefined {
  if (list === undefined) return undefined;
  const paths = [list].flat().filter((path) => typeof path === 'string');
  return paths.map((path) => path.replace(/^\$\{configDir\}\/*/, './'));
}
