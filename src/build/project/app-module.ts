import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { errorsIn } from '../compiler/diagnostics/diagnostic.ts';
import { parseChecked } from '../compiler/calls/checked-syntax.ts';
import { quoteAll } from '../compiler/diagnostics/report.ts';
import { filesAt, firstFiles } from '../compiler/module/relative-modules.ts';
import { readText } from './disk.ts';
import { toPosix } from './files.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The fault of the option `app`, unless it names one file. */
export function faultOfApp(root: string, app: string): string | undefined {
  const files = filesOfApp(root, app);
  if (files.length > 1)
    return `The option "app" names ${app}, which can mean several files: ${quoteAll(files)}. Write the extension, or delete all but one.`;
  if (files.length === 1) return undefined;
  const mistake = existsSync(resolve(root, app))
    ? `is a directory. Name the file that exports the app, such as ${app.replace(/\/+$/, '')}/api.ts.`
    : 'does not exist.';
  return `The option "app" names ${app}, which ${mistake}`;
}

/** The files that the option `app` can mean, with their extensions: relative to the root, with `/`. */
export function filesOfApp(root: string, app: string): string[] {
  const path = toPosix(relative(root, resolve(root, app)));
  return firstFiles(
    filesAt(path),
    (file) => statSync(resolve(root, file), { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** The module that the option `app` names, absolute; undefined if there is none, or it is not a script. */
export function appModule(root: string, app: string | undefined): string | undefined {
  const [file] = app === undefined ? [] : filesOfApp(root, app);
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
  return { file, text, errors: errorsIn(found) };
}
