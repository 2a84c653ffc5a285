/** A range of UTF-16 offsets, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text that diagnostics can point into; offsets become a line and a column only when they are printed. */
export interface SourceText {
  /** As it is shown: relative to the project, with `/`. */
  readonly file: string;
  readonly text: string;
  /** Whether the text is the file's own path, for what is wrong with a name. */
  readonly isPath?: boolean;
}

/** A place in a source. */
export interface Location {
  readonly source: SourceText;
  readonly span: Span;
}

/** Something a comment says, and where it says it. */
export interface Declared<T> {
  readonly value: T;
  readonly at: Location;
  /** Where it is included, the outermost first. */
  readonly via?: readonly Location[];
}

/** A line and a column, both counted from 1, the column in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A span of at least one letter, but at the end of a text: parsers point between letters too, and past the end. */
export function spanIn(text: string, start: number, end: number): Span {
  const from = Math.min(start, text.length);
  return { start: from, end: Math.min(Math.max(end, from + 1), text.length) };
}

/** Where a location starts; a place in a path is line 1, column 1 of its file. */
export function positionOf({ source, span }: Location): Position {
  if (source.isPath === true) return { line: 1, column: 1 };
  const before = source.text.slice(0, span.start);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/**
 * The line a location starts on, with carets under the location.
 *
 * @example
 *  3 | * @prama {string} name
 *    |   ^^^^^^
 */
export function codeFrame(location: Location): string {
  const { source, span } = location;
  const { line, column } = source.isPath === true ? { line: 1, column: span.start + 1 } : positionOf(location);
  const text = source.text.split(/\r\n|\r|\n/)[line - 1] ?? '';
  const gutter = source.isPath === true ? '' : String(line);
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(span.end - span.start, text.length - column + 1)));
  return `  ${gutter} | ${text}\n  ${' '.repeat(gutter.length)} | ${indent}${carets}`;
}
