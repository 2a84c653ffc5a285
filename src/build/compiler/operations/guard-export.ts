import { checkDecorators } from './guard-decorators.ts';
import type { BindingPattern, ExportAllDeclaration, Node, Statement } from 'oxc-parser';
import type { FieldRead } from '../calls/context-uses.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { isNear } from '../diagnostics/report.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import type { NamedExports } from '../module/commonjs.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import type { HiddenExports } from '../module/hidden-exports.ts';
import { findHiddenExports } from '../module/hidden-exports.ts';
import { timesNamed } from '../module/name-counts.ts';
import { patternNames } from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { fieldReads, checkGuardReads } from './early-guards.ts';
import { checkProperties } from './guard-properties.ts';
import { checkReplaced } from './lost-exports.ts';
import { decidesAccess } from './deciding-exports.ts';
import { checkUncalled } from './uncalled-guards.ts';
import { unrunGuards } from './unrun-guards.ts';
import { findWrapping, looksLikeMiddleware } from './helper-middleware.ts';
import { AUTHORIZE, guardingMembers, isForeignGuard, isNamedForGuard, isUnused } from './guard-names.ts';

/** A function `authorize`, which decides whether a client may use an operation: see docs/guides/authentication.md. */
export interface Guard {
  /** The file that exports it, below the tree, with `/`. */
  readonly path: string;
  /** The export. */
  readonly at: Location;
  /** The names in its types: an operation, or the path of a directory. */
  readonly typedAs: readonly Declared<string>[];
  /** The fields of `ctx.auth` and `ctx.input` that it reads by name: `auth.token`. */
  readonly fieldReads: readonly FieldRead[];
  /** Whether the code shows that it allows every caller. */
  readonly allowsAll?: true;
  /** Its value, as far as its file shows it. */
  readonly value?: Value;
  /** The module that it comes from, and the names that lead to it there. */
  readonly origin?: { readonly from: string; readonly names: readonly string[] | undefined };
  /** Whether its file is a CommonJS module, if it is that of another operation. */
  readonly isCommonJs?: boolean;
}

