import { isDate } from '../../shared/validation/format-checks.ts';
import type { ReportLine } from '../directive-description.ts';

/**
 * Reads a date of RFC 3339: `full-date`.
 *
 * @param text The first text of a line.
 */
export function readDate(text: string, directive: string, report: ReportLine<'invalid-date'>): string | undefined {
  if (isDate(text)) return text;
  return report({
    code: 'invalid-date',
    part: { start: 0, end: text.length },
    message: `Invalid date "${text}". Write year, month and day: "@${directive} 2027-05-01".`,
  });
}
