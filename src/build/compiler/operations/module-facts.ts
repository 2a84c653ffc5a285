import type { Comment } from '../comment/comment.ts';
import { parseComments } from '../comment/comment.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Effects } from '../calls/effect.ts';
import type { Export } from '../module/exports.ts';
import { findExports } from '../module/exports.ts';
import type { OpenCalls } from '../calls/check-guard-calls.ts';
import { openCalls } from '../calls/check-guard-calls.ts';
import { checkMounting } from '../calls/mounting.ts';
import { guardCalls } from '../calls/guard-calls.ts';
import type { UnreadParameter } from '../calls/unread-parameters.ts';
import { unreadParameters } from '../calls/unread-parameters.ts';
import { verifiersIn } from '../calls/given-verifiers.ts';
import { timesNamed } from '../module/name-counts.ts';
import { takenNames } from '../module/relative-modules.ts';
import type { ShownValue, Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { parseChecked } from '../calls/checked-syntax.ts';
import { checkFields, checkSharedOrder, earlyInApps, usingContext } from './early-guards.ts';
import type { GuardProperty } from './guard-properties.ts';
import { guardProperties } from './guard-properties.ts';
import type { Wrapping } from './helper-middleware.ts';
import { findWrapping } from './helper-middleware.ts';
import { replacedGuards } from './lost-exports.ts';
import { guardsInComments } from './stray-comments.ts';

/** The part of a module that other files use, without its syntax tree. */
export interface ModuleFacts {
  readonly source: SourceText;
  readonly isCommonJs: boolean;
  /** Whether it has more than comments. */
  readonly hasCode: boolean;
  readonly exports: readonly Export[];
  /** The modules whose names it passes on: `export * from`. */
  readonly stars: readonly string[];
  /** The names that it takes from other modules. */
  readonly taken: readonly (ReturnType<typeof takenNames> & { readonly at: Location })[];
  /** The modules that it requires, or imports when it runs. */
  readonly called: readonly string[];
  /** Those that it imports for their effects alone. */
  readonly loaded: readonly string[];
  readonly comments: readonly Comment[];
  /** Where functions get a property `authorize`, which nothing calls. */
  readonly guardProperties: readonly GuardProperty[];
  /** Its exports that seem to be middleware. */
  readonly wrapping: readonly Wrapping[];
  /** The diagnostics of guards in its comments, unless one of them is a contract. */
  readonly lostDirectives: readonly Diagnostic[];
  /** The diagnostics of guards that it exports in CommonJS, and that other exports replace. */
  readonly replacedGuards: readonly Diagnostic[];
  /** Its problems that are not thrown, its calls of guards that refuse nothing, and what its middleware does on the wrong side of `next()`. */
  readonly ineffective: readonly Diagnostic[];
  readonly calls: OpenCalls | undefined;
  /** The effects of its functions on requests. */
  readonly effects: Effects;
  /** Its functions that use the context of middleware. */
  readonly using: readonly ShownValue[];
  /** The middleware of its apps that runs before the operation is found. */
  readonly beforeOperations: readonly Value[];
  /** The diagnostics of its functions if they are such middleware, by the starts of their bodies. */
  readonly earlyInApps: ReadonlyMap<number, readonly Diagnostic[]>;
  /** The objects with the verifiers of its apps. */
  readonly verifiers: readonly Value[];
  /** The parameters that its functions don't use, by the starts of their bodies. */
  readonly unread: ReadonlyMap<number, readonly UnreadParameter[]>;
}

/** Whether a diagnostic is about code that looks as if it refused requests, so that it matters in any module. */
export function isUnthrown(code: DiagnosticCode): boolean {
  return /^(?:unthrown-problem|ineffective-guard|unmatched-(?:extension|method|operation|path)|unset-(?:header|secret))$/.test(
    code,
  );
}

/** Reads a module; undefined if it has syntax errors. */
export function readFacts(source: SourceText): ModuleFacts | undefined {
  const reported: Diagnostic[] = [];
  const syntax = parseChecked(source, (diagnostic) => reported.push(diagnostic));
  if (syntax === undefined || syntax.hasErrors) return undefined;
  const { body } = syntax.program;
  const found = findExports(syntax);
  const ineffective = reported.filter(({ code }) => isUnthrown(code));
  const beforeOperations = checkMounting(source, syntax, (diagnostic) => ineffective.push(diagnostic));
  checkFields(source, syntax, found, undefined, (diagnostic) => ineffective.push(diagnostic));
  const ordered = checkSharedOrder(source, syntax, (diagnostic) => ineffective.push(diagnostic));
  return {
    source,
    isCommonJs: found.isCommonJs,
    exports: found.exports,
    hasCode: body.length > 0,
    wrapping: findWrapping(source, syntax, found.exports),
    stars: body.flatMap((statement) =>
      statement.type === 'ExportAllDeclaration' && statement.exportKind !== 'type' && statement.exported === null
        ? [statement.source.value]
        : [],
    ),
    taken: body
      .map((statement) => ({
        ...takenNames(statement, (local) => timesNamed(syntax.program, local) > 1),
        at: locationIn(source, statement.start, statement.end),
      }))
      .filter(({ names }) => names.length > 0),
    guardProperties: guardProperties(syntax.program),
    called: calledIn(source, syntax.comments),
    loaded: specifiersIn(source, syntax.comments, /\bimport\s*['"]([^'"]+)['"]/g),
    comments: parseComments(source, syntax.comments),
    lostDirectives: guardsInComments(source, syntax),
    replacedGuards: replacedGuards(source, syntax, found),
    ineffective,
    calls: openCalls(source, syntax, ordered),
    effects: guardCalls(syntax).effects,
    using: usingContext(source, syntax),
    beforeOperations,
    earlyInApps: earlyInApps(source, syntax, beforeOperations),
    verifiers: verifiersIn(source, syntax),
    unread: unreadParameters(syntax),
  };
}

/** The modules that a file requires, or imports when it runs. */
function calledIn(source: SourceText, comments: Syntax['comments']): string[] {
  return specifiersIn(source, comments, /\b(?:require|import)\s*\(\s*['"]([^'"]+)['"]/g);
}

function specifiersIn({ text }: SourceText, comments: Syntax['comments'], pattern: RegExp): string[] {
  const starts = [0, ...comments.map(({ end }) => end)];
  const code = starts.map((start, i) => text.slice(start, comments[i]?.start)).join(' ');
  return [...code.matchAll(pattern)].map(([, specifier]) => specifier!);
}
