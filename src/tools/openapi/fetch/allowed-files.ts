import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toPosix } from '../../../build/project/files.ts';
import type { ReferenceRules } from './allowed.ts';

/** The files that are texts: a description can have `{$ref: page.md}`. */
const TEXT_FILE = /\.(?:md|mdx|markdown|txt|text|html?|adoc|rst)$/i;

/** Whether a file is a text by its path. */
export function isTextName(path: string): boolean {
  return TEXT_FILE.test(path);
}

/** Whether a file is YAML or JSON by its path. */
export function isDocumentName(path: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(path);
}

/**
 * Finds a file that a description refers to.
 *
 * @returns Its path without links, so that the file that is read is the one that is checked.
 * @throws {Error} If it does not exist, or must not be read.
 */
export function allowedFile(path: string, rules: ReferenceRules): string {
  const real = realpathSync.native(path);
  const fault = fileFault(real, rules);
  if (fault === undefined) return real;
  throw new Error(real === path ? `it ${fault}` : `it leads to ${shownPath(real)}, which ${fault}`);
}

/** Why a description must not read a file; undefined if it may. */
function fileFault(path: string, { root, files = [] }: ReferenceRules): string | undefined {
  if (!isDocumentName(path) && !isTextName(path))
    return 'does not have the extension of YAML, JSON or a text, such as .yaml, .yml, .json or .md';
  const start = fileURLToPath(root);
  const allowed = [dirname(realPath(start) ?? start), realPath(dirname(start)), ...files.map(realPath)];
  const ways = allowed.flatMap((from) => (from === undefined ? [] : [relative(from, path)])).filter(isBelow);
  if (ways.some((way) => !way.split(sep).some(isHidden))) return undefined;
  const reason = ways.length > 0 ? 'is hidden' : 'is outside of the directory of the description';
  return `${reason}. If you trust it, ${adviceFor(path)}`;
}

/** Whether a relative path does not lead up, or to another drive of Windows. */
function isBelow(path: string): boolean {
  return !isAbsolute(path) && path.split(sep)[0] !== '..';
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Recommends the option, in full only if no shell reads another meaning in the path, which comes from a stranger. */
function adviceFor(path: string): string {
  const shown = isHidden(basename(path)) ? shownPath(path) : `${shownPath(dirname(path))}/`;
  return /^[\w./:@%+=][\w./:@%+=~-]*$/.test(shown) ? `pass --allow-files ${shown}` : `name ${shown} in --allow-files`;
}

/** A path relative to the working directory, as the option has it. */
function shownPath(path: string): string {
  return toPosix(relative('.', path)) || '.';
}

/** A path without links; undefined if nothing exists there. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
