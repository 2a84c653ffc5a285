import type { DiagnosticCode } from './codes.ts';
import type { Location } from './source.ts';
import { codeFrame, positionOf } from './source.ts';

/** Something a user should know about their tree. An error stops a build, after all of them were collected; a warning does not. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** What is wrong, and what to do. */
  readonly message: string;
  readonly at: Location;
  /** Further places that matter, such as "first declared here". */
  readonly notes: readonly Note[];
}

/** A further place of a diagnostic. */
export interface Note {
  readonly message: string;
  readonly at: Location;
}

/** Takes a diagnostic; every stage of the compiler is handed one, and goes on after it has reported. */
export type Report = (diagnostic: Diagnostic) => void;

/** Sorts by file, then position, then code, whatever the order they were found in. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.at.source.file, b.at.source.file) ||
      startOf(a) - startOf(b) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

function startOf({ at }: Diagnostic): number {
  return at.source.isPath === true ? -1 : at.span.start;
}

/** Orders texts by their UTF-16 units, as no locale could change. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Writes a diagnostic as a user reads it: place, severity, code and message, then the code frame, then each further place with its own.
 *
 * @example
 * app/operations/pets.ts:2:4 - warning unknown-directive: ...
 *   2 | * @prama {string} name
 *     |   ^^^^^^
 */
export function formatDiagnostic({ at, severity, code, message, notes }: Diagnostic): string {
  const head = `${formatLocation(at)} - ${severity} ${code}: ${message}\n${codeFrame(at)}`;
  return [head, ...notes.map((note) => `  ${formatLocation(note.at)}: ${note.message}\n${codeFrame(note.at)}`)].join(
    '\n',
  );
}

function formatLocation(at: Location): string {
  const { line, column } = positionOf(at);
  return `${at.source.file}:${line}:${column}`;
}
