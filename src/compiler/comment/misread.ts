import type { Comment, Passage } from './comment.ts';
import { locate } from './comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';

/**
 * Warns of text that looks like a directive: after other words on a line, or below a code fence that is never closed.
 *
 * In a comment of several lines a sentence can mention a directive, so only one with a type counts, as in `@returns {Pet}`.
 *
 * @param isKnown Whether a directive of that name has a meaning here.
 */
export function checkMisread(comment: Comment, isKnown: (name: string) => boolean, report: Report): void {
  const { source, span } = comment.at;
  const isOneLine = !/[\r\n]/.test(source.text.slice(span.start, span.end));
  checkPassage(comment.description, isOneLine, isKnown, report);
  for (const { name, content } of comment.directives)
    if (name !== 'example') checkPassage(content, isOneLine, isKnown, report);
  checkFence(comment.at, isKnown, report);
}

function checkPassage(passage: Passage, isOneLine: boolean, isKnown: (name: string) => boolean, report: Report): void {
  if (!passage.text.includes('@')) return;
  for (const { 1: name, 2: type, index } of passage.text.matchAll(/(?<=\s)@([A-Za-z][\w-]*)(?=\s|$)(\s*\{)?/g)) {
    // After an odd number of backticks it is code.
    const isCode = passage.text.slice(0, index).split('`').length % 2 === 0;
    if (isCode || !isKnown(name!) || (!isOneLine && type === undefined)) continue;
    report(messages.inlineDirective(locate(passage, index, index + 1 + name!.length), name!));
  }
}

function checkFence(at: Location, isKnown: (name: string) => boolean, report: Report): void {
  const fence = unclosedFence(at);
  if (fence === undefined) return;
  const below = at.source.text.slice(fence.span.end, at.span.end).matchAll(/^[\s*]*@([A-Za-z][\w-]*)(?=\s|$)/gm);
  const swallowed = [...below].map(([, name]) => name!).find(isKnown);
  if (swallowed !== undefined) report(messages.unclosedFence(fence, swallowed));
}

/** The code fence without an end; as in comment-parser, a line with two fences closes the one it opens. */
function unclosedFence({ source, span }: Location): Location | undefined {
  const text = source.text.slice(span.start, span.end);
  if (!text.includes('```')) return undefined;
  let open: number | undefined;
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    if (line.split('```').length % 2 === 0)
      open = open === undefined ? span.start + index + line.lastIndexOf('```') : undefined;
  }
  return open === undefined ? undefined : { source, span: { start: open, end: open + '```'.length } };
}
