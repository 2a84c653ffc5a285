import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../src/compiler/compile.ts';
import { brief, compile } from './compile.ts';

/** A file with some lines in its comment. */
function withLine(line: string, path = 'one@post.ts'): Compilation {
  return compile({ [path]: `/**\n * Some.\n * ${line}\n */\nexport default () => {};` });
}

function found(line: string, path?: string): string[][] {
  return withLine(line, path).diagnostics.map(brief);
}

function messageOf(line: string): string {
  return withLine(line)
    .diagnostics.map(({ message }) => message)
    .join('\n');
}

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
