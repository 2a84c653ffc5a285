import type { Comment } from '../comment/comment.ts';
import { Fences } from '../comment/fences.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Span } from '../diagnostics/source.ts';
import { isKnownDirective } from '../../../directives/vocabulary.ts';
import { isWholeLine, MENTIONING } from './misread.ts';
import { guardsByItself } from './security-words.ts';

const CODE = /^(?:[-+•>]\s+)?(`+)\s*(?<sign>@)(?<name>[A-Za-z][\w-]*)(?:\s[^`]*)?\1\s*[.;]?$/d;
const LINE = /^(?<sign>@)(?<name>[A-Za-z][\w-]*)(?=\s|$)/d;
/** A directive with its value in brackets or emphasis, at the end of a line after other words. */
const WRAPPED =
  /(?<=[\p{L}\p{N}][^\p{L}\p{N}@`.;!?]{0,20}\s)[([{*_]{1,4}(?<sign>@)(?<name>[A-Za-z][\w-]*)(?:,? +[\w:./=*-]*[\w:./=-])+[)\]}*_]{1,4}[.,;]?$/du;

/**
 * Reports guards that are formatted as code in the comment of a contract, which lacks them otherwise: alone on a line in backticks, or in a fence that
 * has only directives. In a sentence, and in a fence with other code, they are mentions. So are those of `@example`. Reports guards in brackets or
 * emphasis at the end of a line, too.
 */
export function checkCodedGuards(comment: Comment, report: Report): void {
  const { source, span } = comment.at;
  const text = source.text.slice(span.start, span.end).replace(/\*\/$/, '');
  if (!/`|~~~|[([{*_]@/.test(text)) return;
  const declared = new Set(comment.directives.map(({ name }) => name));
  const add = ({ name, at }: Guard, message = messages.codedGuard): void => {
    const isExample = comment.directives.some(
      (each) => each.name === 'example' && at.start >= each.at.span.start && at.start < endOf(each.content),
    );
    if (!isExample && !declared.has(name)) report(message({ source, span: at }, name));
  };
  const fences = new Fences();
  let fenced: Guard[] | undefined;
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    const [margin] = /^\s*(?:\/\*)?\**\s*/.exec(line)!;
    const own = line.slice(margin.length).trimEnd();
    const { isFence, isCode } = fences.next(own);
    const at = span.start + index + margin.length;
    if (isFence) {
      if (fences.open === undefined)
        fenced?.filter(({ name }) => guardsByItself(name, source)).forEach((each) => add(each));
      fenced = [];
    } else if (isCode && own !== '') {
      const found = guardIn(LINE, own, at);
      if (found === undefined || !(isKnownDirective(found.name, source) || guardsByItself(found.name, source)))
        fenced = undefined;
      else fenced?.push(found);
    } else {
      const found = guardIn(CODE, own, at);
      if (found !== undefined && guardsByItself(found.name, source)) add(found);
      const wrapped = wrappedGuard(own, at);
      if (wrapped !== undefined && guardsByItself(wrapped.name, source)) add(wrapped, messages.labelledGuard);
    }
  }
}

interface Guard {
  readonly name: string;
  readonly at: Span;
}

function guardIn(pattern: RegExp, line: string, start: number): Guard | undefined {
  const { groups, indices } = pattern.exec(line) ?? {};
  const at = indices?.groups;
  if (groups === undefined || at === undefined) return undefined;
  return { name: groups['name']!, at: { start: start + at['sign']![0], end: start + at['name']![1] } };
}

/** A directive in brackets or emphasis that is not only mentioned. */
function wrappedGuard(line: string, start: number): Guard | undefined {
  const found = guardIn(WRAPPED, line, start);
  if (found === undefined) return undefined;
  const index = found.at.start - start;
  const before = line.slice(0, index).replace(/[\s:=→([{*_]{1,30}$/, ' ');
  const value = line.slice(index).replace(/[)\]}*_]{1,4}[.,;]?$/, '');
  return !MENTIONING.test(before) && isWholeLine(value, 0) ? found : undefined;
}

function endOf({ start, text }: Comment['description']): number {
  return start + text.length;
}
