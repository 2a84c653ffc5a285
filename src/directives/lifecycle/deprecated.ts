import type { DirectiveDescription } from '../directive-description.ts';
import { readDate } from './date.ts';

/** A line of `@deprecated`. */
interface Deprecation {
  /** True if the comment gives none. */
  readonly reason: true | string;
  readonly date?: string;
}

/** What is probably meant as a date. */
const DATE_LIKE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:T[\d:.Z+-]*)?(?![\w.])/;

/** `@deprecated 2026-11-01 - reason`: the date and the reason are optional. */
export const deprecated = {
  name: 'deprecated',
  form: {
    snippet: '${1:reason}',
    meaning: 'Clients should stop using it. The date and the text are optional.',
    example: '@deprecated 2026-11-01 - Use getPet',
  },
  often: 'once',
  inherited: 'replace',
  isEveryday: true,
  read(line, report) {
    const [found] = DATE_LIKE.exec(line.text) ?? [];
    if (found === undefined) return { reason: line.markdown() ?? true };
    const date = readDate(found, 'deprecated', report);
    const reason = (line.markdown(found.length) ?? '').replace(/^\s*[-\u2013\u2014:]?\s*/, '');
    return { reason: reason === '' || reason, ...(date !== undefined && { date }) };
  },
  contract: ([{ reason, date }]) => ({ deprecated: reason, ...(date !== undefined && { deprecatedOn: date }) }),
  lines({ deprecated: reason, deprecatedOn: date }) {
    const texts = [...(date === undefined ? [] : [date]), ...(typeof reason === 'string' ? [reason] : [])];
    return reason === undefined ? [] : [texts.join(' - ')];
  },
} as const satisfies DirectiveDescription<Deprecation, 'invalid-date'>;
