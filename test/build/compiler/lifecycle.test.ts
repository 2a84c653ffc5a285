import { describe, expect, it } from 'vitest';
import { compile, contractOfComment } from './compile.ts';

const comment = (...lines: readonly string[]): string => `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;
const endOf = (...lines: readonly string[]): unknown => {
  const { deprecated, deprecatedOn, sunset } = contractOfComment(comment(...lines, '@returns {string} 200 - x'));
  return [deprecated, deprecatedOn, sunset];
};
const codesOf = (...lines: readonly string[]): string[] =>
  compile({ 'a.ts': `${comment(...lines, '@returns {string} 200 - x')}\nexport default () => 'a';` }).diagnostics.map(
    ({ code }) => code,
  );

describe('@deprecated', () => {
  it.each<[string, true | string, string | undefined]>([
    ['', true, undefined],
    ['Use dogs', 'Use dogs', undefined],
    ['2026-11-01', true, '2026-11-01'],
    ['2026-11-01 - Use dogs', 'Use dogs', '2026-11-01'],
    ['2026-11-01 Use dogs', 'Use dogs', '2026-11-01'],
    ['2026-11-01: Use dogs', 'Use dogs', '2026-11-01'],
    ['2026-11-01 – Use dogs', 'Use dogs', '2026-11-01'],
    ['2024-02-29', true, '2024-02-29'],
    ['since 2026-11-01', 'since 2026-11-01', undefined],
    ['2.0 - Use dogs', '2.0 - Use dogs', undefined],
    ['2026.11.1', '2026.11.1', undefined],
    ['2026-11-01.5', '2026-11-01.5', undefined],
    ['- Use dogs', '- Use dogs', undefined],
  ])('reads "%s"', (text, deprecated, date) => {
    expect(endOf(`@deprecated ${text}`.trim())).toEqual([deprecated, date, undefined]);
  });

  it.each(['2026-13-01', '2026-02-29', '2026-1-1', '2026/11/01', '2026-11-01T10:00:00Z', '0000-00-00'])(
    'refuses the date %s',
    (date) => expect(codesOf(`@deprecated ${date} - x`)).toEqual(['invalid-date']),
  );

  it('@deprecated goes on in the next line', () => {
    expect(endOf('@deprecated 2026-11-01 - Use dogs,', 'or cats.')).toEqual([
      'Use dogs,\nor cats.',
      '2026-11-01',
      undefined,
    ]);
    expect(endOf('@deprecated 2026-11-01', 'Use cats.')).toEqual(['Use cats.', '2026-11-01', undefined]);
  });

  it('takes every day of the calendar, and no other', () => {
    const start = Date.UTC(2000, 0, 1);
    const days = Array.from({ length: 366 }, (_, i) =>
      new Date(start + i * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
    );
    const files = days.map((date) => [
      `${date}.ts`,
      `${comment('@deprecated', `@sunset ${date}`, '@returns {string} 200 - x')}\nexport default () => 'a';`,
    ]);
    const { operations, diagnostics } = compile(Object.fromEntries(files));
    expect([diagnostics, operations.map(({ contract }) => contract.sunset)]).toEqual([[], days]);
    for (const year of [1900, 2023, 2026, 2100])
      for (const day of ['02-29', '04-31', '06-31', '09-31', '11-31', '00-10', '12-00', '12-32'])
        expect(codesOf('@deprecated', `@sunset ${year}-${day}`)).toEqual(['invalid-date']);
  });
});

describe('@sunset', () => {
  it('@sunset accepts the day of the deprecation', () => {
    expect(codesOf('@deprecated 2026-11-01', '@sunset 2026-11-01')).toEqual([]);
    expect(codesOf('@deprecated 2026-11-02', '@sunset 2026-11-01')).toEqual(['early-sunset']);
  });

  it('occurs once, with a date alone', () => {
    expect(codesOf('@deprecated', '@sunset 2026-11-01', '@sunset 2026-11-02')).toEqual(['repeated-directive']);
    expect(codesOf('@deprecated', '@sunset 2026-11-01 - gone')).toEqual(['invalid-date']);
  });
});
