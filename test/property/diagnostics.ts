import type { CompilationInput } from '../../src/build/compiler/compile.ts';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import type { Diagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import type { OperationFile } from '../../src/build/compiler/operations/parse.ts';
import type { Location } from '../../src/build/compiler/diagnostics/source.ts';
import { printable } from '../../src/build/compiler/diagnostics/source.ts';

/** What a message has where it was made of something that was not there. */
const SLIP = /undefined|NaN|\[object/;

/** What a user could not read, or not find, in the diagnostics of a compilation; of a sound one nothing. */
export function unreadable(input: CompilationInput): string[] {
  const files = [...input.files, ...(input.definitions ?? [])];
  return compileOperations(input).diagnostics.flatMap((diagnostic) => faultsOf(diagnostic, files));
}

/** What a user could not read, or not find, in a diagnostic about some files. */
export function faultsOf(diagnostic: Diagnostic, files: readonly OperationFile[]): string[] {
  const { code, message, at, notes } = diagnostic;
  const places = [at, ...notes.map((note) => note.at)];
  const printed = formatDiagnostic(diagnostic);
  const checks: readonly (readonly [sound: boolean, fault: string])[] = [
    ...places.map((place) => [isFileOf(place, files), 'is of a file that there is not'] as const),
    ...places.map((place) => [isInside(place), `is at ${place.span.start} to ${place.span.end}`] as const),
    ...places.map(
      (place) => [printed.includes(`${printable(place.source.file)}:${position(place)}`), `prints ${printed}`] as const,
    ),
    // The parser's own words may have any of these.
    [code === 'syntax-error' || !SLIP.test(message) || files.some(({ text }) => isSlip(text)), `says ${message}`],
  ];
  return checks.filter(([sound]) => !sound).map(([, fault]) => `${code} ${fault}`);
}

/** Whether a file has such a word itself: in YAML, NaN is written `.nan`. */
function isSlip(text: string): boolean {
  return SLIP.test(text) || /\.nan\b/i.test(text);
}

/** A path is known by its end alone. */
function isFileOf({ source }: Location, files: readonly OperationFile[]): boolean {
  return files.some(({ path, text }) => (source.isPath === true ? source.text.endsWith(path) : source.text === text));
}

/** Of at least one letter, but where it is the end of a text, all of it (0 to 0), or a gap in a path. */
function isInside({ source: { text, isPath }, span: { start, end } }: Location): boolean {
  const mayBeEmpty = isPath === true || end === 0 || end === text.length;
  return 0 <= start && end <= text.length && (start < end || (start === end && mayBeEmpty));
}

/** The reference: counts line by line, letter by letter. */
function position({ source: { text, isPath }, span }: Location): string {
  let [line, column] = [1, 1];
  const end = isPath === true ? 0 : span.start;
  for (let i = 0; i < end; i++) {
    const isEnd = text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n');
    [line, column] = isEnd ? [line + 1, 1] : [line, column + 1];
  }
  return `${line}:${column}`;
}
