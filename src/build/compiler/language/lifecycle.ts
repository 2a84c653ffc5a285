import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, textOf, trimPassage } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Draft } from './declared.ts';
import { isDate } from '../../../shared/validation/format-checks.ts';

/** What is probably meant as a date. */
const DATE_LIKE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:T[\d:.Z+-]*)?(?![\w.])/;

/** `@deprecated 2026-11-01 - reason`: the date and the reason are optional. */
export function readDeprecated({ at, content }: Directive, into: Draft, report: Report): void {
  const text = trimPassage(content);
  const [found] = DATE_LIKE.exec(text.text) ?? [];
  if (found === undefined) return void into.deprecated.push({ value: { reason: textOf(content) ?? true }, at });
  const date = readDate(slicePassage(text, 0, found.length), 'deprecated', report);
  const rest = textOf(slicePassage(text, found.length, text.text.length)) ?? '';
  const reason = rest.replace(/^\s*[-\u2013\u2014:]?\s*/, '');
  into.deprecated.push({ value: { reason: reason === '' || reason, ...(date !== undefined && { date }) }, at });
}

/** `@sunset 2027-05-01`. */
export function readSunset({ at, content }: Directive, into: Draft, report: Report): void {
  const text = trimPassage(content);
  if (text.text === '') return report(messages.emptyDirective(at, 'sunset'));
  const date = readDate(text, 'sunset', report);
  if (date !== undefined) into.sunset.push({ value: date, at });
}

/** A date of RFC 3339: `full-date`. */
function readDate(passage: Passage, directive: string, report: Report): string | undefined {
  const { text } = passage;
  if (isDate(text)) return text;
  report(messages.invalidDate(locate(passage), text, directive));
  return undefined;
}
