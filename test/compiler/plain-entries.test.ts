import { expect, it } from 'vitest';
import { readYaml, readYamlEntries } from '../../src/compiler/comment/yaml.ts';
import { readPlainEntries } from '../../src/compiler/comment/plain-entries.ts';
import { randomFrom } from '../support/random.ts';

const passageOf = (text: string): Parameters<typeof readYaml>[0] => ({ source: { file: '', text }, start: 0, text });

/** Entries with the offsets of their keys and values. */
function entriesOf(text: string, shift = 0): unknown[] {
  const faults: unknown[] = [];
  const entries = readYamlEntries(passageOf(text), (fault) => faults.push(fault));
  const span = ({ span: { start, end } }: { span: { start: number; end: number } }): number[] => [
    start - shift,
    end - shift,
  ];
  return [faults.length, ...entries.map(({ key, keyAt, value, valueAt }) => [key, span(keyAt), value, span(valueAt)])];
}

const PLAIN = [
  'minimum: 1',
  'minimum: -1, maximum: 100',
  'enum: [a, b-c, 1, true, null, "d, \\"e\\""], deprecated: true',
  'pattern: "^[a-z]{2}$" , title: Name',
  'title: "a \\u00e9 \\/ \\n"',
  'default: nothing, x-a: trueish',
];
const OTHER = [
  'minimum: 1, minimum: 2',
  'a: TRUE',
  'a: Null',
  'a: [NULL]',
  'null: 1',
  'a: 1.5',
  'a: 0x1f',
  'a: []',
  'a: [1,]',
  'a: 1,',
  'a: 1, ',
  'a:1',
  'a',
  'a: ',
  'a: b c',
  'a: b: c',
  'a: b # c',
  "a: 'b'",
  'a: "b',
  'a: "\\x41"',
  'a: {b: 1}',
  'a: [[1]]',
  '<<: {a: 1}',
  'a: 12345678901234567890',
  'a: [b, c',
  '',
  ' ',
];

it.each(PLAIN)('reads %j as YAML does, without its parser', (text) => {
  expect(readPlainEntries(passageOf(text))).toBeDefined();
  expect(entriesOf(text)).toEqual(entriesOf(`\n${text}`, 1));
});

it.each(OTHER)('leaves %j to the parser, or reads it alike', (text) => {
  expect(entriesOf(text)).toEqual(entriesOf(`\n${text}`, 1));
});

it('reads ten thousand texts as YAML does', () => {
  const random = randomFrom(7);
  const parts = [
    'a: ',
    'b: ',
    ', ',
    ', ',
    '[',
    ']',
    '"c"',
    '1',
    '-',
    ' ',
    'true',
    'NULL',
    '\\',
    '\n',
    '{',
    '#',
    "'",
    'd',
  ];
  const read: string[] = [];
  for (let i = 0; i < 10_000; i++) {
    const text = `e: ${Array.from({ length: 1 + random(7) }, () => parts[random(parts.length)]).join('')}`;
    if (readPlainEntries(passageOf(text)) !== undefined) read.push(text);
  }
  expect(read.length).toBeGreaterThan(20);
  expect(read.map((text) => entriesOf(text))).toEqual(read.map((text) => entriesOf(`\n${text}`, 1)));
});

it.each(['{"a": [1, "b: c"], "__proto__": {"d": null}}', '[1.5, -2e3, "\\u2028"]', '"a\\tb"', '{}'])(
  'reads %s as JSON',
  (text) => {
    expect(readYaml(passageOf(text), () => {})).toMatchObject({ value: JSON.parse(text) as unknown });
  },
);

it.each(['{"a": 1, "a": 2}', '[1e999]', `${'['.repeat(120)}${']'.repeat(120)}`, '{"a": 1,}{'])('reports %s', (text) => {
  const faults: unknown[] = [];
  expect(readYaml(passageOf(text), (fault) => faults.push(fault))).toBeUndefined();
  expect(faults).toHaveLength(1);
});
