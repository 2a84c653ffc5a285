import type {
  AccessContext,
  CommentDirectory,
  DirectiveContext,
  ContractContext,
  DirectiveDescription,
  DirectiveFault,
  Line,
  Lines,
  PathEffect,
  ReadableDirective,
} from '../../../directives/directive-description.ts';
import type { CustomRow } from '../../../directives/custom/custom-row.ts';
import { isCustomRow } from '../../../directives/custom/custom-row.ts';
import { DESCRIBED } from '../../../directives/table.ts';
import { rowOf } from '../../../directives/vocabulary.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, passageText, trimPassage } from '../comment/comment.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic, Fix, Note, Report } from '../diagnostics/diagnostic.ts';
import { compare } from '../diagnostics/diagnostic.ts';
import { mayGuard } from './access-words.ts';
import { lineAbove, lineRemoval, withFix } from '../diagnostics/fix.ts';
import * as messages from '../diagnostics/messages.ts';
import { didYouMean, error, nearest, quoteAll, warning } from '../diagnostics/report.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

// The only place where the compiler and the descriptions of directives meet: a description gets lines and values, and never sees a comment.

/** A description whose mistakes have codes of the compiler. */
type DescriptionRow = DirectiveDescription<unknown, DiagnosticCode>;

const ROWS: readonly DescriptionRow[] = DESCRIBED;

/** The effects of directives on the other operations of a path, with codes of the compiler. */
export const EFFECTS_ON_PATHS: readonly PathEffect<DiagnosticCode>[] = ROWS.flatMap(({ onPath }) => onPath ?? []);

/** The values of described directives, by their descriptions. */
export type Described = ReadonlyMap<ReadableDirective<unknown>, readonly Declared<unknown>[]>;

/** The rows of the table, and those of the custom directives that have values: they need no names after the comments are read. */
function rowsIn(described: Described): readonly DescriptionRow[] {
  const custom = customRowsIn(described);
  return custom.length === 0 ? ROWS : [...ROWS, ...custom];
}

/** The rows of the custom directives that have values, by name. */
export function customRowsIn(described: Described): CustomRow[] {
  return [...described.keys()].filter(isCustomRow).sort((a, b) => compare(a.name, b.name));
}

/** The same while a comment is read. */
export type DescribedDraft = Map<ReadableDirective<unknown>, Declared<unknown>[]>;

/** The values of a directive, in the order of its lines. */
export function declaredValues<Value>(
  described: Described,
  description: ReadableDirective<Value>,
): readonly Declared<Value>[] {
  return (described.get(description) ?? []) as readonly Declared<Value>[];
}

/** The lines of a comment that can protect operations. */
interface CommentLines {
  readonly described: Described;
  readonly extensions: readonly Declared<readonly [name: string, value: unknown]>[];
}

/** A directive in the comment of a directory that protects the operations below. */
export interface Protection {
  readonly name: string;
  readonly at: Location;
  /** Whether it protects an operation if that inherits it. */
  readonly isFor: (operation: Operation) => boolean;
  /** Whether another comment has such a line. */
  readonly isIn: (other: CommentLines) => boolean;
  /** Whether the lines of other comments together protect as much. */
  readonly isCovered: (others: readonly Protection[]) => boolean;
  readonly values: readonly unknown[];
}

/** The directives that protect the operations of a directory, each once. */
export function protectionsIn(described: Described): Protection[] {
  return rowsIn(described)
    .filter((row) => row.protects === true && row.inherited !== undefined)
    .flatMap((row): Protection[] => {
      const lines = declaredValues(described, row);
      if (lines.length === 0) return [];
      const isFor = (operation: Operation): boolean =>
        lines.some(({ value }) => row.protectsBy?.(value, operation) ?? true);
      const values = lines.map(({ value }) => value);
      const isCovered = (others: readonly Protection[]): boolean => isProtected(row, values, others);
      return [
        { name: row.name, at: lines[0]!.at, isFor, isIn: (other) => other.described.has(row), isCovered, values },
      ];
    });
}

/** Of most directives any line will do. */
function isProtected(row: DescriptionRow, values: readonly unknown[], others: readonly Protection[]): boolean {
  const lines = others.filter(({ name }) => name === row.name).flatMap((other) => other.values);
  return isCustomRow(row) ? coversAll(row, lines, values) : lines.length > 0;
}

/** Whether the lines of a guard have, for each other line, one that accepts no other callers. */
export function coversAll({ covers }: CustomRow, lines: readonly unknown[], others: readonly unknown[]): boolean {
  return others.every((other) => lines.some((line) => covers(line, other)));
}

/** Reads the line of a directive, if it has a description. */
export function readDescribed(directive: Directive, into: DescribedDraft, report: Report): boolean {
  const row = rowOf(directive.name, directive.at.source) as DescriptionRow | undefined;
  if (row === undefined) return false;
  const value = readLine(directive, row, report);
  if (value !== undefined) into.set(row, [...(into.get(row) ?? []), { value, at: directive.at }]);
  return true;
}

function readLine({ name, at, content }: Directive, row: DescriptionRow, report: Report): unknown {
  const trimmed = trimPassage(content);
  const { text } = trimmed;
  if (row.takes !== undefined && text !== '' && !row.takes.includes(text))
    report(messages.unexpectedValue(locate(trimmed), name, row.takes, mayGuard(trimmed)));
  let hasReported = false;
  const value = row.read(lineOf(content, trimmed), ({ part, oneOf, ...fault }) => {
    hasReported = true;
    const given = part && trimmed.text.slice(part.start, part.end);
    const whole = oneOf === undefined || given === undefined ? fault : withNearest(fault, given, oneOf);
    report(diagnosticOf(whole, part === undefined ? at : locate(trimmed, part.start, part.end)));
  });
  if (value === undefined && !hasReported) report(messages.emptyDirective(at, name));
  return value;
}

