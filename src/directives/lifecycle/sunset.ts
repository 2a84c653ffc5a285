import type { DirectiveDescription } from '../directive-description.ts';
import { readDate } from './date.ts';
import { deprecated } from './deprecated.ts';

/** `@sunset 2027-05-01`: the date from which the operation may be gone. */
export const sunset = {
  name: 'sunset',
  form: {
    snippet: '${1:2027-05-01}',
    meaning: 'The date from which it may be gone.',
    example: '@sunset 2027-05-01',
  },
  often: 'once',
  inherited: 'replace',
  read: ({ text }, report) => (text === '' ? undefined : readDate(text, 'sunset', report)),
  // Inherited dates alone have been reported at their directory.
  check({ own, all: [found] }, { linesOf }, report) {
    const deprecation = linesOf(deprecated);
    if (found === undefined || own.length + deprecation.own.length === 0) return;
    const [outdated] = deprecation.all;
    const date = outdated?.value.date;
    if (outdated === undefined)
      report({
        code: 'lone-sunset',
        isWarning: true,
        at: found.at,
        message:
          'This operation has a sunset but is not deprecated, so editors and documents do not warn about it. Add "@deprecated".',
        fix: { title: 'Add "@deprecated"', adds: '@deprecated' },
      });
    else if (date !== undefined && found.value < date)
      report({
        code: 'early-sunset',
        message: `The sunset ${found.value} is before the deprecation ${date} (RFC 9745, 4). Write a later "@sunset", or an earlier "@deprecated".`,
        ...(own.length > 0
          ? { at: found.at, note: { message: 'deprecated here', at: outdated.at } }
          : { at: outdated.at, note: { message: 'the sunset', at: found.at } }),
      });
  },
  contract: ([value]) => ({ sunset: value }),
  lines: ({ sunset: date }) => (date === undefined ? [] : [date]),
} as const satisfies DirectiveDescription<string, 'invalid-date' | 'lone-sunset' | 'early-sunset'>;
