import { expect, it } from 'vitest';
import { parseJson } from '../../src/compiler/comment/json.ts';

it.each<[string, unknown]>([
  ['{"a": {"b": [1, {"c": null}]}}', { a: { b: [1, { c: null }] } }],
  ['{"a": "two words", "b": {}}', { a: 'two words', b: {} }],
  ['[]', []],
  ['"a"', 'a'],
])('reads %s', (text, value) => {
  expect(parseJson(text)).toMatchObject({ value });
});

// YAML's reader tells what is wrong with the first ones, and reads the last ones as well.
it.each(['', '{', '{a: 1}', '{"a": 1, "a": 2}', '{"b": {"a": 1, "a": 2}}', '{"a" : 1}', String.raw`{"a": "\":"}`])(
  'leaves %s to YAML',
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);