/** A diagnostic about an export, which is one unless another file takes the export. */
export interface UnlessTaken {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/** The exports of a CommonJS file without `authorize`. */
export const WITHOUT_GUARD: NamedExports = { named: [], absent: [AUTHORIZE] };

/** The guard among the exports of a file. */
export function guardIn(
  source: SourceText,
  syntax: Syntax,
  path: string,
  exports: readonly Export[],
): Guard | undefined {
  const found = exports.find(({ name }) => name === AUTHORIZE);
  if (found === undefined) return undefined;
  const typedAs = (found.value.typedAs ?? []).map(({ name: value, span }) => ({ value, at: { source, span } }));
  return {
    path,
    at: { source, span: found.span },
    typedAs,
    fieldReads: fieldReads(source, syntax, found.value),
    ...(allowsAll(found.value) && { allowsAll: true }),
    value: found.value,
    ...(found.value.from !== undefined && { origin: { from: found.value.from, names: found.value.names } }),
  };
}

/** Whether a function returns nothing but `true`, the only result that lets a request pass. */
export function allowsAll({ kind, returnsTrue, isWrapped, mayChange }: Value): boolean {
  return kind === 'function' && returnsTrue === true && isWrapped !== true && mayChange !== true;
}

/** Reports exports of a `_middleware` file that look like `authorize` but would not run, or whose names the text does not show: a guard must not get lost. */
export function checkGuard(source: SourceText, syntax: Syntax, found: ModuleExports, report: Report): void {
  for (const each of found.exports) checkExport(source, syntax, each, report);
  for (const statement of syntax.program.body)
    if (hidesNames(statement)) report(messages.hiddenExports(at(source, statement)));
  checkTypes(source, syntax, found, report);
  checkUnexported(source, syntax, found, report);
  checkUnrun(source, syntax, found, 'default', report);
  checkProperties(source, syntax, found, 'default', report, messages.namedGuard);
  for (const { span, name, isLost } of hiddenIn(source, syntax, found))
    report(
      isLost === true ? messages.replacedExport({ source, span }, name) : messages.hiddenAssignment({ source, span }),
    );
  checkReplaced(source, syntax, found, report);
  checkDecorators(source, syntax, report);
}

/**
 * Reports the same in the file of an operation. There, a value that the text doesn't show isn't a guard, so a handler of another module isn't a mistake: if the
 * module also has an `authorize`, the server doesn't start.
 *
 * @param handler The export that is the handler.
 */
export function checkOwnGuard(
  source: SourceText,
  syntax: Syntax,
  found: ModuleExports,
  handler: string,
  report: Report,
): void {
  for (const each of found.exports)
    if (each.name !== handler && (each.name === AUTHORIZE || each.value.kind !== 'other'))
      checkExport(source, syntax, each, report);
  for (const statement of syntax.program.body)
    if (bindsGuard(statement)) report(messages.hiddenExports(at(source, statement)));
  checkDecorators(source, syntax, report);
  if (handler === AUTHORIZE) return;
  checkTypes(source, syntax, found, report);
  checkUnexported(source, syntax, found, report);
  checkUnrun(source, syntax, found, handler, report);
  checkProperties(source, syntax, found, handler, report);
  for (const each of found.exports)
    if (
      each.name !== handler &&
      (isNamedForGuard(each, source) || looksLikeMiddleware(each, source) || isForeignGuard(each, source, syntax)) &&
      isUnused(each, source, syntax)
    )
      report(messages.otherGuard({ source, span: each.span }, each.name));
  for (const { name, span, label } of guardingMembers(source, syntax))
    if (name !== 'default' && !isReported(name, found, source) && isUnused({ name, span }, source, syntax))
      report(messages.otherGuard({ source, span }, label));
  for (const { span, name, isForeign, isLost } of hiddenIn(source, syntax, found))
    if (isLost === true) report(messages.replacedExport({ source, span }, name));
    else if (name === AUTHORIZE && isForeign !== true) report(messages.hiddenAssignment({ source, span }));
  checkReplaced(source, syntax, found, report);
}

/**
 * The diagnostics of exports that keep clients out under any name, unless another file takes them.
 *
 * @param main The export that is the handler or the middleware.
 * @param reported The diagnostics of the file: an export is reported once.
 */
export function findUncalled(
  source: SourceText,
  syntax: Syntax,
  found: ModuleExports,
  main: string,
  reported: readonly Diagnostic[],
  message: typeof messages.otherGuard = messages.otherGuard,
): UnlessTaken[] {
  const { exports } = found;
  // Most operations export nothing but a handler.
  if (exports.length < 2) return [];
  const isKnown = ({ name, span }: Pick<Export, 'name' | 'span'>): boolean =>
    name === main ||
    reported.some(({ severity, at: { span: one } }) => severity === 'error' && one.start === span.start);
  const refusing = findWrapping(source, syntax, exports).filter((each) => each.refuses);
  const names = new Set(refusing.map(({ name }) => name));
  const deciding = exports.filter(
    (each) => !names.has(each.name) && decidesAccess(source, syntax, each) && isUnused(each, source, syntax),
  );
  const unrun = unrunGuards(source, syntax, found, main).flatMap(({ exported, diagnostic }) =>
    exported === undefined || isKnown(exported) ? [] : [{ name: exported.name, diagnostic }],
  );
  const others = [...refusing, ...deciding]
    .filter((each) => each.name !== AUTHORIZE && !isKnown(each) && !unrun.some(({ name }) => name === each.name))
    .map(({ name, span }) => ({ name, diagnostic: message({ source, span }, name) }));
  return [...unrun, ...others];
}

/** Reports the guards that nothing in the file runs, and that no other file can. */
function checkUnrun(source: SourceText, syntax: Syntax, found: ModuleExports, main: string, report: Report): void {
  const unrun = unrunGuards(source, syntax, found, main).filter(({ exported }) => exported === undefined);
  for (const { diagnostic } of unrun) report(diagnostic);
  const isKnown = ({ at: { span } }: Diagnostic): boolean =>
    unrun.some(({ diagnostic }) => diagnostic.at.span.start === span.start);
  checkUncalled(source, syntax, (diagnostic) => isKnown(diagnostic) || report(diagnostic));
}

/** Whether the name of an export alone shows that it is a guard. */
export function isReported(name: string, { exports }: ModuleExports, source: SourceText): boolean {
  return exports.some(
    (each) => each.name === name && (isNamedForGuard(each, source) || looksLikeMiddleware(each, source)),
  );
}

/** Reports an `authorize` that a file neither exports nor uses. */
function checkUnexported(source: SourceText, { program }: Syntax, { exports }: ModuleExports, report: Report): void {
  if (exports.some(({ name }) => name === AUTHORIZE)) return;
  const statement = program.body.find(
    (each) => bindsImport(each) || (each.type !== 'ExportNamedDeclaration' && declares(each)),
  );
  if (statement === undefined) return;
  if (timesNamed(program, AUTHORIZE) !== 1) return;
  // The build reads no exported pattern.
  const isPattern =
    statement.type === 'VariableDeclaration' && statement.declarations.some(({ id }) => id.type !== 'Identifier');
  const start = declares(statement) && !isPattern ? statement.start : undefined;
  report(messages.unexportedGuard(at(source, statement), start));
}

function declares(statement: Statement): boolean {
  if (statement.type === 'FunctionDeclaration') return statement.id?.name === AUTHORIZE;
  if (statement.type !== 'VariableDeclaration' || statement.declare === true) return false;
  return statement.declarations.some(({ id }) => patternNames(id).includes(AUTHORIZE));
}

function bindsImport(statement: Statement): boolean {
  if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return false;
  return statement.specifiers.some(({ local }) => local.name === AUTHORIZE);
}

function checkExport(source: SourceText, syntax: Syntax, each: Export, report: Report): void {
  const { name, value, span } = each;
  if (name === AUTHORIZE) {
    checkGuardReads(source, syntax, each, report);
    if (value.kind === 'other' || value.isGenerator === true) report(messages.guardKind({ source, span }));
  } else if (name !== 'default' && isNear(name, AUTHORIZE)) report(messages.guardName({ source, span }, name));
}

function checkTypes(source: SourceText, { program }: Syntax, { exports }: ModuleExports, report: Report): void {
  if (exports.some(({ name }) => name === AUTHORIZE)) return;
  for (const statement of program.body)
    for (const type of typeExports(statement)) report(messages.guardType(at(source, type)));
}

function hiddenIn(source: SourceText, { program, bindings }: Syntax, found: ModuleExports): HiddenExports[] {
  // Without this word no code reaches the exports of a CommonJS module.
  if (!source.text.includes('exports') && !/\bexport\s*=/.test(source.text)) return [];
  const isSeen = (name: string): boolean => found.exports.some((each) => each.name === name);
  return findHiddenExports(program, bindings.has, found).filter(
    ({ name, isLost }) => name === undefined || isLost === true || !isSeen(name),
  );
}

/** `export * from`, and `export const { a } = b`. */
function hidesNames(statement: Statement): boolean {
  if (statement.type === 'ExportAllDeclaration') return statement.exportKind !== 'type' && statement.exported === null;
  return patternsOf(statement).some(({ type }) => type !== 'Identifier');
}

/** `export const { authorize } = guards`. */
function bindsGuard(statement: Statement): boolean {
  return patternsOf(statement).some(
    (pattern) => pattern.type !== 'Identifier' && patternNames(pattern).includes(AUTHORIZE),
  );
}

function patternsOf(statement: Statement): BindingPattern[] {
  const isExported = statement.type === 'ExportNamedDeclaration';
  if (!isExported || statement.declaration?.type !== 'VariableDeclaration') return [];
  return statement.declaration.declarations.map(({ id }) => id);
}

function exportNameOf(exported: ExportAllDeclaration['exported']): string | undefined {
  if (exported === null) return undefined;
  return exported.type === 'Literal' ? exported.value : exported.name;
}

/** The exports named `authorize` that only TypeScript sees, or that aren't a function: `export type { authorize }`, `export declare function authorize()`. */
function typeExports(statement: Statement): Node[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  if (declaration === null) return specifiers.filter(({ exported }) => exportNameOf(exported) === AUTHORIZE);
  const declared = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
  return declared.some(({ id }) => id?.type === 'Identifier' && id.name === AUTHORIZE) ? [statement] : [];
}

function at(source: SourceText, { start, end }: Node): Location {
  return { source, span: { start, end } };
}
