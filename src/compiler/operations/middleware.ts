import type { Rewriting } from '../module/commonjs.ts';
import { planRewriting } from '../module/commonjs.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import type { Export } from '../module/exports.ts';
import { findExports } from '../module/exports.ts';
import * as messages from '../diagnostics/messages.ts';
import type { OperationFile } from './parse.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { parseSyntax } from '../module/syntax.ts';

/** A `_middleware` file: what it exports wraps each operation in its directory and below: spec B7. */
export interface CompiledMiddleware {
  /** The file below the tree, with `/`: `pets/_middleware.ts`. */
  readonly path: string;
  /** The directory, with a `/` at its end; empty for the tree itself. */
  readonly directory: string;
  /** Of a CommonJS file. */
  readonly rewriting: Rewriting | undefined;
  /** The name of the file. */
  readonly at: Location;
}

/** The outcome of one file, a function of its path and text. */
export interface MiddlewareResult {
  /** Absent where it exports no middleware. */
  readonly middleware: CompiledMiddleware | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const NAME = /^((?:.*\/)?)_middleware\.[cm]?[jt]s$/;
const HIDDEN = /(?:^|\/)[._][^/]*\//;
const MISSPELT = /(?:^|\/)_middleware(?:@[^/.]*)?\.(?:[cm]?[jt]s|[jt]sx)$/i;

/** Whether a file of the tree is middleware by its name, and in a directory that may have operations. */
export function isMiddlewareFile(path: string): boolean {
  return NAME.test(path) && !HIDDEN.test(path);
}

/** Reports files that would be passed over as helpers though they look like middleware: one that guards must not be lost to its spelling. */
export function checkMiddlewareName(path: string, directory: string, report: Report): void {
  if (MISSPELT.test(path) && !NAME.test(path) && !HIDDEN.test(path))
    report(messages.middlewareName(nameIn(path, directory)));
}

/**
 * Reads a file that {@link isMiddlewareFile}.
 *
 * @param directory How the tree's directory is shown: `app/operations`.
 */
export function parseMiddleware({ path, text }: OperationFile, directory: string): MiddlewareResult {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const source: SourceText = { file: `${directory}/${path}`, text };
  const syntax = parseSyntax(source, report);
  if (syntax === undefined) return { middleware: undefined, diagnostics };
  const { isCommonJs, exports } = findExports(syntax);
  const exported = exports.find(({ name }) => name === 'default');
  if (exported === undefined || !mayBeMiddleware(exported)) {
    const located = exports.map(({ name, span }) => ({ name, at: { source, span } }));
    report(messages.noMiddleware(source, located));
    return { middleware: undefined, diagnostics };
  }
  const rewriting = isCommonJs ? planRewriting(source, syntax, 'default', report) : undefined;
  const at = nameIn(path, directory);
  return { middleware: { path, directory: NAME.exec(path)![1]!, rewriting, at }, diagnostics };
}

/** Reports each file that is not alone in its directory, since the order of several is undefined. */
export function checkMiddleware(files: readonly CompiledMiddleware[], report: Report): void {
  const firsts = new Map<string, CompiledMiddleware>();
  for (const file of files) {
    const first = firsts.get(file.directory);
    if (first === undefined) firsts.set(file.directory, file);
    else report(messages.duplicateMiddleware(file.at, first.at));
  }
}

function mayBeMiddleware({ value }: Export): boolean {
  if (value.isGenerator === true) return false;
  return value.kind !== 'other' || value.isList === true;
}

function nameIn(path: string, directory: string): Location {
  const shown = `${directory}/${path}`;
  const source = { file: shown, text: shown, isPath: true };
  return { source, span: { start: shown.lastIndexOf('/') + 1, end: shown.length } };
}
