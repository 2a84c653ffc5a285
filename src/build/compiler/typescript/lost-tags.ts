import { FACET_NAMES, facetKeyword, keywordRow } from '../../../shared/schema/keywords.ts';
import type { Comment, Directive } from '../comment/comment.ts';
import { trimPassage } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Docs } from './doc.ts';
import type { TypeModule } from './module.ts';

/** Tags that limit a value, or keep it out of requests or responses, in lower case. */
const LIMITS: ReadonlySet<string> = new Set(
  FACET_NAMES.filter(
    (name) => /^(?:readOnly|writeOnly)$/.test(name) || keywordRow(facetKeyword(name))?.role === 'assertion',
  ).map((name) => name.toLowerCase()),
);

function limits(name: string): boolean {
  return LIMITS.has(name.toLowerCase());
}

/** The text before a comment inside a type, and the text after it: `a: /** *\/ string /** *\/;`. */
const [BEFORE_TYPE, AFTER_TYPE] = [/[:<[(]$/, /^[;,:?})\]>]/];

/**
 * Reports tags that limit a value in comments that describe nothing: line comments, comments behind a property, and the first of two doc comments.
 *
 * @param comments The block comments of the file.
 */
export function checkLostTags(
  module: Pick<TypeModule, 'source' | 'types'>,
  syntax: Syntax,
  comments: readonly Comment[],
  docs: Docs,
  report: Report,
): void {
  const { source } = module;
  const pieces = [...module.types.values()].flatMap((type) => type.pieces);
  const parsed = new Map(comments.map((comment) => [comment.at.span.start, comment]));
  const effective = new Set(docs.values());
  for (const { type, value, start, end } of syntax.comments) {
    const next = nextSyntax(source, syntax, end);
    if (
      !pieces.some(
        (piece) => next === piece.start || (piece.node.start < start && start < lineEnd(source, piece.node.end)),
      )
    )
      continue;
    const comment = parsed.get(start);
    if (type === 'Line') reportLine(source, start, value, report);
    else if (comment !== undefined && (!effective.has(comment) || isInside(source.text, start, next)))
      reportLost(comment, report);
  }
}

/** Reports the tags of a comment that limit a value. */
export function reportLost({ directives }: Comment, report: Report): void {
  for (const { name, at } of directives) if (limits(name)) report(messages.lostTag(at, name));
}

function reportLine(source: SourceText, start: number, value: string, report: Report): void {
  const [found, margin = '', name = ''] = /^(\/?\s*)@([A-Za-z-]+)(?=\s|$)/.exec(value) ?? [];
  const from = start + 2 + margin.length;
  if (found !== undefined && limits(name))
    report(messages.lostTag(locationIn(source, from, from + 1 + name.length), name));
}

function isInside(text: string, start: number, next: number): boolean {
  return BEFORE_TYPE.test(text.slice(0, start).trimEnd()) || AFTER_TYPE.test(text.slice(next, next + 1));
}

/** The offset of the syntax after a comment, behind other comments. */
function nextSyntax({ text }: SourceText, { comments }: Syntax, end: number): number {
  let next = end + text.slice(end).search(/\S|$/);
  for (const other of comments) if (other.start === next) next = other.end + text.slice(other.end).search(/\S|$/);
  return next;
}

function lineEnd({ text }: SourceText, offset: number): number {
  return offset + text.slice(offset).search(/[\r\n]|$/);
}

/** Tags that hide a declaration in the documents of other tools, and `@access private`. */
const HIDING = /^(?:internal|private|protected|hidden|ignore)$/i;

/** Whether the purpose of a tag on a property is to hide it. */
export function isMeantToHide({ name, content }: Directive): boolean {
  return HIDING.test(name) || (name === 'access' && /^(?:private|protected|package)\b/.test(trimPassage(content).text));
}
