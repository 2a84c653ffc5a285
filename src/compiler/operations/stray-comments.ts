import type { Comment } from '../comment/comment.ts';
import { parseComments } from '../comment/comment.ts';
import { checkMisread } from '../language/misread.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { guardsByItself, isOnlyOurs } from '../language/directive-names.ts';
import type { Syntax } from '../module/syntax.ts';

/** A line comment up to its first directive: at its start, or at that of a sentence. */
const LINE = /^(?:[/\s*]*|[^`]*[.;!?]\s+)@([\p{L}_-]+)(?=\s|$)/u;

/**
 * Reports the directives of comments that are no contract. One that guards is an error, another one that JSDoc lacks a warning.
 *
 * @param contract The comment that is read.
 */
export function checkStrayComments(
  source: SourceText,
  syntax: Syntax,
  contract: Comment | undefined,
  report: Report,
): void {
  const own = contract?.at.span.start;
  // The mark of a comment that minifiers keep is no text.
  const comments = syntax.comments.map(({ type, value, start, end }) => ({
    type,
    start: value.startsWith('!') ? start + 1 : start,
    end,
  }));
  for (const comment of parseComments(source, comments)) {
    const { at, directives } = comment;
    if (at.span.start === own) continue;
    checkMisread(comment, guardsByItself, report);
    for (const { name, at: place } of directives) {
      if (guardsByItself(name)) report(messages.strayGuard(place, name, contract?.at));
      else if (isOnlyOurs(name)) report(messages.strayDirective(place, name, contract?.at));
    }
  }
  checkLineComments(source, syntax, contract, report);
}

/** Reports guards in line comments, `// @security token` and `// Gets it. @security token`, which are never a contract. */
export function checkLineComments(
  source: SourceText,
  { comments }: Syntax,
  contract: Comment | undefined,
  report: Report,
): void {
  for (const { type, value, start } of comments) {
    const [text, name] = (type === 'Line' && LINE.exec(value)) || [];
    if (text === undefined || name === undefined || !guardsByItself(name)) continue;
    const end = start + '//'.length + text.length;
    const at = { source, span: { start: end - name.length - 1, end } };
    report(messages.strayGuard(at, name, contract?.at));
  }
}
