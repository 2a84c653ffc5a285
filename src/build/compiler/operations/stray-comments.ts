import type { Comment } from '../comment/comment.ts';
import { parseComments } from '../comment/comment.ts';
import type { IsKnown } from '../language/misread.ts';
import { checkMisread } from '../language/misread.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { guardsByItself, isOnlyOurs, isSecurityWord, protectionOf } from '../language/security-words.ts';
import type { Syntax } from '../module/syntax.ts';
import { isPragma } from '../comment/pragma.ts';

const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}`;
/** A line comment up to its first directive, also one with a space or a wide sign: at its start, or at that of a sentence. */
const LINE = new RegExp(
  String.raw`^((?:[/\s*${INVISIBLE}]*|[^\x60]*[.;!?]\s+))[@＠﹫][${INVISIBLE}\p{Zs}\t]*(\p{L}[\p{L}${INVISIBLE}_-]*)(?=\s|$)`,
  'u',
);

/**
 * Reports the directives of comments that aren't a contract. One that guards is an error. Another one that isn't a JSDoc tag is a warning.
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
  for (const comment of blocksIn(source, syntax)) {
    if (comment.at.span.start === own) continue;
    checkStray(comment, guardsByItself, contract, report);
    for (const { name, at } of comment.directives)
      if (!guardsByItself(name, source) && isOnlyOurs(name, source))
        report(messages.strayDirective(at, name, contract?.at));
  }
  checkLineComments(source, syntax, contract, report);
}

/** Reports guards in comments for other tools, such as `/*! @security token`, and in line comments. They are never the contract of a directory. */
export function checkToolComments(
  source: SourceText,
  syntax: Syntax,
  contract: Comment | undefined,
  report: Report,
): void {
  const comments = syntax.comments.filter(({ value }) => isPragma(value));
  for (const comment of blocksIn(source, { comments })) checkStray(comment, guardsByItself, contract, report);
  checkLineComments(source, syntax, contract, report);
}

/** Whether a directive protects, and a comment about code could have it by chance. */
const isOther: IsKnown = (name, text) => protectionOf(name, text) !== undefined && !isSecurityWord(name, text);

/** Finds guards in the comments of a file that has no contract: `@security`, and as warnings those that a comment about code could have by chance. */
export function guardsInComments(source: SourceText, syntax: Syntax): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => found.push(diagnostic);
  for (const comment of blocksIn(source, syntax)) {
    checkStray(comment, isSecurityWord, undefined, report);
    for (const { name, at } of comment.directives)
      if (isOther(name, source)) report(messages.strayDirective(at, name, undefined));
  }
  checkLineComments(source, syntax, undefined, report, isSecurityWord);
  checkLineComments(source, syntax, undefined, report, isOther, messages.strayDirective);
  return found;
}

function checkStray(comment: Comment, isGuard: IsKnown, contract: Comment | undefined, report: Report): void {
  checkMisread(comment, isGuard, report);
  for (const { name, at } of comment.directives)
    if (isGuard(name, at.source)) report(messages.strayGuard(at, name, contract?.at));
}

function blocksIn(source: SourceText, { comments }: Pick<Syntax, 'comments'>): Comment[] {
  // `!` marks a comment that minifiers keep, and isn't part of its text.
  const texts = comments.map(({ type, value, start, end }) => ({
    type,
    start: value.startsWith('!') ? start + 1 : start,
    end,
  }));
  return parseComments(source, texts);
}

/** Reports guards in line comments, `// @security token` and `// Gets it. @security token`, which are never a contract. */
function checkLineComments(
  source: SourceText,
  { comments }: Syntax,
  contract: Comment | undefined,
  report: Report,
  isGuard: IsKnown = guardsByItself,
  message: typeof messages.strayGuard = messages.strayGuard,
): void {
  for (const { type, value, start } of comments) {
    const [text = '', before = '', name = ''] = (type === 'Line' && LINE.exec(value)) || [];
    if (!isGuard(name, source)) continue;
    const from = start + '//'.length;
    const at = { source, span: { start: from + before.length, end: from + text.length } };
    report(message(at, name, contract?.at));
  }
}
