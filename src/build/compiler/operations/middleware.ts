import { distance } from 'fastest-levenshtein';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { ParseSettings } from './parse-settings.ts';
import { checkAccessWords } from '../language/access-words.ts';
import { checkCodedGuards } from '../language/coded-guards.ts';
import { checkMisread } from '../language/misread.ts';
import type { NamedExports, Rewriting } from '../module/commonjs.ts';
import { planRewriting } from '../module/commonjs.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import { guardsByItself, isMeantForContract } from '../language/security-words.ts';
import type { ShownValue } from '../module/value.ts';
import type { Export } from '../module/exports.ts';
import { findExports } from '../module/exports.ts';
import * as messages from '../diagnostics/messages.ts';
import type { OperationFile, PassedExports } from './parse.ts';
import { calledBy } from './parse.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locateName } from '../diagnostics/source.ts';
import type { FieldRead } from '../calls/context-uses.ts';
import type { OpenCalls } from '../calls/check-guard-calls.ts';
import { openCalls } from '../calls/check-guard-calls.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseChecked } from '../calls/checked-syntax.ts';
import type { DirectoryContract } from './directory.ts';
import { findDirectoryContracts, readDirectoryContract } from './directory.ts';
import { INVISIBLE_END, directoryTemplate } from './file-name.ts';
import { attachedTo, commentsIn } from './handler.ts';
import { fileInTree, isAround, ownPath, versionOf, withoutVersion } from './tree-files.ts';
import type { Guard, UnlessTaken } from './guard-export.ts';
import { checkDefaults, checkFields, checkMiddlewareOrder, usingContext } from './early-guards.ts';
import { checkToolComments } from './stray-comments.ts';
import { checkGuard, findUncalled, guardIn, isReported, WITHOUT_GUARD } from './guard-export.ts';
import { AUTHORIZE, guardingMembers, isForeignGuard, isNamedForGuard, isUnused } from './guard-names.ts';
import { looksLikeMiddleware, refusesAccess } from './helper-middleware.ts';

/** A `_middleware` file. Its exports wrap each operation in its directory and below: see docs/guides/middleware.md. */
export interface CompiledMiddleware {
  /** The file below the tree, with `/`: `pets/_middleware.ts`. */
  readonly path: string;
  /** The directory, with a `/` at its end; empty for the tree itself. */
  readonly directory: string;
  /** Whether it exports middleware. */
  readonly wraps: boolean;
  /** Its middleware, as far as its file shows it. */
  readonly exported?: ShownValue;
  /** How many of its functions can refuse a client: others only set headers, measure or log, and replace no guard. Before other modules are read, it is one. */
  readonly refusing: number;
  /** Whether it is known to keep clients out: see {@link isKnownGuard}. */
  readonly isGuard: boolean;
  /** The export of its middleware, if the text shows that it answers 401 or 403, or that it is a guard of another module. */
  readonly refusesAt?: Location;
  /** Its export `authorize`. */
  readonly guard: Guard | undefined;
  /** The parameters that its middleware reads by name: `params.id`. It has no other fields by these names. */
  readonly parameterReads: readonly FieldRead[];
  /** Of a CommonJS file. */
  readonly rewriting: Rewriting | undefined;
  /** The name of the file. */
  readonly at: Location;
}

/** The outcome of one file, a function of its path and text. */
export interface MiddlewareResult {
  /** Absent where it exports neither middleware nor `authorize`. */
  readonly middleware: CompiledMiddleware | undefined;
  /** Absent if no comment has a directive of a contract. */
  readonly contract: DirectoryContract | undefined;
  /** The modules that its middleware comes from. */
  readonly passed: readonly PassedExports[];
  /** The functions of other modules that the file calls. */
  readonly called: readonly PassedExports[];
  readonly calls?: OpenCalls | undefined;
  /** Its functions that use the context of middleware. */
  readonly using?: readonly ShownValue[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unlessTaken?: readonly UnlessTaken[];
}

/** Matches the paths of middleware. */
export const MIDDLEWARE_NAME: RegExp = /(?:^|\/)_middleware\.[cm]?[jt]s$/;
const HIDDEN = /(?:^|\/)[._][^/]*\//;
const MISSPELT = /(?:^|\/)[_.]middleware(?:@[^/.]*)?\.(?:[cm]?[jt]s|[jt]sx)$/i;

/** Whether a file of the tree is middleware by its name, and in a directory that may have operations. */
export function isMiddlewareFile(path: string): boolean {
  return MIDDLEWARE_NAME.test(path) && !isInHiddenDirectory(path);
}

/** Whether a file is middleware by its name, but in a directory whose files are never operations: `.well-known/_middleware.ts`. */
export function isHiddenMiddleware(path: string): boolean {
  return MIDDLEWARE_NAME.test(path) && isInHiddenDirectory(path);
}

/** The name of the outermost directory that hides a file; the path must have one. */
export function hiddenDirectory(path: string): string {
  return HIDDEN.exec(ownPath(path))![0].replaceAll('/', '');
}

/** Whether a file would be ignored as a helper although it looks like middleware. A guard must not be lost because of its spelling. */
export function isMisspelledMiddleware(path: string): boolean {
  return (MISSPELT.test(path) || lacksCode(path)) && !MIDDLEWARE_NAME.test(path) && !isInHiddenDirectory(path);
}

/**
 * Whether a file named `_middleware` lacks an extension, or has one that suggests code or a contract: `.tss`, `.TS`, `.vue`, `.yaml`, and `.txt`, which some
 * systems hide. Documentation (`.md`) and the backups of editors have others.
 */
function lacksCode(path: string): boolean {
  const name = path.replace(INVISIBLE_END, '');
  const [found, extension = ''] = /(?:^|\/)_middleware(?:\.(\w+))?(?:(?<=\.[cm]?[jt]s)\.txt)?$/i.exec(name) ?? [];
  if (found === undefined) return false;
  return (
    CODE.some((each) => distance(extension.toLowerCase(), each) <= 1) ||
    /^(?:|mdx|es6?|coffee|civet|vue|svelte|ya?ml|json[c5]?|toml|txt)$/i.test(extension)
  );
}

const CODE = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'jsx', 'tsx'];

