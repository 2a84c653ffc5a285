import { distance } from 'fastest-levenshtein';
import { parseComments } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { isOnlyOurs, isSecurityWord } from '../language/directive-names.ts';
import type { Export } from '../module/exports.ts';
import { findExports } from '../module/exports.ts';
import { filesOf, takenNames } from '../module/relative-modules.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseSyntax } from '../module/syntax.ts';
import { isOperationFile, splitPath } from './file-name.ts';
import { AUTHORIZE } from './guard-export.ts';
import { isInHiddenDirectory, isMiddlewareFile, isMisspelledMiddleware } from './middleware.ts';
import type { OperationFile } from './parse.ts';
import { fileInTree, ownPath } from './tree-files.ts';

/** A file of the project, with the path that diagnostics show. */
export interface ShownFile {
  readonly file: string;
  readonly text: string;
  /** The path below the tree; undefined for a file of the definitions. */
  readonly path?: string;
}

/** The files of the tree and of the definitions, as diagnostics show them. */
export function showFiles({
  files,
  definitions = [],
  directory,
  definitionsDirectory,
}: {
  readonly files: readonly OperationFile[];
  readonly definitions?: readonly OperationFile[];
  readonly directory: string;
  readonly definitionsDirectory: string;
}): ShownFile[] {
  return [
    ...files.map(({ path, text }) => ({ file: fileInTree(directory, path), text, path })),
    ...definitions.map(({ path, text }) => ({ file: `${definitionsDirectory}/${path}`, text })),
  ];
}

/** A module, read only if its text can have a guard. */
interface Read {
  readonly source: SourceText;
  readonly syntax: Syntax;
  readonly exports: readonly Export[];
}

const NO_MODULE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[^/]*$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const ignore = (): void => {};

/**
 * Reports guards in files that nothing runs: a name near `_middleware`, an `authorize` that no other file takes, and a `@security` in the comment of
 * a helper.
 *
 * @param files The files of the tree and of the definitions.
 */
export function checkLostGuards(files: readonly ShownFile[], report: Report): void {
  for (const file of files) if (SCRIPT.test(file.file) && !NO_MODULE.test(file.file)) checkFile(file, files, report);
}

function checkFile(file: ShownFile, files: readonly ShownFile[], report: Report): void {
  const { path, text } = file;
  if (path !== undefined && isMiddlewareFile(path)) return;
  if (path !== undefined && isMisspelledMiddleware(path))
    return void report(messages.middlewareName(nameOf(file.file)));
  const isOperation = path !== undefined && isOperationFile(path);
  const isNear = path !== undefined && !isInHiddenDirectory(path) && isNearMiddleware(path);
  if (!isNear && (isOperation || !/authorize|@secur/i.test(text))) return;
  const read = readModule(file);
  if (read === undefined) return;
  if (isNear) {
    if (guards(read, path, file, files)) report(messages.middlewareName(nameOf(file.file), isOperation));
    return;
  }
  const guard = read.exports.find(({ name }) => name === AUTHORIZE);
  if (guard !== undefined && !isTaken(file, files))
    report(messages.uncalledGuard({ source: read.source, span: guard.span }));
  const directives = commentsOf(read).flatMap((comment) => comment.directives);
  for (const { name, at } of directives) if (isSecurityWord(name)) report(messages.strayGuard(at, name, undefined));
}

function readModule({ file, text }: Pick<ShownFile, 'file' | 'text'>): Read | undefined {
  const source: SourceText = { file, text };
  const syntax = parseSyntax(source, ignore);
  return syntax === undefined || syntax.hasErrors
    ? undefined
    : { source, syntax, exports: findExports(syntax).exports };
}

function commentsOf({ source, syntax }: Read): ReturnType<typeof parseComments> {
  return parseComments(source, syntax.comments);
}

/** The name of a file without its extension, if it is near `_middleware`. A method makes every name that of an operation. */
function isNearMiddleware(path: string): boolean {
  const own = ownPath(path);
  if (splitPath(own).method !== undefined) return false;
  const name = own.replace(/^.*\//, '').replace(SCRIPT, '').toLowerCase();
  return /^[a-z]/.test(name)
    ? distance(name, 'middleware') <= 2
    : distance(name.replace(/^[^a-z]/, '_'), '_middleware') <= 3;
}

/** Whether a file with such a name has what only a `_middleware` file can have. */
function guards(read: Read, path: string, file: ShownFile, files: readonly ShownFile[]): boolean {
  if (read.exports.some(({ name }) => name === AUTHORIZE)) return true;
  const wraps = read.exports.some(({ name, value }) => name === 'default' && value.takesNext === true);
  // A plain word is the name of an endpoint, whose comment is a contract.
  if (/^[a-z]/i.test(path.replace(/^.*\//, ''))) return wraps;
  const hasContract = commentsOf(read).some(({ directives }) => directives.some(({ name }) => isOnlyOurs(name)));
  return hasContract || (wraps && !isTaken(file, files, 'default'));
}

/** Whether another file imports or exports a name of this one, or requires all of it. */
function isTaken(file: ShownFile, files: readonly ShownFile[], name = AUTHORIZE): boolean {
  const stem = file.file.replace(/^.*\//, '').replace(SCRIPT, '');
  const word = stem === 'index' ? file.file.split('/').at(-2)! : stem;
  return files.some((other) => {
    if (other === file || !other.text.includes(word) || !SCRIPT.test(other.file)) return false;
    const means = (specifier: string): boolean => filesOf(other.file, specifier).includes(file.file);
    const called = other.text.matchAll(/\b(?:require|import)\s*\(\s*['"]([^'"]+)['"]/g);
    if ([...called].some(([, specifier]) => means(specifier!))) return true;
    const { program } = readModule(other)?.syntax ?? { program: { body: [] } };
    return program.body.some((statement) => {
      const { from, names } = takenNames(statement);
      return names.some((each) => each === name || each === '*') && means(from);
    });
  });
}

function nameOf(file: string): Location {
  const source = { file, text: file, isPath: true };
  return { source, span: { start: file.lastIndexOf('/') + 1, end: file.length } };
}