/** A mistake with the name that was probably meant. */
function withNearest(
  fault: DirectiveFault<DiagnosticCode>,
  given: string,
  names: readonly string[],
): DirectiveFault<DiagnosticCode> {
  const meant = nearest(given, names);
  const message = `${fault.message}${meant === undefined ? ` Use one of ${quoteAll(names)}.` : didYouMean(given, names)}`;
  return { ...fault, message, ...(meant && { fix: { title: `Replace it with "${meant}"`, replaces: meant } }) };
}

function lineOf(content: Passage, trimmed: Passage): Line {
  return {
    text: trimmed.text,
    markdown: (from) => passageText(from === undefined ? content : slicePassage(trimmed, from)),
  };
}

/** Reports each directive that a comment has twice, although it can only have it once. */
export function checkRepeated(described: Described, report: Report): void {
  for (const row of rowsIn(described)) {
    const [first, ...others] = row.often === 'once' ? declaredValues(described, row) : [];
    for (const { at } of others) report(messages.repeatedDirective(at, row.name, first!.at));
  }
}

/** The values that the comment of a directory can have. */
export function describedInDirectory(described: Described, directory: CommentDirectory, report: Report): Described {
  const adapt = (row: DescriptionRow, { value, at }: Declared<unknown>): Declared<unknown> => {
    const own = row.inDirectory?.(value, (fault) => void report(diagnosticOf(fault, at)), directory);
    return own === undefined ? { value, at } : { value: own, at };
  };
  return new Map(
    rowsIn(described)
      .filter((row) => described.has(row))
      .map((row) => [row, declaredValues(described, row).map((one) => adapt(row, one))]),
  );
}

/** Puts the values of a comment over those of the directory around it. */
export function overlayDescribed(outer: Described, inner: Described): Described {
  const merged = new Map([...outer, ...inner]);
  for (const row of rowsIn(merged))
    if (row.inherited === 'add' && merged.has(row))
      merged.set(row, [...declaredValues(outer, row), ...declaredValues(inner, row)]);
  return merged;
}

/**
 * Reports mistakes that only all directives together show.
 *
 * @param own Those of the comment itself.
 * @param all Those that apply, inherited ones included.
 * @param operation Undefined for the contract of a directory.
 */
export function checkDescribed(
  own: Described,
  all: Described,
  operation: DirectiveContext<Location>['operation'],
  report: Report,
): void {
  const linesOf = <Value>(description: ReadableDirective<Value>): Lines<Value, Location> => ({
    own: declaredValues(own, description),
    all: declaredValues(all, description),
  });
  for (const row of rowsIn(all))
    row.check?.(
      linesOf(row),
      { operation, linesOf },
      ({ at, note, ...fault }) => void report(diagnosticOf(fault, at, ...(note === undefined ? [] : [note]))),
    );
}

/**
 * Finds mistakes that only show when it is known who can call the operation. A line of a directory has one: its first error, or else its first warning.
 *
 * @param found The mistakes of the operations before, by their lines.
 */
export function checkDescribedAccess(
  lines: { readonly own: Described; readonly outer: Described },
  context: AccessContext<Location>,
  found: Map<Location, Diagnostic>,
): void {
  for (const row of ROWS) {
    const [own, outer] = [declaredValues(lines.own, row), declaredValues(lines.outer, row)];
    if (row.checkAccess === undefined || own.length + outer.length === 0) continue;
    const all = row.inherited === 'add' ? [...outer, ...own] : own.length > 0 ? own : outer;
    row.checkAccess({ own, all }, context, ({ at, note, ...fault }) => {
      if (found.has(at) && (fault.isWarning === true || found.get(at)!.severity === 'error')) return undefined;
      return void found.set(at, diagnosticOf(fault, at, ...(note === undefined ? [] : [note])));
    });
  }
}

/** The fields of the contract, in the order of the table. */
export function contractFields(all: Described, operation: ContractContext['operation']): Partial<Operation> {
  const has = (description: ReadableDirective<unknown>): boolean => all.has(description);
  const fields = ROWS.map((row) => {
    const [first, ...others] = declaredValues(all, row).map(({ value }) => value);
    return first === undefined ? {} : row.contract?.([first, ...others], { operation, has });
  });
  return Object.assign({}, ...fields) as Partial<Operation>;
}

/** The diagnostic of a mistake that a description has found. */
export function diagnosticOf(
  { code, message, isWarning, fix }: DirectiveFault<DiagnosticCode>,
  at: Location,
  ...notes: Note[]
): Diagnostic {
  return withFix((isWarning === true ? warning : error)(code, at, message, ...notes), fix && fixOf(fix, at));
}

function fixOf(fix: NonNullable<DirectiveFault<string>['fix']>, at: Location): Fix | undefined {
  const edit =
    'replaces' in fix ? { at, text: fix.replaces } : 'adds' in fix ? lineAbove(at, fix.adds) : lineRemoval(at);
  if (edit === undefined || ('removesLine' in fix && mayGuard(contentAfter(at)))) return undefined;
  return { title: fix.title, edits: [edit] };
}

/** The content of a directive, up to the next one. Without its name, all of it would become other text. */
function contentAfter({ source, span: { end } }: Location): Passage {
  const [text] = /^.*?(?=\n[\s*]*@|\*\/|$)/s.exec(source.text.slice(end))!;
  return { source, start: end, text };
}