/** Whether no file of the directory can be an operation. */
export function isInHiddenDirectory(path: string): boolean {
  return HIDDEN.test(ownPath(path));
}

/**
 * Reads a file that {@link isMiddlewareFile}: its middleware, its comment, or both.
 *
 * @param directory How the tree's directory is shown: `app/operations`.
 */
export function parseMiddleware(
  { path, text }: OperationFile,
  directory: string,
  settings: ParseSettings,
): MiddlewareResult {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const source: SourceText = { file: fileInTree(directory, path), text, custom: settings.custom };
  const syntax = parseChecked(source, report);
  if (syntax === undefined) return { middleware: undefined, contract: undefined, passed: [], called: [], diagnostics };
  const found = findExports(syntax);
  const { isCommonJs, exports } = found;
  const exported = exports.find(({ name }) => name === 'default');
  const guard = exports.find(({ name }) => name === AUTHORIZE);
  const contract = parseContract(path, source, syntax, { exported, guard }, settings, report);
  if (syntax.hasErrors) return { middleware: undefined, contract, passed: [], called: [], diagnostics };
  const isWrapping = exported !== undefined && mayBeMiddleware(exported);
  checkGuard(source, syntax, found, report);
  checkFields(source, syntax, found, 'default', report);
  if (isWrapping) checkDefaults(source, syntax, exported, report);
  const ordered = isWrapping ? checkMiddlewareOrder(source, syntax, exported, report) : [];
  checkToolComments(source, syntax, contract?.comment, report);
  const isBare = contract !== undefined && exports.length === 0 && !hasCode(syntax);
  if (!isWrapping && (exported !== undefined || (guard === undefined && !isBare))) {
    const located = exports.map(({ name, span }) => ({ name, at: { source, span } }));
    report(messages.noMiddleware(source, located, contract !== undefined));
  } else {
    const lost = exports.filter((each) => looksLikeMiddleware(each, source) && isUnused(each, source, syntax));
    for (const { name, span } of lost) report(messages.namedMiddleware({ source, span }, name));
    for (const each of exports)
      if (!lost.includes(each) && isNamedForGuard(each, source) && isUnused(each, source, syntax))
        report(messages.namedGuard({ source, span: each.span }, each.name));
    for (const { name, span, label } of guardingMembers(source, syntax))
      if (name !== 'default' && !isReported(name, found, source) && isUnused({ name, span }, source, syntax))
        report(messages.namedGuard({ source, span }, label));
  }
  const wrapper = isWrapping ? { source, value: exported.value } : undefined;
  const refuses = isWrapping && (refusesAccess(source, syntax, exported) || isForeignGuard(exported, source, syntax));
  const has = {
    wraps: isWrapping,
    refusing: wrapper === undefined ? 0 : 1,
    isGuard: refuses,
    ...(wrapper && { exported: wrapper }),
    ...(refuses && { refusesAt: { source, span: exported.span } }),
    guard: guardIn(source, syntax, path, exports),
    parameterReads: [],
  };
  if (!has.wraps && has.guard === undefined)
    return { middleware: undefined, contract, passed: [], called: [], diagnostics };
  const rewriting = isCommonJs ? planRewriting(source, syntax, 'default', report, exportsOf(has)) : undefined;
  const at = nameIn(path, directory);
  const middleware = { path, directory: directoryOf(path), ...has, rewriting, at };
  const unlessTaken = findUncalled(source, syntax, found, 'default', diagnostics, messages.namedGuard);
  const calls = openCalls(source, syntax, ordered);
  const [passed, called] = [passedBy(source, exported), calledBy(source, syntax)];
  const using = isWrapping ? usingContext(source, syntax, exported.value) : [];
  return { middleware, contract, passed, called, calls, using, diagnostics, unlessTaken };
}

