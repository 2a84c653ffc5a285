import { fullFormats } from 'ajv-formats/dist/formats.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/shared/validation/explain/format-words.ts';
import { isMultipleOf } from '../../../src/shared/validation/values.ts';

const check = (format: string, value: unknown): boolean =>
  FORMATS[format as keyof typeof FORMATS].check(value as never);

/** Valid texts of each format, and similar invalid ones. */
const CASES: Readonly<Record<string, { readonly right: readonly string[]; readonly wrong: readonly string[] }>> = {
  date: {
    right: ['2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'],
    wrong: [
      '',
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-1-1',
      '2024-01-01T',
      ' 2024-01-01',
      '20240101',
      '2024-01-00',
      '２０２４-01-01',
    ],
  },
  time: {
    right: [
      '00:00:00Z',
      '23:59:59.123z',
      '10:00:00+02:00',
      '10:00:00-00:30',
      '23:59:60Z',
      '22:59:60-01:00',
      '00:29:60+00:30',
    ],
    wrong: [
      '',
      '24:00:00Z',
      '10:60:00Z',
      '10:00:61Z',
      '10:00:00',
      '10:00Z',
      '22:59:60Z',
      '10:00:00+24:00',
      '10:00:00+02:60',
      '1:00:00Z',
    ],
  },
  'date-time': {
    right: ['2024-02-29T10:00:00Z', '2024-02-29t10:00:00.5+01:00', '2024-02-29 10:00:00Z', '1998-12-31T23:59:60Z'],
    wrong: [
      '',
      '2024-02-29',
      '2024-02-30T10:00:00Z',
      '2024-02-29T10:00:00',
      '2024-02-29T25:00:00Z',
      '2024-02-29T10:00:00Z ',
      '2024-02-29T10:00:00ZT',
    ],
  },
  duration: {
    right: ['P1Y', 'P1Y2M3DT4H5M6S', 'PT1S', 'P4W', 'P1DT12H', 'PT0S'],
    wrong: ['', 'P', 'PT', 'P1', '1D', 'P1S', 'P1D2H', 'PT1D', 'P1W1D', 'P1YT', 'p1d'],
  },
  uuid: {
    right: [
      '123e4567-e89b-12d3-a456-426614174000',
      '123E4567-E89B-12D3-A456-426614174000',
      '00000000-0000-0000-0000-000000000000',
    ],
    wrong: [
      '',
      '123e4567e89b12d3a456426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
      '123e4567-e89b-12d3-a456-42661417400g',
      '{123e4567-e89b-12d3-a456-426614174000}',
    ],
  },
  email: {
    right: ['a@b.co', 'ada.lovelace+x@mail.example.org', "o'hara@example.org", '1@2.fr', 'a@x--y.de'],
    wrong: [
      '',
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a b@c.de',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.de',
      'a@b..co',
      'a@-b.co',
      'a@b.co ',
      'a@b@c.de',
      'a@b_c.de',
    ],
  },
  hostname: {
    right: ['a', 'example.org', 'xn--nxasmq6b', '1.2.3.4', `${'a'.repeat(63)}.b`],
    wrong: ['', '-a', 'a-', 'a..b', '.a', 'a_b', 'a b', 'é', `${'a'.repeat(64)}.b`, `${'a.'.repeat(127)}aaa`],
  },
  ipv4: {
    right: ['0.0.0.0', '192.0.2.1', '255.255.255.255'],
    wrong: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4 ', '0x1.2.3.4', '1.2.3.-4', '1..2.3'],
  },
  ipv6: {
    right: [
      '::',
      '::1',
      '1::',
      '2001:db8::8a2e:370:7334',
      '1:2:3:4:5:6:7:8',
      '::ffff:192.0.2.1',
      '1:2:3:4:5:6:1.2.3.4',
      'ABCD::',
    ],
    wrong: [
      '',
      ':',
      ':::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      '1::2::3',
      'g::',
      '::1.2.3',
      '1.2.3.4',
      '::256.1.1.1',
      '1.2.3.4::',
      '::1%eth0',
      '1:2:3:4:5:6:7:1.2.3.4',
    ],
  },
  uri: {
    right: [
      'https://example.org/a?b=c#d',
      'urn:isbn:123',
      'mailto:a@b.co',
      'http://[::1]:80/',
      'http://u:p@h',
      'ftp://h/a%20b',
      'a+b-c.1:/x',
      'http://h?x',
      'file:///etc',
    ],
    wrong: [
      '',
      'a',
      '/a',
      '//h/a',
      'http://h/a b',
      'http://h/%zz',
      '1a://h',
      'http://[1::2::3]/',
      'http://h/<a>',
      'http://h:x/',
      'http://h/é',
      'http://h/a#b#c',
    ],
  },
  'uri-reference': {
    right: ['', '/a', 'a', 'a/b:c', '?q', '#f', '//h/a', '../a', 'http://h/', './a:b', ';a'],
    wrong: [' ', '/a b', '%', '#a#b', 'a\\b', '<a>', 'http://h/ ', '//h:x'],
  },
  'uri-template': {
    right: ['', '/pets/{id}', '{?page,size*}', 'http://h/{+path}/{#frag}', '/a{b:3}', '%20', '{a.b}'],
    wrong: ['{', '{a', 'a}', '{a b}', '{?}', '<a>', '%2', 'a b', '{a.}', '{.a.b..c}'],
  },
  'json-pointer': { right: ['', '/', '/a/0', '/a~0b/c~1d', '//'], wrong: ['a', '/a~', '/a~2', '#/a'] },
  'relative-json-pointer': { right: ['0', '1/a', '0#', '10/~0'], wrong: ['', '/a', '-1', '01', '0##', '1a'] },
  regex: { right: ['', '^a+$', '\\p{L}', '[a-z\\-]'], wrong: ['(', '[', '*', 'a{2,1}'] },
  byte: {
    right: ['', 'YQ==', 'YWI=', 'YWJj', 'a+/0'],
    wrong: ['a', 'YQ=', 'YQ===', 'Y Q=', 'YW_j', '====', 'YQ==\n', '=YWJ'],
  },
};

