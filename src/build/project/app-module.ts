import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { parseChecked } from '../compiler/calls/checked-syntax.ts';
import { readText } from './disk.ts';
import { toPosix } from './files.ts';

/** The extensions of modules, in the order in which they are looked for. Vite finds all of them for a path without one. */
export const MODULE_EXTENSIONS: readonly string[] = ['.ts', '.mts', '.js', '.mjs', '.jsx', '.tsx'];

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The fault of the option `app`, if it names no file; undefined if it does. */
export function faultOfApp(root: string, app: string): string | undefined {
  if (fileOfApp(root, app) !== undefined) return undefined;
  const mistake = existsSync(resolve(root, app))
    ? `is a directory. Name the file that exports the app, such as ${app.replace(/\/+$/, '')}/api.ts.`
    : 'does not exist.';
  return `The option "app" names ${app}, which ${mistake}`;
}

/** The file that the option `app` names, with its extension; undefined if there is none. */
function fileOfApp(root: string, app: string): string | undefined {
  const ends = ['', ...MODULE_EXTENSIONS, ...MODULE_EXTENSIONS.map((extension) => `/index${extension}`)];
  return ends
    .map((end) => app + end)
    .find((path) => statSync(resolve(root, path), { throwIfNoEntry: false })?.isFile());
}

/** The module that the option `app` names, absolute; undefined if there is none, or it is not a script. */
export function appModule(root: string, app: string | undefined): string | undefined {
  const file = app === undefined ? undefined : fileOfApp(root, app);
  return file !== undefined && SCRIPT.test(file) ? resolve(root, file) : undefined;
}

/** The file of the app, when its syntax was last checked. */
export interface CheckedApp {
  readonly file: string;
  readonly text: string;
  readonly errors: readonly Diagnostic[];
}

/**
 * Finds what parsing reports in the file of the app: syntax errors, and imports from a wrong entry, which would end a bundler with its own stack.
 *
 * @param app The option `app`, relative to the root.
 * @param before The result of the last time, which stays if the file has not changed.
 * @returns undefined if there is no file, or one that is not a script.
 */
export function checkSyntaxOfApp(root: string, app: string, before?: CheckedApp): CheckedApp | undefined {
  const path = appModule(root, app);
  if (path === undefined) return undefined;
  const file = toPosix(relative(root, path));
  const text = readText(path);
  if (before?.file === file && before.text === text) return before;
  const found: Diagnostic[] = [];
  parseChecked({ file, text }, (diagnostic) => found.push(diagnostic));
  return { file, text, errors: found };
}
