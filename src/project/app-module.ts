import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The extensions of modules, in the order in which they are looked for. Vite finds all of them for a path without one. */
export const MODULE_EXTENSIONS: readonly string[] = ['.ts', '.mts', '.js', '.mjs', '.jsx', '.tsx'];

/** The fault of the option `app`, if it names no file; undefined if it does. */
export function faultOfApp(root: string, app: string): string | undefined {
  const ends = ['', ...MODULE_EXTENSIONS, ...MODULE_EXTENSIONS.map((extension) => `/index${extension}`)];
  const exists = ends.some((end) => statSync(resolve(root, app + end), { throwIfNoEntry: false })?.isFile());
  if (exists) return undefined;
  const mistake = existsSync(resolve(root, app))
    ? `is a directory. Name the file that exports the app, such as ${app.replace(/\/+$/, '')}/api.ts.`
    : 'does not exist.';
  return `The option "app" names ${app}, which ${mistake}`;
}
