import type { DirectiveDescription } from '../directive-description.ts';
import { readDate } from './date.ts';
import { deprecated } from './deprecated.ts';
import { lifecycleText, readLifecycleText } from './lifecycle-text.ts';
import { removalDateOf } from './removal.ts';

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

  headers: {
    Sunset: {
      description: 'The date from which the operation may be gone (RFC 8594).',
      schema: { type: 'string' },
      isOn: (operation) => operation.sunset !== undefined,
    },
  },
  // RFC 8594, 3.
  constantHeaders: ({ sunset: date }) => (date === undefined ? {} : { Sunset: new Date(date).toUTCString() }),
  // OpenAPI has no field for it, so oasdiff's name.
  extensions: ({ sunset: date }) => (date === undefined ? {} : { 'x-sunset': date }),
  // That of a deprecation has it too.
  paragraphs: (operation) =>
    operation.sunset === undefined || operation.deprecated !== undefined ? [] : [lifecycleText(operation).join(' ')],

  changes(before, after, subject) {
    const [was, is] = [removalDateOf(before), removalDateOf(after)];
    if (was === undefined) return [];
    if (is === undefined)
      return after.deprecated === undefined
        ? []
        : [['sunset-deleted', `${subject} no longer has a removal date; it was ${was}`]];
    return new Date(is) < new Date(was)
      ? [['api-sunset-date-changed-too-small', `the removal date changed from ${was} to ${is}, which is earlier`]]
      : [];
  },
  guesses({ deprecated: isDeprecated, description = '' }) {
    const [, before = '', text] = /^(?:([^]*)\n\n)?(It may [^\n]*)$/.exec(description) ?? [];
    const date = text === undefined ? undefined : readLifecycleText(text).sunset;
    return isDeprecated !== undefined || date === undefined ? [] : [{ sunset: date, description: before }];
  },
  lines: ({ sunset: date }) => (date === undefined ? [] : [date]),
} as const satisfies DirectiveDescription<string, 'invalid-date' | 'lone-sunset' | 'early-sunset'>;
