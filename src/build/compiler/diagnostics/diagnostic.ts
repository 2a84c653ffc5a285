import type { DiagnosticCode } from './codes.ts';
import type { Location } from './source.ts';
import { codeFrame, formatLocation, printable } from './source.ts';

/** A mistake in a user's files. Errors stop a build, after all diagnostics are collected; warnings do not. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** The mistake, then the remedy. */
  readonly message: string;
  readonly at: Location;
  /** Related locations, such as "first declared here". */
  readonly notes: readonly Note[];
  /** The edit that corrects it, for editors and `operations check --fix`. */
  readonly fix?: Fix;
  /** The mistake without its remedy, if that is a further `@security` line: see `settleAddedSecurity`. */
  readonly addsSecurity?: string;
  /** The field of an operation and the text of it that the code expects, or the name of an extension: it's right if an operation has it. */
  readonly operation?: OperationTest | ExtensionRead;
  /** The field of the context that gets a promise, such as `state.user`: it's right if code awaits it, or nothing tests it. */
  readonly stored?: string;
  /** The path that a guard is for: it's right if each spelling that an operation answers matches, and no operation is missed. */
  readonly guarded?: GuardedText;
  /** The field that code compares with a value: it's right if the field can have such a value. */
  readonly value?: FieldValue;
  /** The security scheme whose verifier doesn't compare scopes: it's right if no operation requires any. */
  readonly unscoped?: string;
  /** The package without which it's right, or the field of package.json. */
  readonly needs?: 'koa-session' | 'koa-passport' | 'sideEffects';
}

/** A comparison of a field of the context, such as `auth.token` or `input.path.id`, by the type of the values. */
export interface FieldValue {
  readonly field: string;
  readonly kind: 'null' | 'string' | 'number' | 'boolean';
}

/** How a value is compared with a text, or a regular expression with its flags. */
export interface TextTest {
  readonly extent: 'whole' | 'start' | 'end' | 'part' | 'segment' | 'pattern';
  readonly text: string;
  readonly flags?: string;
  /** That of a segment; the part before the slash at the start counts. */
  readonly index?: number;
}

/** The fields by which code knows an operation: its name, its file and its path. */
export type OperationField = 'operationId' | 'id' | 'path';

/** A comparison of a field of an operation. */
export interface OperationTest extends TextTest {
  readonly field: OperationField;
  /** If it refuses requests: the comparisons of the file by which code knows the operations that it refuses, or lets pass. */
  readonly known?: readonly (TextTest & { readonly field: OperationField })[];
}

/** A read of an extension. */
interface ExtensionRead extends TextTest {
  readonly field: 'extension';
  readonly listUse?: ListUse | undefined;
}

/** How code uses a value as a list: in a way that no text has, by a method of both, such as `includes`, or by that method with a text in the code. */
export type ListUse = 'list' | 'part' | 'known';

/** A comparison of a path that refuses requests if it matches. */
export interface GuardedText extends TextTest {
  readonly field: 'path' | 'url';
  /** Those of the file, also this one. All of its diagnostics share the list. */
  readonly all: readonly TextTest[];
  /** Whether it is for clients of an API, rather than for pages, which are redirected. */
  readonly isForClients: boolean;
}

/** An edit that corrects a diagnostic. */
export interface Fix {
  /** Its description, as editors show it: `Replace "prama" with "param"`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** A file of definitions to create, below their directory. */
  readonly creates?: { readonly path: string; readonly text: string };
  /** Whether the file of the diagnostic is deleted. */
  readonly deletes?: true;
  /** A file or a directory to rename, as diagnostics show it. */
  readonly renames?: { readonly from: string; readonly to: string };
}

/** A text in the place of another one. */
export interface Edit {
  readonly at: Location;
  readonly text: string;
}

/** A related location of a diagnostic. */
export interface Note {
  readonly message: string;
  readonly at: Location;
}

/** Collects a diagnostic. Every stage of the compiler receives one, and continues after reporting. */
export type Report = (diagnostic: Diagnostic) => void;

/** The errors among diagnostics. */
export function errorsIn(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Sorts diagnostics by file, position, code and message, so that their order is deterministic. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.at.source.file, b.at.source.file) ||
      startOf(a) - startOf(b) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

/** The diagnostics without repetitions: the lines of a comment that several operations have are read for each of them. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const diagnosticKey = ({ at, code, message }: Diagnostic): string =>
    JSON.stringify([at.source.file, at.source.isPath, at.span, code, message]);
  return [...new Map(diagnostics.map((diagnostic) => [diagnosticKey(diagnostic), diagnostic])).values()];
}

function startOf({ at }: Diagnostic): number {
  return at.source.isPath === true ? -1 : at.span.start;
}

/** Compares texts by UTF-16 units, independent of the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Prints a diagnostic: location, severity, code, message and code frame, then each note with its own code frame.
 *
 * @example
 * app/operations/pets.ts:2:4 - warning unknown-directive: ...
 *   2 | * @prama {string} name
 *     |   ^^^^^^
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { at, notes } = diagnostic;
  return [
    `${formatHead(diagnostic)}\n${codeFrame(at)}`,
    ...notes.map((note) => `  ${formatLocation(note.at)}: ${printable(note.message)}\n${codeFrame(note.at)}`),
  ].join('\n');
}

/** Prints the first line of a diagnostic: location, severity, code and message. */
export function formatHead({ at, severity, code, message }: Diagnostic): string {
  return `${formatLocation(at)} - ${severity} ${code}: ${printable(message)}`;
}
