import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toPosix } from './files.ts';

/** The module of this package that a generated client imports, absolute, with `/`. */
export const CLIENT_MODULE: string = moduleOf('runtime/client/index');

/** The module of this package that a generated docs page imports, absolute, with `/`. */
export const DOCS_MODULE: string = moduleOf('runtime/docs-page/index');

/** The directory of this package's modules, absolute, with `/` at its end. */
export const MODULES_DIRECTORY: string = moduleOf('').replace(/[^/]*$/, '');

/** The path of a module of this package, absolute, with `/`: `dist` has it at the same place as `src`, and this module is two directories deep in both. */
export function moduleOf(name: string): string {
  return toPosix(fileURLToPath(new URL(`../../${name}${extname(import.meta.url)}`, import.meta.url)));
}
