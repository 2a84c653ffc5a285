import type { NamedExports, Rewriting } from '../module/commonjs.ts';
import { planRewriting } from '../module/commonjs.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Comment } from '../comment/comment.ts';
import { passageText } from '../comment/comment.ts';
import type { Declarations } from '../language/declared.ts';
import { Draft } from '../language/declared.ts';
import { readDirectives } from '../language/directives.ts';
import { guardCalls } from '../calls/guard-calls.ts';
import type { FileRoute } from './file-name.ts';
import { isMeantForContract } from '../language/security-words.ts';
import { locateOperation } from './file-name.ts';
import { fileInTree } from './tree-files.ts';
import type { ParseSettings } from './parse-settings.ts';
import type { Handler } from './handler.ts';
import { commentsIn, findHandler, mayBePassedOn } from './handler.ts';
import type { Guard, UnlessTaken } from './guard-export.ts';
import { checkOwnGuard, findUncalled, guardIn, WITHOUT_GUARD } from './guard-export.ts';
import { AUTHORIZE } from './guard-names.ts';
import * as messages from '../diagnostics/messages.ts';
import { contractFrame } from './contract-frame.ts';
import { checkStrayComments } from './stray-comments.ts';
import { checkCodedGuards } from '../language/coded-guards.ts';
import { checkMisread } from '../language/misread.ts';
import type { WrittenSecurity } from '../language/written-security.ts';
import { toolSecurity, writtenSecurity } from '../language/written-security.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import type { OpenCalls } from '../calls/check-guard-calls.ts';
import { openCalls } from '../calls/check-guard-calls.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseChecked } from '../calls/checked-syntax.ts';
import { findBodyReads } from '../module/body-reads.ts';
import { findThrown } from '../calls/thrown-literals.ts';

/** A file of the tree. */
export interface OperationFile {
  /** Below the tree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A module whose exports an operation passes on. */
export interface PassedExports {
  /** The specifier of the module. */
  readonly from: string;
  readonly at: Location;
  /** Whether all its exports are passed on, or only the handler. */
  readonly isAll: boolean;
  /** The names that lead to the handler in that module. */
  readonly names?: readonly string[] | undefined;
}

/** The content of one file. */
export interface ParsedOperation {
  readonly path: string;
  readonly route: FileRoute;
  readonly handler: Handler;
  /** Its own export `authorize`. */
  readonly guard: Guard | undefined;
  /** The modules whose exports it passes on: all of them, or the handler. */
  readonly passed: readonly PassedExports[];
  /** The functions of other modules that it calls, one of which can be the handler of another operation. */
  readonly called: readonly PassedExports[];
  /** Of a CommonJS file. */
  readonly rewriting: Rewriting | undefined;
  readonly declarations: Declarations;
  /** The properties of the body that the file reads by name. */
  readonly bodyReads: readonly Declared<string>[];
  /** The literal statuses of the errors that the file throws. */
  readonly thrown: readonly Declared<number>[];
  /** The lines of its comments that name security without being directives. */
  readonly written: readonly WrittenSecurity[];
  /** Absent if there is nothing to look for in other modules. */
  readonly calls: OpenCalls | undefined;
}

/** The result of parsing a file. It depends on the file's path and text alone, so it can be cached. */
export interface ParseResult {
  /** Absent if a mistake leaves no operation. */
  readonly operation: ParsedOperation | undefined;
  /** The contract, also of a file whose code has a mistake. */
  readonly comment: Comment | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly unlessTaken?: readonly UnlessTaken[];
}

/**
 * Reads one file: its path, its handler and its comment.
 *
 * @param directory The tree's directory in messages: `app/operations`.
 */
export function parseOperation(file: OperationFile, directory: string, settings: ParseSettings): ParseResult {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const shown = fileInTree(directory, file.path);
  const source: SourceText = { file: shown, text: file.text, custom: settings.custom };
  const route = locateOperation(file.path, { file: shown, text: shown, isPath: true }, settings, report);
  const syntax = parseChecked(source, report);
  if (syntax === undefined) return { operation: undefined, comment: undefined, diagnostics };
  const { handler, comment, found } = findHandler(source, syntax, report);
  checkStrayComments(source, syntax, comment, report);
  if (comment !== undefined) {
    checkMisread(comment, isMeantForContract, report);
    checkCodedGuards(comment, report);
  }
  const declarations =
    comment === undefined
      ? new Draft()
      : readDirectives(comment.directives, passageText(comment.description), report, route?.template.names);
  if (handler === undefined) return { operation: undefined, comment, diagnostics };
  if (route?.foreignMethod !== undefined && declarations.methods.length === 0)
    report(messages.foreignMethod(route.foreignMethod, route.template.text));
  // A handler of another operation can have its comment.
  if (comment === undefined && !handler.isGenerator && !mayBePassedOn(handler))
    report(messages.missingContract(handler.at, contractFrame(route?.method?.value, route?.template.names ?? [])));
  const { exportName } = handler;
  checkOwnGuard(source, syntax, found, exportName, report);
  const guard = exportName === AUTHORIZE ? undefined : guardIn(source, syntax, file.path, found.exports);
  const rewriting = handler.isCommonJs
    ? planRewriting(source, syntax, exportName, report, exportsOf(exportName, guard))
    : undefined;
  const bodyReads = findBodyReads(source.text, syntax.program).map(({ name, span }) => ({
    value: name,
    at: { source, span },
  }));
  const thrown = findThrown(syntax.program, file.text).map(({ status, span }) => ({
    value: status,
    at: { source, span },
  }));
  const passed = passedBy(source, syntax, handler);
  const operation = route && {
    path: file.path,
    route,
    handler,
    guard,
    passed,
    called: calledBy(source, syntax),
    rewriting,
    declarations,
    bodyReads,
    thrown,
    written: writtenIn(source, syntax, comment),
    calls: openCalls(source, syntax),
  };
  return { operation, comment, diagnostics, unlessTaken: findUncalled(source, syntax, found, exportName, diagnostics) };
}

/** The lines of the contract, and of comments for other tools, that name security without being directives. */
function writtenIn(source: SourceText, syntax: Syntax, contract: Comment | undefined): WrittenSecurity[] {
  if (!/secu/i.test(source.text)) return [];
  const others = commentsIn(source, syntax).filter(({ at }) => at.span.start !== contract?.at.span.start);
  return [...(contract === undefined ? [] : writtenSecurity(contract)), ...toolSecurity(others)];
}

/** The functions of other modules that a file calls. */
export function calledBy(source: SourceText, syntax: Syntax): PassedExports[] {
  return guardCalls(syntax).called.map(({ from, names, span }) => ({
    from,
    names,
    at: { source, span },
    isAll: false,
  }));
}

/** The exports of a CommonJS file besides the handler. */
function exportsOf(handler: string, guard: Guard | undefined): NamedExports {
  if (guard === undefined) return handler === AUTHORIZE ? { named: [], absent: [] } : WITHOUT_GUARD;
  return { named: [AUTHORIZE], absent: [] };
}

function passedBy(source: SourceText, { program }: Syntax, { from, names, at }: Handler): PassedExports[] {
  const all = program.body.flatMap((statement) => {
    if (statement.type !== 'ExportAllDeclaration' || statement.exportKind === 'type' || statement.exported !== null)
      return [];
    const span = { start: statement.start, end: statement.end };
    return [{ from: statement.source.value, at: { source, span }, isAll: true }];
  });
  return from === undefined ? all : [...all, { from, at, isAll: false, names }];
}
