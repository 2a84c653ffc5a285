import type { Comment, Passage } from './comment.ts';
import { locate } from './comment.ts';
import { Fences, hasFence } from './fences.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { keywordRow } from '../../schema/keywords.ts';

/**
 * Reports text that looks like a directive: after other words on a line, or below a code fence that is never closed.
 *
 * In a comment of several lines a sentence can mention a directive, so only one with a type counts, as in `@returns {Pet}`. In the value of a keyword,
 * such as `@format uuid @readOnly true`, it is an error, because the value would be wrong.
 *
 * @param isKnown Whether a directive of that name has a meaning here.
 */
export function checkMisread(comment: Comment, isKnown: (name: string) => boolean, report: Report): void {
  const { source, span } = comment.at;
  const isOneLine = !/[\r\n]/.test(source.text.slice(span.start, span.end));
  checkPassage(comment.description, isOneLine, isKnown, report);
  for (const { name, content } of comment.directives) {
    if (hasValue(name)) checkValue(name, content, isKnown, report);
    else if (name !== 'example') checkPassage(content, isOneLine, isKnown, report);
  }
  checkFence(comment.at, isKnown, report);
}

/** Whether a directive is a keyword whose value is not a text. */
function hasValue(name: string): boolean {
  return keywordRow(name) !== undefined && !['title', 'description', 'deprecated', '$comment'].includes(name);
}

function checkValue(name: string, value: Passage, isKnown: (name: string) => boolean, report: Report): void {
  const [found] = inlineDirectives(value, isKnown);
  // In quotes, it is part of a text.
  if (found === undefined || /["'`]/.test(value.text.slice(0, found.index))) return;
  report(messages.directiveInValue(found.at, found.name, name));
}

function checkPassage(passage: Passage, isOneLine: boolean, isKnown: (name: string) => boolean, report: Report): void {
  for (const { name, at, index, isTyped } of inlineDirectives(passage, isKnown)) {
    // After an odd number of backticks it is code.
    const isCode = passage.text.slice(0, index).split('`').length % 2 === 0;
    if (isCode) continue;
    // A line that begins a sentence or an item of a list is no mention of the directive.
    const begins = /[.;!?]\s+$|(?:^|\n)\s*[-+•]\s+$/.test(passage.text.slice(0, index));
    if (name === 'security' && (isOneLine || begins)) report(messages.inlineSecurity(at));
    else if (isOneLine || isTyped) report(messages.inlineDirective(at, name));
  }
}

interface InlineDirective {
  readonly name: string;
  readonly at: Location;
  readonly index: number;
  readonly isTyped: boolean;
}

/** Finds what looks like a directive after other words. */
function inlineDirectives(passage: Passage, isKnown: (name: string) => boolean): InlineDirective[] {
  if (!passage.text.includes('@')) return [];
  const matches = [...passage.text.matchAll(/(?<=\s)@([A-Za-z][\w-]*)(?=\s|$)(\s*\{)?/g)];
  return matches.flatMap(({ 1: name = '', 2: type, index }) =>
    isKnown(name)
      ? [{ name, index, isTyped: type !== undefined, at: locate(passage, index, index + 1 + name.length) }]
      : [],
  );
}

function checkFence(at: Location, isKnown: (name: string) => boolean, report: Report): void {
  const fence = unclosedFence(at);
  if (fence === undefined) return;
  const below = at.source.text.slice(fence.span.end, at.span.end).matchAll(/^[\s*]*@([A-Za-z][\w-]*)(?=\s|$)/gm);
  const swallowed = [...below].map(([, name]) => name!).find(isKnown);
  if (swallowed !== undefined) report(messages.unclosedFence(fence, swallowed));
}

/** The code fence without an end. */
function unclosedFence({ source, span }: Location): Location | undefined {
  const text = source.text.slice(span.start, span.end).replace(/\*\/$/, '');
  if (!hasFence(text)) return undefined;
  const fences = new Fences();
  let start = 0;
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    const [margin] = /^\s*(?:\/\*)?\**/.exec(line)!;
    const { isFence } = fences.next(line.slice(margin.length));
    if (isFence && fences.open !== undefined) start = span.start + index + line.lastIndexOf(fences.open);
  }
  return fences.open === undefined ? undefined : { source, span: { start, end: start + fences.open.length } };
}
