import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { brief, compileLine, messagesOf } from './compile.ts';

/** A file with some lines in its comment. */
const withLine = (line: string, path = 'one@post.ts'): Compilation => compileLine(line, path);
const found = (line: string, path?: string): string[][] => withLine(line, path).diagnostics.map(brief);
const messageOf = (line: string): string => messagesOf(withLine(line));

describe('a name that is missing, or joined with its constraints', () => {
  it.each([
    [
      '@param {integer} (minimum: 1, maximum: 30) - The number of nights',
      ['missing-name', '(minimum'],
      '"@param {integer} name (minimum: 1, maximum: 30) - description"',
    ],
    ['@header {string} (maxLength: 9) - x', ['missing-name', '(maxLength'], '"@header {string} name (maxLength: 9)'],
    [
      '@param {integer} nights(minimum: 1, maximum: 30)',
      ['facet-space', 'nights(minimum'],
      '"nights (minimum: 1, maximum: 30)"',
    ],
    ['@param {integer} nights(min=1) - x', ['facet-space', 'nights(min=1)'], '"nights (min=1)"'],
    ['@param {integer} [nights(minimum: 1)] - x', ['facet-space', 'nights(minimum: 1)'], '"[nights] (minimum: 1)"'],
    ['@param {string} a(pattern: "\\)") - x', ['facet-space', 'a(pattern'], '"a (pattern: "\\)")"'],
  ])('%s', (line, at, meant) => {
    expect(found(line)).toEqual([at]);
    expect(messageOf(line)).toContain(meant);
  });

  it('keeps the parameter of the path', () => {
    expect(found('@param {integer} id(minimum: 1)', '{id}.ts')).toEqual([['facet-space', 'id(minimum']]);
  });

  it.each(['at(UTC)', 'f()', 'a(b)c'])('%s is a name', (name) => {
    expect(found(`@param {string} ${name} - x`)).toEqual([]);
  });
});

describe('a text outside the brackets of an optional name', () => {
  it.each([
    ['[guest]=Bo (minLength: 1)', '=Bo', '"[guest=Bo]"'],
    ['[page]=1 - x', '=1', '"[page=1]"'],
    ['[page] = 1 - x', '= 1', '"[page=1]"'],
    ['page = 1 - x', '= 1', '"[page=1]"'],
    ['[name]="a b" - x', '="a b"', '"[name="a b"]"'],
    ['[address].city - x', '.city', '"[address.city]"'],
    ['[tags][] - x', '[]', '"[tags[]]"'],
    ['[page]size - x', 'size', '"[pagesize]"'],
  ])('@param {string} %s', (line, at, meant) => {
    expect(found(`@param {string} ${line}`)).toEqual([['optional-name', at]]);
    expect(messageOf(`@param {string} ${line}`)).toContain(meant);
  });

  it.each([
    '[page]- x',
    '[page]: x',
    '[page](minLength: 1) x',
    '[page]. The page',
    '[page], x',
    '[op] - = 1',
    'op == 1',
  ])('%s is valid', (line) => {
    expect(found(`@param {string} ${line}`)).toEqual([]);
  });
});

describe('a colon after the location of a parameter', () => {
  it.each(['query', 'header', 'cookie', 'body'])('%s:guest', (place) => {
    const line = `@param {string} ${place}:guest - x`;
    expect(found(line)).toEqual([['unknown-place', `${place}:guest`]]);
    expect(messageOf(line)).toContain(`"${place}.guest"`);
  });

  it.each(['xml:lang', 'body.query:guest', 'query.filter:name', 'query:'])('%s is a name', (name) => {
    expect(found(`@param {string} ${name} - x`)).toEqual([]);
  });
});

describe('a response whose type or status is part of its text', () => {
  it.each([
    ['@returns 201 {Booking} - The new booking', ['missing-type', '{Booking}'], '"@returns {Booking} 201 - '],
    ['@throws 409 {Problem} The date', ['missing-type', '{Problem}'], '"@throws {Problem} 409 - '],
    ['@returns 200 text/csv {string} x', ['missing-type', '{string}'], '"@returns {string} 200 text/csv - '],
    ['@returns {string} (201) The name', ['invalid-status', '(201)'], '"@returns {string} 201"'],
    ['@returns {string} 200,201', ['invalid-status', '200,201'], '"@returns {string} 200"'],
    ['@returns {string} 2OO', ['invalid-status', '2OO'], '"200"'],
    ['@throws 4o4 - no such room', ['invalid-status', '4o4'], '"404"'],
    ['@throws Conflict The date is taken', ['invalid-status', 'Conflict'], '"@throws 409 - The date is taken"'],
    ['@throws Not Found', ['invalid-status', 'Not Found'], '"@throws 404 - ..."'],
    ['@throws NotFound - no such room', ['invalid-status', 'NotFound'], '"@throws 404 - no such room"'],
    ['@throws Unauthorized if nobody', ['invalid-status', 'Unauthorized'], '"@throws 401 - if nobody"'],
    ['@throws {Problem} Conflict The date', ['invalid-status', 'Conflict'], '"@throws {Problem} 409 - The date"'],
  ])('%s', (line, at, meant) => {
    expect(found(line)).toEqual([at]);
    expect(messageOf(line)).toContain(meant);
  });

  it.each([
    '@returns 201 - {Booking} of the day',
    '@throws - Conflict with another booking',
    '@throws Conflict of dates',
    '@throws Locked accounts cannot book',
    '@throws Gone are the days',
    '@throws The date is not found',
    '@throws default - Conflict',
    '@returns {string} - (201) is the status',
    '@returns {string} 200, 201 and others',
    '@returns {string} OK',
    '@returns {string} 2OOth name',
    '@returns {string} 2OO-based',
    '@returns {string} 1oo percent',
    '@returns {string} - 2OO',
  ])('%s is valid', (line) => {
    expect(found(line)).toEqual([]);
  });

  it.each(['created', 'Created - x', '- 201 The new one'])(
    '@returns {string} %s is reported next to another',
    (text) => {
      const lines = `@returns {string} 200 - The name\n * @returns {string} ${text}`;
      expect(found(lines).map(([code]) => code)).toEqual(['declared-twice']);
      expect(messageOf(lines)).toContain('declared twice. Write the status after the type: "{string} 201".');
    },
  );

  it('advises to remove one of two without any status', () => {
    const lines = '@returns {string} - The name\n * @returns {string} - Another';
    expect(messageOf(lines)).toContain('Remove one of them.');
  });
});

it.each([
  ['@param {integer(1,30)} n - x', '"(minimum: 1, maximum: 30)"'],
  ['@param {z.number()} n - x', '"(minimum: 1, maximum: 30)"'],
  ['@param {1..30} n - x', '"(minimum: 1, maximum: 30)"'],
  ['@param {integer} n (minimum=1) - x', '"minimum: 1"'],
  ['@param {integer} n (min: 1) - x', '"minimum"'],
  ['@param {integer} n (lte: 1) - x', '"maximum"'],
  ['@param {string} s (length: 1) - x', '"minLength" and "maxLength"'],
  ['@minimum nights 1', 'constraints after a name: "(minimum: ...)"'],
])('%s: the message has the form to write', (line, meant) => {
  expect(withLine(line).diagnostics).toHaveLength(1);
  expect(messageOf(line)).toContain(meant);
});