/** Texts that the standards forbid and ajv-formats accepts. */
const STRICTER: readonly (readonly [format: string, text: string])[] = [
  // RFC 3339: an offset has hours and minutes.
  ['time', '10:00:00+02'],
  ['date-time', '2024-02-29\n10:00:00Z'],
  // RFC 9562: a URN is not a UUID.
  ['uuid', 'urn:uuid:123e4567-e89b-12d3-a456-426614174000'],
  // RFC 3986: a port has only digits, and a path does not begin with two slashes.
  ['uri', 'http://h:x/'],
  ['uri-reference', '//h:x'],
  // RFC 4648: no line ends, and padding only at the end.
  ['byte', 'a\nYQ=='],
];

/** Texts to skip in the comparison, because ajv-formats is known to differ. */
const DIFFERING: Readonly<Record<string, RegExp>> = {
  time: /[+-]\d{4}$/,
  // The name of a variable can have dots.
  'uri-template': /\./,
  regex: /\\Z/,
  byte: /\n/,
};

const oracle = (format: string, text: string): boolean => {
  const known = fullFormats[format as keyof typeof fullFormats] as unknown;
  if (known instanceof RegExp) return known.test(text);
  const validate = typeof known === 'function' ? known : (known as { validate: unknown }).validate;
  return (validate as (text: string) => boolean)(text);
};

describe.each(Object.entries(CASES))('the format %s', (format, { right, wrong }) => {
  it('accepts valid texts only', () => {
    expect(right.filter((text) => !check(format, text))).toEqual([]);
    expect(wrong.filter((text) => check(format, text))).toEqual([]);
  });

  // ajv-formats accepts many URIs that RFC 3986 forbids.
  if (format === 'uri' || format === 'uri-reference') return;
  it('agrees with ajv-formats on similar texts', () => {
    const texts = [...right, ...wrong];
    const mutated = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(), fc.constantFrom(...'0129-:.TZ/+@aF=%{}~#P', ''))
      .map(([text, from, length, inserted]) => {
        const at = text.length === 0 ? 0 : from % text.length;
        return text.slice(0, at) + inserted + text.slice(at + (length % 2));
      });
    const differing: string[] = [];
    fc.assert(
      fc.property(mutated, (text) => {
        if (DIFFERING[format]?.test(text) === true) return;
        if (check(format, text) !== oracle(format, text)) differing.push(text);
      }),
      { numRuns: 500, seed: 1 },
    );
    expect([...new Set(differing)]).toEqual([]);
  });
});

it.each(STRICTER)('a format is strict where ajv-formats is not: %s, %j', (format, text) => {
  expect([check(format, text), oracle(format, text)]).toEqual([false, true]);
});

describe('the formats of numbers', () => {
  it('accept integers of 32 bits', () => {
    const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
    expect([least, most, 0, -0].map((value) => check('int32', value))).toEqual([true, true, true, true]);
    expect([least - 1, most + 1, 0.5, least - 0.5].map((value) => check('int32', value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('accept integers of 64 bits that a number represents exactly', () => {
    expect([2 ** 53 - 1, 2 ** 53, 0.5].map((value) => check('int64', value))).toEqual([true, false, false]);
  });
});

it.each([
  [0.3, 0.1, true],
  [1.1, 0.1, true],
  [19.99, 0.01, true],
  [4.02, 0.01, true],
  [0.35, 0.1, false],
  [1e-7, 1e-8, true],
  [4_000_000_000_000_000.5, 1, false],
  [0, 0.1, true],
  [-0.2, 0.1, true],
  [7, 2, false],
])('%d is a multiple of %d: %s', (value, factor, expected) => {
  expect(isMultipleOf(value, factor)).toBe(expected);
});
