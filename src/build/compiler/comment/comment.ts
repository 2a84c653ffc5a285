import { parse } from 'comment-parser';
import type { Location, SourceText, Span } from '../diagnostics/source.ts';
import { Fences, hasFence } from './fences.ts';

/**
 * A piece of a comment. Its text has spaces for the stars at the start of each line, so its offsets are those of the source from `start` on.
 */
export interface Passage {
  readonly source: SourceText;
  /** The offset of the passage in the source. */
  readonly start: number;
  readonly text: string;
}

/** A directive: `@name`, and its content up to the next one. */
export interface Directive {
  /** Without the `@`, as written. */
  readonly name: string;
  /** The location of the `@` and the name. */
  readonly at: Location;
  readonly content: Passage;
}

/** A comment, split: see docs/reference/directives.md. */
export interface Comment {
  readonly at: Location;
  /** The text before the first directive. */
  readonly description: Passage;
  readonly directives: readonly Directive[];
}

/** A directive. Invisible characters are part of its name, so that it is unknown with them. */
const NAME = /^@\p{L}[\p{L}\p{N}\p{Default_Ignorable_Code_Point}_-]*|^@\S*/u;

/** Reads the block comments among the comments of a file. */
export function parseComments(source: SourceText, comments: readonly (Span & { readonly type: string })[]): Comment[] {
  const blocks = comments.filter(({ type }) => type === 'Block');
  return blocks.map(({ start, end }) => parseComment(source, { start, end }));
}

/**
 * Splits a block comment into its description and its directives.
 *
 * White space and `*` at the start of a line are ignored. A line that then begins with `@` is a directive, unless it is inside a code fence.
 * comment-parser finds the lines; it only reads `/**` blocks, so it is given one.
 *
 * @param span The span of the comment, including its delimiters.
 */
export function parseComment(source: SourceText, span: Span): Comment {
  const bodyStart = span.start + 2;
  const body = blankMargins(source.text.slice(bodyStart, span.end - 2));
  const fences = new Fences();
  // The block parser accepts a function, although the type of `parse` does not allow one. It calls it once with each line.
  const fence = ((line: string) => fences.next(line).isFence) as unknown as string;
  const lines = parse(`/**${body}*/`, { fence, spacing: 'preserve', tokenizers: [] })[0]?.tags ?? [];
  const lineStarts = startsOfLines(body);
  const starts = lines.map((tag) => body.indexOf('@', lineStarts[tag.source[0]!.number]));
  const passage = (from: number, to: number): Passage => ({
    source,
    start: bodyStart + from,
    text: body.slice(from, to),
  });
  return {
    at: { source, span },
    description: passage(0, starts[0] ?? body.length),
    directives: starts.map((start, i) => {
      const name = NAME.exec(body.slice(start))![0];
      const from = start + name.length;
      return {
        name: name.slice(1),
        at: { source, span: { start: bodyStart + start, end: bodyStart + from } },
        content: passage(from, starts[i + 1] ?? body.length),
      };
    }),
  };
}

/**
 * Replaces margins by spaces: at the start of each line all white space and stars before a directive, otherwise one run of stars, and the
 * stars of a closing `**` + `/`. Unicode's own line ends are text.
 */
function blankMargins(body: string): string {
  const text = body.replace(/\r(?!\n)/g, '\n');
  if (!hasFence(text)) return text.replace(MARGINS, toSpaces).replace(END, toSpaces);
  const fences = new Fences();
  const lines = text.split('\n').map((line) => {
    // In code, "@" begins nothing, so that further stars before it are part of the code.
    const inCode = line.replace(/^[^\S\n]*\**/, toSpaces);
    const plain = fences.open === undefined ? line.replace(MARGINS, toSpaces) : inCode;
    fences.next(plain);
    return plain;
  });
  return lines.join('\n').replace(END, toSpaces);
}

const MARGINS = /^(?<![\u2028\u2029])(?:(?:[^\S\n]|\*)*(?=@)|[^\S\n]*\**)/gm;
const END = /(?<=\s)\*+(?![^])/;

function toSpaces(margin: string): string {
  return margin.replace(/\S/g, ' ');
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** A part of a passage, from one offset into it to another. */
export function slicePassage(passage: Passage, from: number, to: number = passage.text.length): Passage {
  return { source: passage.source, start: passage.start + from, text: passage.text.slice(from, to) };
}

/** A passage without the white space around it. */
export function trimPassage(passage: Passage): Passage {
  const from = passage.text.length - passage.text.trimStart().length;
  return slicePassage(passage, from, Math.max(from, passage.text.trimEnd().length));
}

/** A passage without the blank lines around it: a value in YAML keeps the margin that all its lines have, even the first one. YAML refuses tabs there, so they become spaces. */
export function trimLines(passage: Passage): Passage {
  const trimmed = trimPassage(passage);
  const { source, start, text } = trimmed;
  if (text === '') return trimmed;
  const margin = /\n([^\S\n]*)$/.exec(passage.text.slice(0, start - passage.start))?.[1] ?? '';
  const lines = `${margin}${text}`.split('\n');
  const blank = ' '.repeat(margin.length);
  const spaced = lines.map((line) => (line.startsWith(margin) ? blank + line.slice(margin.length) : line));
  return { source, start: start - margin.length, text: spaced.join('\n') };
}

/** The location of a part of a passage in the source. */
export function locate(passage: Passage, from: number = 0, to: number = passage.text.length): Location {
  return { source: passage.source, span: { start: passage.start + from, end: passage.start + to } };
}

/** The text of a passage with all its lines, but without their common margin, which the first one has if it is a whole line. */
export function withoutMargins({ source, start, text }: Passage): string {
  if (!text.includes('\n')) return text;
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const cut = source.text[start - 1] === '\n' ? 0 : 1;
  const margin = marginOf(lines.slice(cut));
  return [...lines.slice(0, cut), ...lines.slice(cut).map((line) => line.slice(margin))].join('\n');
}

function marginOf(lines: readonly string[]): number {
  return Math.min(...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
}

/**
 * The text of a passage: its lines without their common margin. It is Markdown, so blank lines part paragraphs: one of them stays, and in a code fence all of them.
 *
 * @returns undefined if there is no text.
 */
export function passageText(passage: Passage): string | undefined {
  // Fast path: most texts are one line.
  if (!passage.text.includes('\n')) return passage.text.trim() || undefined;
  const [first = '', ...rest] = passage.text.split(/\r?\n/).map((line) => line.trimEnd());
  const margin = marginOf(rest);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  const fences = new Fences();
  const kept = lines.filter((line, i) => {
    fences.next(line);
    return fences.open !== undefined || line !== '' || (i > 0 && lines[i - 1] !== '');
  });
  if (kept.at(-1) === '') kept.pop();
  return kept.length === 0 ? undefined : kept.join('\n');
}

/** The code inside a fence, if the whole passage is one fenced block. */
export function unfence(passage: Passage): Passage {
  const isFenced = /^(`{3,}|~{3,})[^\n`]*\n[\s\S]*\n\s*\1[`~]*$/.test(passage.text);
  return isFenced ? slicePassage(passage, passage.text.indexOf('\n') + 1, passage.text.lastIndexOf('\n')) : passage;
}
