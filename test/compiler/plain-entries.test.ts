import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { Passage } from '../../src/compiler/comment/comment.ts';
import { readPlainEntries, readPlainScalar } from '../../src/compiler/comment/plain-entries.ts';

function passageOf(text: string): Passage {
  return { source: { file: 'a.ts', text }, start: 0, text };
}

/** What YAML's reader says: the entries, or undefined where it finds something wrong. */
function byYaml(text: string): unknown {
  const document = parseDocument(`{${text}}`, { logLevel: 'error' });
  return document.errors.length === 0 ? Object.entries(document.toJS() as object) : undefined;
}

describe('plain entries', () => {
  it.each([
    ['minimum: 1, maximum: 100', [['minimum', 1], ['maximum', 100]]], // prettier-ignore
    ['enum: [a, b-c, "d e"], default: -1.5', [['enum', ['a', 'b-c', 'd e']], ['default', -1.5]]], // prettier-ignore
    ['uniqueItems: true, format: date-time, title: nullable', [['uniqueItems', true], ['format', 'date-time'], ['title', 'nullable']]], // prettier-ignore
  ])('%s', (text, expected) => {
    const entries = readPlainEntries(passageOf(text))!;
    expect(entries.map(({ key, value }) => [key, value])).toEqual(expected);
    const cut = ({ span }: { span: { start: number; end: number } }): string => text.slice(span.start, span.end);
    expect(entries.map(({ keyAt, valueAt }) => `${cut(keyAt)}: ${cut(valueAt)}`).join(', ')).toBe(text);
  });

  it.each([
    'a: null',
    'a: True',
    'a: 01',
    'a: 1e3',
    'a:1',
    'a: b c',
    "a: 'b'",
    'a: "\\n"',
    'a: {}',
    'a: 1, a: 2',
    'a: []',
    'a: #',
  ])('leaves "%s" to YAML', (text) => {
    expect(readPlainEntries(passageOf(text))).toBeUndefined();
  });

  it('says what YAML says, wherever it says anything', () => {
    const random = createRandom();
    const texts = Array.from({ length: 20_000 }, () => randomText(random));
    const read = texts.flatMap((text) => {
      const entries = readPlainEntries(passageOf(text))?.map(({ key, value }) => [key, value]);
      return entries === undefined ? [] : [{ text, value: entries }];
    });
    expect(read.filter(({ text, value }) => !isDeepStrictEqual(value, byYaml(text)))).toEqual([]);
    expect(read.length).toBeGreaterThan(500);
  });

  it('has values that are what YAML says', () => {
    const read = TOKENS.flatMap((text) => {
      const scalar = readPlainScalar(text);
      return scalar === undefined ? [] : [{ text, ...scalar }];
    });
    const wrong = read.filter(({ text, value }) => !isDeepStrictEqual(value, parseDocument(text).toJS()));
    expect(wrong).toEqual([]);
    expect(read.length).toBeGreaterThan(10);
  });
});

// prettier-ignore
const TOKENS = [
  'minimum', 'enum', 'a-b', 'x', '1', '-1', '0', '01', '1.5', '.5', '1e3', 'true', 'True', 'TRUE', 'null', 'Null', '~', 'yes', '"a"', '"a\\n"',
  "'q'", '"', '-', '--', '&', '&a', '*a', '!x', '|', 'é', '2fa', '0x1', '.inf', 'on', 'falsey', ': ', ':', ', ', ',', '[', ']', 'a b', ' #',
  '# c', '\n', '\t', '{a: 1}', '"a b"', '1_000', '12345678901234567890', '-0',
];

function randomText(random: (below: number) => number): string {
  const pick = (): string => TOKENS[random(TOKENS.length)]!;
  if (random(4) === 0) return Array.from({ length: 1 + random(6) }, pick).join('');
  const value = (): string =>
    random(2) === 0 ? pick() : `[${Array.from({ length: 1 + random(3) }, pick).join(', ')}]`;
  return Array.from({ length: 1 + random(3) }, () => `${TOKENS[random(4)]}: ${value()}`).join(', ');
}

/** The same numbers every time. */
function createRandom(): (below: number) => number {
  let seed = 1;
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
}