function passedBy(source: SourceText, exported: Export | undefined): PassedExports[] {
  if (exported === undefined) return [];
  const { value, span } = exported;
  return [value, ...(value.items ?? [])].flatMap(({ from, names }) =>
    from === undefined ? [] : [{ from, at: { source, span }, isAll: false, names }],
  );
}

/** The exports besides the handler, and those that must be absent at run time, because the text does not show them. */
function exportsOf({ wraps, guard }: Pick<CompiledMiddleware, 'wraps' | 'guard'>): NamedExports {
  if (guard === undefined) return WITHOUT_GUARD;
  return { named: [AUTHORIZE], absent: wraps ? [] : ['default'] };
}

function parseContract(
  path: string,
  source: SourceText,
  syntax: Syntax,
  { exported, guard }: { readonly exported: Export | undefined; readonly guard: Export | undefined },
  prefixes: Prefixes,
  report: Report,
): DirectoryContract | undefined {
  const own = exported?.value.anchors ?? [];
  const guarding = guard?.value.anchors ?? [];
  const [comment, ...others] = findDirectoryContracts(source, syntax, own, guarding);
  // A comment that isn't a contract may have been intended as one.
  for (const each of commentsIn(source, syntax))
    checkMisread(each, each.at.span.start === comment?.at.span.start ? isMeantForContract : guardsByItself, report);
  const meant = attachedTo(source, syntax, [...own, ...guarding], commentsIn(source, syntax));
  for (const each of comment === undefined ? meant : [comment]) checkCodedGuards(each, report);
  for (const each of meant) if (each.at.span.start !== comment?.at.span.start) checkAccessWords(each, report);
  if (comment === undefined) return undefined;
  for (const other of others) report(messages.severalContracts(other.at, comment.at));
  const directory = directoryOf(path);
  const template = directoryTemplate(directory, prefixes);
  // All versions count for the same limits.
  const { text } = directoryTemplate(directory, { base: prefixes.base, webhooks: prefixes.webhooks });
  return { path, directory, template, comment, declarations: readDirectoryContract(comment, template, text, report) };
}

/** Whether a file does more than declare types. Nothing imports a file that exports no middleware. */
function hasCode({ program }: Syntax): boolean {
  return program.body.some((statement) => {
    if (statement.type === 'ImportDeclaration') return statement.importKind !== 'type';
    if (statement.type === 'ExportNamedDeclaration')
      return statement.exportKind !== 'type' && (statement.declaration !== null || statement.specifiers.length > 0);
    if (statement.type === 'ExpressionStatement') return typeof statement.directive !== 'string';
    return statement.type !== 'TSInterfaceDeclaration' && statement.type !== 'TSTypeAliasDeclaration';
  });
}

/** Reports each file that is not alone in its directory, since the order of several is undefined. */
export function checkMiddleware(paths: readonly string[], directory: string, report: Report): void {
  const firsts = new Map<string, string>();
  for (const path of paths) {
    const first = firsts.get(directoryOf(path));
    if (first === undefined) firsts.set(directoryOf(path), path);
    else report(messages.duplicateMiddleware(nameIn(path, directory), nameIn(first, directory)));
  }
}

/** An operation, as far as the files around it go. */
export interface Wrapped {
  readonly contract: { readonly id: string };
  /** The names of the older versions whose files are around it, too; absent in the compilation of one version. */
  readonly layers?: readonly string[];
}

/** The files around an operation, outermost first. Those of an older version are around those of today. */
export function middlewareAround(
  { contract: { id }, layers }: Wrapped,
  middleware: readonly CompiledMiddleware[],
): CompiledMiddleware[] {
  return middleware
    .filter(({ directory }) => {
      const version = layers === undefined ? undefined : versionOf(directory);
      return isAround(directory, id) && (version === undefined || layers!.includes(version));
    })
    .sort((a, b) => withoutVersion(a.directory).length - withoutVersion(b.directory).length);
}

/** The guards of an operation, in the order in which they run: those of its directories, outermost first, then its own. */
export function guardsOf(
  operation: Wrapped & { readonly guard: Guard | undefined },
  middleware: readonly CompiledMiddleware[],
): Guard[] {
  const { guard } = operation;
  const around = middlewareAround(operation, middleware).flatMap((file) => file.guard ?? []);
  return guard === undefined ? around : [...around, guard];
}

/** The directory of a `_middleware` file, with a `/` at its end. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether an export can be middleware, as far as the text shows it. */
export function mayBeMiddleware({ value }: Export): boolean {
  if (value.isGenerator === true) return false;
  return value.kind !== 'other' || value.isList === true;
}

function nameIn(path: string, directory: string): Location {
  return locateName(fileInTree(directory, path));
}
