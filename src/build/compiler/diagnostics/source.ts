import type { WithCustom } from '../../../directives/custom/custom-directives.ts';

/** A range of UTF-16 offsets; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether a span, or a node of a syntax tree, is in another one. */
export function isSpanIn({ start, end }: Span, outer: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** A text that diagnostics point into. Offsets become lines and columns only when a diagnostic is printed. */
export interface SourceText extends WithCustom {
  /** The path to show: relative to the project, with `/`. */
  readonly file: string;
  readonly text: string;
  /** Whether the text is the path of the file itself, for mistakes in a name. */
  readonly isPath?: boolean;
  /** Whether other projects may use the file too. */
  readonly isShared?: boolean;
}

/** A span in a source. */
export interface Location {
  readonly source: SourceText;
  readonly span: Span;
}

/** A value with the location of its declaration. */
export interface Declared<T> {
  readonly value: T;
  readonly at: Location;
  /** The includes that lead to it, outermost first. */
  readonly via?: readonly Location[];
}

/** The offset of a declaration, or of its outermost include, in its comment. */
export function startOf({ at, via }: Declared<unknown>): number {
  return (via?.[0] ?? at).span.start;
}

/** A line and a column, both counted from 1; the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The location of a mistake in the path of a file: of its name, or from another offset on. */
export function locateName(file: string, start: number = file.lastIndexOf('/') + 1): Location {
  return { source: { file, text: file, isPath: true }, span: { start, end: file.length } };
}

/** The location of a parser's range, clamped to the text: at least one character long, except at the end of the text. */
export function locationIn(source: SourceText, start: number, end: number): Location {
  const { length } = source.text;
  const from = Math.min(start, length);
  return { source, span: { start: from, end: Math.min(Math.max(end, from + 1), length) } };
}

/** The offset of each line of a source, counted once: reports can have thousands of positions in one file. */
const lineStarts = new WeakMap<SourceText, readonly number[]>();

function startsOfLines(source: SourceText): readonly number[] {
  const known = lineStarts.get(source);
  if (known !== undefined) return known;
  const ends = source.text.matchAll(/\r\n|\r|\n/g);
  const starts = [0, ...Array.from(ends, ({ 0: end, index }) => index + end.length)];
  lineStarts.set(source, starts);
  return starts;
}

/** The line and column where a location starts; line 1, column 1 if the location is in a path. */
export function positionOf({ source, span }: Location): Position {
  if (source.isPath === true) return { line: 1, column: 1 };
  const starts = startsOfLines(source);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= span.start) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: Math.min(span.start, source.text.length) - starts[low]! + 1 };
}

/**
 * Writes control and invisible characters as escapes, such as those in the name of a file. In the log of a CI system, a line break could begin a command, and an
 * escape sequence or a mark of direction change what the terminal shows.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff\u2028\u2029]/gu, (character) =>
    character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for text of several lines, such as a report: all text that is written to a terminal passes it. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Writes a location as `file:line:column`. */
export function formatLocation(at: Location): string {
  const { line, column } = positionOf(at);
  return `${printable(at.source.file)}:${line}:${column}`;
}

/** The longest line that is printed whole; of a longer one, such as minified JSON, only the part around the location is. */
const MAX_LINE = 200;

/**
 * Prints the line where a location starts, with carets below the location.
 *
 * @example
 *  3 | * @prama {string} name
 *    |   ^^^^^^
 */
export function codeFrame(location: Location): string {
  const { source, span } = location;
  const { line, column } = source.isPath === true ? { line: 1, column: span.start + 1 } : positionOf(location);
  const starts = startsOfLines(source);
  const fullLine = source.text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, '');
  const start = fullLine.length <= MAX_LINE ? 0 : Math.max(0, column - 1 - MAX_LINE / 2);
  // One character for each, so that the carets stay below the location.
  const text = fullLine.slice(start, start + MAX_LINE).replaceAll(/(?!\t)\p{Cc}/gu, '\uFFFD');
  const gutter = source.isPath === true ? '' : String(line);
  const offset = column - 1 - start;
  const indent = text.slice(0, offset).replace(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(span.end - span.start, text.length - offset)));
  return `  ${gutter} | ${text}\n  ${' '.repeat(gutter.length)} | ${indent}${carets}`;
}
