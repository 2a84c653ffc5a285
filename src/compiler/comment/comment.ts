import { parse } from 'comment-parser';
import type { Location, SourceText, Span } from '../diagnostics/source.ts';

/**
 * A piece of a comment. Its text is as long as what stands in the source, with spaces for the stars at the start of each line, so an offset
 * into it is an offset into the source.
 */
export interface Passage {
  readonly source: SourceText;
  /** Where the passage starts in the source. */
  readonly start: number;
  readonly text: string;
}

/** An information line: `@name`, and what follows up to the next one. */
export interface Directive {
  /** Without the `@`, as written. */
  readonly name: string;
  /** Of the `@` and the name. */
  readonly at: Location;
  readonly content: Passage;
}

/** A comment, split: spec A2. */
export interface Comment {
  readonly at: Location;
  /** What stands before the first directive. */
  readonly description: Passage;
  readonly directives: readonly Directive[];
}

/**
 * Splits a block comment into its description and its directives.
 *
 * White space and `*` at the start of a line count as nothing, a line that then begins with `@` is a directive, unless it stands inside a
 * code fence. comment-parser finds the lines; it knows only `/**`, so that is what it is given.
 *
 * @param span Of the whole comment, its delimiters included.
 */
export function parseComment(source: SourceText, span: Span): Comment {
  const bodyStart = span.start + 2;
  const body = blankMargins(source.text.slice(bodyStart, span.end - 2));
  // Its block parser takes a function; the type of `parse` does not say so.
  const fence = isFence as unknown as string;
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
      const name = /^@\p{L}[\p{L}\p{N}_-]*|^@\S*/u.exec(body.slice(start))![0];
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
 * Puts spaces for what counts as nothing: at the start of each line all white space and stars before a directive, else one run of stars; and
 * the stars of a closing `**` + `/`. Unicode's own line ends are text like any other.
 */
function blankMargins(body: string): string {
  return body
    .replace(/\r(?!\n)/g, '\n')
    .replace(/^(?<![\u2028\u2029])(?:(?:[^\S\n]|\*)*(?=@)|[^\S\n]*\**)|(?<=\s)\*+(?![^])/gm, (margin) =>
      margin.replace(/\S/g, ' '),
    );
}

/** Whether a line opens or closes a code fence: it begins with one, as CommonMark has it, or ends with one, as in "@example ```ts"; three backticks inside a line are text. */
function isFence(line: string): boolean {
  return /^\s*`{3,}[^`]*$|^[^`]*\s`{3,}\w*\s*$/.test(line);
}

function startsOfLines(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
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

/** Where a part of a passage stands in the source. */
export function locate(passage: Passage, from: number = 0, to: number = passage.text.length): Location {
  return { source: passage.source, span: { start: passage.start + from, end: passage.start + to } };
}

/**
 * The words of a passage: its lines without their common margin, blank ones left out but inside code fences.
 *
 * @returns undefined where there are none.
 */
export function textOf(passage: Passage): string | undefined {
  const [first = '', ...rest] = passage.text.split(/\r?\n/).map((line) => line.trimEnd());
  const margin = Math.min(...rest.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  let fenced = false;
  const kept = lines.filter((line) => {
    if (isFence(line)) fenced = !fenced;
    return fenced || line !== '';
  });
  return kept.length === 0 ? undefined : kept.join('\n');
}

/** What stands inside a code fence, where all of a passage does. */
export function unfence(passage: Passage): Passage {
  const isFenced = /^```\w*\n[\s\S]*\n\s*```$/.test(passage.text);
  return isFenced ? slicePassage(passage, passage.text.indexOf('\n') + 1, passage.text.lastIndexOf('\n')) : passage;
}
