import type { Operation } from '../../shared/contract/operation.ts';
import type { DirectiveDescription } from '../directive-description.ts';
import { readDate } from './date.ts';
import { lifecycleText, readLifecycleText } from './lifecycle-text.ts';

/** A line of `@deprecated`. */
interface Deprecation {
  /** True if the comment gives none. */
  readonly reason: true | string;
  readonly date?: string;
}

/** Text that is probably intended as a date. */
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

  headers: {
    Deprecation: {
      description: 'The date of the deprecation, as `@` and seconds since 1970 (RFC 9745).',
      schema: { type: 'string' },
      isOn: ({ deprecatedOn }) => deprecatedOn !== undefined,
    },
  },
  constantHeaders(operation) {
    const page = pageOf(operation);
    const { deprecatedOn } = operation;
    return {
      // A structured date, in seconds: RFC 9745, 2.1.
      ...(deprecatedOn !== undefined && { Deprecation: `@${Date.parse(deprecatedOn) / 1000}` }),
      ...(page !== undefined && { Link: `<${page}>; rel="deprecation"` }),
    };
  },
  paragraphs(operation) {
    const end = operation.deprecated === undefined ? [] : lifecycleText(operation);
    return end.length === 0 ? [] : [`Deprecated: ${end.join(' ')}`];
  },

  isMark: (operation) => operation.deprecated !== undefined,
  changes(before, after, subject) {
    if ((before.deprecated === undefined) === (after.deprecated === undefined)) return [];
    return after.deprecated === undefined
      ? [['endpoint-reactivated', `${subject} is no longer deprecated`]]
      : [['endpoint-deprecated', `${subject} is deprecated`]];
  },
  guesses({ deprecated: isDeprecated, description = '' }) {
    const [, before = '', text] = /^(?:([^]*)\n\n)?Deprecated: ([^]*)$/.exec(description) ?? [];
    if (isDeprecated === undefined || text === undefined) return [];
    return [{ ...readLifecycleText(text), description: before }];
  },
  lines({ deprecated: reason, deprecatedOn: date }) {
    const texts = [...(date === undefined ? [] : [date]), ...(typeof reason === 'string' ? [reason] : [])];
    return reason === undefined ? [] : [texts.join(' - ')];
  },
} as const satisfies DirectiveDescription<Deprecation, 'invalid-date'>;

/** The first URL in the reason of a deprecation, as a header can have it: the page of the link relation `deprecation` (RFC 9745, 3). */
function pageOf({ deprecated: reason }: Operation): string | undefined {
  const [found] = /https?:\/\/[^\s<>|{}"]+/.exec(typeof reason === 'string' ? reason : '') ?? [];
  const url = found?.replace(/[.,;:!?)\]'`]+$/, '');
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
}
